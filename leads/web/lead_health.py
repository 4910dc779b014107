"""Lead health: what was lost and what is missing, as a page, as a file, and the leads behind each number."""

from collections.abc import Iterator

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from leads.domain.roles import Role, may_read_reports, reads_all_rows
from leads.queries.behind import leads_behind
from leads.queries.health_cube import owner_names
from leads.queries.health_table import DealsBehind
from leads.queries.lead_health import LeadHealth, deals_behind, listed
from leads.queries.lead_health import lead_health as query
from leads.queries.sheet_of_leads import COLUMNS, rows
from leads.web import behind as behinds
from leads.web.access import role_needed, viewer_of
from leads.web.htmx import HtmxRequest
from leads.web.spreadsheet import as_csv

A_PAGE = 100


@require_GET
@role_needed(may_read_reports)
def reports(request: HtmxRequest) -> HttpResponse:
    """`/reports/`: the first of the reports."""
    return HttpResponseRedirect(reverse("channels"))


@require_GET
@role_needed(may_read_reports)
def lead_health(request: HtmxRequest) -> HttpResponse:
    """`/reports/lead-health/?since=&until=`: a rep's own leads, or everybody's."""
    scope = behinds.period(behinds.read(request.GET))
    shown = {
        "report": query(scope, viewer_of(request)),
        "scope": scope,
        "is_own": not reads_all_rows(Role.of(request.user.role)),
        "csv_href": behinds.address(scope, "lead-health-csv"),
        "zone": settings.OFFICE.key,
    }
    return render(request, "leads/lead_health.html", shown)


@require_GET
@role_needed(may_read_reports)
def lead_health_csv(request: HtmxRequest) -> HttpResponse:
    """`/reports/lead-health.csv`: the numbers of the page, one a row."""
    scope = behinds.period(behinds.read(request.GET))
    report = query(scope, viewer_of(request))
    return as_csv("lead-health", CSV_COLUMNS, csv_rows(report))


CSV_COLUMNS = ("table", "row", "column", "number", "as_of", "time_zone")


def csv_rows(report: LeadHealth) -> Iterator[tuple[str, ...]]:
    as_of = (
        report.as_of.astimezone(settings.OFFICE).isoformat(timespec="seconds")
        if report.as_of
        else ""
    )
    for table in report.tables:
        for row in table.rows:
            for column, cell in zip(table.columns, row.cells, strict=True):
                yield table.title, row.label, column, cell.words, as_of, settings.OFFICE.key


@require_GET
@role_needed(may_read_reports)
def leads(request: HtmxRequest) -> HttpResponse:
    """`/reports/lead-health/leads/?…`: the leads behind one number, newest first."""
    wanted, viewer = behinds.read(request.GET), viewer_of(request)
    found = Paginator(listed(leads_behind(wanted, viewer)), A_PAGE)
    names = owner_names()
    shown = {
        "page": found.get_page(request.GET.get("page")),
        "total": found.count,
        "words": behinds.words(wanted, names),
        "names": names,
        "back": behinds.address(behinds.period(wanted), report_of(request)),
        "csv_href": behinds.address(wanted, "lead-health-leads-csv"),
    }
    return render(request, "leads/leads_behind.html", shown)


def report_of(request: HtmxRequest) -> str:
    """The report whose number was opened."""
    here = request.resolver_match.url_name if request.resolver_match else ""
    return "channels" if here == "channel-leads" else "lead-health"


@require_GET
@role_needed(may_read_reports)
def leads_csv(request: HtmxRequest) -> HttpResponse:
    """`/reports/lead-health/leads.csv?…`: the same leads as a file."""
    viewer = viewer_of(request)
    return as_csv("leads", COLUMNS, rows(leads_behind(behinds.read(request.GET), viewer), viewer))


@require_GET
@role_needed(may_read_reports)
def deals(request: HtmxRequest) -> HttpResponse:
    """`/reports/lead-health/deals/?stand=retired|pipeline`: the deals without a lead."""
    wanted = DealsBehind(retired=request.GET.get("stand") == "retired")
    found = deals_behind(wanted, viewer_of(request)).select_related("owner")
    shown = {"deals": found.order_by("-created_at", "pk"), "is_retired": wanted.retired}
    return render(request, "leads/deals_behind.html", shown)
