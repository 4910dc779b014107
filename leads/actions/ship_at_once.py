"""Doors that ship by themselves: a request that was taken in, with an address that leaves no doubt, goes to
the courier without a press. Everything else waits in the queue for a person."""

from dataclasses import asdict
from datetime import datetime, timedelta

from django.db.models import QuerySet

from leads.actions.decide import NoSuchLead, SomebodyWasFirst
from leads.actions.ship_demo_lock import Wish, ship_demo_lock
from leads.domain.address import judge
from leads.domain.shipping import UnableToShip
from leads.models import DemoRequest, Shipment

JUST = timedelta(days=1)
"""An older request that was not shipped by itself has been seen by a person since."""


def ship_taken_in(now: datetime) -> int:
    """Ship what doors that ship have taken in lately. Returns how many locks are wanted by that."""
    return sum(ship_if_wanted(request, now) is not None for request in taken_in(now))


def taken_in(now: datetime) -> QuerySet[DemoRequest]:
    requests = DemoRequest.objects.filter(
        state=DemoRequest.State.TAKEN,
        kind=DemoRequest.Kind.DEMO_LOCK,
        door__ships=True,
        settled_at__gt=now - JUST,
        shipments=None,
    )
    return requests.exclude(contact=None).order_by("received_at", "pk")


def ship_if_wanted(request: DemoRequest, now: datetime) -> Shipment | None:
    """Want a lock for one such request; None where a person is to decide. Call it outside of a
    transaction; called twice, by two workers or after a crash, it is one shipment."""
    judged = judge(request.address, request.country)
    if judged.parts is None or judged.warnings or request.contact_id is None:
        return None
    wish = Wish(asdict(judged.parts))
    key = f"ship-{request.request_id}"
    try:
        return ship_demo_lock(
            request.contact_id, wish, actor=None, key=key, now=now, request=request
        )
    except (UnableToShip, NoSuchLead, SomebodyWasFirst):
        return None
