"""Settle a write that needs a person: try it again, give it up, or choose mine or theirs."""

from datetime import datetime

from django.db import transaction

from leads.actions.decide import SomebodyWasFirst, check_not_archived, lead_of
from leads.domain.pipeline import Stage
from leads.domain.refusal import Refusal
from leads.domain.roles import NotAllowed, Role, reads_all_rows
from leads.models import Lead, OutboundWrite, Person, State
from leads.models.clock import tick
from leads.models.shown import show_again, show_contact
from leads.models.step import lay_step, take_back_step


class UnableToSettle(Refusal):
    """The write no longer needs a person."""

    rule = "saving"


def send_again(write_id: int, *, actor: Person, now: datetime) -> OutboundWrite:
    """Put a refused or held write back in line; of a held one this is "keep mine".

    What HubSpot holds now becomes the base, so that only a further change there holds it again.
    """
    write = write_to_settle(write_id, actor)
    if write.lead:
        check_not_archived(write.lead)
    check_deal_still_wanted(write)
    base = {**write.base, **write.theirs}
    return settle(write, State.WAITING, now, base=base, not_before=now, stuck_because="", theirs={})


def give_up(write_id: int, *, actor: Person, now: datetime) -> OutboundWrite:
    """Discard a refused or held write; of a held one this is "take theirs". The screen follows HubSpot."""
    return settle(write_to_settle(write_id, actor), State.DISCARDED, now)


def write_to_settle(write_id: int, actor: Person) -> OutboundWrite:
    write = OutboundWrite.objects.filter(pk=write_id).first()
    if write is None or write.state not in (State.HELD, State.REFUSED):
        raise UnableToSettle("This change no longer needs a decision.")
    if write.lead:
        lead_of(write.lead.pk, actor)
    elif not reads_all_rows(Role.of(actor.role)):
        raise NotAllowed("A manager or an admin settles what belongs to no lead.")
    return write


def check_deal_still_wanted(write: OutboundWrite) -> None:
    """A deal is not made from a lead that was closed, or that got its deal, after the refusal."""
    if not write.makes_deal:
        return
    stage = Stage.of(write.on_lead.stage)
    if stage is None or stage.is_closed:
        raise UnableToSettle(
            "This attempt was closed since, so no deal is made from it. Dismiss this."
        )
    if write.on_lead.writes.making_deals().exclude(pk=write.pk).exclude(state__in=OVER).exists():
        raise UnableToSettle("A deal has been created from this lead since. Dismiss this.")


OVER = (State.REFUSED, State.DISCARDED)


def is_unborn(write: OutboundWrite) -> bool:
    """Whether this write was to make the very lead that it belongs to."""
    return write.kind == OutboundWrite.Kind.CREATE and write.object_type == "leads"


def forget(lead: Lead, now: datetime) -> None:
    """HubSpot never made this lead and now nobody wants it: it leaves the board with all that waits."""
    lead.writes.exclude(state=State.SENT).update(state=State.DISCARDED)
    Lead.objects.filter(pk=lead.pk).update(gone_at=now, version=tick())


def settle(write: OutboundWrite, state: State, now: datetime, **fields: object) -> OutboundWrite:
    with transaction.atomic(durable=True):
        if not OutboundWrite.objects.filter(pk=write.pk, state=write.state).update(
            state=state, trying_since=None, **fields
        ):
            raise SomebodyWasFirst("Somebody settled this a moment ago.")
        if state == State.DISCARDED:
            OutboundWrite.objects.discard_after(write.pk)
        if write.object_type == "tasks" and write.lead:
            show_step = take_back_step if state == State.DISCARDED else lay_step
            show_step(write)
        if state == State.DISCARDED and is_unborn(write):
            forget(write.on_lead, now)
        elif write.object_type == "contacts":
            show_contact(write.record_id)
        elif write.lead:
            show_again(write.lead)
    write.refresh_from_db()
    return write
