"""The timeline of a lead: what was decided here, with HubSpot's result, and what was said to whom."""

from dataclasses import dataclass
from datetime import datetime

from leads.domain.touches import Direction, TouchKind
from leads.models import Decision, Lead, OutboundWrite, State, Touch
from leads.queries.card import Viewer
from leads.queries.touches import is_machine, touch_words, touches_of


@dataclass(frozen=True, slots=True)
class Happening:
    """One line of the timeline. `result` is what HubSpot made of a decision, in words."""

    at: datetime
    words: str
    who: str
    result: str = ""
    state: str = ""
    is_machine: bool = False
    text: str = ""
    touch_id: int | None = None
    """A reply of theirs, whose author a person may correct."""
    asks: bool = False
    """Whether nobody knows yet who wrote it."""


def timeline(lead: Lead, viewer: Viewer) -> tuple[Happening, ...]:
    """Decisions and touches, newest first; a call that was logged here is one line, not two."""
    made = list(lead.decisions.select_related("actor").prefetch_related("writes"))
    ours = {(write.object_type, write.record_id) for one in made for write in one.writes.all()}
    seen = [touch for touch in touches_of(lead) if (f"{touch.kind}s", touch.hubspot_id) not in ours]
    lines = [*map(decided, made), *(touched(touch, viewer) for touch in seen)]
    return tuple(sorted(lines, key=lambda line: line.at, reverse=True))


def touched(touch: Touch, viewer: Viewer) -> Happening:
    is_theirs = touch.direction == Direction.INCOMING
    return Happening(
        at=touch.at,
        words=touch_words(touch, viewer.zone),
        who=str((touch.contact if is_theirs else touch.owner) or ""),
        is_machine=is_machine(touch),
        text=touch.snippet,
        touch_id=touch.pk if is_theirs and touch.kind == TouchKind.EMAIL else None,
        asks=touch.asks,
    )


def decided(decision: Decision) -> Happening:
    actor = decision.actor
    result, state = hubspot_result(
        list(decision.writes.all()), never_sent=decision.evidence.get("never_sent")
    )
    return Happening(
        at=decision.decided_at,
        words=decision.summary,
        who=(actor.get_full_name() or actor.username) if actor else "KISS CRM",
        result=result,
        state=state,
        is_machine=actor is None and not decision.after,
        text=decision.evidence.get("text", ""),
    )


RESULTS = {
    State.WAITING: "waiting for HubSpot",
    State.SENDING: "on its way to HubSpot",
    State.IN_DOUBT: "checking whether HubSpot has it",
    State.SENT: "saved in HubSpot",
    State.HELD: "held: changed in HubSpot meanwhile",
    State.REFUSED: "not saved",
    State.DISCARDED: "given up, not sent",
}
WORST_FIRST = (
    State.HELD, State.REFUSED, State.IN_DOUBT, State.SENDING, State.WAITING, State.SENT, State.DISCARDED
)  # fmt: skip


def hubspot_result(writes: list[OutboundWrite], *, never_sent: bool | None) -> tuple[str, str]:
    """What HubSpot made of a decision: the worst of its writes, in words."""
    if not writes:
        return ("HubSpot never heard of it" if never_sent else ""), ""
    worst = min(writes, key=lambda write: WORST_FIRST.index(State(write.state)))
    words = RESULTS[State(worst.state)]
    return (
        f"{words}: {worst.stuck_because}" if worst.state == State.REFUSED else words
    ), worst.state
