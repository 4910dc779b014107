"""The hand-off: the sheet that makes a deal of a lead, prefilled, and the deals that were made past it."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import F, QuerySet

from leads.domain import channels, handoff, intake, roles
from leads.domain.channels import Channel, DealPair
from leads.domain.handoff import CouldBuy, UnableToHandOff
from leads.domain.pipeline import CLOSED, Stage
from leads.models import (
    Contact,
    Deal,
    Lead,
    OutboundWrite,
    PortalFinding,
    PortalStage,
    State,
)
from leads.queries.card import Viewer, may_change
from leads.queries.deal import DealFact, deals_of
from leads.queries.saving import doing_words, stuck_words


@dataclass(frozen=True, slots=True)
class HandOff:
    """The sheet "Create deal". At most one field is left to enter, and whether this person could buy.

    `pair` goes onto the deal and rests on the channel; `rests_on` says so. `channels` are offered where
    the lead has none yet and this person may say it. `why_not` refuses the whole; `deal` is the one
    that is there already, with which the lead may close instead. `making` says what is under way.
    """

    deal_name: str
    owner: str
    channel_label: str
    pair: DealPair | None
    rests_on: str
    channels: tuple[Channel, ...]
    contacts: tuple[str, ...]
    company: str
    why_not: str
    deal: DealFact | None
    making: str
    warnings: tuple[str, ...]

    @property
    def pair_words(self) -> str:
        return f"{self.pair.source} / {self.pair.detail}" if self.pair else ""

    @property
    def answers(self) -> tuple[CouldBuy, ...]:
        return tuple(CouldBuy)


def hand_off_sheet(lead_id: int, viewer: Viewer) -> HandOff | None:
    """The sheet for one lead, or None where there is no such lead."""
    found = Lead.objects.select_related("contact", "company", "owner", "contact__company")
    lead = found.filter(pk=lead_id, gone_at=None, merged_into="").first()
    if lead is None:
        return None
    deal = next(iter(deals_of([lead.pk]).get(lead.pk, ())), None)
    offered = channels_to_choose(lead, viewer)
    pair = channels.deal_pair(lead.channel)
    return HandOff(
        deal_name=proposed_name(lead),
        owner=str(lead.owner) if lead.owner else "",
        channel_label=channels.label_of(lead.channel),
        pair=pair,
        rests_on=rests_on(lead.channel, pair),
        channels=offered,
        contacts=tuple(map(str, contacts_of(lead))),
        company=company_name(lead),
        why_not=why_not(lead, deal, viewer, may_choose=bool(offered)),
        deal=deal,
        making=making_words(lead),
        warnings=tuple(warnings(lead)),
    )


def proposed_name(lead: Lead) -> str:
    contact = lead.contact
    who = (
        intake.contact_name(contact.first_name, contact.last_name, contact.email) if contact else ""
    )
    sites = contact.number_of_facilities if contact else None
    return handoff.deal_name(company_name(lead), sites, who or intake.display_name(lead.name))


def company_name(lead: Lead) -> str:
    company = lead.company or (lead.contact.company if lead.contact else None)
    return company.name if company else ""


def rests_on(channel: str, pair: DealPair | None) -> str:
    """Why the deal gets this pair, or why it would get none."""
    if pair is None:
        return channels.why_unattributable(channel)
    return f"From the lead's channel, {channels.label_of(channel)}."


def contacts_of(lead: Lead) -> list[Contact]:
    """Everybody who goes onto the deal, the lead's own contact first."""
    ids = [lead.contact_id, *lead.contact_ids]
    found = Contact.objects.filter(pk__in=[id for id in ids if id], archived_at=None, gone_at=None)
    return sorted(found, key=lambda contact: ids.index(contact.pk))


def channels_to_choose(lead: Lead, viewer: Viewer) -> tuple[Channel, ...]:
    """The channels offered in the sheet itself: only where the lead has none."""
    if lead.channel:
        return ()
    role = roles.Role.of(viewer.person.role)
    own, ownerless = viewer.person.owns(lead.owner_id), lead.owner_id is None
    may = roles.may_set_channel(role, own=own, ownerless=ownerless, is_empty=True)
    return roles.channels_for(role) if may else ()


def why_not(lead: Lead, deal: DealFact | None, viewer: Viewer, *, may_choose: bool) -> str:
    """What keeps this lead from becoming a deal now, in words; "" where it may."""
    if not may_change(viewer.person, lead.owner_id):
        return f"This lead belongs to {lead.owner}."
    if lead.archived_at:
        return "This lead was archived in HubSpot."
    if lead.owner and lead.owner.left_at:
        return f"{lead.owner} has left, so the deal would have no owner. Assign the lead first."
    made = lead.writes.making_deals().filter(state=State.SENT).exists()
    try:
        handoff.check_hand_off(
            stage=Stage.of(lead.stage),
            channel=Channel.REFERRAL if may_choose else lead.channel,  # any: it is chosen here
            has_deal=made or deal is not None,
            could_buy=CouldBuy.YES,
            owner=lead.owner_id,
        )
    except UnableToHandOff as refused:
        return refused.words
    return ""


def making_words(lead: Lead) -> str:
    """What is under way: "Rita Solano is creating the deal." and how far it came."""
    making = lead.writes.making_deals().unsent().select_related("decision__actor").first()
    if making is None:
        return ""
    who = making.decision.actor
    name = (who.get_full_name() or who.username) if who else "The system"
    words = f"{name} is creating the deal"
    return f"{words}: {making.stuck_because}." if making.stuck_because else f"{words}."


def warnings(lead: Lead) -> list[str]:
    """What to know before pressing; none of it forbids the deal."""
    words = [finding.message for finding in PortalFinding.objects.filter(code__startswith="deal-")]
    company = lead.company
    if company and company.locks_purchased:
        words.append(
            f"{company} is a customer already ({company.locks_purchased:,} locks): "
            "is this an expansion?"
        )
    others = Lead.objects.filter(contact_id=lead.contact_id, archived_at=None, gone_at=None)
    others = others.exclude(pk=lead.pk) if lead.contact_id else Lead.objects.none()
    if others.exclude(stage__in=CLOSED).exists():
        words.append("Another attempt with this person is still open.")
    for facts in deals_of(others.values_list("pk", flat=True)).values():
        words += [
            f"An earlier attempt led to a deal: “{fact.name}”, {fact.words}." for fact in facts
        ]
    return words


@dataclass(frozen=True, slots=True)
class StrayDeal:
    """A deal without its lead, whose revenue no channel gets. `leads` may be linked: the same contact."""

    id: str
    name: str
    stage: str
    amount: Decimal | None
    owner: str
    created_at: datetime | None
    contacts: tuple[str, ...]
    leads: tuple[tuple[int, str], ...]
    state: str = ""


@dataclass(frozen=True, slots=True)
class Unattributable:
    """What was made past the leads, newest first, and how many still stand in the retired stage."""

    deals: tuple[StrayDeal, ...]
    retired: int

    @property
    def amount(self) -> Decimal:
        """Dollars that no channel gets, as far as the deals say."""
        return sum((deal.amount or Decimal(0) for deal in self.deals), Decimal(0))


def unattributable_deals() -> Unattributable:
    """For managers. Five queries whatever the number of deals."""
    strays = Deal.objects.live().filter(pipeline=handoff.DEAL_PIPELINE, lead=None)
    deals = list(
        strays.select_related("owner").order_by(F("created_at").desc(nulls_last=True), "pk")
    )
    stages = PortalStage.objects.filter(object_type="deals", pipeline=handoff.DEAL_PIPELINE)
    labels = dict(stages.values_list("stage", "label"))
    ids = {id for deal in deals for id in deal.contact_ids}
    people = {contact.pk: str(contact) for contact in Contact.objects.filter(pk__in=ids)}
    leads, states = leads_of_contacts(ids), link_states(deals)
    return Unattributable(
        deals=tuple(
            StrayDeal(
                id=deal.pk,
                name=deal.name,
                stage=labels.get(deal.stage, deal.stage),
                amount=deal.amount,
                owner=str(deal.owner) if deal.owner else "",
                created_at=deal.created_at,
                contacts=tuple(people[id] for id in deal.contact_ids if id in people),
                leads=tuple(one for id in deal.contact_ids for one in leads.get(id, ())),
                state=states.get(deal.pk, ""),
            )
            for deal in deals
        ),
        retired=retired_deals().count(),
    )


def leads_of_contacts(ids: set[str]) -> dict[str, list[tuple[int, str]]]:
    """Leads that have no deal yet, by contact, newest first, as "Imani Oyelaran, Connected"."""
    found: dict[str, list[tuple[int, str]]] = {}
    free = Lead.objects.filter(contact_id__in=ids, archived_at=None, gone_at=None, merged_into="")
    for lead in free.filter(deals=None).select_related("contact").order_by("-created_at", "-pk"):
        stage = Stage.of(lead.stage)
        words = f"{lead.contact}, {stage.label if stage else 'unknown stage'}"
        found.setdefault(lead.contact_id or "", []).append((lead.pk, words))
    return found


def link_states(deals: list[Deal]) -> dict[str, str]:
    """What is being done about these deals already, in words."""
    writes = OutboundWrite.objects.filter(
        kind=OutboundWrite.Kind.LINK, object_type="deals", record_id__in=[deal.pk for deal in deals]
    ).exclude(state__in=(State.SENT, State.DISCARDED))
    return {
        write.record_id: stuck_words(write) if write.state == State.REFUSED else doing_words(write)
        for write in writes.select_related("depends_on")
    }


def retired_deals() -> QuerySet[Deal]:
    """Deals that still stand where deals opened before: counted as retired, not as unattributable."""
    old = PortalStage.objects.filter(
        object_type="deals",
        pipeline_label=handoff.RETIRED_PIPELINE_LABEL,
        label=handoff.RETIRED_STAGE_LABEL,
    )
    return Deal.objects.live().filter(
        pipeline__in=old.values("pipeline"), stage__in=old.values("stage"), lead=None
    )
