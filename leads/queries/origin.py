"""Where a lead may have come from: what is on record about its beginning, for a person to decide by.

Nothing here names a channel for the lead: HubSpot's own first touch is overwritten whenever a contact is
made by a machine, so that only a person knows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import Q

from leads.domain.channels import label_of
from leads.models import DemoRequest, Lead, Owner, Touch
from leads.queries.card import outcome
from leads.queries.touches import touch_words

MOST_TOUCHES = 3
"""How many of a lead's first touches are shown: who spoke first says most about the door."""

SOURCES: Mapping[str, str] = {
    "CRM_UI": "By hand in HubSpot",
    "AUTOMATION_PLATFORM": "A workflow in HubSpot",
    "INTEGRATION": "A program, through HubSpot’s API",
    "INTERNAL_PROCESSING": "HubSpot itself",
    "IMPORT": "An import",
    "FORM": "A form",
    "MEETINGS": "A meeting link",
    "EXTENSION": "The browser extension",
    "EMAIL_INTEGRATION": "A connected mailbox",
    "MOBILE_IOS": "By hand on a phone",
    "MOBILE_ANDROID": "By hand on a phone",
}
"""`hs_object_source` and the drill-down, as people say them."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """Another attempt with the same contact: when, through which door, and how it ended."""

    lead_id: int
    created_at: datetime | None
    channel: str
    words: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What the contact asked for through one of our doors."""

    on: date
    door: str
    channel: str


@dataclass(frozen=True, slots=True)
class Origin:
    """The evidence. `trail` and `made` are words; an empty one means that nothing is on record."""

    trail: str = ""
    made: str = ""
    maker: str = ""
    created_at: datetime | None = None
    company: str = ""
    customer_locks: int = 0
    asked_on: date | None = None
    shipped: bool = False
    asked: tuple[Asked, ...] = ()
    touches: tuple[tuple[datetime, str], ...] = ()
    more_touches: int = 0
    earlier: tuple[Earlier, ...] = field(default=())


def origins_of(leads: Sequence[Lead], zone: ZoneInfo) -> dict[int, Origin]:
    """The evidence for these leads, in four queries whatever their number."""
    ids = [lead.pk for lead in leads]
    contacts = {lead.contact_id for lead in leads if lead.contact_id}
    touches, asked = first_touches(ids), asked_by(leads, contacts)
    attempts, makers = attempts_of(contacts), makers_of(leads)
    return {
        lead.pk: origin(lead, touches[lead.pk], asked[lead.pk], attempts, makers, zone)
        for lead in leads
    }


def origin(
    lead: Lead,
    touches: Sequence[Touch],
    asked: Iterable[Asked],
    attempts: Mapping[str, Sequence[Earlier]],
    makers: Mapping[str, str],
    zone: ZoneInfo,
) -> Origin:
    contact, company = lead.contact, lead.company
    others = attempts.get(lead.contact_id or "", ())
    return Origin(
        trail=trail(lead),
        made=SOURCES.get(lead.created_by, lead.created_by),
        maker=makers.get(lead.remote.get("hs_created_by_user_id") or "", ""),
        created_at=lead.created_at,
        company=company.name if company else "",
        customer_locks=(company.locks_purchased or 0) if company else 0,
        asked_on=contact.asked_on if contact else None,
        shipped=bool(contact and (contact.demo_lock_tracking or contact.demo_lock_type)),
        asked=tuple(asked),
        touches=tuple((touch.at, touch_words(touch, zone)) for touch in touches[:MOST_TOUCHES]),
        more_touches=max(0, len(touches) - MOST_TOUCHES),
        earlier=tuple(one for one in others if one.lead_id != lead.pk),
    )


def trail(lead: Lead) -> str:
    """HubSpot's drill-down as it stands there, with what it means where we know."""
    raw = lead.remote.get("hs_lead_source_drill_down_1") or ""
    return f"{raw} · {SOURCES[raw]}" if raw in SOURCES else raw


def first_touches(lead_ids: Iterable[int]) -> dict[int, list[Touch]]:
    """Those that really happened, oldest first."""
    found: dict[int, list[Touch]] = defaultdict(list)
    rows = Touch.objects.filter(lead__in=list(lead_ids), gone_at=None).exclude(
        direction="", kind="email"
    )
    for touch in rows.order_by("at", "pk").defer("snippet"):
        found[touch.lead_id].append(touch)
    return found


def asked_by(leads: Iterable[Lead], contacts: Iterable[str]) -> dict[int, list[Asked]]:
    """What came through our own doors for the lead or its contact, newest first."""
    found: dict[int, list[Asked]] = defaultdict(list)
    ids = {lead.pk: lead.contact_id for lead in leads}
    rows = DemoRequest.objects.filter(Q(lead__in=list(ids)) | Q(contact__in=list(contacts)))
    requests = list(rows.select_related("door").order_by("-received_at"))
    for lead_id, contact_id in ids.items():
        found[lead_id] = [
            Asked(one.asked_on, one.door.name, label_of(one.door.channel))
            for one in requests
            if one.lead_id == lead_id or (contact_id and one.contact_id == contact_id)
        ]
    return found


def attempts_of(contacts: Iterable[str]) -> dict[str, list[Earlier]]:
    """Every lead of these contacts, newest first, archived ones too."""
    found: dict[str, list[Earlier]] = defaultdict(list)
    rows = Lead.objects.filter(contact_id__in=list(contacts), gone_at=None, merged_into="")
    names = ("contact_id", "pk", "created_at", "channel", "stage", "reason", "archived_at")
    for contact_id, pk, created_at, channel, stage, reason, archived_at in rows.order_by(
        "-created_at", "-pk"
    ).values_list(*names):
        words = outcome(stage, reason, archived_at)
        found[contact_id].append(Earlier(pk, created_at, label_of(channel), words))
    return found


def makers_of(leads: Iterable[Lead]) -> dict[str, str]:
    """Names by HubSpot's user id, of those who made one of these leads."""
    ids = {lead.remote.get("hs_created_by_user_id") for lead in leads} - {None, ""}
    return {
        owner.user_id: str(owner)
        for owner in Owner.objects.filter(user_id__in=ids)
        if owner.user_id
    }
