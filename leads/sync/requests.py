"""The person behind a demo request: found in HubSpot by e-mail and read afresh, or made there, once."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction

from leads.hubspot.errors import Gone, HubSpotError, Refused
from leads.hubspot.port import Port, Record
from leads.hubspot.properties import CONTACTS, READ
from leads.models import Decision, DemoRequest, Lead, OutboundWrite, State
from leads.models.outbox import UNSENT_STATES
from leads.sync.linked import fetch_known, merge, with_links
from leads.sync.merge import merge_records
from leads.sync.wanted import wanted

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(minutes=5)
AROUND = ("companies", "leads", "deals")

type Clock = Callable[[], datetime]


def find_contacts(port: Port, clock: Clock) -> int:
    """Give every request that waits its contact. Returns how many have one now.

    HubSpot being away costs time, never a request: it is tried again later.
    """
    found = 0
    for request in DemoRequest.objects.waiting(clock()).filter(contact=None):
        try:
            found += find_contact(port, request, clock)
        except Refused as error:
            if error.concerns_access:
                try_later(request, clock(), error)
                break
            get_stuck(request, clock(), error.message)
        except HubSpotError as error:
            try_later(request, clock(), error)
            break
    return found


def find_contact(port: Port, request: DemoRequest, clock: Clock) -> bool:
    if request.contact_write:
        return made_contact(request, request.contact_write, clock)
    try:
        record = read_contact(port, request.email)
    except Gone:
        want_contact(request, clock())
        return False
    know(port, record, clock)
    settle_contact(request, record.id)
    return True


def read_contact(port: Port, email: str) -> Record:
    """By e-mail as a unique value: never late, and HubSpot knows the secondary addresses too."""
    return port.read(
        CONTACTS,
        email.strip().lower(),
        properties=READ[CONTACTS],
        associations=AROUND,
        id_property="email",
    )


def know(port: Port, record: Record, clock: Clock) -> None:
    """Read afresh what the rules stand on: company (is it a customer?), leads and deals."""
    companies = record.associations.get("companies", ())
    if companies:
        fetch_known(port, "companies", companies, clock())
    merge_records(CONTACTS, with_links(port, CONTACTS, [record]), clock())
    leads = record.associations.get("leads", ())
    held = set(Lead.objects.filter(hubspot_id__in=leads).values_list("hubspot_id", flat=True))
    for kind, unknown in (
        ("leads", sorted(set(leads) - held)),
        ("deals", sorted(record.associations.get("deals", ()))),
    ):
        if unknown:
            read = port.read_many(kind, unknown, properties=wanted(kind))
            merge(kind, with_links(port, kind, read), clock())


def want_contact(request: DemoRequest, now: datetime) -> None:
    """Queue the write that makes the contact, unless another request of this person does so already."""
    others = DemoRequest.objects.filter(contact_write__state__in=UNSENT_STATES)
    if others.filter(email__iexact=request.email.strip()).exists():
        return
    with transaction.atomic(durable=True):
        decision = Decision.objects.create(
            verb=Decision.Verb.ASK,
            summary=f"Unknown in HubSpot until now: contact made for {request.door}",
            evidence={"request": str(request.request_id)},
            decided_at=now,
        )
        write = OutboundWrite.objects.create(
            kind=OutboundWrite.Kind.CREATE, object_type=CONTACTS, properties=person_of(request),
            decision=decision, created_at=now, not_before=now,
        )  # fmt: skip
        DemoRequest.objects.filter(pk=request.pk).update(contact_write=write)


def person_of(request: DemoRequest) -> dict[str, str]:
    """What the form said of the person, as HubSpot's contact; what it did not say is left out."""
    said = {
        "email": request.email.strip().lower(),
        "firstname": request.first_name,
        "lastname": request.last_name,
        "phone": request.phone,
        "company": request.company,
    }
    return {name: value for name, value in said.items() if value}


def made_contact(request: DemoRequest, write: OutboundWrite, clock: Clock) -> bool:
    if write.state == State.SENT:
        settle_contact(request, write.record_id)
        return True
    if write.state in (State.REFUSED, State.DISCARDED):
        get_stuck(request, clock(), write.stuck_because or "The contact was not made in HubSpot.")
    return False


def settle_contact(request: DemoRequest, contact_id: str) -> None:
    rows = DemoRequest.objects.filter(pk=request.pk)
    rows.update(contact=contact_id, not_before=None, attempts_made=0)
    if request.contact_write:
        Decision.objects.filter(pk=request.contact_write.decision_id).update(contact=contact_id)


def try_later(request: DemoRequest, now: datetime, error: HubSpotError) -> None:
    wait = min(FIRST_WAIT * 2 ** min(request.attempts_made, 8), LONGEST_WAIT)
    DemoRequest.objects.filter(pk=request.pk).update(
        not_before=now + wait, attempts_made=request.attempts_made + 1, outcome=error.message
    )


def get_stuck(request: DemoRequest, now: datetime, words: str) -> None:
    """For a person to settle: it stands in the queue with HubSpot's own reason."""
    DemoRequest.objects.filter(pk=request.pk, state=DemoRequest.State.RECEIVED).update(
        state=DemoRequest.State.STUCK, outcome=words, settled_at=now
    )
