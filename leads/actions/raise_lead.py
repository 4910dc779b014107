"""Raise a lead: begin a new attempt with a contact, owner and channel known from the start."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from leads.actions.decide import Choice, Link, Side, answered_before, queue
from leads.domain import intake
from leads.domain.intake import LeadType, UnableToRaise
from leads.domain.pipeline import CLOSED, PIPELINE_ID, Stage
from leads.domain.roles import NotAllowed, Role
from leads.models import Contact, Decision, Lead, Owner, Person
from leads.models.clock import tick


def raise_lead(
    contact_id: str,
    *,
    owner_id: str,
    channel: str,
    type: str = "",
    actor: Person | None,
    key: str | None,
    now: datetime,
) -> Decision:
    """A new attempt with this contact (HubSpot id). Raises UnableToRaise.

    HubSpot makes the lead when the write arrives; until then it stands on the board as "saving".
    A repeated `key` returns the first decision.
    """
    if earlier := answered_before(key):
        return earlier
    contact = contact_of(contact_id)
    owner = Owner.objects.filter(pk=owner_id).first()
    with transaction.atomic(durable=True):
        version = (
            tick()
        )  # locks the board's clock: two raises of one contact come one after the other
        if twin := answered_before(key):
            return twin
        chosen = check(contact, owner, channel, wanted_type(type, contact), actor)
        lead = new_lead(contact, owner, chosen, wanted_type(type, contact), now, version)
        return record(lead, contact, actor, key, now)


def contact_of(contact_id: str) -> Contact:
    contact = (
        Contact.objects.select_related("company")
        .filter(pk=contact_id, gone_at=None, archived_at=None, merged_into="")
        .first()
    )
    if contact is None:
        raise UnableToRaise("Choose a contact: a lead is an attempt with one person.")
    return contact


def wanted_type(raw: str, contact: Contact) -> LeadType:
    if not raw:
        return intake.type_for(contact.company.locks_purchased if contact.company else None)
    chosen = LeadType.of(raw)
    if chosen is None:
        raise UnableToRaise("Choose New business or Existing business.")
    return chosen


def check(
    contact: Contact, owner: Owner | None, channel: str, type: LeadType, actor: Person | None
) -> str:
    if actor is not None and Role.of(actor.role) is None:
        raise NotAllowed("You have no role here yet. Ask an admin for one.")
    return intake.check_raise(
        role=Role.of(actor.role) if actor else None,
        owner=owner.hubspot_id if owner else None,
        owner_is_active=owner is not None and owner.left_at is None,
        channel=channel,
        lead_type=type,
        has_open_lead=open_leads_of(contact).exists(),
        locks_purchased=contact.company.locks_purchased if contact.company else None,
    )


def open_leads_of(contact: Contact) -> QuerySet[Lead]:
    """The attempts that run with this contact."""
    leads = Lead.objects.filter(contact=contact, archived_at=None, gone_at=None, merged_into="")
    return leads.exclude(stage__in=CLOSED)


def new_lead(
    contact: Contact, owner: Owner | None, channel: str, type: LeadType, now: datetime, version: int
) -> Lead:
    name = intake.contact_name(contact.first_name, contact.last_name, contact.email)
    return Lead.objects.create(
        name=intake.lead_name(name),
        pipeline=PIPELINE_ID,
        stage=Stage.NEW,
        channel=channel,
        type=type,
        owner=owner,
        contact=contact,
        company_id=contact.company_id,
        contact_ids=[contact.hubspot_id],
        created_at=now,
        stage_entered_at=now,
        version=version,
    )


def record(
    lead: Lead, contact: Contact, actor: Person | None, key: str | None, now: datetime
) -> Decision:
    """The decision and the write: the contact goes along inline, or HubSpot refuses the lead."""
    properties = {
        "hs_lead_name": lead.name,
        "hs_pipeline": lead.pipeline,
        "hs_pipeline_stage": Stage.NEW.value,
        "hs_lead_label": lead.channel,
        "hs_lead_type": lead.type,
        "hubspot_owner_id": lead.owner_id or "",
    }
    decision = Decision.objects.create(
        lead=lead,
        actor=actor,
        verb=Decision.Verb.RAISE,
        summary="New attempt raised",
        after=properties,
        decided_at=now,
        key=key,
    )
    making = Side("leads", properties, links=[Link("contacts", contact.hubspot_id)])
    queue(decision, Choice(Decision.Verb.RAISE, decision.summary, sides=[making]), now)
    return decision
