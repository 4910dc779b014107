"""One lead whole: its card, the company's facts, the demo lock, earlier attempts, the timeline, and
every form that is allowed now."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from leads.domain import channels, disqualification, pipeline, roles
from leads.domain.demo_lock import DemoLock
from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage
from leads.domain.undo import UnableToUndo
from leads.models import (
    Deal,
    Decision,
    Lead,
    Owner,
    Portal,
    PortalProperty,
)
from leads.models.decision import PUT_BACK
from leads.models.shown import shows
from leads.models.step import step_stands
from leads.queries.card import Attempt, Card, Viewer, draw_cards, earlier_attempts
from leads.queries.clash import Clash, clashes
from leads.queries.deal import DealFact, deals_of
from leads.queries.hand_off import HandOff, hand_off_sheet
from leads.queries.origin import SOURCES
from leads.queries.timeline import Happening, timeline


@dataclass(frozen=True, slots=True)
class ReasonChoice:
    """A reason as offered: `why_not` says why the portal cannot keep it, empty where it can."""

    reason: Reason
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class StageChoice:
    stage: Stage
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class LeadPage:
    card: Card
    lead: Lead
    contact_email: str
    contact_phone: str
    company_facts: tuple[tuple[str, str], ...]
    lock: DemoLock
    note: str
    callback_on: date | None
    traffic: str
    created_by: str
    earlier: tuple[Attempt, ...]
    timeline: tuple[Happening, ...]
    reasons: tuple[ReasonChoice, ...]
    stages: tuple[StageChoice, ...]
    owners: tuple[Owner, ...]
    channels: tuple[channels.Channel, ...]
    clashes: tuple[Clash, ...]
    deals: tuple[Deal, ...]
    deal_facts: tuple[DealFact, ...]
    deal_urls: Mapping[str, str]
    """Where each deal stands in HubSpot, by its id."""
    hand_off: HandOff | None
    undo: Decision | None
    hubspot_url: str
    archived_at: datetime | None

    @property
    def may_change(self) -> bool:
        return self.card.may_change and self.archived_at is None

    @property
    def is_open(self) -> bool:
        return not self.card.is_closed and self.archived_at is None


def lead_page(lead_id: int, viewer: Viewer) -> LeadPage | None:
    """Everything about one lead, or None where there is none."""
    found = Lead.objects.filter(pk=lead_id, gone_at=None)
    lead = found.select_related("contact__owner", "company", "owner").first()
    if lead is None:
        return None
    card = draw_cards(found, viewer)[0]
    contact = lead.contact
    facts = tuple(deals_of([lead.pk]).get(lead.pk, ()))
    return LeadPage(
        card=card,
        lead=lead,
        contact_email=contact.email if contact else "",
        contact_phone=contact.phone if contact else "",
        company_facts=company_facts(lead),
        lock=demo_lock(lead),
        note=lead.note,
        callback_on=disqualification.callback_in(lead.note) if lead.note else None,
        traffic=plain(lead.remote.get("hs_lead_source") or ""),
        created_by=created_by(lead),
        earlier=earlier(lead),
        timeline=timeline(lead, viewer),
        reasons=offered_reasons(),
        stages=offered_stages(card.stage),
        owners=tuple(Owner.objects.filter(left_at=None).order_by("first_name", "last_name")),
        channels=channels_to_offer(lead, viewer),
        clashes=clashes(lead),
        deals=tuple(lead.deals.live()),
        deal_facts=facts,
        deal_urls={fact.id: record_url(DEALS, fact.id) for fact in facts},
        hand_off=hand_off_sheet(lead.pk, viewer),
        undo=undoable(lead, viewer),
        hubspot_url=hubspot_url(lead),
        archived_at=lead.archived_at,
    )


def company_facts(lead: Lead) -> tuple[tuple[str, str], ...]:
    """The company's facts and the contact's site count, read here and kept there."""
    company, contact = lead.company, lead.contact
    sites = contact.number_of_facilities if contact else None
    bought = company.locks_purchased if company else None
    return (
        ("Name", company.name if company else ""),
        ("Facilities", str(sites) if sites is not None else ""),
        ("Software", company.facility_management_software if company else ""),
        ("Locks today", company.current_lock_system if company else ""),
        ("Bought from us", f"{bought} locks" if bought else "none yet"),
    )


def demo_lock(lead: Lead) -> DemoLock:
    contact = lead.contact
    if contact is None:
        return DemoLock()
    return DemoLock(
        asked_on=contact.asked_on,
        tracking=contact.demo_lock_tracking,
        address=contact.demo_lock_address,
        lock_type=contact.demo_lock_type,
    )


def created_by(lead: Lead) -> str:
    said = (lead.created_by, lead.remote.get("hs_lead_source_drill_down_1") or "")
    return " · ".join(dict.fromkeys(SOURCES.get(raw, plain(raw)) for raw in said if raw))


def plain(raw: str) -> str:
    """HubSpot's own word as a person reads it: ORGANIC_SEARCH is "Organic search"."""
    return raw.replace("_", " ").capitalize() if raw.isupper() else raw


def earlier(lead: Lead) -> tuple[Attempt, ...]:
    """The other attempts with this contact, newest first."""
    if not lead.contact_id:
        return ()
    every = earlier_attempts([lead.contact_id]).get(lead.contact_id, [])
    return tuple(reversed([attempt for attempt in every if attempt.lead_id != lead.pk]))


def offered_reasons() -> tuple[ReasonChoice, ...]:
    """Our reasons in our order, each with why the portal cannot keep it where it has no such option."""
    known = PortalProperty.objects.filter(
        object_type="leads", name="hs_lead_disqualification_reason"
    ).first()
    if known is None:
        return tuple(ReasonChoice(reason) for reason in Reason)
    options = [(value, label) for value, label, hidden in known.options]
    return tuple(
        ReasonChoice(
            reason, "" if disqualification.matching_option(options, reason) else NOT_OFFERED
        )
        for reason in Reason
    )


NOT_OFFERED = "HubSpot does not offer this reason yet. An admin can add it on the Portal page."


def offered_stages(start: Stage | None) -> tuple[StageChoice, ...]:
    return tuple(
        StageChoice(stage, pipeline.why_not(start, stage))
        for stage in (Stage.ATTEMPTING, Stage.CONNECTED)
        if stage is not start
    )


def channels_to_offer(lead: Lead, viewer: Viewer) -> tuple[channels.Channel, ...]:
    role = roles.Role.of(viewer.person.role)
    may = roles.may_set_channel(
        role,
        own=viewer.person.owns(lead.owner_id),
        ownerless=lead.owner_id is None,
        is_empty=not lead.channel,
    )
    return roles.channels_for(role) if may else ()


def undoable(lead: Lead, viewer: Viewer) -> Decision | None:
    """The last decision, where undoing it would be accepted now."""
    last = lead.decisions.exclude(verb=Decision.Verb.UNDO).first()
    if last is None or Decision.objects.filter(undoes=last).exists():
        return None
    return last if may_undo(last, lead, viewer) else None


def may_undo(last: Decision, lead: Lead, viewer: Viewer) -> bool:
    if last.verb == Decision.Verb.HAND_OFF:
        return bool(last.writes.making_deals().cancellable())
    if last.verb not in PUT_BACK:
        return False
    from leads.domain.undo import check_undo

    stage = Stage.of(last.after.get("hs_pipeline_stage"))
    try:
        check_undo(
            closed_the_lead=bool(stage and stage.is_closed),
            made_a_deal=last.verb == Decision.Verb.HAND_OFF,
            changed_since=not still_so(last, lead),
            by_same_person=last.actor_id == viewer.person.pk,
            decided_at=last.decided_at,
            now=viewer.now,
        )
    except UnableToUndo:
        return False
    return bool(last.after) or last.verb == Decision.Verb.NEXT_STEP


def still_so(last: Decision, lead: Lead) -> bool:
    """Whether what the decision set stands there now."""
    if last.verb == Decision.Verb.NEXT_STEP:
        return step_stands(last.evidence, lead)
    return shows(lead, last.after)


LEADS, DEALS = "0-136", "0-3"
"""How HubSpot names these kinds in the addresses of its own screens."""


def hubspot_url(lead: Lead) -> str:
    return record_url(LEADS, lead.hubspot_id or "")


def record_url(kind: str, id: str) -> str:
    """The record on HubSpot's own screens; "" where it has no page yet or the portal is unknown."""
    portal = Portal.objects.first()
    if portal is None or not id or not portal.ui_domain:
        return ""
    scheme = "http" if portal.ui_domain.startswith(("127.0.0.1", "localhost")) else "https"
    return f"{scheme}://{portal.ui_domain}/contacts/{portal.portal_id}/record/{kind}/{id}"
