"""Assign: give a lead to an owner who is still here."""

from datetime import datetime

from leads.actions.decide import (
    Choice,
    SomebodyWasFirst,
    answered_before,
    decide,
    lead_to_change,
    name_of,
)
from leads.domain.refusal import Refusal
from leads.models import Decision, Owner, Person


class UnableToAssign(Refusal):
    """The lead cannot go to that owner."""

    rule = "owner"


def assign(
    lead_id: int,
    *,
    owner_id: str,
    owner_seen: str = "",
    actor: Person,
    key: str | None,
    now: datetime,
) -> Decision:
    """Set the lead's owner. Raises UnableToAssign, NotAllowed, SomebodyWasFirst."""
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, actor, None)
    if owner_seen and owner_seen != (lead.owner_id or "nobody"):
        raise SomebodyWasFirst(
            f"{name_of(lead)} belongs to {lead.owner or 'nobody'} now. Look again."
        )
    owner = Owner.objects.filter(pk=owner_id).first()
    if owner is None:
        raise UnableToAssign("Choose an owner from the list.")
    if owner.left_at:
        raise UnableToAssign(f"{owner} has left. Choose somebody who is still here.")
    if lead.owner_id == owner.pk:
        raise UnableToAssign(f"{owner} owns this lead already.")
    choice = Choice(
        Decision.Verb.ASSIGN, f"Assigned to {owner}", {"hubspot_owner_id": owner.hubspot_id}
    )
    return decide(lead, choice, actor=actor, key=key, now=now)
