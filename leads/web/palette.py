"""The palette: what can be done here and where one can go, by a few letters, from any page."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from leads.domain import pipeline, roles
from leads.domain.folding import fold
from leads.domain.pipeline import Stage
from leads.queries.palette import FoundLead, find
from leads.web.access import role_needed, viewer_of
from leads.web.htmx import HtmxRequest
from leads.web.navigation import places_for


@dataclass(frozen=True, slots=True)
class Deed:
    """Something to do or a page to go to. `press` finds the button on the lead's own card; where the
    page has none, `href` leads to the same form."""

    label: str
    icon: str
    href: str
    key: str = ""
    press: str = ""
    lead_id: int | None = None


@require_GET
@role_needed(roles.may_see)
def palette(request: HtmxRequest) -> HttpResponse:
    """`/palette/?q=…&lead=…`: deeds for that lead, pages, leads, contacts and companies."""
    words = request.GET.get("q", "").replace("\x00", "").strip()[:200]
    said = request.GET.get("lead", "")
    at = int(said) if said.isascii() and said.isdigit() and len(said) < 16 else None
    finding = find(words, at, viewer_of(request))
    shown = {
        "q": words,
        "finding": finding,
        "deeds": [one for one in deeds(finding.at) if means(words, one.label)],
        "pages": [one for one in pages(request) if means(words, one.label)],
    }
    return render(request, "leads/parts/palette.html#found", shown)


def means(words: str, label: str) -> bool:
    return all(word in fold(label) for word in fold(words).split())


def deeds(lead: FoundLead | None) -> list[Deed]:
    """What is allowed now for the lead that is open or has the focus."""
    if lead is None:
        return []
    return [by_sheet(lead, *one) for one in sheets(lead)] + list(moves(lead))


SHEETS = (
    ("No response", "close", "disqualify/?reason=NO_RESPONSE", "N", "no-response"),
    ("Disqualify…", "close", "disqualify/", "D", "disqualify"),
    ("Next step…", "date", "next-step/", "E", "next-step"),
    ("Create deal…", "check", "hand-off/", "B", "hand-off"),
    ("Log call", "phone", "log-call/", "L", "log-call"),
    ("Owner…", "person", "assign/", "", "assign"),
    ("Note…", "note", "note/", "", "note"),
)
"""The label, the icon, the form behind it, its letter, and what the card calls it."""


def sheets(lead: FoundLead) -> tuple[tuple[str, str, str, str, str], ...]:
    is_open = lead.stage is not None and not lead.stage.is_closed
    return SHEETS if lead.may_change and is_open else ()


def by_sheet(lead: FoundLead, label: str, icon: str, form: str, key: str, act: str) -> Deed:
    href = f"{reverse('lead', args=[lead.id])}sheet/{form}"
    return Deed(label, icon, href, key, f'[data-act="{act}"]', lead.id)


def moves(lead: FoundLead) -> Iterator[Deed]:
    if not lead.may_change:
        return
    for stage in Stage:
        if pipeline.may_move_by_hand(lead.stage, stage):
            href = reverse("lead", args=[lead.id])
            press = f'[data-move="{stage.slug}"]'
            yield Deed(f"Move to {stage.label}", "move", href, "", press, lead.id)


def pages(request: HtmxRequest) -> list[Deed]:
    """The rail's places, and the doors that stand elsewhere."""
    found = [
        Deed(place.label, place.icon, place.href) for place in places_for(request, counted=False)
    ]
    return [*found, Deed("New attempt", "person", reverse("new-lead"))]
