"""The breaker: which answer closes what, and for how long. What is closed is tried by one call when its
time has come; until then nothing is sent, and what waits has not failed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from leads.hubspot.errors import Busy, HubSpotError, Refused, Unreachable

PORTAL, GENERAL, SEARCH = "portal", "general", "search"
"""What may be closed: all of HubSpot, the calls of the ten-second window, the searches; beside them
each kind of call that the key has no scope for."""

ENOUGH_TROUBLE = 5
"""Calls in a row, of all processes together, that found no way to HubSpot."""
LASTS = {
    "burst": 10.0,
    "secondly": 1.0,
    "daily": 3600.0,
    "key": 60.0,
    "scope": 300.0,
    "unreachable": 20.0,
}
"""Seconds until the next probe. A day whose midnight is known lasts until then."""


@dataclass(frozen=True, slots=True)
class Closing:
    """Close the gate of that name for so many seconds."""

    gate: str
    why: str
    seconds: float


def closing(
    error: HubSpotError | None, scope: str, to_midnight: Callable[[], float | None]
) -> Closing | None:
    """What this answer closes at once; None where it closes nothing by itself.

    `scope` names the kind of call, `to_midnight` tells the seconds to the portal's midnight if known.
    """
    if isinstance(error, Busy) and error.policy == "daily":
        return Closing(PORTAL, "daily", to_midnight() or LASTS["daily"])
    if isinstance(error, Busy) and error.policy == "burst":
        return Closing(GENERAL, "burst", LASTS["burst"])
    if isinstance(error, Busy) and error.policy == "secondly":
        return Closing(SEARCH, "secondly", LASTS["secondly"])
    if isinstance(error, Refused) and error.concerns_access:
        why, gate = ("key", PORTAL) if error.status == 401 else ("scope", scope)
        return Closing(gate, why, LASTS[why])
    return None


def closes_after(error: HubSpotError | None, troubles: int, *, was_probe: bool) -> Closing | None:
    """No way to HubSpot, once too often or at the very call that was to try it."""
    if isinstance(error, Unreachable) and (was_probe or troubles >= ENOUGH_TROUBLE):
        return Closing(PORTAL, "unreachable", LASTS["unreachable"])
    return None


def seconds_to_midnight(zone: str, now: datetime) -> float | None:
    """Until the day's calls are counted anew, in the portal's time zone; None for an unknown zone."""
    try:
        here = now.astimezone(ZoneInfo(zone))
    except (KeyError, ValueError, OSError):
        return None
    tomorrow = (here + timedelta(days=1)).date()
    midnight = datetime(tomorrow.year, tomorrow.month, tomorrow.day, tzinfo=here.tzinfo)
    return midnight.timestamp() - now.timestamp()
