"""The palette: the leads, contacts and companies that a few letters mean, and the lead one is at."""

from dataclasses import dataclass
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    ExpressionWrapper,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)

from leads.domain.intake import contact_name, display_name
from leads.domain.pipeline import Stage
from leads.models import Company, Contact, Lead
from leads.queries.card import Viewer, may_change, outcome
from leads.queries.search import companies_matching, contacts_matching, matching

MOST = 6
"""Rows of each kind: what is further down is found by one more letter."""
CLOSED = [stage.value for stage in Stage if stage.is_closed]


@dataclass(frozen=True, slots=True)
class FoundLead:
    id: int
    name: str
    company: str
    state: str
    """The stage, of a closed attempt with its outcome."""
    owner: str
    stage: Stage | None
    may_change: bool


@dataclass(frozen=True, slots=True)
class FoundContact:
    """A person; `lead_id` is the open attempt with them, if there is one."""

    id: str
    name: str
    detail: str
    lead_id: int | None


@dataclass(frozen=True, slots=True)
class FoundCompany:
    id: str
    name: str
    detail: str


@dataclass(frozen=True, slots=True)
class Finding:
    at: FoundLead | None
    """The lead that is open or has the focus, whatever was typed."""
    leads: tuple[FoundLead, ...] = ()
    contacts: tuple[FoundContact, ...] = ()
    companies: tuple[FoundCompany, ...] = ()


def find(text: str, at: int | None, viewer: Viewer) -> Finding:
    """What the letters mean, open leads first: three queries; one, or none, where nothing is typed."""
    words = text.replace("\x00", "").strip()
    rows = leads_for(words, at)
    here = next((lead(row, viewer) for row in rows if row.pk == at), None)
    if not words:
        return Finding(here)
    return Finding(
        here,
        tuple(lead(row, viewer) for row in rows if row.is_meant)[:MOST],
        tuple(contact(row) for row in people(words)),
        tuple(company(row) for row in companies_matching(words).order_by("folded", "pk")[:MOST]),
    )


def leads_for(words: str, at: int | None) -> list[Any]:
    """The lead one is at, then those that are meant: open ones first, of each the newest."""
    if at is None and not words:
        return []
    meant = Q(pk__in=matching(Lead.objects.all(), words).values("pk")) if words else Q(pk=None)
    rows = Lead.objects.filter(meant | Q(pk=at), gone_at=None, merged_into="")
    over = Q(stage__in=CLOSED) | Q(archived_at__isnull=False)
    return list(
        rows.select_related("contact", "company", "owner")
        .annotate(is_meant=ExpressionWrapper(meant, BooleanField()))
        .order_by(first(Q(pk=at)), first(~over), "-created_at", "-pk")[: MOST + 1]
    )


def first(rule: Q) -> Case:
    """An order that begins with the rows of this rule."""
    return Case(When(rule, then=Value(0)), default=Value(1))


def lead(row: Lead, viewer: Viewer) -> FoundLead:
    who = row.contact
    return FoundLead(
        id=row.pk,
        name=contact_name(who.first_name, who.last_name, who.email)
        if who
        else display_name(row.name),
        company=row.company.name if row.company else "",
        state=outcome(row.stage, row.reason, row.archived_at),
        owner=str(row.owner) if row.owner else "no owner",
        stage=Stage.of(row.stage),
        may_change=row.archived_at is None and may_change(viewer.person, row.owner_id),
    )


def people(words: str) -> QuerySet[Contact, Any]:
    """The contacts, each with `open_lead`, the id of the attempt that runs with them."""
    own = Lead.objects.filter(contact=OuterRef("pk"), archived_at=None, gone_at=None)
    running = Subquery(own.exclude(stage__in=CLOSED).order_by("pk").values("pk")[:1])
    found = contacts_matching(words).select_related("company").annotate(open_lead=running)
    return found.order_by("folded", "pk")[:MOST]


def contact(row: Any) -> FoundContact:
    words = (row.email, row.company.name if row.company else "")
    return FoundContact(
        row.pk,
        contact_name(row.first_name, row.last_name, row.email),
        " · ".join(filter(None, words)),
        row.open_lead,
    )


def company(row: Company) -> FoundCompany:
    return FoundCompany(row.pk, row.name or row.domain, row.domain if row.name else "")
