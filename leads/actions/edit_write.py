"""Correct the values of a refused write and put it back in line: the same properties, other values."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from leads.actions.decide import SomebodyWasFirst
from leads.actions.settle import UnableToSettle, check_deal_still_wanted, write_to_settle
from leads.domain.channels import Channel
from leads.domain.disqualification import Reason, callback_in
from leads.models import Decision, OutboundWrite, Owner, Person, State
from leads.models.shown import show_again


class UnableToEdit(UnableToSettle):
    """These values cannot be sent."""


def edit_write(
    write_id: int, values: Mapping[str, str], *, actor: Person, now: datetime
) -> OutboundWrite:
    """Send the write again with these values. Raises UnableToEdit, UnableToSettle, NotAllowed.

    `values` names properties that the write has already; the others stay. What HubSpot's definitions
    say of a value, whoever calls this has checked.
    """
    write = write_to_settle(write_id, actor)
    check_deal_still_wanted(write)
    if write.state != State.REFUSED:
        raise UnableToEdit("This one is held: choose yours or HubSpot’s.")
    changed = {name: value for name, value in values.items() if write.properties.get(name) != value}
    check_values(write, changed)
    with transaction.atomic(durable=True):
        waits = {"state": State.WAITING, "stuck_because": "", "not_before": now}
        again = OutboundWrite.objects.filter(pk=write.pk, state=State.REFUSED)
        if not again.update(properties={**write.properties, **changed}, **waits):
            raise SomebodyWasFirst("Somebody settled this a moment ago.")
        record(write, changed, actor, now)
        if write.lead:
            show_again(write.lead)
    write.refresh_from_db()
    return write


def record(write: OutboundWrite, changed: Mapping[str, str], actor: Person, now: datetime) -> None:
    """Who corrected what, beside the decision that it belongs to."""
    before = {name: write.properties[name] for name in changed}
    Decision.objects.create(
        lead=write.lead, contact=write.decision.contact, actor=actor, verb=Decision.Verb.CHOOSE,
        summary=f"Corrected and sent again: {write.decision.summary}", decided_at=now,
        evidence={"write": write.pk, "before": before, "after": dict(changed)},
    )  # fmt: skip


def check_values(write: OutboundWrite, changed: Mapping[str, str]) -> None:
    """Our own rules about the values, whatever the portal would take. Raises UnableToEdit."""
    if strange := sorted(set(changed) - set(write.properties)):
        raise UnableToEdit(f"This change has no {', '.join(strange)}.")
    if not changed:
        raise UnableToEdit("Nothing was corrected. To send it as it is, press Try again.")
    if "hs_lead_label" in changed and Channel.of(changed["hs_lead_label"]) is None:
        raise UnableToEdit("Choose one of the seven channels.")
    check_owner(changed.get("hubspot_owner_id"))
    check_reason({**write.properties, **changed}, changed)


def check_owner(owner_id: str | None) -> None:
    if owner_id is None:
        return
    if not Owner.objects.filter(pk=owner_id, left_at=None).exists():
        raise UnableToEdit("Choose an owner who is still here.")


def check_reason(values: Mapping[str, str], changed: Mapping[str, str]) -> None:
    if "hs_lead_disqualification_reason" not in changed:
        return
    reason = Reason.of(values["hs_lead_disqualification_reason"])
    if reason is None:
        raise UnableToEdit("Choose a reason: no attempt is closed without one.")
    if reason is Reason.BAD_TIMING and not callback_in(
        values.get("hs_lead_disqualification_note", "")
    ):
        raise UnableToEdit("Bad timing needs a date to call back in its note.")
