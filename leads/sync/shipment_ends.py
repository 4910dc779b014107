"""What became of a step on the way to a shipped lock: each end is a small, committed change of its row,
made only while the row is still ours."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from leads.domain.shipping import LABEL_FAILED, NOBODY_GOES, money_words, next_look, with_reasons
from leads.easyship.errors import Busy, EasyShipError, Refused
from leads.easyship.port import Courier, ShipmentRecord
from leads.models import Contact, Decision, Lead, OutboundWrite, Shipment, ShipmentAttempt
from leads.models.clock import tick
from leads.models.shown import show_contact

TAKEN_BACK = ("discarded", "voided")
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(minutes=5)
NO_ACCESS_WAIT = timedelta(minutes=5)
FAILED = "label failed"
GONE_FREE = "EasyShip has no such shipment any more. Trying again makes a new one."
GONE_BOUGHT = (
    "EasyShip has no such shipment any more, though its label may be bought. Look there whether a lock"
    " has left; if none has, cancel this one and ship anew."
)

State = Shipment.State


def note(
    shipment: Shipment,
    now: datetime,
    step: str,
    outcome: str,
    *,
    error: EasyShipError | None = None,
    record: ShipmentRecord | None = None,
    message: str = "",
) -> None:
    told = error or record
    ShipmentAttempt.objects.create(
        shipment=shipment,
        at=now,
        step=step,
        http_status=told.status if told else None,
        request_id=told.request_id if told else "",
        outcome=outcome,
        message=(error.message if error else message)[:500],
    )


@transaction.atomic
def update(shipment: Shipment, **columns: Any) -> bool:
    """Change the row if it is still claimed by us; the lead's card is drawn again."""
    ours = Shipment.objects.filter(pk=shipment.pk, claimed_at=shipment.claimed_at)
    if not ours.update(**columns):
        return False
    if shipment.lead_id:
        Lead.objects.filter(pk=shipment.lead_id).update(version=tick())
    return True


def told(record: ShipmentRecord | None) -> dict[str, str]:
    """EasyShip's own words, kept as told."""
    if record is None:
        return {}
    found = {"label_state": record.label_state[:40], "delivery_state": record.delivery_state[:40]}
    return found | ({"courier": record.courier[:120]} if record.courier else {})


@transaction.atomic
def wait(
    shipment: Shipment,
    now: datetime,
    step: str,
    outcome: str,
    state: Shipment.State,
    pause: timedelta,
    error: EasyShipError | None = None,
    record: ShipmentRecord | None = None,
) -> None:
    """Nothing more to do now: let go of the row until it is due again."""
    words = error.message if error else ""
    columns = {"state": state, "not_before": now + pause, "stuck_because": words}
    if update(shipment, claimed_at=None, **columns, **told(record)):
        note(shipment, now, step, outcome, error=error, record=record)


def put_back(
    shipment: Shipment, now: datetime, step: str, error: EasyShipError, *, state: Shipment.State
) -> None:
    """It surely was not done: try again, as soon as EasyShip lets us."""
    backoff = min(FIRST_WAIT * 2 ** min(shipment.attempts_made, 8), LONGEST_WAIT)
    if isinstance(error, Busy):
        wait(shipment, now, step, "busy", state, timedelta(seconds=error.retry_after), error)
    elif isinstance(error, Refused):
        wait(shipment, now, step, "no access", state, NO_ACCESS_WAIT, error)
    else:
        wait(shipment, now, step, "unreachable", state, backoff, error)


@transaction.atomic
def created(shipment: Shipment, now: datetime, made: ShipmentRecord, outcome: str) -> bool:
    """EasyShip has it: the id is kept at once. The row stays ours."""
    columns = {"state": State.CREATED, "easyship_id": made.id[:32], "attempts_made": 0}
    if not update(shipment, stuck_because="", **columns, **told(made)):
        return False
    shipment.state, shipment.easyship_id = State.CREATED, made.id
    note(shipment, now, "create" if outcome == "created" else "look", outcome, record=made)
    return True


def label_wanted(shipment: Shipment, now: datetime) -> bool:
    """From here on the label may be bought. The row stays ours."""
    if not update(shipment, state=State.LABEL_WANTED, attempts_made=0, not_before=now):
        return False
    shipment.state, shipment.attempts_made = State.LABEL_WANTED, 0
    return True


def look_later(shipment: Shipment, now: datetime, seen: ShipmentRecord) -> None:
    """The label is on its way: first soon, then more and more seldom."""
    pause = next_look(shipment.attempts_made)
    wait(shipment, now, "look", "on its way", State.LABEL_WANTED, pause, record=seen)


@transaction.atomic
def stick(
    shipment: Shipment,
    now: datetime,
    step: str,
    words: str,
    *,
    error: EasyShipError | None = None,
    record: ShipmentRecord | None = None,
    may_retry: bool,
    outcome: str = "stuck",
) -> None:
    """A person is asked, in words; `may_retry` is whether pressing again can help."""
    columns = {"state": State.STUCK, "stuck_because": words, "may_retry": may_retry}
    if update(shipment, claimed_at=None, **columns, **told(record)):
        note(shipment, now, step, outcome, error=error, record=record, message=words)


def nobody_goes(shipment: Shipment, now: datetime, made: ShipmentRecord) -> None:
    words = with_reasons(NOBODY_GOES, made.problems)
    stick(shipment, now, "create", words, record=made, may_retry=False)


def label_failed(shipment: Shipment, now: datetime, seen: ShipmentRecord) -> None:
    """It may be tried once more, by a person: a second failure has a reason that a press cannot mend."""
    is_first = not shipment.attempts.filter(outcome=FAILED).exists()
    words = with_reasons(LABEL_FAILED, seen.problems)
    stick(shipment, now, "label", words, record=seen, may_retry=is_first, outcome=FAILED)


@transaction.atomic
def gone(shipment: Shipment, now: datetime, error: EasyShipError) -> None:
    """EasyShip has no such shipment any more. Unless its label may be bought, a new one can be made."""
    is_free = shipment.state != State.LABEL_WANTED
    words = GONE_FREE if is_free else GONE_BOUGHT
    update(shipment, label_state="", **({"easyship_id": ""} if is_free else {}))
    stick(shipment, now, "look", words, error=error, may_retry=is_free)


def refusal_words(courier: Courier, error: Refused) -> str:
    """EasyShip's no in words; where it is about money, with what is left to pay with."""
    if not error.concerns_money:
        return with_reasons("EasyShip refused this.", [error.message])
    try:
        return money_words(error.code, courier.balance())
    except EasyShipError:
        return money_words(error.code)


@transaction.atomic
def labelled(shipment: Shipment, now: datetime, seen: ShipmentRecord) -> None:
    """The tracking number is there: the lock counts as shipped, here and, by the outbox, in HubSpot."""
    mine = update(
        shipment, state=State.LABELLED, claimed_at=None, labelled_at=now, stuck_because="",
        tracking_number=seen.tracking_number[:120], tracking_page=seen.tracking_page, **told(seen),
    )  # fmt: skip
    if mine:
        note(shipment, now, "look", "labelled", record=seen, message=seen.tracking_number)
        tell_hubspot(shipment, now, seen.tracking_number[:120])


def tell_hubspot(shipment: Shipment, now: datetime, tracking: str) -> None:
    contact = Contact.objects.get(pk=shipment.contact_id)
    properties = {"demo_lock_tracking": tracking, "demo_lock_type": shipment.lock_type}
    OutboundWrite.objects.create(
        object_type="contacts",
        record_id=contact.pk,
        properties=properties,
        base={name: getattr(contact, name) for name in properties},
        lead=shipment.lead,
        decision=shipment.decision or decided_by_none(shipment, now),
        created_at=now,
        not_before=now,
    )
    show_contact(contact.pk)


def decided_by_none(shipment: Shipment, now: datetime) -> Decision:
    """A write always has a decision behind it; this one's was removed."""
    return Decision.objects.create(
        lead=shipment.lead,
        contact=shipment.contact,
        verb=Decision.Verb.SHIP,
        summary="Demo lock shipped",
        decided_at=now,
    )


def taken_back(shipment: Shipment, now: datetime) -> None:
    Shipment.objects.filter(pk=shipment.pk).update(label_state=TAKEN_BACK[0])
    note(shipment, now, "take back", "taken back")


def not_taken_back(shipment: Shipment, now: datetime, error: EasyShipError) -> None:
    """A no is for a person at EasyShip; anything else is tried again later."""
    words = f"Cancel it at EasyShip: {error.message}" if isinstance(error, Refused) else ""
    rows = Shipment.objects.filter(pk=shipment.pk)
    rows.update(not_before=now + LONGEST_WAIT, stuck_because=words)
    note(shipment, now, "take back", "kept", error=error)
