"""Sentences of the screens that depend on a state: what is true, and what to do about it."""

from collections.abc import Mapping
from dataclasses import dataclass

from leads.domain.pipeline import Stage
from leads.queries.board import Column
from leads.queries.card import Card, Sync, SyncMark


@dataclass(frozen=True, slots=True)
class Mend:
    """A write that needs a person: what happened, and the two ways on."""

    icon: str
    tone: str
    title: str
    keep: str
    drop: str


MENDS: Mapping[Sync, Mend] = {
    Sync.REFUSED: Mend("refused", "bad", "Not saved.", "Try again", "Dismiss"),
    Sync.CONFLICT: Mend("conflict", "warn", "Changed in HubSpot.", "Keep mine", "Take theirs"),
}


def mend_for(mark: SyncMark) -> Mend | None:
    return MENDS.get(mark.state) if mark.write_id else None


@dataclass(frozen=True, slots=True)
class Empty:
    title: str
    words: str


EMPTY: Mapping[Stage, Empty] = {
    Stage.NEW: Empty("Nothing waits for a first touch", "That is how New should look."),
    Stage.ATTEMPTING: Empty("No attempt is running", "The first touch brings a lead here."),
    Stage.CONNECTED: Empty(
        "Nobody waits for an answer", "A reply from a person brings a lead here."
    ),
    Stage.MEETING_BOOKED: Empty("No meeting in 30 days", "A booked meeting becomes a deal."),
    Stage.DISQUALIFIED: Empty("None closed in 30 days", "Closed attempts stay here for a month."),
}


def empty_words(column: Column, *, is_narrowed: bool) -> Empty:
    """What an empty column says: that it is as it should be, or what hides its leads."""
    if is_narrowed and column.total:
        return Empty("None match here", f"The search or the filter hides {column.total}.")
    known = EMPTY.get(column.stage) if column.stage else None
    return known or Empty("Nothing here", "")


def why_ask(card: Card) -> str:
    """What speaks against closing as No response with one press; "" where nothing does."""
    if card.stage is Stage.CONNECTED:
        return "They have answered: this lead is in Connected."
    return "" if card.was_touched else "Nothing has been sent and nobody called yet."


SHEET_TITLES: Mapping[str, str] = {
    "disqualify": "Why did this one end?",
    "next_step": "What comes next?",
    "assign": "Who works this lead?",
    "channel": "Which door did it come through?",
    "note": "A note",
    "hand_off": "Create deal",
    "log_call": "How did the call end?",
}
