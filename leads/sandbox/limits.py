"""The rate limits: so many calls in ten seconds, so many searches in one, so many a day."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from threading import Lock
from time import monotonic, sleep
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from leads.sandbox.portal import Portal
from leads.sandbox.refusals import Body, Refusal

_WINDOW = 10.0


@dataclass
class Limits:
    """Zero turns a limit off. Refused calls are not counted; searches and association batches are
    exempt from the ten seconds, as HubSpot's are, but not from the day.

    `patience`: HubSpot takes its time over a search, so that a caller who waits for each answer seldom
    passes five a second. This server is quicker; to be as kind, it lets one search over the limit wait
    up to so many seconds for its turn, and refuses those that come while one waits. Setting the search
    limit turns this off.
    """

    burst: int = 190
    search: int = 5
    daily: int = 625_000
    used_today: int = 0
    headers_shown: bool = True
    patience: float = 1.0
    _waiting: bool = False
    _lock: Lock = field(default_factory=Lock)
    _calls: deque[float] = field(default_factory=deque)
    _searches: deque[float] = field(default_factory=deque)
    _day: date | None = None

    def set(self, values: dict[str, Any], portal: Portal) -> None:
        """Set limits by name; `search_lag` is in seconds. Raises KeyError for an unknown name."""
        for name, value in values.items():
            if name == "search_lag":
                portal.search_lag = float(value)
            elif name == "patience":
                self.patience = float(value)
            elif name in {"burst", "search", "daily", "used_today"}:
                setattr(self, name, int(value or 0))
            elif name == "headers_shown":
                self.headers_shown = bool(value)
            else:
                raise KeyError(name)
        if "search" in values and "patience" not in values:
            self.patience = 0.0
        self._calls.clear()
        self._searches.clear()

    def count(self, family: str, portal: Portal) -> None:
        """Count one call, or refuse it with the 429 of the limit that is reached."""
        wait = self._wait(family)
        if wait:
            sleep(wait)
        with self._lock:
            self._waiting = self._waiting and not wait
            self._turn_day(portal)
            if self.daily and self.used_today >= self.daily:
                raise Refusal(429, _daily())
            if family == "search":
                self._take(self._searches, 1.0, self.search, _secondly)
            elif not family.startswith("pair"):
                self._take(self._calls, _WINDOW, self.burst, burst_refusal)
            self.used_today += 1

    def _wait(self, family: str) -> float:
        """How long a search over the limit may wait for its turn: nothing where it is refused at once."""
        with self._lock:
            now = monotonic()
            _forget(self._searches, now - 1.0)
            over = bool(self.search) and len(self._searches) >= self.search
            if family != "search" or not over or self._waiting:
                return 0.0
            wait = self._searches[0] + 1.0 - now
            if wait > self.patience:
                return 0.0
            self._waiting = True
            return max(wait, 0.001)

    def _take(
        self, calls: deque[float], window: float, most: int, refusal: Callable[[], Body]
    ) -> None:
        now = monotonic()
        _forget(calls, now - window)
        if most and len(calls) >= most:
            raise Refusal(429, refusal())
        calls.append(now)

    def headers(self, family: str) -> dict[str, str]:
        """What HubSpot tells of its limits; a search hears of the day only."""
        if not self.headers_shown:
            return {}
        left = max(self.daily - self.used_today, 0)
        shown = {
            "X-HubSpot-RateLimit-Daily": str(self.daily),
            "X-HubSpot-RateLimit-Daily-Remaining": str(left),
        }
        if family == "search" or family.startswith("pair") or not self.burst:
            return shown
        with self._lock:
            _forget(self._calls, monotonic() - _WINDOW)
        remaining = max(self.burst - len(self._calls), 0)
        second = max(self.burst // 10, 1)
        return shown | {
            "X-HubSpot-RateLimit-Max": str(self.burst),
            "X-HubSpot-RateLimit-Remaining": str(remaining),
            "X-HubSpot-RateLimit-Interval-Milliseconds": "10000",
            "X-HubSpot-RateLimit-Secondly": str(second),
            "X-HubSpot-RateLimit-Secondly-Remaining": str(min(second, remaining)),
        }

    def resets_at(self, portal: Portal) -> datetime:
        """The portal's next midnight, in its own time zone."""
        here = portal.now().astimezone(ZoneInfo(portal.time_zone))
        tomorrow = here.date() + timedelta(days=1)
        return datetime(
            tomorrow.year, tomorrow.month, tomorrow.day, tzinfo=ZoneInfo(portal.time_zone)
        )

    def _turn_day(self, portal: Portal) -> None:
        today = portal.now().astimezone(ZoneInfo(portal.time_zone)).date()
        if self._day is not None and today != self._day:
            self.used_today = 0
        self._day = today


def _forget(calls: deque[float], before: float) -> None:
    while calls and calls[0] <= before:
        calls.popleft()


def burst_refusal() -> Body:
    """Too many calls in ten seconds."""
    return {
        "status": "error",
        "message": "You have reached your ten_secondly_rolling limit.",
        "errorType": "RATE_LIMIT",
        "policyName": "TEN_SECONDLY_ROLLING",
        "groupName": "publicapi:private-apps:api-calls",
    }


def _daily() -> Body:
    return {
        "status": "error",
        "message": "You have reached your daily limit.",
        "errorType": "RATE_LIMIT",
        "policyName": "DAILY",
        "requestId": str(uuid4()),
    }


def _secondly() -> Body:
    return {
        "status": "error",
        "message": "You have reached your secondly limit.",
        "category": "RATE_LIMITS",
    }
