"""Raising a lead: the contacts that a search finds, what is known of them, and what to say first."""

from dataclasses import dataclass

from django.db.models import Q

from leads.domain import intake, roles
from leads.domain.channels import Channel
from leads.domain.intake import DuplicateWarning, KnownLead, LeadType
from leads.domain.pipeline import Stage
from leads.models import Contact, Lead, Owner
from leads.queries.card import Viewer, outcome
from leads.queries.search import contacts_matching

MOST = 12


@dataclass(frozen=True, slots=True)
class Found:
    """A contact as the search shows it."""

    id: str
    name: str
    email: str
    company: str
    open_lead_id: int | None


@dataclass(frozen=True, slots=True)
class Raising:
    """Everything that the form for one contact needs."""

    contact: Contact
    name: str
    lead_name: str
    company: str
    is_customer: bool
    type: LeadType
    types: tuple[LeadType, ...]
    owners: tuple[Owner, ...]
    owner_id: str
    channels: tuple[Channel, ...]
    warnings: tuple[DuplicateWarning, ...]

    @property
    def is_stopped(self) -> bool:
        return any(warning.kind.stops for warning in self.warnings)


def find_contacts(text: str) -> list[Found]:
    """The first dozen contacts that a person means: every contact of the portal is mirrored."""
    words = text.strip()[:200]
    if not words:
        return []
    rows = contacts_matching(words).select_related("company").order_by("folded")[:MOST]
    open_leads = open_lead_ids([row.pk for row in rows])
    return [
        Found(
            row.pk,
            name_of(row),
            row.email,
            row.company.name if row.company else "",
            open_leads.get(row.pk),
        )
        for row in rows
    ]


def open_lead_ids(contact_ids: list[str]) -> dict[str, int]:
    closed = [stage.value for stage in Stage if stage.is_closed]
    leads = Lead.objects.filter(contact_id__in=contact_ids, archived_at=None, gone_at=None)
    return {
        id or "": pk for id, pk in leads.exclude(stage__in=closed).values_list("contact_id", "pk")
    }


def raising(contact_id: str, viewer: Viewer) -> Raising | None:
    contact = Contact.objects.select_related("company").filter(pk=contact_id, gone_at=None).first()
    if contact is None:
        return None
    locks = contact.company.locks_purchased if contact.company else None
    customer = intake.is_customer(locks)
    return Raising(
        contact=contact,
        name=name_of(contact),
        lead_name=intake.lead_name(name_of(contact)),
        company=contact.company.name if contact.company else "",
        is_customer=customer,
        type=intake.type_for(locks),
        types=(LeadType.UPSELL,) if customer else tuple(LeadType),
        owners=tuple(Owner.objects.filter(left_at=None).order_by("first_name", "last_name")),
        owner_id=viewer.person.owner_id or "",
        channels=roles.channels_for(roles.Role.of(viewer.person.role)),
        warnings=intake.duplicate_warnings(known_leads(contact)),
    )


def known_leads(contact: Contact) -> list[KnownLead]:
    """Leads of this contact and of the others at the same company, whoever owns them."""
    around = Q(contact=contact)
    if contact.company_id:
        around |= Q(contact__company_id=contact.company_id)
    rows = (
        Lead.objects.filter(around, gone_at=None)
        .select_related("contact", "owner")
        .order_by("-created_at")
    )
    return [known(row, contact) for row in rows[:50]]


def known(lead: Lead, contact: Contact) -> KnownLead:
    return KnownLead(
        lead_id=lead.pk,
        contact_name=name_of(lead.contact) if lead.contact else lead.name,
        stage=Stage.of(lead.stage),
        same_contact=lead.contact_id == contact.pk,
        owner_name=str(lead.owner) if lead.owner else "",
        outcome=outcome(lead.stage, lead.reason, lead.archived_at),
        is_archived=lead.archived_at is not None,
    )


def name_of(contact: Contact) -> str:
    return intake.contact_name(contact.first_name, contact.last_name, contact.email)
