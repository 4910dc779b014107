"""The four things that can go wrong between us and EasyShip. Everything else is a bug of ours."""

from dataclasses import dataclass


@dataclass(eq=False)
class EasyShipError(Exception):
    """Something EasyShip or the way to it did not do. `message` is fit to show a person.

    `request_id` is EasyShip's own number for the exchange, empty when no answer came.
    """

    message: str
    status: int | None = None
    request_id: str = ""

    def __str__(self) -> str:
        return self.message


@dataclass(eq=False)
class Busy(EasyShipError):
    """EasyShip asks us to wait (429); it has not done what we asked. `retry_after` in seconds."""

    retry_after: float = 60.0


@dataclass(eq=False)
class Refused(EasyShipError):
    """EasyShip understood and said no (400, 401, 402, 403, 409, 422). `code` is its own word.

    After a 402 a shipment may have been made all the same: its documentation does not say.
    """

    code: str = ""

    @property
    def concerns_access(self) -> bool:
        """True for a bad token, a missing scope or an unproven identity: nothing else will pass."""
        return self.status in {401, 403}

    @property
    def concerns_money(self) -> bool:
        """True where a person can top up, or change the plan, and try again."""
        return self.status == 402


@dataclass(eq=False)
class Gone(EasyShipError):
    """No such shipment (404), or none that this can be done to any more."""


@dataclass(eq=False)
class Unreachable(EasyShipError):
    """No usable answer: refused connection, time-out, reset, 5xx, or a body that is no JSON.

    `in_doubt` is True when EasyShip may have done what we asked before the answer was lost.
    """

    in_doubt: bool = False
