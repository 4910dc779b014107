"""The four things that can go wrong between us and HubSpot. Everything else is a bug of ours."""

from dataclasses import dataclass


@dataclass(eq=False)
class HubSpotError(Exception):
    """Something HubSpot or the way to it did not do. `message` is fit to show a person.

    `correlation_id` is HubSpot's own number for the exchange, empty when no answer came.
    """

    message: str
    status: int | None = None
    correlation_id: str = ""
    took_ms: int = 0

    def __str__(self) -> str:
        return self.message


@dataclass(eq=False)
class Busy(HubSpotError):
    """HubSpot asks us to wait (429, 423, 477, 503 with Retry-After); it has not done what we asked.

    `retry_after` in seconds. `policy` is the limit that was hit: burst, secondly, daily, or other; or
    why nothing is sent at all just now: key, scope, unreachable.
    """

    retry_after: float = 10.0
    policy: str = "other"

    @property
    def parks(self) -> bool:
        """Whether it is HubSpot, the key or the way there that must mend: nothing that waits has
        failed by it, however long it lasts."""
        return self.policy in {"daily", "key", "scope", "unreachable"}

    @property
    def blocks_everything(self) -> bool:
        """A missing scope leaves the other kinds of calls as they are."""
        return self.policy != "scope"


@dataclass(eq=False)
class Refused(HubSpotError):
    """HubSpot understood and said no (400, 401, 403, 409). Repeating will not help.

    `category` is HubSpot's word (VALIDATION_ERROR, CONFLICT, MISSING_SCOPES, …); `properties` maps
    each property that was named in the refusal to HubSpot's reason.
    """

    category: str = ""
    properties: dict[str, str] | None = None

    @property
    def concerns_access(self) -> bool:
        """True for a bad key or a missing scope: nothing else will pass either."""
        return self.status == 401 or self.category in {"MISSING_SCOPES", "INVALID_AUTHENTICATION"}


@dataclass(eq=False)
class Gone(HubSpotError):
    """No such record now (404): archived, merged away, purged, or never there."""


@dataclass(eq=False)
class Unreachable(HubSpotError):
    """No usable answer: refused connection, time-out, reset, 5xx, or a body that is no JSON.

    `in_doubt` is True when HubSpot may have done what we asked before the answer was lost.
    """

    in_doubt: bool = False
