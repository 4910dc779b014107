"""The card: everything a rep needs to see of one lead, prepared so that the template only prints."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Exists, F, OuterRef, QuerySet

from leads.domain import channels, intake, next_step, roles
from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage
from leads.models import Decision, Lead, OutboundWrite, Person
from leads.queries.deal import DealFact, deals_of
from leads.queries.saving import Sync as Sync
from leads.queries.saving import SyncMark as SyncMark
from leads.queries.saving import sync_marks
from leads.queries.touches import Prompts, Suggestion, last_by_person, prompts_of, went_out


@dataclass(frozen=True, slots=True)
class NextStep:
    urgency: next_step.Urgency
    word: str
    subject: str
    due_on: date | None


@dataclass(frozen=True, slots=True)
class Card:
    """One lead on the board. Texts are raw: the template escapes them."""

    id: int
    hubspot_id: str
    stage: Stage | None
    slug: str
    version: int
    name: str
    company: str
    facilities: int | None
    channel: str
    channel_label: str
    channel_known: bool
    owner_id: str | None
    owner_name: str
    owner_initials: str
    owner_left: bool
    attempt: int
    earlier: tuple[str, ...]
    step: NextStep
    age: str
    is_stale: bool
    asked_on: date | None
    shipped: bool
    customer_locks: int
    reason: str
    closed_on: date | None
    sync: SyncMark
    may_change: bool
    was_touched: bool = False
    """Whether any touch of ours is on record."""
    suggestion: Suggestion | None = None
    meeting_at: datetime | None = None
    meeting_words: str = ""
    deal_words: str = ""
    """Where the lead's deal stands by now: "Evaluation · $12,500"."""
    is_handing_off: bool = False
    """Whether its deal, or the closing with it, is on its way to HubSpot."""

    @property
    def is_closed(self) -> bool:
        return self.stage is not None and self.stage.is_closed


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, when, and in which office: what a card's words depend on."""

    person: Person
    now: datetime
    zone: ZoneInfo

    @property
    def today(self) -> date:
        return next_step.today_in(self.zone, self.now)


COLUMNS = (
    "id", "hubspot_id", "stage", "version", "name", "channel", "reason", "owner_id", "contact_id",
    "created_at", "stage_entered_at", "closed_at", "next_step_on", "next_step",
)  # fmt: skip
JOINED = {
    "first_name": F("contact__first_name"),
    "last_name": F("contact__last_name"),
    "email": F("contact__email"),
    "facilities": F("contact__number_of_facilities"),
    "asked_on": F("contact__asked_on"),
    "lock_type": F("contact__demo_lock_type"),
    "tracking": F("contact__demo_lock_tracking"),
    "company": F("company__name"),
    "locks": F("company__locks_purchased"),
    "owner_first": F("owner__first_name"),
    "owner_last": F("owner__last_name"),
    "owner_email": F("owner__email"),
    "owner_left_at": F("owner__left_at"),
}


def draw_cards(leads: QuerySet[Lead], viewer: Viewer) -> list[Card]:
    """The cards of these leads, in the order of the queryset: five queries whatever their number."""
    joined = {f"j_{name}": f for name, f in JOINED.items()}
    touched = {"j_by_person_at": last_by_person(), "j_was_touched": went_out()}
    rows = list(leads.values(*COLUMNS, **joined, **touched, j_handing_off=handing_off()))
    ids = [row["id"] for row in rows]
    marks = sync_marks(ids, viewer.now)
    asked = prompts_of(ids, viewer.now, viewer.zone)
    attempts = earlier_attempts({row["contact_id"] for row in rows if row["contact_id"]})
    deals = deals_of(ids)
    return [
        draw_card(
            row, marks, attempts, asked.get(row["id"], Prompts()), deals.get(row["id"], ()), viewer
        )
        for row in rows
    ]


def draw_card(
    row: Mapping[str, Any],
    marks: Mapping[int, SyncMark],
    attempts: Mapping[str, Sequence["Attempt"]],
    asked: Prompts,
    deals: Sequence[DealFact],
    viewer: Viewer,
) -> Card:
    stage = Stage.of(row["stage"])
    earlier = [
        a for a in attempts.get(row["contact_id"], ()) if a.is_before(row["id"], row["created_at"])
    ]
    owner = (
        f"{row['j_owner_first'] or ''} {row['j_owner_last'] or ''}".strip()
        or row["j_owner_email"]
        or ""
    )
    return Card(
        id=row["id"],
        hubspot_id=row["hubspot_id"] or "",
        stage=stage,
        slug=stage.slug if stage else "unknown",
        version=row["version"],
        name=card_name(row),
        company=row["j_company"] or "",
        facilities=row["j_facilities"],
        channel=row["channel"],
        channel_label=channels.label_of(row["channel"]),
        channel_known=channels.is_known(row["channel"]),
        owner_id=row["owner_id"],
        owner_name=owner or row["owner_id"] or "",
        owner_initials=initials(owner),
        owner_left=row["j_owner_left_at"] is not None,
        attempt=len(earlier) + 1,
        earlier=tuple(a.words for a in earlier),
        step=step_of(row, viewer.today),
        age=next_step.age_words(row["stage_entered_at"], viewer.now)
        if row["stage_entered_at"]
        else "",
        is_stale=is_stale(stage, row, viewer),
        asked_on=row["j_asked_on"],
        shipped=bool(row["j_tracking"] or row["j_lock_type"]),
        customer_locks=row["j_locks"] or 0,
        reason=reason_label(row["reason"]),
        closed_on=row["closed_at"].astimezone(viewer.zone).date() if row["closed_at"] else None,
        sync=marks.get(row["id"], SyncMark()),
        may_change=may_change(viewer.person, row["owner_id"]),
        was_touched=row["j_was_touched"],
        suggestion=asked.suggestion,
        meeting_at=asked.meeting_at,
        meeting_words=asked.meeting_words,
        deal_words=deals[0].words if deals else "",
        is_handing_off=row["j_handing_off"],
    )


def handing_off() -> Exists:
    """For a query of leads: whether a hand-off has not all reached HubSpot yet."""
    writes = OutboundWrite.objects.unsent().filter(lead=OuterRef("pk"))
    return Exists(writes.filter(decision__verb=Decision.Verb.HAND_OFF))


def card_name(row: Mapping[str, Any]) -> str:
    """The contact's name; the lead's own where the contact is not known (yet)."""
    if row["j_first_name"] or row["j_last_name"] or row["j_email"]:
        return intake.contact_name(row["j_first_name"], row["j_last_name"], row["j_email"])
    return intake.display_name(row["name"]) or intake.UNNAMED


def step_of(row: Mapping[str, Any], today: date) -> NextStep:
    due_on = row["next_step_on"]
    return NextStep(
        next_step.Urgency.of(due_on, today), next_step.word(due_on, today), row["next_step"], due_on
    )


def is_stale(stage: Stage | None, row: Mapping[str, Any], viewer: Viewer) -> bool:
    entered_at, touched_at = row["stage_entered_at"] or row["created_at"], row["j_by_person_at"]
    if stage is None or entered_at is None:
        return False
    touched_on = next_step.day_of(touched_at, viewer.zone) if touched_at else None
    since = next_step.quiet_since(next_step.day_of(entered_at, viewer.zone), touched_on)
    return next_step.is_stale(stage, since, row["next_step_on"], viewer.today)


def reason_label(raw: str) -> str:
    reason = Reason.of(raw)
    return reason.label if reason else raw


def initials(name: str) -> str:
    return "".join(word[0] for word in name.split()[:2]).upper() or "?"


def may_change(person: Person, owner_id: str | None) -> bool:
    return roles.may_change(
        roles.Role.of(person.role), own=person.owns(owner_id), ownerless=owner_id is None
    )


@dataclass(frozen=True, slots=True)
class Attempt:
    """One lead of a contact, as the other leads of that contact see it."""

    lead_id: int
    created_at: datetime | None
    words: str

    def is_before(self, lead_id: int, created_at: datetime | None) -> bool:
        if self.created_at is None or created_at is None:
            return self.lead_id < lead_id
        return (self.created_at, self.lead_id) < (created_at, lead_id)


def earlier_attempts(contact_ids: Iterable[str]) -> dict[str, list[Attempt]]:
    """Every lead of these contacts, oldest first, with its outcome in words."""
    found: dict[str, list[Attempt]] = defaultdict(list)
    rows = (
        Lead.objects.filter(contact_id__in=contact_ids, gone_at=None)
        .order_by("created_at", "id")
        .values_list("contact_id", "id", "created_at", "stage", "reason", "archived_at")
    )
    for contact_id, lead_id, created_at, stage, reason, archived_at in rows:
        found[contact_id].append(Attempt(lead_id, created_at, outcome(stage, reason, archived_at)))
    return found


def outcome(raw_stage: str, reason: str, archived_at: datetime | None) -> str:
    """ "Disqualified · No response", "Archived in Connected, no outcome", or the stage it stands in."""
    stage = Stage.of(raw_stage)
    label = stage.label if stage else "an unknown stage"
    if archived_at and not (stage and stage.is_closed):
        return f"Archived in {label}, no outcome"
    return f"{label} · {reason_label(reason)}" if reason else label
