"""One lead: a page of its own, the panel beside the board, and single forms for the sheet."""

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from leads.queries.lead import LeadPage, lead_page
from leads.web.access import viewer_of
from leads.web.address import Address
from leads.web.htmx import HtmxRequest, page_behind, wants_fragment

SHEETS = frozenset({"disqualify", "next_step", "assign", "channel", "note", "hand_off", "log_call"})


@require_GET
@vary_on_headers("HX-Request")
def lead(request: HtmxRequest, lead_id: int) -> HttpResponse:
    """`/leads/<id>/`: the whole page; asked for from the board, the panel."""
    page = found(request, lead_id)
    if not wants_fragment(request):
        return render(request, "leads/lead.html", {"page": page})
    path, query = page_behind(request)
    address = Address.of(query if path == reverse("board") else QueryDict(), request.user)
    reply = render(request, "leads/lead.html#lead", {"page": page, "address": address})
    if path == reverse("board"):
        reply["HX-Push-Url"] = address.to(lead=lead_id)
    return reply


@require_GET
@vary_on_headers("HX-Request")
def sheet(request: HtmxRequest, lead_id: int, name: str) -> HttpResponse:
    """`/leads/<id>/sheet/<name>/`: one form of the lead, in a dialog or as a small page."""
    form_name = name.replace("-", "_")
    if form_name not in SHEETS:
        raise Http404("There is no such form.")
    in_dialog = wants_fragment(request)
    shown = {
        "page": found(request, lead_id),
        "form_name": form_name,
        "place": "sheet",
        "in_dialog": in_dialog,
        "said": {form_name: request.GET},
    }
    template = "leads/sheet.html#sheet" if in_dialog else "leads/sheet.html"
    return render(request, template, shown)


def found(request: HtmxRequest, lead_id: int) -> LeadPage:
    page = lead_page(lead_id, viewer_of(request))
    if page is None:
        raise Http404("There is no such lead here.")
    return page
