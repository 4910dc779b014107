"""What touches ask of a person: a deal for a booked meeting, or a word on who wrote a reply."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Exists, F, OuterRef, Q, Subquery

from leads.domain.calls import CallOutcome
from leads.domain.pipeline import Stage
from leads.domain.touches import Direction, TouchKind, Verdict
from leads.models import Lead, Touch

SOON = timedelta(days=6)
"""Within so many days a weekday names one day only."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A touch that waits for the owner's word; two buttons answer it: a person, or a machine."""

    touch_id: int
    words: str
    text: str
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class Prompts:
    """What the touches of one open lead ask for."""

    suggestion: Suggestion | None = None
    meeting_at: datetime | None = None
    meeting_words: str = ""


def prompts_of(lead_ids: Collection[int], now: datetime, zone: ZoneInfo) -> dict[int, Prompts]:
    """The prompts of these leads in one query; leads without any are left out."""
    found: dict[int, list[Touch]] = {}
    rows = Touch.objects.filter(
        Q(asks=True) | Q(prompts_deal=True), lead__in=lead_ids, gone_at=None
    )
    for touch in rows.annotate(stage=F("lead__stage")).order_by("at", "pk"):
        found.setdefault(touch.lead_id, []).append(touch)
    return {lead_id: prompts(touches, now, zone) for lead_id, touches in found.items()}


def prompts(touches: Iterable[Touch], now: datetime, zone: ZoneInfo) -> Prompts:
    """A closed lead asks for nothing, and who is connected need not be connected."""
    touches = list(touches)
    stage = Stage.of(getattr(touches[0], "stage", None))
    if stage is None or stage.is_closed:
        return Prompts()
    meeting_at = open_meeting(touches, now)
    asking = [touch for touch in touches if touch.asks]
    return Prompts(
        suggestion=suggestion(asking[-1]) if asking and stage is not Stage.CONNECTED else None,
        meeting_at=meeting_at,
        meeting_words=meeting_words(meeting_at, now, zone) if meeting_at else "",
    )


def open_meeting(touches: Iterable[Touch], now: datetime) -> datetime | None:
    """The start of the meeting to speak of: the next one ahead, else the last that was held."""
    starts = sorted(touch.starts_at for touch in touches if touch.prompts_deal and touch.starts_at)
    ahead = [start for start in starts if start >= now]
    return next(iter(ahead), None) or (starts[-1] if starts else None)


def meeting_words(starts_at: datetime, now: datetime, zone: ZoneInfo) -> str:
    """ "Meeting booked Tue 14:00: create deal"; further away or past with its date."""
    local, today = starts_at.astimezone(zone), now.astimezone(zone).date()
    if local.date() == today:
        day = "today"
    elif today < local.date() <= today + SOON:
        day = f"{local:%a}"
    else:
        day = f"{local:%a} {local.day} {local:%b}"
    verb = "booked" if starts_at >= now else "was"
    return f"Meeting {verb} {day} {local:%H:%M}: create deal"


def suggestion(touch: Touch) -> Suggestion:
    """The question that goes with the touch, in the words of its buttons."""
    if touch.kind == TouchKind.CALL:
        words = "Somebody answered the phone: move to Connected?"
        return Suggestion(touch.pk, words, touch.subject, "We spoke", "No conversation")
    if touch.told is Verdict.HUMAN:
        words = "A person replied: move to Connected?"
    else:
        words = "Somebody answered. Was it a person?"
    return Suggestion(touch.pk, words, touch.snippet or touch.subject, "A person", "A machine")


def has_meeting() -> Exists:
    """For a query of leads: whether a meeting asks for a deal."""
    return Exists(Touch.objects.prompting().filter(lead=OuterRef("pk")))


def went_out() -> Exists:
    """For a query of leads: whether any touch of ours is on record."""
    return Exists(Touch.objects.outgoing().filter(lead=OuterRef("pk")))


def last_by_person() -> Subquery:
    """For a query of leads: when a person last acted, ours or theirs."""
    touches = Touch.objects.filter(lead=OuterRef("pk"), is_by_person=True).order_by("-at")
    return Subquery(touches.values("at")[:1])


def touched_since(moment: datetime) -> Exists:
    """For a query of leads: whether a person has acted since that moment."""
    touches = Touch.objects.filter(lead=OuterRef("pk"), is_by_person=True, at__gte=moment)
    return Exists(touches)


def touches_of(lead: Lead) -> list[Touch]:
    """Those of one lead for its timeline, newest first; without what never went out."""
    found = lead.touches.filter(gone_at=None).select_related("contact", "owner")
    return [touch for touch in found if touch.direction or touch.kind == TouchKind.MEETING]


def touch_words(touch: Touch, zone: ZoneInfo) -> str:
    """The touch as the timeline says it: "E-mail from a sequence: Your demo lock"."""
    match touch.kind:
        case TouchKind.MEETING:
            what = meeting_line(touch, zone)
        case TouchKind.CALL:
            what = call_line(touch)
        case _:
            what = mail_line(touch)
    return f"{what}: {touch.subject}" if touch.subject else what


def meeting_line(touch: Touch, zone: ZoneInfo) -> str:
    start = touch.starts_at.astimezone(zone) if touch.starts_at else None
    when = f" for {start:%a} {start.day} {start:%b} {start:%H:%M}" if start else ""
    ended = touch.outcome.replace("_", " ").lower()
    return f"Meeting booked{when}" + (f" · {ended}" if ended else "")


def call_line(touch: Touch) -> str:
    outcome = CallOutcome.of(touch.outcome)
    who = "Call from them" if touch.direction == Direction.INCOMING else "Call"
    return f"{who} · {outcome.label.lower()}" if outcome else who


def mail_line(touch: Touch) -> str:
    if touch.direction == Direction.OUTGOING:
        sent = "E-mail from a sequence" if touch.sequence else "E-mail sent"
        return f"{sent} · did not arrive" if touch.told is Verdict.BOUNCE else sent
    return f"E-mail received · {AUTHORS[touch.told]}" if touch.told else "E-mail received"


AUTHORS = {
    Verdict.HUMAN: "a person replied",
    Verdict.OOO: "out of office",
    Verdict.AUTO: "automatic reply",
    Verdict.BOUNCE: "delivery failed",
    Verdict.ACK: "automatic receipt",
    Verdict.CALENDAR: "calendar answer",
    Verdict.COLLEAGUE: "a colleague",
    Verdict.UNSURE: "person or machine?",
}


def is_machine(touch: Touch) -> bool:
    """Whether it is noise to fold away: what a sequence sent, and what machines answered."""
    return not touch.is_by_person and not touch.asks and touch.kind != TouchKind.MEETING
