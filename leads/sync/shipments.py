"""Ship demo locks: carry each wanted one to EasyShip, once, and look for its tracking number.

EasyShip has no idempotency key. So `creating` is committed before the socket opens, what may have been
made is looked up by our order number before anything is made, and the label, which costs money, is a
second step by EasyShip's own id: it sells the label of one shipment once."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from leads.domain.shipping import FAILED_LABEL
from leads.easyship.errors import Busy, EasyShipError, Gone, Refused, Unreachable
from leads.easyship.port import Courier, NewShipment, ShipmentRecord
from leads.models import Shipment
from leads.models.outbox import DOUBT
from leads.sync import shipment_ends as ends
from leads.sync.label import hear, label

LEASE = timedelta(minutes=10)
"""Longer than all calls for one shipment may take: a claim this old is a dead worker's."""
ROUND = timedelta(minutes=15)
MOST = 50
"""Shipments that one round makes: the rest is the next round's, so that no label waits behind them."""
LOOK_AFTER = timedelta(seconds=60)
"""EasyShip may still be busy with a request whose answer was lost, and its list may lag."""
NOT_THERE = "not there"

State = Shipment.State
type Clock = Callable[[], datetime]

DUE = (State.WANTED, State.UNKNOWN, State.CREATED, State.LABEL_WANTED)


def ship_due(courier: Courier, clock: Clock) -> None:
    """One round over everything that is due. Stops early where the next call would meet the same."""
    reclaim(clock())
    if blocks_everything(look_for_labels(courier, clock)):
        return
    tried: set[int] = set()
    while len(tried) < MOST and (shipment := claim_next(clock(), tried)) is not None:
        tried.add(shipment.pk)
        if blocks_everything(carry(courier, shipment, clock)):
            return
    take_back(courier, clock)


def blocks_everything(problem: EasyShipError | None) -> bool:
    """The next call would meet the same: no way to EasyShip, no right, or no calls left."""
    if isinstance(problem, Unreachable):
        return problem.status is None
    return isinstance(problem, Busy) or (isinstance(problem, Refused) and problem.concerns_access)


def reclaim(now: datetime) -> None:
    """What a dead worker held: a create may have arrived, everything else is looked at first anyway."""
    dead = Shipment.objects.filter(claimed_at__lt=now - LEASE)
    dead.filter(state=State.CREATING).update(state=State.UNKNOWN, claimed_at=None)
    dead.filter(state__in=DUE).update(claimed_at=None)


def due(now: datetime) -> QuerySet[Shipment]:
    rows = Shipment.objects.filter(state__in=DUE, not_before__lte=now, claimed_at=None)
    return rows.select_related("contact", "lead", "decision").order_by("wanted_at", "pk")


def claim_next(now: datetime, tried: set[int]) -> Shipment | None:
    """The shipment that has waited longest, claimed for us. None when none is due."""
    for shipment in due(now).exclude(pk__in=tried):
        if claim(shipment, now):
            return shipment
    return None


def claim(shipment: Shipment, now: datetime) -> bool:
    """Take the row by compare and set. `shipment.state` goes on telling the state that it was in."""
    makes = shipment.state in {State.WANTED, State.UNKNOWN}
    seen = Shipment.objects.filter(pk=shipment.pk, state=shipment.state, claimed_at=None)
    taken = seen.update(
        claimed_at=now,
        state=State.CREATING if makes else shipment.state,
        attempts_made=F("attempts_made") + 1,
    )
    shipment.claimed_at = now
    shipment.attempts_made += 1
    return bool(taken)


def carry(courier: Courier, shipment: Shipment, clock: Clock) -> EasyShipError | None:
    """One claimed shipment, as far as it goes now. Returns what went wrong on the way, if anything."""
    steps = {State.CREATED: label, State.LABEL_WANTED: look_once}
    step = steps.get(State(shipment.state), create)
    try:
        step(courier, shipment, clock)
    except EasyShipError as error:
        settle(shipment, clock(), error)
        return error
    return None


def settle(shipment: Shipment, now: datetime, error: EasyShipError) -> None:
    """A look that failed leaves everything as it was, for later; a no to us is for everybody."""
    if isinstance(error, Gone):
        ends.gone(shipment, now, error)
    elif isinstance(error, Refused) and not error.concerns_access:
        ends.stick(shipment, now, "look", error.message, error=error, may_retry=True)
    else:
        ends.put_back(shipment, now, "look", error, state=State(shipment.state))


def create(courier: Courier, shipment: Shipment, clock: Clock) -> None:
    """Find what an earlier try may have made, else make it; then buy its label."""
    found = courier.find(shipment.order_number)
    if len(found) > 1:
        words = f"EasyShip has {len(found)} shipments for this lock. Delete all but one there."
        ends.stick(shipment, clock(), "look", words, may_retry=True)
    elif found:
        go_on(courier, shipment, clock, found[0], outcome="adopted")
    elif shipment.state == State.UNKNOWN and not looked_before(shipment):
        ends.wait(shipment, clock(), "look", NOT_THERE, State.UNKNOWN, LOOK_AFTER)
    else:
        make(courier, shipment, clock)


def looked_before(shipment: Shipment) -> bool:
    """Whether the last thing that we heard was that EasyShip does not have it."""
    last = shipment.attempts.last()
    return last is not None and last.outcome == NOT_THERE


def make(courier: Courier, shipment: Shipment, clock: Clock) -> None:
    try:
        made = courier.create(as_new(shipment))
    except Unreachable as error:
        if not error.in_doubt:
            raise
        ends.wait(shipment, clock(), "create", DOUBT, State.UNKNOWN, LOOK_AFTER, error)
    except Refused as error:
        if error.concerns_access:
            raise
        words, may_retry = ends.refusal_words(courier, error), error.concerns_money
        ends.stick(shipment, clock(), "create", words, error=error, may_retry=may_retry)
    else:
        go_on(courier, shipment, clock, made, outcome="created")


def as_new(shipment: Shipment) -> NewShipment:
    told = {"contact": shipment.contact_id, "lead": (shipment.lead and shipment.lead.hubspot_id)}
    metadata = {name: id for name, id in told.items() if id}
    return NewShipment(shipment.order_number, shipment.destination, metadata)


def go_on(
    courier: Courier, shipment: Shipment, clock: Clock, made: ShipmentRecord, *, outcome: str
) -> None:
    """EasyShip has it: keep its id before anything else, then see to the label."""
    if not ends.created(shipment, clock(), made, outcome):
        return  # another worker took this row over: what it has made is looked up, not this
    if made.status == 202 and not made.courier:
        ends.nobody_goes(shipment, clock(), made)
    else:
        label(courier, shipment, clock, made)


def look_once(courier: Courier, shipment: Shipment, clock: Clock) -> None:
    hear(shipment, clock(), courier.look(shipment.easyship_id))


def look_for_labels(courier: Courier, clock: Clock) -> EasyShipError | None:
    """One call for all labels that are on their way and due; alone, one is looked at by itself."""
    waiting = list(due(clock()).filter(state=State.LABEL_WANTED)[:100])
    ours = [one for one in waiting if claim(one, clock())] if len(waiting) > 1 else []
    if not ours:
        return None
    try:
        seen = courier.look_at([one.easyship_id for one in ours])
    except EasyShipError as error:
        put_all_back(ours, clock(), error)
        return error
    for one in ours:
        if record := seen.get(one.easyship_id):
            hear(one, clock(), record)
        else:
            carry(courier, one, clock)
    return None


def put_all_back(shipments: Sequence[Shipment], now: datetime, error: EasyShipError) -> None:
    for one in shipments:
        ends.put_back(one, now, "look", error, state=State.LABEL_WANTED)


def take_back(courier: Courier, clock: Clock) -> None:
    """What was cancelled here and still stands at EasyShip goes there too."""
    kept = Shipment.objects.filter(state=State.CANCELLED, stuck_because="", not_before__lte=clock())
    for one in kept.exclude(easyship_id="").exclude(label_state__in=ends.TAKEN_BACK)[:MOST]:
        try:
            undo = courier.cancel if one.label_state in FAILED_LABEL else courier.discard
            undo(one.easyship_id)
        except Gone:
            ends.taken_back(one, clock())
        except EasyShipError as error:
            ends.not_taken_back(one, clock(), error)
        else:
            ends.taken_back(one, clock())
