"""The channel report: where leads come from and what they become, as a page, as a file, and the leads behind
each number."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any

from django.conf import settings
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from leads.domain.period import Period, Preset, period_of
from leads.domain.roles import Role, may_read_reports, reads_all_rows
from leads.queries.behind import Behind
from leads.queries.channel_sums import By
from leads.queries.channels import ChannelReport, channel_report
from leads.queries.health_table import Table
from leads.web import behind as behinds
from leads.web.access import role_needed, viewer_of
from leads.web.address import one_of
from leads.web.htmx import HtmxRequest
from leads.web.spreadsheet import as_csv

CSV_COLUMNS = ("table", "row", "column", "number", "from", "to", "as_of", "time_zone")
MOST = Decimal(10) ** 9


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for. `wrong` says in words what of it cannot be read."""

    scope: Behind
    by: By
    preset: Preset | None = None
    invoice: Decimal | None = None
    wrong: str = ""

    @property
    def before(self) -> Behind | None:
        """The period before, to compare with."""
        earlier = Period(self.scope.since, self.scope.until).before
        return Behind(since=earlier.since, until=earlier.until) if earlier else None


@require_GET
@role_needed(may_read_reports)
def channels(request: HtmxRequest) -> HttpResponse:
    """`/reports/channels/?period=&since=&until=&by=&invoice=`: a rep's own leads, or everybody's."""
    asked = read(request)
    shown = {
        "report": report_for(request, asked),
        "asked": asked,
        "bys": tuple(By),
        "presets": [(one, href(asked, preset=one)) for one in Preset],
        "tabs": [(one, href(asked, by=one)) for one in By],
        "is_own": not reads_all_rows(Role.of(request.user.role)),
        "csv_href": href(asked, name="channels-csv"),
        "zone": settings.OFFICE.key,
    }
    return render(request, "leads/channels.html", shown)


@require_GET
@role_needed(may_read_reports)
def channels_csv(request: HtmxRequest) -> HttpResponse:
    """`/reports/channels.csv`: the numbers of the page, one a row."""
    asked = read(request)
    return as_csv("channels", CSV_COLUMNS, csv_rows(report_for(request, asked), asked))


def report_for(request: HtmxRequest, asked: Asked) -> ChannelReport:
    return channel_report(asked.scope, asked.before, asked.by, asked.invoice, viewer_of(request))


def read(request: HtmxRequest) -> Asked:
    """The address, read once: days of its own beat a preset; what it does not understand it leaves out."""
    query = request.GET
    own = behinds.period(behinds.read(query))
    preset = None if own.since or own.until else one_of(Preset, query.get("period")) or Preset.ALL
    days = period_of(preset, viewer_of(request).today) if preset else None
    scope = Behind(since=days.since, until=days.until) if days else own
    invoice, wrong = invoice_of(query)
    return Asked(scope, one_of(By, query.get("by")) or By.CHANNEL, preset, invoice, wrong)


def invoice_of(query: QueryDict) -> tuple[Decimal | None, str]:
    """The vendor's invoice in dollars, as people write it: "$12,500.00"."""
    text = query.get("invoice", "").strip().removeprefix("$").replace(",", "")
    if not text:
        return None, ""
    try:
        amount = Decimal(text)
    except InvalidOperation:
        return None, "The invoice is an amount in dollars, such as 12,500."
    if not amount.is_finite() or not 0 <= amount < MOST:
        return None, "The invoice is an amount in dollars, such as 12,500."
    return amount, ""


def href(asked: Asked, *, name: str = "channels", **other: Any) -> str:
    """The report's address with something else in it."""
    wanted = replace(asked, **other)
    days: dict[str, Any] = {"period": wanted.preset} if wanted.preset else {}
    if not wanted.preset:
        days = {"since": wanted.scope.since, "until": wanted.scope.until}
    said = days | {"by": wanted.by if wanted.by != By.CHANNEL else None, "invoice": wanted.invoice}
    query = urlencode({key: str(value) for key, value in said.items() if value is not None})
    return reverse(name) + (f"?{query}" if query else "")


def csv_rows(report: ChannelReport, asked: Asked) -> Iterator[tuple[str, ...]]:
    told = (
        report.as_of.astimezone(settings.OFFICE).isoformat(timespec="seconds")
        if report.as_of
        else ""
    )
    days = (str(asked.scope.since or ""), str(asked.scope.until or ""))
    for table in report.tables:
        for label, column, number in numbers(table):
            yield table.title, label, column, number, *days, told, settings.OFFICE.key


def numbers(table: Table) -> Iterator[tuple[str, str, str]]:
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            yield row.label, column, cell.words
