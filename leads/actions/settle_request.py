"""Settle a demo request that waits for a person: let it in over the cap, try again, or dismiss it."""

from datetime import datetime

from django.db import transaction

from leads.actions.decide import SomebodyWasFirst, answered_before
from leads.domain.demo_request import UnableToTakeIn
from leads.domain.roles import NotAllowed, Role, may_change, may_see
from leads.models import Decision, DemoRequest, Person
from leads.models.door import wake

State = DemoRequest.State
LET_IN = {State.OVER_CAP, State.STUCK}
DISMISSED = {State.OVER_CAP, State.STUCK, State.CUSTOMER}


def let_in(request_id: int, *, actor: Person, key: str | None, now: datetime) -> Decision:
    """Take in a request that came over the cap, or that got stuck. Raises UnableToTakeIn, NotAllowed."""
    if earlier := answered_before(key):
        return earlier
    request = request_to_settle(request_id, actor, LET_IN)
    with transaction.atomic(durable=True):
        settle(request, State.RECEIVED, not_before=None, attempts_made=0, outcome="")
        if request.contact_write and request.contact is None:
            DemoRequest.objects.filter(pk=request.pk).update(contact_write=None)
        wake()
        return note(request, "Let in by hand", actor, key, now)


def dismiss(request_id: int, *, actor: Person, key: str | None, now: datetime) -> Decision:
    """Take a request out of the queue: no lock goes for it. It stays on record."""
    if earlier := answered_before(key):
        return earlier
    request = request_to_settle(request_id, actor, DISMISSED)
    with transaction.atomic(durable=True):
        settle(request, State.DISMISSED, settled_at=now)
        return note(request, "Dismissed: no lock goes for it", actor, key, now)


def request_to_settle(request_id: int, actor: Person, states: set[State]) -> DemoRequest:
    rows = DemoRequest.objects.select_related("door", "lead__owner", "contact", "contact_write")
    request = rows.filter(pk=request_id).first()
    if request is None:
        raise UnableToTakeIn("There is no such request.")
    check_may_settle(request, actor)
    if request.state not in states:
        raise SomebodyWasFirst("Somebody settled this request a moment ago.")
    return request


def check_may_settle(request: DemoRequest, actor: Person) -> None:
    """What nobody's lead is yet, everybody who works here may settle; another rep's lead is theirs."""
    role, lead = Role.of(actor.role), request.lead
    if not may_see(role):
        raise NotAllowed("You have no role here yet. Ask an admin for one.")
    owner_id = lead.owner_id if lead else None
    if not may_change(role, own=actor.owns(owner_id), ownerless=owner_id is None):
        raise NotAllowed("This request belongs to another rep's lead. Ask them, or a manager.")


def settle(request: DemoRequest, state: State, **fields: object) -> None:
    """By compare and set: of two people one is first."""
    rows = DemoRequest.objects.filter(pk=request.pk, state=request.state)
    if not rows.update(state=state, **fields):
        raise SomebodyWasFirst("Somebody settled this request a moment ago.")


def note(
    request: DemoRequest, words: str, actor: Person, key: str | None, now: datetime
) -> Decision:
    return Decision.objects.create(
        lead=request.lead, contact=request.contact, actor=actor, verb=Decision.Verb.ASK,
        summary=f"Demo request of {request.asked_on:%Y-%m-%d} through {request.door}: {words}",
        evidence={"request": str(request.request_id)}, decided_at=now, key=key,
    )  # fmt: skip
