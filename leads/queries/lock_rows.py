"""The rows of the demo-lock queue: one person with asking, shipment, lead and address."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db.models import QuerySet

from leads.domain import address, channels, intake
from leads.domain.address import Judged, Verdict
from leads.domain.demo_lock import DemoLock
from leads.domain.lock_queue import Group, Standing, group_of
from leads.domain.pipeline import CLOSED, Stage
from leads.domain.roles import Role, may_change
from leads.models import Contact, DemoRequest, Lead, OutboundWrite, Shipment
from leads.models.outbox import OPEN_STATES, State
from leads.queries.card import Viewer

ARRIVED = Judged(Verdict.SHIPPABLE, "")
ON_ITS_WAY = frozenset(
    {
        Shipment.State.WANTED,
        Shipment.State.CREATING,
        Shipment.State.UNKNOWN,
        Shipment.State.CREATED,
        Shipment.State.LABEL_WANTED,
    }
)


@dataclass(frozen=True, slots=True)
class Row:
    """One person's lock. `key` names the row on the page; without a contact it is a request alone."""

    key: str
    group: Group
    contact: Contact | None
    request: DemoRequest | None
    shipment: Shipment | None
    lead: Lead | None
    name: str
    company: str
    asked_on: date
    asked_before: tuple[date, ...]
    days: int
    judged: Judged
    may_act: bool
    saving: str = ""
    """In words, where HubSpot has yet to hear of something here, or has refused it."""

    @property
    def stage(self) -> Stage | None:
        return Stage.of(self.lead.stage) if self.lead else None

    @property
    def channel(self) -> str:
        raw = (
            self.lead.channel if self.lead else (self.request.door.channel if self.request else "")
        )
        return channels.label_of(raw)

    @property
    def address(self) -> str:
        if self.request and self.contact is None:
            return self.request.address
        return self.contact.demo_lock_address if self.contact else ""

    @property
    def trouble(self) -> str:
        """Why it is blocked: the courier's or HubSpot's words first, else the address."""
        if self.shipment and self.shipment.state == Shipment.State.STUCK:
            return self.shipment.stuck_because
        if self.request and self.request.state == DemoRequest.State.STUCK:
            return self.request.outcome
        return "" if self.judged.is_shippable else self.judged.words

    @property
    def may_raise(self) -> bool:
        """An old request without a lead, where no conversation is running."""
        return self.lead is None and self.contact is not None and self.group is Group.ASKED


@dataclass(slots=True)
class Known:
    """Everything that rows are made of, read at once: a handful of queries however many rows."""

    requests: Mapping[str, list[DemoRequest]] = field(default_factory=dict)
    shipments: Mapping[str, Shipment] = field(default_factory=dict)
    leads: Mapping[str, Lead] = field(default_factory=dict)
    writes: Mapping[str, str] = field(default_factory=dict)


def one_row(key: str, viewer: Viewer) -> Row | None:
    """The row by its key, `c<contact id>` or `r<request number>`."""
    kind, id = key[:1], key[1:]
    if kind == "c":
        rows = rows_of(asked().filter(pk=id), viewer)
    else:
        rows = alone(DemoRequest.objects.filter(pk=id if id.isdigit() else 0), viewer)
    return next(iter(rows), None)


def asked() -> QuerySet[Contact]:
    """Everybody who asked for a lock."""
    live = Contact.objects.filter(asked_on__isnull=False, archived_at=None, gone_at=None)
    return live.filter(merged_into="").select_related("company", "owner")


def rows_of(contacts: QuerySet[Contact], viewer: Viewer) -> list[Row]:
    people = list(contacts)
    known = know([person.pk for person in people])
    rows = (row_of(person, known, viewer) for person in people)
    return [row for row in rows if row is not None]


def know(ids: Sequence[str]) -> Known:
    requests: dict[str, list[DemoRequest]] = defaultdict(list)
    locks = DemoRequest.objects.filter(contact__in=ids, kind=DemoRequest.Kind.DEMO_LOCK)
    for request in locks.exclude(state=DemoRequest.State.OVER_CAP).select_related("door"):
        requests[request.contact_id or ""].append(request)
    shipments = Shipment.objects.filter(contact__in=ids).exclude(state=Shipment.State.CANCELLED)
    return Known(requests, {one.contact_id: one for one in shipments}, leads_of(ids), unsaved(ids))


def leads_of(ids: Sequence[str]) -> dict[str, Lead]:
    """Each contact's open lead, else the latest."""
    rows = Lead.objects.filter(contact__in=ids, archived_at=None, gone_at=None, merged_into="")
    found: dict[str, Lead] = {}
    for lead in rows.select_related("owner").order_by("created_at", "pk"):
        held = found.get(lead.contact_id or "")
        if held is None or held.stage in CLOSED or lead.stage not in CLOSED:
            found[lead.contact_id or ""] = lead
    return found


def unsaved(ids: Sequence[str]) -> dict[str, str]:
    """What HubSpot has yet to hear of these contacts themselves, or has refused, in words."""
    rows = OutboundWrite.objects.filter(
        object_type="contacts", record_id__in=ids, state__in=OPEN_STATES
    )
    return {
        one.record_id: one.stuck_because if one.state in (State.REFUSED, State.HELD) else "saving"
        for one in rows.order_by("pk")
    }


def row_of(person: Contact, known: Known, viewer: Viewer) -> Row | None:
    requests = known.requests.get(person.pk, [])
    shipment, lead = known.shipments.get(person.pk), known.leads.get(person.pk)
    lock, latest = lock_of(person, shipment, viewer), requests[-1] if requests else None
    judged = judge(person, lock)
    group = group_of(standing(person, lock, latest, shipment, judged))
    if group is None or person.asked_on is None:
        return None
    owner_id = lead.owner_id if lead else person.owner_id
    return Row(
        key=f"c{person.pk}", group=group, contact=person, request=latest, shipment=shipment,
        lead=lead, name=intake.contact_name(person.first_name, person.last_name, person.email),
        company=person.company.name if person.company else "",
        asked_on=person.asked_on,
        asked_before=tuple(sorted({one.asked_on for one in requests} - {person.asked_on})),
        days=(viewer.today - person.asked_on).days, judged=judged,
        may_act=may_act(viewer, owner_id), saving=known.writes.get(person.pk, ""),
    )  # fmt: skip


def lock_of(person: Contact, shipment: Shipment | None, viewer: Viewer) -> DemoLock:
    shipped = shipment.labelled_at if shipment else None
    return DemoLock(
        person.asked_on, person.demo_lock_tracking, person.demo_lock_address, person.demo_lock_type,
        shipped.astimezone(viewer.zone).date() if shipped else None,
    )  # fmt: skip


def judge(person: Contact, lock: DemoLock) -> Judged:
    """Only what still waits is judged: where a lock arrived, the address was good enough."""
    return address.judge(person.demo_lock_address) if lock.waits else ARRIVED


def standing(
    person: Contact,
    lock: DemoLock,
    request: DemoRequest | None,
    shipment: Shipment | None,
    judged: Judged,
) -> Standing:
    locks = person.company.locks_purchased if person.company else None
    state = request.state if request else ""
    return Standing(
        waits=lock.waits,
        is_on_its_way=shipment is not None and shipment.state in ON_ITS_WAY,
        is_stuck=(shipment is not None and shipment.state == Shipment.State.STUCK)
        or state == DemoRequest.State.STUCK,
        is_customer=state == DemoRequest.State.CUSTOMER or intake.is_customer(locks),
        is_dismissed=state == DemoRequest.State.DISMISSED,
        has_good_address=judged.is_shippable,
    )


def alone(requests: QuerySet[DemoRequest], viewer: Viewer) -> list[Row]:
    """Requests whose contact is not known yet, or that came over the cap."""
    rows = requests.exclude(state=DemoRequest.State.DISMISSED).select_related("door", "contact")
    return [row_alone(one, viewer) for one in rows]


def row_alone(request: DemoRequest, viewer: Viewer) -> Row:
    judged = address.judge(request.address, request.country)
    is_held = request.state == DemoRequest.State.OVER_CAP
    is_stuck = request.state == DemoRequest.State.STUCK
    group = group_of(Standing(waits=True, is_over_cap=is_held, is_stuck=is_stuck))
    return Row(
        key=f"r{request.pk}", group=group or Group.ASKED, contact=None, request=request,
        shipment=None, lead=None, company=request.company,
        name=intake.contact_name(request.first_name, request.last_name, request.email),
        asked_on=request.asked_on, asked_before=(), days=(viewer.today - request.asked_on).days,
        judged=judged, may_act=may_act(viewer, None),
        saving="" if is_held or is_stuck else "being taken in",
    )  # fmt: skip


def may_act(viewer: Viewer, owner_id: str | None) -> bool:
    person = viewer.person
    return may_change(Role.of(person.role), own=person.owns(owner_id), ownerless=owner_id is None)
