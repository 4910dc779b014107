"""The portal's rate limits, kept by asking before each call: ten seconds of general calls, one of
searches, the day; with room kept for people, and nothing sent where the breaker is open."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, IntEnum
from typing import Any, Protocol, Self

from leads.hubspot import breaker
from leads.hubspot.errors import Busy, HubSpotError, Unreachable
from leads.hubspot.ledger import Ask, Gate, Ledger, Look, MemoryLedger, Turn, day_left
from leads.hubspot.port import Closed
from leads.hubspot.redis_ledger import RedisLedger

MARGIN = 0.8
"""Part of HubSpot's maximum that we use: others may hold the same key."""
SPARE = 0.2
"""Part of the day's calls that sweeps leave."""


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
        return (1.0, 0.98, 0.97, 0.96, 0.94)[self]

    @property
    def is_paced(self) -> bool:
        """Long readers spread their calls: a window that was filled at its beginning would leave a
        person who comes next nothing but to wait for its end."""
        return self >= Priority.DELTA


class Lane(Enum):
    """Search has a limit of its own and does not count in the ten-second window."""

    GENERAL = 10.0
    SEARCH = 1.0

    @property
    def seconds(self) -> float:
        return self.value

    @property
    def gate(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Day:
    """The day's calls as the portal told them last."""

    calls: int
    left: int


class Limiter(Protocol):
    def wait(self, priority: Priority, lane: Lane = Lane.GENERAL, scope: str = "") -> Turn:
        """Return when the call may go. Raises Busy when that would take too long, when it is closed,
        or when the day's calls are so few that they are kept for more urgent ones."""

    def heard(self, turn: Turn, error: HubSpotError | None, scope: str = "") -> None:
        """What became of the call that had this turn."""

    def learn(self, headers: Mapping[str, str]) -> None:
        """Take the portal's limits from the headers of an answer."""

    def learn_zone(self, zone: str) -> None:
        """The portal's time zone: at its midnight the day's calls are counted anew."""

    def day(self) -> Day | None:
        """What the portal told of the day's calls; None where it has told nothing yet."""

    def closed(self) -> tuple[Closed, ...]:
        """All that is closed now, or waits for its probe."""


class Unlimited:
    """No limit at all, for a portal that has none."""

    def wait(self, priority: Priority, lane: Lane = Lane.GENERAL, scope: str = "") -> Turn:
        return Turn()

    def heard(self, turn: Turn, error: HubSpotError | None, scope: str = "") -> None:
        return

    def learn(self, headers: Mapping[str, str]) -> None:
        return

    def learn_zone(self, zone: str) -> None:
        return

    def day(self) -> Day | None:
        return None

    def closed(self) -> tuple[Closed, ...]:
        return ()


class PortalLimiter:
    """The rules over a ledger. `patience` is the longest wait in seconds; `maximum` is believed until
    the portal tells its own. `clock` is monotonic seconds."""

    def __init__(
        self,
        ledger: Ledger,
        *,
        maximum: int = 100,
        searches: int = 4,
        patience: float = 20.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        today: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._ledger = ledger
        self._maximum, self._searches, self._patience = maximum, searches, patience
        self._clock, self._sleep, self._today = clock, sleep, today
        self._noted: tuple[int | None, float] = (None, float("-inf"))

    def wait(self, priority: Priority, lane: Lane = Lane.GENERAL, scope: str = "") -> Turn:
        ask = self.ask(priority, lane, scope)
        give_up_at = self._clock() + self._patience
        while (turn := self._ledger.take(ask)).wait > 0:
            late = self._clock() + turn.wait > give_up_at
            if turn.gate and (late or turn.gate.why not in {"burst", "secondly"}):
                raise Busy(turn.gate.words, retry_after=turn.wait, policy=turn.gate.why)
            if late:
                policy = "burst" if lane is Lane.GENERAL else "secondly"
                words = "Too many calls are waiting for HubSpot."
                raise Busy(words, retry_after=turn.wait, policy=policy)
            self._sleep(turn.wait)
        return turn

    def ask(self, priority: Priority, lane: Lane, scope: str = "") -> Ask:
        is_search = lane is Lane.SEARCH
        return Ask(
            lane=lane.gate,
            seconds=lane.seconds,
            most=self._searches if is_search else self._maximum,
            share=priority.share if is_search else MARGIN * priority.share,
            learned=not is_search,
            paced=priority.is_paced and not is_search,
            spare=SPARE if priority is Priority.SWEEP else 0.0,
            gates=(breaker.PORTAL, lane.gate, *([scope] if scope else [])),
        )

    def heard(self, turn: Turn, error: HubSpotError | None, scope: str = "") -> None:
        if isinstance(error, Unreachable):
            was_probe = breaker.PORTAL in turn.probes
            shut = breaker.closes_after(error, self._ledger.trouble(), was_probe=was_probe)
        else:
            shut = breaker.closing(error, scope, self._to_midnight)
            opened = tuple(name for name in turn.probes if not shut or name != shut.gate)
            if opened or turn.troubles:
                self._ledger.open(opened)
        if shut:
            self._guess(turn, shut)
            self._ledger.close(shut.gate, shut.why, str(error), shut.seconds)

    def _guess(self, turn: Turn, shut: breaker.Closing) -> None:
        """Where the portal tells no maximum, it is what we had come to when it refused."""
        if shut.why == "burst" and turn.count and not self._ledger.look().notes.get("told"):
            self._ledger.note(maximum=turn.count)

    def learn(self, headers: Mapping[str, str]) -> None:
        maximum = _number(headers, "X-HubSpot-RateLimit-Max")
        calls = _number(headers, "X-HubSpot-RateLimit-Daily")
        left = _number(headers, "X-HubSpot-RateLimit-Daily-Remaining")
        notes = {"maximum": maximum, "told": 1} if maximum else {}
        if calls and left is not None:
            notes |= {"day_calls": calls, "day_left": left}
        if notes and self._is_worth_noting(maximum):
            self._ledger.note(**notes)

    def _is_worth_noting(self, maximum: int | None) -> bool:
        """A ledger elsewhere is not bothered after each answer with what it knows."""
        known, at = self._noted
        is_new = maximum is not None and maximum != known
        if not is_new and self._clock() - at < self._ledger.note_every:
            return False
        self._noted = (maximum or known, self._clock())
        return True

    def learn_zone(self, zone: str) -> None:
        if zone:
            self._ledger.note(zone=zone)

    def day(self) -> Day | None:
        notes = self._ledger.look().notes
        if not notes.get("day_calls"):
            return None
        return Day(int(notes["day_calls"]), int(notes["day_left"]))

    def closed(self) -> tuple[Closed, ...]:
        look = self._ledger.look()
        return tuple(told(name, gate, look) for name, gate in sorted(look.gates.items()))

    @property
    def maximum(self) -> int:
        """Calls in ten seconds that the portal allows, as far as we know."""
        return int(self._ledger.look().notes.get("maximum") or self._maximum)

    def allowed(self, priority: Priority, lane: Lane = Lane.GENERAL) -> int:
        """Calls in one window that this priority may bring it to; at least one."""
        return self.ask(priority, lane).allowed(self.maximum)

    def day_left(self) -> float | None:
        """The part of the day's calls that is left, 0 to 1; None when not known of late."""
        look = self._ledger.look()
        return day_left(look.notes, look.now)

    def _to_midnight(self) -> float | None:
        zone = str(self._ledger.look().notes.get("zone") or "")
        return breaker.seconds_to_midnight(zone, self._today())


def told(name: str, gate: Gate, look: Look) -> Closed:
    return Closed(
        name, gate.why, gate.words, look.now - gate.since, max(0.0, gate.until - look.now)
    )


class LocalLimiter(PortalLimiter):
    """For this process alone, with all of its threads."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic, **options: Any) -> None:
        super().__init__(MemoryLedger(clock), clock=clock, **options)


class RedisLimiter(PortalLimiter):
    """For all processes that use the same Redis and `name`; `instead` while Redis is away."""

    @classmethod
    def at(
        cls,
        url: str,
        *,
        name: str,
        instead: Ledger | None = None,
        clock: Callable[[], float] = time.monotonic,
        **options: Any,
    ) -> Self:
        backup = instead or MemoryLedger(clock)
        return cls(
            RedisLedger.at(url, name=name, instead=backup, clock=clock), clock=clock, **options
        )


def _number(headers: Mapping[str, str], name: str) -> int | None:
    text = str(headers.get(name) or "").strip()
    return int(text) if text.isdigit() else None
