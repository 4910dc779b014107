"""The parts of the open page that a reply has to draw again: cards, counts, chips, the lead."""

import re
from typing import Any

from django.urls import reverse

from leads.queries.board import Changes, changes
from leads.queries.lead import LeadPage, offered_reasons
from leads.web.access import viewer_of
from leads.web.address import Address
from leads.web.htmx import HtmxRequest, page_behind
from leads.web.toolbar import toolbar

LEAD_PATH = re.compile(r"^/leads/(\d+)/")


def page_parts(request: HtmxRequest, *, acted_on: LeadPage | None = None) -> dict[str, Any]:
    """What to draw, judged from the page that the person looks at."""
    path, query = page_behind(request)
    parts: dict[str, Any] = {}
    if path == reverse("board"):
        address = Address.of(query, request.user)
        parts |= board_parts(request, address, acted_on)
        is_open = acted_on is not None and address.lead == acted_on.card.id
    else:
        found = LEAD_PATH.match(path)
        is_open = acted_on is not None and found is not None and int(found[1]) == acted_on.card.id
    return parts | {"page": acted_on, "draws_page": is_open}


def board_parts(
    request: HtmxRequest, address: Address, acted_on: LeadPage | None = None
) -> dict[str, Any]:
    """Everything that changed on this board since the version that the page has."""
    said = request.GET.get("since") or request.POST.get("since") or ""
    since = int(said) if said.isascii() and said.isdigit() else 0
    changed = changes(address.wanted, viewer_of(request), since)
    card = acted_on.card if acted_on else None
    return {
        "changes": changed,
        "address": address,
        "toolbar": toolbar(address, changed.chips) if changed else None,
        "no_response_why": why_no_response(),
        "forced": None if card is None or is_told(changed, card.id) else card,
    }


def is_told(changed: Changes | None, lead_id: int) -> bool:
    """Whether the changes speak of this lead already, as drawn or as gone."""
    if changed is None:
        return False
    return lead_id in changed.gone_ids or any(card.id == lead_id for card in changed.cards)


def why_no_response() -> str:
    """Why one press cannot close a lead as No response: the portal cannot keep it. "" where it can."""
    return offered_reasons()[0].why_not
