"""What we may ask of EasyShip: a Protocol and its frozen records. Shapes are those of its API 2024-09."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

READY = frozenset({"generated", "printed"})
NOT_CREATED = "not_created"


@dataclass(frozen=True, slots=True)
class NewShipment:
    """One lock for one person. `order_number` is what it can be looked up by afterwards.

    `destination` has line_1, line_2, city, state, postal_code, company_name, contact_name,
    contact_phone, contact_email; empty parts are left out of what is sent.
    """

    order_number: str
    destination: Mapping[str, str]
    metadata: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ShipmentRecord:
    """A shipment as EasyShip tells of it; states are its own words, new ones included.

    `tracking_page` is there before any label is, and proves nothing. `problems` are EasyShip's
    reasons: why no courier was found, or why the label failed.
    """

    id: str
    order_number: str
    shipment_state: str
    label_state: str
    delivery_state: str
    courier: str
    tracking_number: str
    tracking_page: str
    problems: tuple[str, ...] = ()
    status: int | None = None
    request_id: str = ""

    @property
    def is_ready(self) -> bool:
        """A label exists: both its state and a tracking number say so."""
        return self.label_state in READY and bool(self.tracking_number)


class Courier(Protocol):
    """EasyShip. Every call raises Busy, Refused, Gone or Unreachable, and nothing is tried twice."""

    def create(self, shipment: NewShipment) -> ShipmentRecord:
        """Make a shipment without a label: free, and it can be discarded. Without `courier` nobody
        goes there (answer 202)."""

    def find(self, order_number: str) -> list[ShipmentRecord]:
        """The shipments that bear exactly this order number and were neither cancelled nor deleted."""

    def look(self, id: str) -> ShipmentRecord: ...

    def look_at(self, ids: Collection[str]) -> dict[str, ShipmentRecord]:
        """Many in one call, by id; one that EasyShip left out is left out here."""

    def buy_label(self, id: str) -> ShipmentRecord:
        """Buy the label of a shipment: costs money. It may be ready at once, or follow later."""

    def discard(self, id: str) -> None:
        """Take back a shipment whose label was never bought."""

    def cancel(self, id: str) -> None:
        """Take back a shipment whose label was asked for."""

    def balance(self) -> str:
        """What is left to pay with, in words: "3.20 USD"."""
