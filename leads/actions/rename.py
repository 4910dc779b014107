"""Rename: call a lead after its contact, so that the two read differently in every list of HubSpot's."""

from datetime import datetime

from leads.actions.decide import Choice, answered_before, decide, lead_to_change
from leads.domain import intake
from leads.domain.refusal import Refusal
from leads.models import Decision, Lead, Person

NAME = "hs_lead_name"


class UnableToRename(Refusal):
    """This lead cannot be named by the rule, or is already."""

    rule = "raise"


def rename(lead_id: int, *, actor: Person, key: str | None, now: datetime) -> Decision:
    """Name the lead after its contact. Raises UnableToRename, NotAllowed, SomebodyWasFirst."""
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, actor, None)
    name = name_by_rule(lead)
    choice = Choice(Decision.Verb.RENAME, f"Renamed to {name}", {NAME: name})
    return decide(lead, choice, actor=actor, key=key, now=now)


def name_by_rule(lead: Lead) -> str:
    """The name that the lead should have. Raises UnableToRename where it has it, or nobody is linked."""
    contact = lead.contact
    if contact is None:
        raise UnableToRename("No contact is linked to this lead, so it cannot be named after one.")
    name = intake.contact_name(contact.first_name, contact.last_name, contact.email)
    if intake.follows_name_rule(lead.name, name):
        raise UnableToRename("This lead is named after its contact already.")
    return intake.lead_name(name)
