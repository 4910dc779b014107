"""Leads as a CSV file that any spreadsheet opens as text: nothing in a cell is ever a formula."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from django.http import HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_GET

from leads.domain import roles
from leads.queries.sheet_of_leads import COLUMNS, every_lead, leads_wanted, rows
from leads.web.access import role_needed, viewer_of
from leads.web.address import Address
from leads.web.htmx import HtmxRequest

STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
BOM = "\ufeff"
"""Tells Excel that the file is UTF-8."""


@require_GET
@role_needed(roles.may_see)
def leads_csv(request: HtmxRequest) -> HttpResponse:
    """`/leads.csv`: what the board shows under the same filters; `?scope=all` every lead."""
    viewer = viewer_of(request)
    is_all = request.GET.get("scope") == "all"
    leads = (
        every_lead()
        if is_all
        else leads_wanted(Address.of(request.GET, request.user).wanted, viewer)
    )
    return as_csv("leads", COLUMNS, rows(leads, viewer))


def as_csv(name: str, columns: Sequence[str], body: Iterable[Sequence[str]]) -> HttpResponse:
    """A file to save, sent while it is read."""
    reply = StreamingHttpResponse(lines(columns, body), content_type="text/csv; charset=utf-8")
    reply["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    reply["Cache-Control"] = "no-store"
    return reply  # type: ignore[return-value]  # both are responses; the stubs know no common one


def lines(columns: Sequence[str], body: Iterable[Sequence[str]]) -> Iterator[str]:
    writer = csv.writer(Line(), quoting=csv.QUOTE_ALL)
    yield BOM + writer.writerow(columns)
    for row in body:
        yield writer.writerow([neutral(cell) for cell in row])


class Line:
    """What the writer writes to: hands the line back instead of keeping it."""

    def write(self, text: str) -> str:
        return text


def neutral(cell: str) -> str:
    """The cell as text: an apostrophe stands before whatever would start a formula."""
    return f"'{cell}" if cell.startswith(STARTS_A_FORMULA) else cell
