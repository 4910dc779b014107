"""The portal's rate limits, kept by asking before each call: ten seconds of general calls, one of
searches, the day; shared between processes where there is Redis, and with room kept for people."""

import logging
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, Protocol, Self

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from leads.hubspot.errors import Busy

logger = logging.getLogger(__name__)

MARGIN = 0.8
"""Part of HubSpot's maximum that we use: others may hold the same key."""
DAY_NOTE_LASTS = 900.0
"""Seconds for which a noted daily remainder is believed: after midnight it is another day's."""

ALONE_FOR = 30.0
"""Seconds for which a Redis that failed is not asked again."""


class Priority(IntEnum):
    """Who is waiting. The lower one goes first, since the others leave room for it."""

    PERSON = 0
    VERIFY = 1
    NUDGED = 2
    DELTA = 3
    SWEEP = 4

    @property
    def share(self) -> float:
        """The part of a window that calls of this priority may fill it up to."""
        return (1.0, 0.95, 0.9, 0.85, 0.75)[self]


class Lane(Enum):
    """Search has a limit of its own and does not count in the ten-second window."""

    GENERAL = 10.0
    SEARCH = 1.0

    @property
    def seconds(self) -> float:
        return self.value


@dataclass(frozen=True, slots=True)
class Day:
    """The day's calls as the portal told them last."""

    calls: int
    left: int


class Limiter(Protocol):
    def wait(self, priority: Priority, lane: Lane = Lane.GENERAL) -> None:
        """Return when the call may go. Raises Busy when that would take too long, or when the
        day's calls are so few that they are kept for more urgent ones."""

    def learn(self, headers: Mapping[str, str]) -> None:
        """Take the portal's limits from the headers of an answer."""

    def day(self) -> Day | None:
        """What the portal told of the day's calls; None where it has told nothing yet."""


class Unlimited:
    """No limit at all, for a portal that has none."""

    def wait(self, priority: Priority, lane: Lane = Lane.GENERAL) -> None:
        return

    def learn(self, headers: Mapping[str, str]) -> None:
        return

    def day(self) -> Day | None:
        return None


class LocalLimiter:
    """Sliding windows in this process, for all of its threads.

    `patience` is the longest wait in seconds. `clock` is monotonic seconds.
    """

    def __init__(
        self,
        *,
        maximum: int = 100,
        searches: int = 4,
        patience: float = 20.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.maximum = maximum
        self._searches = searches
        self._patience = patience
        self._clock, self._sleep = clock, sleep
        self._lock = threading.Lock()
        self._calls: dict[Lane, deque[float]] = {lane: deque() for lane in Lane}
        self._day: tuple[Day, float] | None = None

    def wait(self, priority: Priority, lane: Lane = Lane.GENERAL) -> None:
        if priority is Priority.SWEEP and (left := self.day_left()) is not None and left < 0.2:
            words = "The rest of today's calls is kept for changes."
            raise Busy(words, retry_after=DAY_NOTE_LASTS, policy="daily")
        give_up_at = self._clock() + self._patience
        while (delay := self._take(lane, self.allowed(priority, lane))) > 0:
            if self._clock() + delay > give_up_at:
                policy = "burst" if lane is Lane.GENERAL else "secondly"
                words = "Too many calls are waiting for HubSpot."
                raise Busy(words, retry_after=delay, policy=policy)
            self._sleep(delay)

    def learn(self, headers: Mapping[str, str]) -> None:
        if maximum := _number(headers, "X-HubSpot-RateLimit-Max"):
            self.maximum = maximum
        day = _number(headers, "X-HubSpot-RateLimit-Daily")
        left = _number(headers, "X-HubSpot-RateLimit-Daily-Remaining")
        if day and left is not None:
            self._day = (Day(day, left), self._clock())

    def day(self) -> Day | None:
        return self._day[0] if self._day else None

    def allowed(self, priority: Priority, lane: Lane = Lane.GENERAL) -> int:
        """Calls in one window that this priority may bring it to; at least one."""
        budget = self._searches if lane is Lane.SEARCH else self.maximum * MARGIN
        return max(1, int(budget * priority.share))

    def day_left(self) -> float | None:
        """The part of the day's calls that is left, 0 to 1; None when not known of late."""
        if self._day is None or self._clock() - self._day[1] > DAY_NOTE_LASTS:
            return None
        return self._day[0].left / self._day[0].calls

    def _take(self, lane: Lane, allowed: int) -> float:
        """Note a call and return 0, or return the seconds until one may be noted."""
        with self._lock:
            now, calls = self._clock(), self._calls[lane]
            while calls and calls[0] <= now - lane.seconds:
                calls.popleft()
            if len(calls) < allowed:
                calls.append(now)
                return 0.0
            return max(0.001, calls[len(calls) - allowed] + lane.seconds - now)


class RedisLimiter(LocalLimiter):
    """The same windows in Redis, on its clock, for all processes that use the same `name`.

    Without Redis each process keeps the limits by itself: work goes on.
    """

    TAKE = """
    local clock = redis.call('TIME')
    local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
    local window, allowed = tonumber(ARGV[1]), tonumber(ARGV[2])
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
    local count = redis.call('ZCARD', KEYS[1])
    if count < allowed then
        redis.call('ZADD', KEYS[1], now, ARGV[3])
        redis.call('PEXPIRE', KEYS[1], window)
        return 0
    end
    local first = redis.call('ZRANGE', KEYS[1], count - allowed, count - allowed, 'WITHSCORES')
    return math.max(1, first[2] + window - now)
    """

    def __init__(self, redis: Redis, *, name: str = "portal", **options: Any) -> None:
        super().__init__(**options)
        self._name = name
        self._script = redis.register_script(self.TAKE)
        self._alone_until = 0.0

    @classmethod
    def at(cls, url: str, *, name: str, **options: Any) -> Self:
        """Over a Redis that answers at once or is done without: by itself it tries for seconds."""
        redis = Redis.from_url(
            url, socket_timeout=1.0, socket_connect_timeout=1.0, retry=Retry(NoBackoff(), 0)
        )
        return cls(redis, name=name, **options)

    def _take(self, lane: Lane, allowed: int) -> float:
        if self._clock() < self._alone_until:
            return super()._take(lane, allowed)
        key = f"kisscrm:hubspot:{self._name}:{lane.name.lower()}"
        window = int(lane.seconds * 1000)
        try:
            delay = self._script(keys=[key], args=[window, allowed, uuid.uuid4().hex])
        except RedisError as error:
            logger.warning("HubSpot's limits are kept in this process alone: %s", error)
            self._alone_until = self._clock() + ALONE_FOR
            return super()._take(lane, allowed)
        return float(delay) / 1000


def _number(headers: Mapping[str, str], name: str) -> int | None:
    text = str(headers.get(name) or "").strip()
    return int(text) if text.isdigit() else None
