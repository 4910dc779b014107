"""The five stages of the Lead pipeline and the moves between them; a closed lead never reopens."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from leads.domain.refusal import Refusal

PIPELINE_ID = "lead-pipeline-id"


class UnableToMove(Refusal):
    """The lead may not go to that stage, or not in that way."""

    rule = "stages"


class LeadState(StrEnum):
    """HubSpot's own classes of stage. It allows one NEW, one QUALIFIED and one UNQUALIFIED."""

    NEW = "NEW"
    IN_PROGRESS = "IN_PROGRESS"
    QUALIFIED = "QUALIFIED"
    UNQUALIFIED = "UNQUALIFIED"


class Stage(StrEnum):
    """A stage of the pipeline, in pipeline order. The values are HubSpot's stage ids."""

    NEW = "new-stage-id"
    ATTEMPTING = "attempting-stage-id"
    CONNECTED = "connected-stage-id"
    MEETING_BOOKED = "qualified-stage-id"
    DISQUALIFIED = "unqualified-stage-id"

    @classmethod
    def of(cls, raw: str | None) -> Self | None:
        """The stage with this HubSpot id; None where the portal has one that we do not know."""
        return next((stage for stage in cls if stage.value == raw), None)

    @classmethod
    def from_slug(cls, slug: str | None) -> Self | None:
        """The stage with this slug, as addresses and forms write it; None for any other text."""
        return next((stage for stage in cls if stage.slug == slug), None)

    @property
    def label(self) -> str:
        """The name on screens and in the portal: "Meeting Booked"."""
        return self.name.replace("_", " ").title()

    @property
    def slug(self) -> str:
        """The name in addresses and markup: "meeting-booked"."""
        return self.name.replace("_", "-").lower()

    @property
    def lead_state(self) -> LeadState:
        """HubSpot's `leadState` for this stage, which the portal check compares."""
        return _STATES.get(self, LeadState.IN_PROGRESS)

    @property
    def is_closed(self) -> bool:
        """Whether the attempt has ended here, with its outcome."""
        return self in CLOSED

    @property
    def order(self) -> int:
        """The place in the pipeline, from 1."""
        return list(type(self)).index(self) + 1


_STATES: Mapping[Stage, LeadState] = MappingProxyType(
    {
        Stage.NEW: LeadState.NEW,
        Stage.MEETING_BOOKED: LeadState.QUALIFIED,
        Stage.DISQUALIFIED: LeadState.UNQUALIFIED,
    }
)

CLOSED: frozenset[Stage] = frozenset({Stage.MEETING_BOOKED, Stage.DISQUALIFIED})
OPEN: frozenset[Stage] = frozenset(Stage) - CLOSED

# Every move that exists. No closed stage is a key, so nothing leads out of one; no value holds
# New, because a lead leaves New with its first touch and a touch cannot be untouched.
MOVES: Mapping[Stage, frozenset[Stage]] = MappingProxyType(
    {
        Stage.NEW: frozenset({Stage.ATTEMPTING, Stage.CONNECTED}) | CLOSED,
        Stage.ATTEMPTING: frozenset({Stage.CONNECTED}) | CLOSED,
        Stage.CONNECTED: frozenset({Stage.ATTEMPTING}) | CLOSED,
    }
)


def may_move(start: Stage | None, end: Stage) -> bool:
    """Whether this move exists at all, by hand, by a touch, by disqualifying or by hand-off."""
    return start is not None and end in MOVES.get(start, frozenset())


def may_move_by_hand(start: Stage | None, end: Stage) -> bool:
    """Whether a person may make this move with nothing more to say: no reason, no deal."""
    return may_move(start, end) and not end.is_closed


def starts_of(end: Stage) -> frozenset[Stage]:
    """The stages from which `end` can be reached: the same rule as `may_move`, for many rows."""
    return frozenset(start for start, ends in MOVES.items() if end in ends)


def check_open(stage: Stage | None) -> Stage:
    """The stage itself, if the attempt is still open in a stage we know. Raises UnableToMove."""
    if stage is None:
        raise UnableToMove(
            "HubSpot has this lead in a stage that is not part of the pipeline. "
            "Put it back in HubSpot first."
        )
    if stage.is_closed:
        raise UnableToMove("This attempt is closed. Raise a new attempt instead.")
    return stage


def check_move(start: Stage | None, end: Stage) -> None:
    """Refuse a move by hand that may not be made, saying why. Raises UnableToMove.

    The closing moves exist but not by hand: disqualifying brings a reason, a hand-off a deal.
    """
    start = check_open(start)
    if start is end:
        raise UnableToMove(f"This lead is already in {end.label}.")
    if not may_move_by_hand(start, end):
        raise UnableToMove(_NOT_BY_HAND[end])


_NOT_BY_HAND: Mapping[Stage, str] = MappingProxyType(
    {
        Stage.NEW: "Nothing goes back to New: it holds leads that nobody has written to yet, "
        "and the first touch moves them on.",
        Stage.DISQUALIFIED: "Disqualified needs a reason. Disqualify the lead and choose one.",
        Stage.MEETING_BOOKED: "Meeting Booked needs a deal. Create the deal from this lead, "
        "and the lead closes with it.",
    }
)


def why_not(start: Stage | None, end: Stage) -> str:
    """What keeps a card of `start` out of the column `end`, in a few words; "" where it may go."""
    if may_move(start, end):
        return ""
    if start is None:
        return "unknown stage"
    if start.is_closed:
        return "closed: raise a new attempt"
    return "already here" if start is end else "New empties itself"
