"""Settle a shipment that is stuck or no longer wanted: try again, or cancel; and hear of one that moved."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from leads.actions.decide import SomebodyWasFirst
from leads.actions.ship_demo_lock import check_may_ship, decide
from leads.domain.shipping import LABEL_BOUGHT, UnableToShip
from leads.models import Person, Shipment
from leads.models.shipment import announce

State = Shipment.State


def ship_again(shipment_id: int, *, actor: Person, key: str | None, now: datetime) -> Shipment:
    """Try a stuck one once more, from where it stands at EasyShip. Raises UnableToShip, NotAllowed."""
    shipment = shipment_to_settle(shipment_id, actor)
    if shipment.state != State.STUCK:
        return shipment  # pressed twice, or somebody was first: it is on its way already
    if not shipment.may_retry:
        raise UnableToShip("Trying again cannot help here. Cancel it, and ship anew.")
    with transaction.atomic(durable=True):
        stuck = Shipment.objects.filter(pk=shipment.pk, state=State.STUCK)
        if stuck.update(
            state=resumes_at(shipment), not_before=now, stuck_because="", attempts_made=0
        ):
            words = "Demo lock: shipping tried again"
            decide(shipment.lead, shipment.contact, actor, words, key, now)
            transaction.on_commit(announce, robust=True)
    shipment.refresh_from_db()
    return shipment


def resumes_at(shipment: Shipment) -> Shipment.State:
    """Without EasyShip's id it is looked up before it is made; with a bought label nothing is bought."""
    if not shipment.easyship_id:
        return State.WANTED
    return State.LABEL_WANTED if shipment.label_state in LABEL_BOUGHT else State.CREATED


def cancel_shipment(shipment_id: int, *, actor: Person, key: str | None, now: datetime) -> Shipment:
    """Take it back before its label is bought. Raises UnableToShip, NotAllowed, SomebodyWasFirst."""
    shipment = shipment_to_settle(shipment_id, actor)
    if shipment.state == State.CANCELLED:
        return shipment
    check_cancel(shipment)
    with transaction.atomic(durable=True):
        seen = Shipment.objects.filter(pk=shipment.pk, state=shipment.state, claimed_at=None)
        if not seen.update(state=State.CANCELLED, not_before=now, stuck_because=""):
            raise SomebodyWasFirst("The courier is being asked just now. Look again in a moment.")
        words = "Shipping of the demo lock cancelled"
        decide(shipment.lead, shipment.contact, actor, words, key, now)
        transaction.on_commit(announce, robust=True)
    shipment.refresh_from_db()
    return shipment


def check_cancel(shipment: Shipment) -> None:
    if shipment.state == State.LABELLED:
        raise UnableToShip("This lock has left: its label is made. Cancel it at EasyShip.")
    if shipment.state in {State.CREATING, State.UNKNOWN}:
        raise UnableToShip("The courier is being asked just now. Look again in a moment.")
    if shipment.state == State.LABEL_WANTED or shipment.label_state in LABEL_BOUGHT:
        raise UnableToShip("The label is bought already. Cancel the shipment at EasyShip.")


def shipment_to_settle(shipment_id: int, actor: Person) -> Shipment:
    rows = Shipment.objects.select_related("contact__owner", "lead__owner")
    shipment = rows.filter(pk=shipment_id).first()
    if shipment is None:
        raise UnableToShip("There is no such shipment.")
    check_may_ship(shipment.contact, shipment.lead, actor)
    return shipment


def hear_of(easyship_ids: Collection[str], now: datetime) -> int:
    """EasyShip says that something happened to these: look at once. Unknown ones are not ours."""
    waiting = Shipment.objects.filter(easyship_id__in=easyship_ids, state=State.LABEL_WANTED)
    moved = waiting.filter(not_before__gt=now).update(not_before=now)
    if moved:
        announce()
    return moved
