"""The few tags of the reports: where a number opens the leads behind it, and how a lead is shown there."""

from django import template

from leads.domain.channels import label_of
from leads.models import Lead
from leads.queries.behind import Behind
from leads.queries.card import reason_label
from leads.queries.channels import ChannelReport
from leads.queries.health_cube import stage_label
from leads.queries.health_table import Cell, DealsBehind, Row, Table
from leads.web.behind import address

register = template.Library()


@register.filter
def opens(behind: Behind | DealsBehind, name: str = "lead-health-leads") -> str:
    """Where the leads or deals behind a number are listed; `name` is the address of the report's list."""
    return address(behind, name)


@register.filter
def headlines(report: ChannelReport) -> list[tuple[str, int, int | None]]:
    """The few numbers to see first, each with that of the period before."""
    names = (("raised", "raised"), ("connected", "connected"), ("meetings booked", "meetings"),
             ("disqualified", "disqualified"), ("archived without an outcome", "archived"),
             ("deals won", "won"))  # fmt: skip
    before = report.before
    return [
        (words, getattr(report.total, name), getattr(before, name) if before else None)
        for words, name in names
    ]


@register.filter
def stage_words(lead: Lead) -> str:
    return stage_label(lead.stage)


@register.filter
def channel_words(lead: Lead) -> str:
    return label_of(lead.channel)


@register.filter
def reason_words(lead: Lead) -> str:
    return reason_label(lead.reason)


@register.filter
def cells(row: Row, table: Table) -> list[tuple[str, Cell]]:
    """Each number of a row with the heading that it stands under."""
    return list(zip(table.columns, row.cells, strict=True))
