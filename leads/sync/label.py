"""The label of a shipment: bought once, by EasyShip's own id, then looked for until its number is there."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from leads.domain.shipping import FAILED_LABEL, LABEL_BOUGHT
from leads.easyship.errors import EasyShipError, Refused, Unreachable
from leads.easyship.port import NOT_CREATED, Courier, ShipmentRecord
from leads.models import Shipment
from leads.models.outbox import DOUBT
from leads.sync import shipment_ends as ends

BUY_AGAIN_AFTER = timedelta(seconds=60)
"""A purchase whose answer was lost may still be under way: look no earlier than this."""
TAKEN_AWAY = frozenset({"cancelled", "cancelling", "discarded", "deleted"})
VOIDED = frozenset({"voided", "void_failed"})
BUYABLE = frozenset({NOT_CREATED, *FAILED_LABEL})

State = Shipment.State
log = logging.getLogger(__name__)
type Clock = Callable[[], datetime]


def label(
    courier: Courier, shipment: Shipment, clock: Clock, made: ShipmentRecord | None = None
) -> None:
    """Buy the label, unless a look shows that it is bought; `made` is a look of this moment."""
    seen = made or courier.look(shipment.easyship_id)
    if seen.shipment_state in TAKEN_AWAY or seen.label_state not in BUYABLE:
        hear(shipment, clock(), seen)
    elif ends.label_wanted(shipment, clock()):  # committed before the socket opens
        buy(courier, shipment, clock)


def buy(courier: Courier, shipment: Shipment, clock: Clock) -> None:
    try:
        bought = courier.buy_label(shipment.easyship_id)
    except Unreachable as error:
        if not error.in_doubt:
            ends.put_back(shipment, clock(), "label", error, state=State.CREATED)
            raise
        wait = BUY_AGAIN_AFTER
        ends.wait(shipment, clock(), "label", DOUBT, State.LABEL_WANTED, wait, error)
    except Refused as error:
        not_sold(courier, shipment, clock, error)
    except EasyShipError as error:
        ends.put_back(shipment, clock(), "label", error, state=State.CREATED)
        raise
    else:
        hear(shipment, clock(), bought)


def not_sold(courier: Courier, shipment: Shipment, clock: Clock, error: Refused) -> None:
    """For money a person tops up. Any other no may mean that the label is bought already: look."""
    if error.concerns_access:
        ends.put_back(shipment, clock(), "label", error, state=State.CREATED)
        raise error
    if not error.concerns_money:
        seen = courier.look(shipment.easyship_id)
        if seen.label_state in LABEL_BOUGHT:
            return hear(shipment, clock(), seen)
    words, may_retry = ends.refusal_words(courier, error), error.concerns_money
    return ends.stick(shipment, clock(), "label", words, error=error, may_retry=may_retry)


def hear(shipment: Shipment, now: datetime, seen: ShipmentRecord) -> None:
    """What EasyShip tells of a shipment whose label was asked for. A state that nobody has heard of is
    kept as told, and the label is looked for again later."""
    if seen.shipment_state in TAKEN_AWAY or seen.label_state in VOIDED:
        words = "This shipment was cancelled at EasyShip. Cancel it here too, then ship anew."
        ends.stick(shipment, now, "look", words, record=seen, may_retry=False)
    elif seen.is_ready:
        ends.labelled(shipment, now, seen)
    elif seen.label_state in FAILED_LABEL:
        ends.label_failed(shipment, now, seen)
    elif seen.label_state == NOT_CREATED:
        ends.wait(shipment, now, "look", "not bought", State.CREATED, timedelta(0), record=seen)
    else:
        if seen.label_state not in LABEL_BOUGHT:
            log.warning("%s: EasyShip calls its label %r", seen.id, seen.label_state)
        ends.look_later(shipment, now, seen)
