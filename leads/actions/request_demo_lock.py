"""Take in a demo request: the contact's day and address, a note always, and a lead where one is due."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from leads.actions.decide import Choice, Link, Side, queue
from leads.actions.raise_lead import new_lead, open_leads_of, record
from leads.actions.write_note import note_properties
from leads.domain import demo_request, intake
from leads.domain.demo_request import Facts, Fate, UnableToTakeIn
from leads.domain.roles import Role
from leads.models import Contact, Deal, Decision, DemoRequest, Door, Lead, Owner
from leads.models.clock import tick
from leads.models.shown import show_contact


def take_in_due(*, now: datetime) -> int:
    """Every request whose contact is known by now. Returns how many were taken in."""
    ready = DemoRequest.objects.waiting(now).exclude(contact=None)
    return sum(request_demo_lock(pk, now=now) for pk in list(ready.values_list("pk", flat=True)))


def request_demo_lock(request_id: int, *, now: datetime) -> bool:
    """One request, wholly or not at all; one that was taken in before is left as it is."""
    with transaction.atomic(durable=True):
        version = tick()  # two requests of one person come one after the other
        request = DemoRequest.objects.select_related("door__owner").get(pk=request_id)
        if request.state != DemoRequest.State.RECEIVED:
            return False
        contact = (
            Contact.objects.select_related("company", "owner").filter(pk=request.contact_id).first()
        )
        try:
            take_in(request, known(contact), version, now)
        except UnableToTakeIn as refusal:
            settle(request, DemoRequest.State.STUCK, str(refusal), now)
    return True


def known(contact: Contact | None) -> Contact:
    if contact is None:
        raise UnableToTakeIn("The contact of this request is not here any more.")
    return contact


def take_in(request: DemoRequest, contact: Contact, version: int, now: datetime) -> None:
    standing = open_leads_of(contact).order_by("-created_at", "-pk").first()
    fate = demo_request.fate_of(facts_of(contact, standing), request.door.channel)
    lead = standing
    if fate is Fate.RAISE:
        lead = raised(request, contact, version, now)
    words = demo_request.words_for(
        fate, request.door.channel, standing.channel if standing else None
    )
    decision = note_down(request, contact, lead, fate, words, now)
    if lead and standing:
        stamped = {"channel": request.door.channel} if fate is Fate.STAMP else {}
        Lead.objects.filter(pk=lead.pk).update(**stamped, version=version)
    request.lead, request.decision = lead, decision
    is_expansion = fate is Fate.CUSTOMER and is_lock(request)
    state = DemoRequest.State.CUSTOMER if is_expansion else DemoRequest.State.TAKEN
    settle(request, state, words, now)
    show_contact(contact.pk)


def is_lock(request: DemoRequest) -> bool:
    return request.kind == DemoRequest.Kind.DEMO_LOCK


def facts_of(contact: Contact, standing: Lead | None) -> Facts:
    locks = contact.company.locks_purchased if contact.company else None
    return Facts(
        open_channel=standing.channel if standing else None,
        is_customer=intake.is_customer(locks),
        has_open_deal=Deal.objects.open_with(contact.pk).exists(),
    )


def raised(request: DemoRequest, contact: Contact, version: int, now: datetime) -> Lead:
    """A new attempt with an owner from the start: without one HubSpot would name the caller."""
    owner = owner_for(request.door, contact)
    if owner is None:
        raise UnableToTakeIn("Nobody can own the new attempt: no active rep is known here.")
    company = contact.company.locks_purchased if contact.company else None
    kind = intake.type_for(company)
    lead = new_lead(contact, owner, request.door.channel, kind, now, version)
    record(lead, contact, None, None, now)
    return lead


def owner_for(door: Door, contact: Contact) -> Owner | None:
    """The door's own rep, else as the door says: the contact's owner, or whoever's turn it is."""
    asked = [door.owner]
    if door.owner_rule == Door.OwnerRule.CONTACT:
        asked.append(contact.owner)
    active = (owner for owner in asked if owner and owner.left_at is None)
    return next(active, None) or next_in_turn()


def next_in_turn() -> Owner | None:
    """The active rep whose last lead from a door is oldest."""
    reps = Owner.objects.filter(
        left_at=None, people__is_active=True, people__role=Role.REP.value
    ).distinct()
    last = dict(
        Lead.objects.filter(owner__in=reps, demo_requests__isnull=False)
        .values("owner").annotate(last=Max("pk")).values_list("owner", "last")
    )  # fmt: skip
    return min(reps, key=lambda rep: (last.get(rep.pk) or 0, rep.pk), default=None)


def note_down(
    request: DemoRequest, contact: Contact, lead: Lead | None, fate: Fate, words: str, now: datetime
) -> Decision:
    """The decision and what HubSpot must hear of it."""
    stamp = {"hs_lead_label": request.door.channel} if fate is Fate.STAMP else {}
    decision = Decision.objects.create(
        lead=lead, contact=contact, verb=Decision.Verb.ASK,
        summary=f"{asked_words(request)} through {request.door}. {words}",
        before=dict.fromkeys(stamp, ""), after=stamp,
        evidence={"request": str(request.request_id), "address": request.address},
        decided_at=now, key=f"ask-{request.request_id}",
    )  # fmt: skip
    sides = [*contact_side(request, contact), note_side(request, contact, lead)]
    queue(decision, Choice(Decision.Verb.ASK, decision.summary, stamp, sides=sides), now)
    return decision


def asked_words(request: DemoRequest) -> str:
    return "Demo lock asked for" if is_lock(request) else "Calculator used"


def contact_side(request: DemoRequest, contact: Contact) -> list[Side]:
    changes = demo_request.contact_changes(
        asked_on=request.asked_on, address=request.address, phone=request.phone,
        known_asked_on=contact.asked_on, known_phone=contact.phone,
    )  # fmt: skip
    if not is_lock(request):
        changes = {name: value for name, value in changes.items() if name == "phone"}
    return [Side("contacts", changes, record_id=contact.pk)] if changes else []


def note_side(request: DemoRequest, contact: Contact, lead: Lead | None) -> Side:
    words = demo_request.note_words(
        is_lock=is_lock(request), asked_on=request.asked_on, door=str(request.door),
        address=request.address, details=request.details,
    )  # fmt: skip
    links = [*([Link("leads")] if lead else []), Link("contacts", contact.pk)]
    return Side("notes", note_properties(words, request.received_at), links=links)


def settle(request: DemoRequest, state: DemoRequest.State, words: str, now: datetime) -> None:
    request.state, request.outcome, request.settled_at = state, words, now
    request.save(update_fields=["state", "outcome", "settled_at", "lead", "decision"])
