"""Leads as rows of a spreadsheet: those that a board shows, or every one, read piece by piece."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import batched

from django.db.models import QuerySet

from leads.domain.intake import LeadType, contact_name
from leads.domain.pipeline import Stage
from leads.models import Lead
from leads.queries.board import Wanted, chipped, tab_leads
from leads.queries.card import Viewer, reason_label
from leads.queries.deal import DealFact, deals_of
from leads.queries.saving import SyncMark, sync_marks
from leads.queries.search import matching

COLUMNS = (
    "id", "hubspot_id", "name", "contact", "company", "stage", "channel", "owner", "type", "reason",
    "note", "created_at", "closed_at", "archived_at", "deal", "sync", "email", "next_step_on",
    "next_step", "contact_id", "company_id", "owner_id", "stage_label", "type_label", "reason_label",
    "deal_name",
)  # fmt: skip
PIECE = 500
"""Rows that are read and drawn at a time: the whole is never in memory."""


def leads_wanted(wanted: Wanted, viewer: Viewer) -> QuerySet[Lead]:
    """The leads of a board under these filters."""
    return chipped(matching(tab_leads(wanted.tab, viewer), wanted.text), wanted.chip, viewer)


def every_lead() -> QuerySet[Lead]:
    """All of them, closed and archived ones too; one that was merged into another counts once."""
    return Lead.objects.filter(gone_at=None, merged_into="")


def rows(leads: QuerySet[Lead], viewer: Viewer) -> Iterator[tuple[str, ...]]:
    """One row a lead, in the order of `COLUMNS`, everything as text: values as HubSpot and the markup
    have them, for programs, then labels for people; times in the office's zone."""
    joined = leads.select_related("contact", "company", "owner").order_by("pk")
    for piece in batched(joined.iterator(chunk_size=PIECE), PIECE):
        ids = [lead.pk for lead in piece]
        deals, marks = deals_of(ids), sync_marks(ids, viewer.now)
        yield from (row(lead, deals, marks, viewer) for lead in piece)


def row(
    lead: Lead,
    deals: Mapping[int, Sequence[DealFact]],
    marks: Mapping[int, SyncMark],
    viewer: Viewer,
) -> tuple[str, ...]:
    contact, stage, type = lead.contact, Stage.of(lead.stage), LeadType.of(lead.type)
    own = deals.get(lead.pk, ())

    def moment(at: datetime | None) -> str:
        return at.astimezone(viewer.zone).isoformat(timespec="seconds") if at else ""

    name = contact_name(contact.first_name, contact.last_name, contact.email) if contact else ""
    return (
        str(lead.pk), lead.hubspot_id or "", lead.name, name,
        lead.company.name if lead.company else "", stage.slug if stage else lead.stage, lead.channel,
        str(lead.owner) if lead.owner else "", lead.type, lead.reason, lead.note,
        moment(lead.created_at), moment(lead.closed_at), moment(lead.archived_at),
        "; ".join(deal.id for deal in own),
        str(marks.get(lead.pk, SyncMark()).state), contact.email if contact else "",
        lead.next_step_on.isoformat() if lead.next_step_on else "", lead.next_step,
        lead.contact_id or "", lead.company_id or "", lead.owner_id or "",
        stage.label if stage else lead.stage, type.label if type else lead.type,
        reason_label(lead.reason), "; ".join(deal.name for deal in own),
    )  # fmt: skip
