"""The board: what do I do next; and what has changed on it since the page last asked."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from leads.queries.board import board as query
from leads.queries.lead import lead_page
from leads.web.access import viewer_of
from leads.web.address import Address
from leads.web.fragments import board_parts, why_no_response
from leads.web.htmx import HtmxRequest
from leads.web.toolbar import toolbar

DENSITIES = ("roomy", "compact")
A_YEAR = 365 * 24 * 60 * 60


@require_GET
@vary_on_headers("HX-Request")
def board(request: HtmxRequest) -> HttpResponse:
    """`/`: the columns or the list, with the panel of a lead where the address names one."""
    address = Address.of(request.GET, request.user)
    viewer = viewer_of(request)
    drawn = query(address.wanted, viewer)
    asked = request.GET.get("density")
    density = asked if asked in DENSITIES else request.COOKIES.get("density", "")
    shown = {
        "board": drawn,
        "address": address,
        "toolbar": toolbar(address, drawn.chips),
        "page": lead_page(address.lead, viewer) if address.lead else None,
        "no_response_why": why_no_response(),
        "is_compact": density == "compact",
    }
    reply = render(request, "leads/board.html", shown)
    if asked in DENSITIES:
        reply.set_cookie("density", asked, max_age=A_YEAR, samesite="Lax")
    return reply


@require_GET
def board_changes(request: HtmxRequest) -> HttpResponse:
    """`/board/changes/?since=…`: the cards, counts and chips that differ from the open page."""
    parts = board_parts(request, Address.of(request.GET, request.user))
    reply = render(request, "leads/replies/changes.html", parts)
    if parts["changes"]:
        reply["HX-Trigger"] = "boardchanged"  # the bell looks again then, and only then
    return reply
