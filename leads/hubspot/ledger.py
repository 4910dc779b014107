"""The ledger of a portal's limits: the calls of each window, what is closed and until when, and the
portal's own numbers. It decides one turn at a time; who keeps it decides who shares it."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Protocol

PROBE_LASTS = 30.0
"""Seconds that a probe has for its answer, more than any call may take; then another may probe."""
SET_BACK = 1.0
"""Seconds by which a clock must go backwards to count as set back."""
DAY_NOTE_LASTS = 900.0
"""Seconds for which a noted daily remainder is believed: after midnight it is another day's."""
DAY = "day"


@dataclass(frozen=True, slots=True)
class Gate:
    """Something that is closed: nobody passes before `until`, then one probe. Seconds on the
    ledger's own clock. `why`: burst, secondly, daily, key, scope or unreachable."""

    why: str
    words: str
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class Ask:
    """One call that wants to go: its lane with the lane's window in seconds, the part of the lane's
    maximum that it may bring the window to, and what may not be closed for it.

    `learned` takes the maximum that the portal told, `most` where it told none. `paced` spreads the
    calls over the window. `spare` is the part of the day's calls that must be left.
    """

    lane: str
    seconds: float
    most: int
    share: float = 1.0
    learned: bool = False
    paced: bool = False
    spare: float = 0.0
    gates: tuple[str, ...] = ()

    def allowed(self, maximum: int | None) -> int:
        """Calls in one window that this one may bring it to; at least one."""
        most = maximum if self.learned and maximum else self.most
        return max(1, int(most * self.share + 1e-6))


@dataclass(frozen=True, slots=True)
class Turn:
    """The answer: go when `wait` is 0, else ask again after so many seconds. `gate` is what is closed,
    `probes` what this call tries for all, `count` the calls of the window with this one."""

    lane: str = ""
    wait: float = 0.0
    gate: Gate | None = None
    probes: tuple[str, ...] = ()
    count: int = 0
    troubles: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """What the ledger holds now."""

    now: float = 0.0
    gates: Mapping[str, Gate] = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)


class Ledger(Protocol):
    """Safe between threads, and between all who share it."""

    note_every: float
    """Seconds between two notes that say nothing new of importance: what a note costs."""

    def take(self, ask: Ask) -> Turn:
        """Note the call if it may go now."""

    def close(self, name: str, why: str, words: str, seconds: float) -> None: ...

    def open(self, names: tuple[str, ...]) -> None:
        """What was probed is open, and no trouble counts any more."""

    def trouble(self) -> int:
        """One more call in a row that found no way. Returns how many there are."""

    def note(self, **notes: Any) -> None: ...

    def look(self) -> Look: ...


@dataclass
class Board:
    """A ledger's content and its rules, for whoever keeps it in Python."""

    calls: dict[str, list[float]] = field(default_factory=dict)
    gates: dict[str, Gate] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)
    troubles: int = 0
    seen: float = 0.0

    def turn_to(self, now: float) -> None:
        """Go on to this moment. A clock that was set back takes all that was noted with it: else
        everybody would wait until it is as late again."""
        back = self.seen - now
        if back > SET_BACK:
            self.calls = {lane: [at - back for at in calls] for lane, calls in self.calls.items()}
            self.gates = {
                name: replace(gate, since=gate.since - back, until=gate.until - back)
                for name, gate in self.gates.items()
            }
            if "day_at" in self.notes:
                self.notes["day_at"] -= back
        self.seen = now

    def take(self, ask: Ask, now: float) -> Turn:
        self.turn_to(now)
        closed = [self.gates[name] for name in ask.gates if name in self.gates]
        for gate in closed:
            if gate.until > now:
                return Turn(ask.lane, gate.until - now, gate)
        if ask.spare and self._day_left(now) < ask.spare:
            return Turn(ask.lane, DAY_NOTE_LASTS, kept_for_changes(now))
        wait = self._wait(ask, now)
        count = len(self.calls[ask.lane])
        if wait:
            return Turn(ask.lane, wait, count=count)
        return self._go(ask, now)

    def _go(self, ask: Ask, now: float) -> Turn:
        probes = tuple(name for name in ask.gates if name in self.gates)
        for name in probes:
            self.gates[name] = replace(self.gates[name], until=now + PROBE_LASTS)
        calls = self.calls[ask.lane]
        calls.append(now)
        return Turn(ask.lane, probes=probes, count=len(calls), troubles=self.troubles)

    def _wait(self, ask: Ask, now: float) -> float:
        """Seconds until the window, and the pace within it, have room for this call; 0 for now."""
        known = self.calls.get(ask.lane, [])
        calls = self.calls[ask.lane] = [at for at in known if at > now - ask.seconds]
        allowed = ask.allowed(self.notes.get("maximum"))
        if len(calls) >= allowed:
            return max(0.001, calls[len(calls) - allowed] + ask.seconds - now)
        pace = max(1, -(-allowed // int(ask.seconds)))
        if ask.paced and len(calls) >= pace and calls[-pace] > now - 1.0:
            return max(0.001, calls[-pace] + 1.0 - now)
        return 0.0

    def _day_left(self, now: float) -> float:
        left = day_left(self.notes, now)
        return 1.0 if left is None else left

    def close(self, name: str, gate: Gate) -> None:
        """Closed again after a probe it is still the same trouble, since when it began."""
        known = self.gates.get(name)
        since = known.since if known and known.why == gate.why else gate.since
        self.gates[name] = replace(gate, since=since)

    def open(self, names: tuple[str, ...]) -> None:
        self.troubles = 0
        for name in names:
            self.gates.pop(name, None)

    def trouble(self) -> int:
        self.troubles += 1
        return self.troubles

    def note(self, notes: Mapping[str, Any], now: float) -> None:
        self.notes.update(notes)
        if "day_left" in notes:
            self.notes["day_at"] = now

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Board":
        gates = {name: Gate(**gate) for name, gate in kept.get("gates", {}).items()}
        return cls(**{**kept, "gates": gates})


def kept_for_changes(now: float) -> Gate:
    words = "The rest of today's calls is kept for changes."
    return Gate("daily", words, now, now + DAY_NOTE_LASTS)


def day_left(notes: Mapping[str, Any], now: float) -> float | None:
    """The part of the day's calls that is left, 0 to 1; None when not known of late."""
    if not notes.get("day_calls") or now - notes.get("day_at", 0.0) > DAY_NOTE_LASTS:
        return None
    return float(notes["day_left"]) / float(notes["day_calls"])


class MemoryLedger:
    """A ledger of this process, for all of its threads. `clock` is monotonic seconds."""

    note_every = 0.0

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._board = Board()

    def take(self, ask: Ask) -> Turn:
        with self._lock:
            return self._board.take(ask, self._clock())

    def close(self, name: str, why: str, words: str, seconds: float) -> None:
        now = self._clock()
        with self._lock:
            self._board.close(name, Gate(why, words, now, now + seconds))

    def open(self, names: tuple[str, ...]) -> None:
        with self._lock:
            self._board.open(names)

    def trouble(self) -> int:
        with self._lock:
            return self._board.trouble()

    def note(self, **notes: Any) -> None:
        with self._lock:
            self._board.note(notes, self._clock())

    def look(self) -> Look:
        with self._lock:
            now = self._clock()
            self._board.turn_to(now)
            return Look(now, dict(self._board.gates), dict(self._board.notes))
