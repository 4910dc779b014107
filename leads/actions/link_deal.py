"""Link a deal: give a deal that was made past its lead the link that attributes it. The one repair there
is, and only to a lead of the same contact."""

from datetime import datetime

from leads.actions.decide import Choice, NoSuchLead, answered_before, decide, lead_to_change
from leads.domain.handoff import DEAL_PIPELINE
from leads.domain.refusal import Refusal
from leads.domain.roles import NotAllowed, Role, reads_all_rows
from leads.models import Deal, Decision, Lead, OutboundWrite, Person


class UnableToLinkDeal(Refusal):
    """This deal cannot be linked to that lead."""

    rule = "hand-off"


def link_deal(
    deal_id: str, lead_id: int, *, actor: Person, key: str | None, now: datetime
) -> Decision:
    """Queue the link. For managers and admins; the deal counts once HubSpot has the link.

    Raises UnableToLinkDeal, NotAllowed, NoSuchLead, SomebodyWasFirst.
    """
    if earlier := answered_before(key):
        return earlier
    if not reads_all_rows(Role.of(actor.role)):
        raise NotAllowed("Linking a deal to its lead is for managers.")
    lead = lead_to_change(lead_id, actor, None)
    deal = Deal.objects.live().filter(pk=deal_id).first()
    if deal is None:
        raise NoSuchLead("This deal is not here any more.")
    check(deal, lead)
    choice = Choice(
        Decision.Verb.LINK_DEAL, f"Linked to the deal “{deal}”", evidence={"deal": deal.pk}
    )

    def queue(decision: Decision, _: Choice, at: datetime) -> None:
        OutboundWrite.objects.create(
            kind=OutboundWrite.Kind.LINK, object_type="deals", record_id=deal.pk, links=[["leads", ""]],
            lead=lead, decision=decision, created_at=at, not_before=at,
        )  # fmt: skip

    return decide(lead, choice, actor=actor, key=key, now=now, queueing=queue)


def check(deal: Deal, lead: Lead) -> None:
    """One deal a lead, one lead a deal, and both of one contact."""
    if deal.pipeline != DEAL_PIPELINE:
        raise UnableToLinkDeal("Only deals of the Deal Pipeline come from leads.")
    if deal.lead_id:
        raise UnableToLinkDeal("This deal has its lead already.")
    if not set(deal.contact_ids) & {*lead.contact_ids, lead.contact_id}:
        raise UnableToLinkDeal(
            "That lead is about somebody else. Link it to a lead of the same contact."
        )
    if lead.deals.live().exists() or lead.writes.making_deals().unsent().exists():
        raise UnableToLinkDeal("That lead already has a deal.")
    linking = OutboundWrite.objects.unsent().filter(
        kind=OutboundWrite.Kind.LINK, object_type="deals"
    )
    if linking.filter(record_id=deal.pk).exists():
        raise UnableToLinkDeal("This deal is being linked already.")
