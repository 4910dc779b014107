"""Ship a demo lock: a person presses, or a door that ships by itself does; one lock for one asking."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q

from leads.actions.decide import NoSuchLead, SomebodyWasFirst
from leads.domain.demo_lock import DemoLock
from leads.domain.parcel import destination, in_one_line
from leads.domain.pipeline import CLOSED
from leads.domain.roles import Role, check_may_change
from leads.domain.shipping import UnableToShip, check_ship
from leads.models import Contact, Decision, DemoRequest, Lead, Person, PortalProperty, Shipment
from leads.models.clock import tick
from leads.models.shipment import announce

State = Shipment.State


@dataclass(frozen=True, slots=True)
class Wish:
    """What the press said. `address` has the judged parts: street, unit, company, city, state, zip.

    `phone` fills in for a contact without one. `again` and `for_customer` say that a person has
    looked at somebody who had a lock already, and at a customer.
    """

    address: Mapping[str, str]
    lock_type: str = ""
    phone: str = ""
    again: bool = False
    for_customer: bool = False


def ship_demo_lock(
    contact_id: str,
    wish: Wish,
    *,
    actor: Person | None,
    key: str | None,
    now: datetime,
    request: DemoRequest | None = None,
) -> Shipment:
    """Want a lock shipped to this contact (HubSpot id). It leaves with the next round.

    A repeated `key` gets the first shipment. Without an actor it is the system, which never ships
    again by itself. Raises UnableToShip, NotAllowed, NoSuchLead, SomebodyWasFirst.
    """
    contact = contact_of(contact_id)
    lead = lead_of(contact)
    check_may_ship(contact, lead, actor)
    if first := pressed_before(key):
        return first
    request = request or request_of(contact)
    asked_on = check(contact, request, wish)
    parts = parts_of(contact, request, wish)
    try:
        with transaction.atomic(durable=True):
            decision = decide(lead, contact, actor, f"Demo lock to {in_one_line(parts)}", key, now)
            shipment = Shipment.objects.create(
                contact=contact, request=request, lead=lead, decision=decision, pressed_by=actor,
                asked_on=asked_on, lock_type=lock_type_of(wish), destination=parts,
                wanted_at=now, not_before=now,
            )  # fmt: skip
            transaction.on_commit(announce, robust=True)
    except IntegrityError:
        if first := pressed_before(key):
            return first
        check_not_on_its_way(contact, asked_on)
        raise SomebodyWasFirst("This form was used already. Look again.") from None
    return shipment


def contact_of(contact_id: str) -> Contact:
    contact = (
        Contact.objects.select_related("company", "owner")
        .filter(pk=contact_id, gone_at=None, archived_at=None, merged_into="")
        .first()
    )
    if contact is None:
        raise NoSuchLead("This contact is not here any more.")
    return contact


def lead_of(contact: Contact) -> Lead | None:
    """The contact's open lead, else the latest one: whose card tells of the lock."""
    leads = Lead.objects.filter(contact=contact, archived_at=None, gone_at=None, merged_into="")
    leads = leads.select_related("owner").order_by("-created_at", "-pk")
    return leads.exclude(stage__in=CLOSED).first() or leads.first()


def check_may_ship(contact: Contact, lead: Lead | None, actor: Person | None) -> None:
    """Whoever may change the lead may ship; without a lead, the contact's owner. Raises NotAllowed."""
    if actor is None:
        return
    owner = lead.owner if lead else contact.owner
    owner_id = lead.owner_id if lead else contact.owner_id
    check_may_change(
        Role.of(actor.role),
        own=actor.owns(owner_id),
        ownerless=owner_id is None,
        owner=str(owner) if owner else "",
    )


def request_of(contact: Contact) -> DemoRequest | None:
    """The latest asking that came through a door of ours."""
    asked = DemoRequest.objects.filter(contact=contact, kind=DemoRequest.Kind.DEMO_LOCK)
    return asked.order_by("-received_at", "-pk").first()


def pressed_before(key: str | None) -> Shipment | None:
    """The shipment that this very form has wanted already, if it was posted twice."""
    return Shipment.objects.filter(decision__key=key).first() if key else None


def check_not_on_its_way(contact: Contact, asked_on: date) -> None:
    """Refuse a second lock for one asking, whoever pressed first; and one for a person who asked
    once more while the first is not there yet."""
    rows = Shipment.objects.filter(contact=contact).exclude(state=State.CANCELLED)
    first = rows.filter(Q(asked_on=asked_on) | ~Q(state=State.LABELLED)).order_by("pk").last()
    if first and first.state == State.LABELLED:
        trace = f"tracking {first.tracking_number}"
        raise UnableToShip(f"A lock was shipped for this request already ({trace}).")
    if first:
        raise UnableToShip("A lock is on its way to this person already.")


def check(contact: Contact, request: DemoRequest | None, wish: Wish) -> date:
    """The day of the asking that a lock may answer now. Raises UnableToShip."""
    if contact.asked_on:
        check_not_on_its_way(contact, contact.asked_on)
    customer = request is not None and request.state == DemoRequest.State.CUSTOMER
    bought = contact.company is not None and (contact.company.locks_purchased or 0) > 0
    return check_ship(
        demo_lock_of(contact),
        is_on=settings.EASYSHIP.is_on,
        is_customer=customer or bought,
        for_customer=wish.for_customer,
        again=wish.again,
    )


def demo_lock_of(contact: Contact) -> DemoLock:
    last = Shipment.objects.filter(contact=contact, state=State.LABELLED).last()
    shipped_at = last.labelled_at if last else None
    return DemoLock(
        asked_on=contact.asked_on,
        tracking=contact.demo_lock_tracking,
        address=contact.demo_lock_address,
        lock_type=contact.demo_lock_type,
        shipped_on=shipped_at.astimezone(settings.OFFICE).date() if shipped_at else None,
    )


def parts_of(contact: Contact, request: DemoRequest | None, wish: Wish) -> dict[str, str]:
    """What stands on the label: the person as HubSpot knows them, else as they wrote themselves."""
    wrote = f"{request.first_name} {request.last_name}" if request else ""
    named = f"{contact.first_name} {contact.last_name}".strip()
    company = contact.company.name if contact.company else ""
    phones = (wish.phone, contact.phone, request.phone if request else "",
              contact.remote.get("mobilephone") or "")  # fmt: skip
    return destination(
        wish.address,
        name=named or wrote,
        company=company or (request.company if request else ""),
        phone=next(filter(None, phones), ""),
        email=contact.email or (request.email if request else ""),
    )


def lock_type_of(wish: Wish) -> str:
    """The lock in the box. HubSpot must know it, or it would refuse it once the lock has left."""
    parcel = settings.EASYSHIP.parcel
    chosen = wish.lock_type or (parcel.lock_type if parcel else "")
    known = lock_types()
    if known and chosen not in known:
        raise UnableToShip(f"HubSpot has no demo lock type “{chosen}”. Choose one that it has.")
    return chosen


def lock_types() -> list[str]:
    """The types that HubSpot offers now; none while its vocabulary was not read."""
    rows = PortalProperty.objects.filter(object_type="contacts", name="demo_lock_type")
    options = rows.values_list("options", flat=True).first() or []
    return [value for value, _, hidden in options if not hidden]


def decide(
    lead: Lead | None,
    contact: Contact,
    actor: Person | None,
    summary: str,
    key: str | None,
    now: datetime,
) -> Decision:
    """On record, and the lead's card is drawn again."""
    version = tick()
    if lead:
        Lead.objects.filter(pk=lead.pk).update(version=version)
    return Decision.objects.create(
        lead=lead, contact=contact, actor=actor, verb=Decision.Verb.SHIP, summary=summary,
        decided_at=now, key=key,
    )  # fmt: skip
