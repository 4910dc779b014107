"""Set the channel: say through which door a lead came, where the rules let this person say it."""

from datetime import datetime

from leads.actions.decide import Choice, answered_before, decide, lead_to_change
from leads.actions.rename import NAME, UnableToRename, name_by_rule
from leads.domain import channels, roles
from leads.domain.refusal import Refusal
from leads.models import Decision, Lead, Person


class UnableToSetChannel(Refusal):
    """That channel cannot be set on this lead by this person."""

    rule = "channels"


def set_channel(
    lead_id: int,
    *,
    channel: str,
    actor: Person,
    key: str | None,
    now: datetime,
    with_name: bool = False,
) -> Decision:
    """Set the lead's channel. Raises UnableToSetChannel, NotAllowed, SomebodyWasFirst.

    `with_name` also names it after its contact where it is not: one decision and one PATCH for both.
    """
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, actor, None)
    chosen = check_channel(lead, channel, actor)
    properties = {"hs_lead_label": chosen.value} | (new_name(lead) if with_name else {})
    named = f", renamed to {properties[NAME]}" if NAME in properties else ""
    choice = Choice(Decision.Verb.CHANNEL, f"Channel set to {chosen.label}{named}", properties)
    return decide(lead, choice, actor=actor, key=key, now=now)


def new_name(lead: Lead) -> dict[str, str]:
    """The name by the rule, where the lead has another and a contact to be named after."""
    try:
        return {NAME: name_by_rule(lead)}
    except UnableToRename:
        return {}


def check_channel(lead: Lead, channel: str, actor: Person) -> channels.Channel:
    """The channel, if this person may set it on this lead. Raises UnableToSetChannel, NotAllowed."""
    role = roles.Role.of(actor.role)
    own, ownerless = actor.owns(lead.owner_id), lead.owner_id is None
    if not roles.may_set_channel(role, own=own, ownerless=ownerless, is_empty=not lead.channel):
        raise roles.NotAllowed("Only an admin changes a channel that is set.")
    chosen = channels.Channel.of(channel)
    if chosen is None:
        raise UnableToSetChannel("Choose one of the seven channels.")
    if chosen not in roles.channels_for(role):
        raise UnableToSetChannel(
            f"{chosen.label} is set by the door a request comes through, or by an admin."
        )
    return chosen
