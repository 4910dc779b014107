"""Notices: the few things that happened to one's own work while one was elsewhere, worked out from the
rows where they stand. Nothing is kept but the moment up to which a person has looked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import OuterRef, Q, QuerySet, Subquery

from leads.domain.next_step import end_of_day
from leads.domain.pipeline import OPEN
from leads.domain.roles import Role, may_use_desk
from leads.domain.touches import Direction, Verdict
from leads.models import Decision, DemoRequest, Lead, OutboundWrite, State, Touch
from leads.models.raw import as_moment
from leads.queries.board import latest_pull, visible
from leads.queries.callbacks import callbacks_due
from leads.queries.card import Viewer
from leads.queries.saving import stuck_words

LATELY = timedelta(days=14)
"""What happened earlier is news no more; what still waits for a person is told as long as it waits."""
ASSIGNED_IN_HUBSPOT = "hubspot_owner_assigneddate"
OURS_LASTS = timedelta(minutes=30)
"""HubSpot dates an owner that we sent it by when it heard of it, which is a little later."""

WAIT_FOR_ADMIN = (
    DemoRequest.State.STUCK,
    DemoRequest.State.OVER_CAP,
    DemoRequest.State.CUSTOMER,
)
"""Requests that no lead was raised for and that go no further by themselves."""


class Kind(StrEnum):
    """What can be told. Nothing else is."""

    ASSIGNED = "assigned"
    ASKED = "asked"
    REPLIED = "replied"
    NOT_SAVED = "not-saved"
    CALLBACK = "callback"


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to know. `name` is the contact's; without a lead there is only the queue of demo locks."""

    kind: Kind
    at: datetime
    name: str
    company: str
    words: str
    lead_id: int | None
    is_new: bool
    text: str = ""


def notices(viewer: Viewer) -> list[Notice]:
    """Everything to tell this person, the newest first: about seven queries whatever their number."""
    asked = list(locks_asked(viewer))
    told = {notice.lead_id for notice in asked}
    given = (notice for notice in assigned(viewer) if notice.lead_id not in told)
    found = [*given, *asked, *replied(viewer), *not_saved(viewer), *callbacks(viewer)]
    return sorted(found, key=lambda one: (one.at, one.lead_id or 0), reverse=True)


def unseen(viewer: Viewer) -> int:
    return sum(notice.is_new for notice in notices(viewer))


def is_new(viewer: Viewer, at: datetime) -> bool:
    """Whether it happened here after this person last looked."""
    seen_at = viewer.person.notices_seen_at
    return seen_at is None or at > seen_at


def is_new_from_hubspot(viewer: Viewer, at: datetime) -> bool:
    """Whether it happened in HubSpot after what had been read from there when this person last looked."""
    seen_to = viewer.person.notices_seen_to or viewer.person.notices_seen_at
    return seen_to is None or at > seen_to


def own_open(viewer: Viewer) -> QuerySet[Lead]:
    owner_id = viewer.person.owner_id or "nobody"
    return visible().filter(owner_id=owner_id, stage__in=[stage.value for stage in OPEN])


def assigned(viewer: Viewer) -> Iterator[Notice]:
    """Open leads that somebody else gave this person: here, or in HubSpot by its own date."""
    given = Decision.objects.filter(
        lead=OuterRef("pk"), after__hubspot_owner_id=viewer.person.owner_id
    ).order_by("-decided_at", "-pk")
    rows = own_open(viewer).select_related("contact", "company")
    found = rows.annotate(given=Subquery(given.values("pk")[:1]))
    choices = Decision.objects.select_related("actor").in_bulk(
        [lead.given for lead in found if lead.given]
    )
    for lead in found:
        if notice := assignment(lead, choices.get(lead.given), viewer):
            yield notice


def assignment(lead: Lead, choice: Decision | None, viewer: Viewer) -> Notice | None:
    """The later of our own decision and HubSpot's date; None where it was this person's own doing."""
    there = as_moment(lead.remote.get(ASSIGNED_IN_HUBSPOT))
    if choice and (there is None or there <= choice.decided_at + OURS_LASTS):
        if choice.actor_id == viewer.person.pk or choice.decided_at < viewer.now - LATELY:
            return None
        who = (choice.actor.get_full_name() or choice.actor.username) if choice.actor else ""
        words = f"{who} gave you this lead" if who else "This lead was raised for you"
        new = is_new(viewer, choice.decided_at)
        return about(lead, Kind.ASSIGNED, choice.decided_at, words, new=new)
    if there is None or there < viewer.now - LATELY:
        return None
    words = "Assigned to you in HubSpot"
    return about(lead, Kind.ASSIGNED, there, words, new=is_new_from_hubspot(viewer, there))


def about(lead: Lead, kind: Kind, at: datetime, words: str, *, new: bool, text: str = "") -> Notice:
    company = lead.company.name if lead.company else ""
    name = str(lead.contact or "") or lead.name or "Unnamed"
    return Notice(kind, at, name, company, words, lead.pk, new, text)


def locks_asked(viewer: Viewer) -> Iterator[Notice]:
    """Demo locks asked for by the people of one's own leads; for admins also all that wait for one."""
    asked = DemoRequest.objects.filter(kind=DemoRequest.Kind.DEMO_LOCK)
    wanted = Q(lead__in=own_open(viewer), received_at__gte=viewer.now - LATELY)
    if may_use_desk(Role.of(viewer.person.role)):
        wanted |= Q(state__in=WAIT_FOR_ADMIN)
    for request in asked.filter(wanted).select_related("lead__contact", "lead__company", "contact"):
        waits = request.state in WAIT_FOR_ADMIN
        words = (
            f"Asked for a demo lock: {request.get_state_display()}"
            if waits
            else "Asked for a demo lock"
        )
        name = str(request.contact or "") or f"{request.first_name} {request.last_name}".strip()
        yield Notice(
            Kind.ASKED, request.received_at, name or request.email, request.company, words,
            request.lead_id, is_new(viewer, request.received_at), request.outcome,
        )  # fmt: skip


def replied(viewer: Viewer) -> Iterator[Notice]:
    """The last reply of a person on each own open lead; not one that this person judged to be one."""
    human = Q(corrected_verdict=Verdict.HUMAN) | Q(corrected_verdict="", verdict=Verdict.HUMAN)
    touches = Touch.objects.filter(
        human, direction=Direction.INCOMING, gone_at=None, lead__in=own_open(viewer),
        at__gte=viewer.now - LATELY,
    ).exclude(corrected_by=viewer.person)  # fmt: skip
    told: set[int] = set()
    for touch in touches.select_related("lead__contact", "lead__company").order_by("-at", "-pk"):
        if touch.lead_id not in told:
            told.add(touch.lead_id)
            new = is_new(viewer, touch.acted_at or touch.at)
            text = touch.snippet or touch.subject
            yield about(touch.lead, Kind.REPLIED, touch.at, "A person replied", new=new, text=text)


def not_saved(viewer: Viewer) -> Iterator[Notice]:
    """Changes of one's own leads that HubSpot refused, or that somebody there was before."""
    leads = visible().filter(owner_id=viewer.person.owner_id or "nobody")
    writes = OutboundWrite.objects.needing_a_person().filter(lead__in=leads)
    shown = writes.select_related("depends_on", "lead__contact", "lead__company")
    for write in shown.prefetch_related("attempts"):
        is_held = write.state == State.HELD
        words = (
            "Changed in HubSpot meanwhile: choose" if is_held else "HubSpot did not take a change"
        )
        at = max((tried.at for tried in write.attempts.all()), default=write.created_at)
        yield about(
            write.on_lead, Kind.NOT_SAVED, at, words, new=is_new(viewer, at), text=stuck_words(write)
        )  # fmt: skip


def callbacks(viewer: Viewer) -> Iterator[Notice]:
    """Those to call back today or since; new from the first moment of their day."""
    for one in callbacks_due(viewer):
        at = end_of_day(one.due_on - timedelta(days=1), viewer.zone)
        yield Notice(
            Kind.CALLBACK, at, one.name, one.company, "Call back today", one.lead_id,
            is_new(viewer, at),
        )  # fmt: skip


def read_until(moment: datetime) -> datetime | None:
    """Up to when HubSpot had been read at that moment, for `Person.notices_seen_to`."""
    return latest_pull(before=moment)


def fresh(found: Iterable[Notice]) -> list[Notice]:
    return [notice for notice in found if notice.is_new]
