"""What may go differently at the courier's: each question that its documentation leaves open, and each
misfortune that is no fault of the wire, is a switch that a test may turn."""

from dataclasses import dataclass, fields
from typing import Any

from leads.sandbox.courier_errors import PAYMENT


@dataclass(slots=True)
class CourierSwitches:
    """The defaults are an ordinary day: a label is there at the first look after it was bought."""

    polls_until_label: int = 1
    """The look after the purchase at which the label is there: the first, a later one; 0 is at once."""
    label_ends: str = "generated"
    """How a label ends: generated, failed, technical_failed, or a word that nobody has heard yet."""
    no_courier: bool = False
    """No courier serves the address: a shipment is made all the same, answered by 202."""
    payment: str = ""
    """One of the four codes of 402, whatever the balance is."""
    payment_at: str = "label"
    """Where that 402 comes: create or label."""
    payment_leaves_shipment: bool = False
    """A create that is answered 402 has made the shipment all the same."""
    second_label: str = "refuse"
    """What a second purchase of one label answers: refuse (422) or same (201, nothing bought)."""
    list_lag: int = 0
    """A new shipment is missing from so many lists."""
    list_matches_part: bool = False
    """The order number of a list matches where it is only part of a shipment's."""
    list_ignores_filter: bool = False
    """A list shows every shipment, whatever was asked for."""
    per_second: int = 0
    """Calls that are answered in a second; 0 is no limit, EasyShip's own sandbox has 1."""
    per_minute: int = 0
    """Calls that are answered in a minute; 0 is no limit, EasyShip's own sandbox has 6."""

    def turn(self, values: dict[str, Any]) -> None:
        """Set switches by name. Raises KeyError for a name that is none, ValueError for a wrong code."""
        known = {one.name for one in fields(self)}
        for name, value in values.items():
            if name not in known:
                raise KeyError(name)
            if name == "payment" and value not in {"", *PAYMENT}:
                raise ValueError(f"{value!r} is none of {PAYMENT}")
            setattr(self, name, value)
