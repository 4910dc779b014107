"""What a touch means: a first send empties New, only a person connects, a machine goes back."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from leads.domain.next_step import is_working_day, working_day_after
from leads.domain.pipeline import OPEN, Stage

# How far the next step moves after a machine's answer that names no day of return.
PUSHED_OUT_BY = timedelta(days=7)


class Verdict(StrEnum):
    """What wrote an incoming message, as judged from its words."""

    HUMAN = "human"
    OOO = "ooo"
    AUTO = "auto"
    BOUNCE = "bounce"
    ACK = "ack"
    CALENDAR = "calendar"
    COLLEAGUE = "colleague"
    UNSURE = "unsure"

    @property
    def connects(self) -> bool:
        """Whether a person on the other side wrote: the only thing that connects a lead."""
        return self is Verdict.HUMAN

    @property
    def goes_back(self) -> bool:
        """Whether a machine answered in place of the person, so that the attempt goes on."""
        return self in {Verdict.OOO, Verdict.AUTO, Verdict.BOUNCE}

    @property
    def asks_owner(self) -> bool:
        """Whether the lead's owner has to say who wrote: a lost yes costs more than a click."""
        return self is Verdict.UNSURE


class TouchKind(StrEnum):
    """The kinds of touch that HubSpot records."""

    EMAIL = "email"
    CALL = "call"
    MEETING = "meeting"

    @property
    def label(self) -> str:
        """The kind on screens: "E-mail"."""
        return "E-mail" if self is TouchKind.EMAIL else self.value.title()


class Direction(StrEnum):
    """From us to them, or from them to us."""

    OUTGOING = "outgoing"
    INCOMING = "incoming"


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a touch does to a lead: where it belongs, who decides that, and what happens next.

    `is_automatic` False makes it a suggestion that the owner takes or dismisses with one click.
    """

    start: Stage
    end: Stage
    is_automatic: bool
    pushes_next_step: bool
    why: str

    @property
    def moves(self) -> bool:
        """Whether the stage changes; a machine's answer may push out the next step alone."""
        return self.start is not self.end


def empties_new(stage: Stage | None, first_outgoing_at: datetime | None) -> bool:
    """Whether the lead leaves New by itself: its first touch went out (None: none is on record)."""
    return stage is Stage.NEW and first_outgoing_at is not None


def first_send(stage: Stage | None, first_outgoing_at: datetime | None) -> Consequence | None:
    """The move that a first outgoing touch makes; None where there is nothing to do."""
    if not empties_new(stage, first_outgoing_at):
        return None
    why = "The first touch went out."
    return Consequence(Stage.NEW, Stage.ATTEMPTING, True, False, why)


def next_stage(
    stage: Stage | None, verdict: Verdict, is_certain: bool, *, has_human_reply: bool = False
) -> Consequence | None:
    """What an incoming touch does to a lead; None where it changes nothing.

    A certain verdict acts, any other only suggests; UNSURE never acts. `has_human_reply` says
    that a person has answered in this attempt: then an absence notice does not undo Connected.
    Receipts, calendar answers and our own people change nothing, nor does anything after closing.
    """
    if stage is None or stage not in OPEN:
        return None
    if verdict.connects or verdict.asks_owner:
        return _connect(stage, verdict, is_certain)
    if verdict.goes_back:
        end = Stage.CONNECTED if stage is Stage.CONNECTED and has_human_reply else Stage.ATTEMPTING
        return Consequence(stage, end, is_certain, True, _WHY[verdict])
    return None


def _connect(stage: Stage, verdict: Verdict, is_certain: bool) -> Consequence | None:
    if stage is Stage.CONNECTED:
        return None
    acts = is_certain and verdict.connects
    return Consequence(stage, Stage.CONNECTED, acts, False, _WHY[verdict])


_WHY = {
    Verdict.HUMAN: "A person replied.",
    Verdict.UNSURE: "Somebody answered. Was it a person?",
    Verdict.OOO: "Out of office: nobody has read this yet.",
    Verdict.AUTO: "A machine answered, not a person.",
    Verdict.BOUNCE: "The message did not arrive. Check the address.",
}


def pushed_out_to(
    received_on: date, *, returns_on: date | None = None, due_on: date | None = None
) -> date:
    """The new day of the next step after a machine's answer: always a working day.

    The working day after the day of return if the notice names one that lies ahead, else a week
    on. `due_on` is the day set so far: a later one stays, for pushing out never brings nearer.
    """
    if returns_on is not None and returns_on >= received_on:
        proposed = working_day_after(returns_on)
    else:
        week_on = received_on + PUSHED_OUT_BY
        proposed = week_on if is_working_day(week_on) else working_day_after(week_on)
    return max(proposed, due_on or proposed)
