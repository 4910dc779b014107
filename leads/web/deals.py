"""Deals that were made past their leads: for managers, with the one repair that there is."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from leads.actions import link_deal as linking
from leads.domain.roles import reads_all_rows
from leads.models import Lead
from leads.queries.hand_off import unattributable_deals
from leads.web.access import role_needed
from leads.web.answers import answer
from leads.web.forms import LinkDealForm
from leads.web.htmx import HtmxRequest


@require_GET
@role_needed(reads_all_rows)
def unattributable(request: HtmxRequest) -> HttpResponse:
    """`/desk/deals/`: the deals whose revenue no channel gets."""
    return render(request, "leads/deals.html", {"found": unattributable_deals()})


@require_POST
@role_needed(reads_all_rows)
def link(request: HtmxRequest, deal_id: str) -> HttpResponse:
    form = LinkDealForm(request.POST)
    lead_id = form.cleaned_data["lead"] if form.is_valid() else None
    if lead_id is None or not Lead.objects.filter(pk=lead_id).exists():
        raise Http404("There is no such lead.")
    return answer(request, lead_id, form, lambda by: linking.link_deal(deal_id, lead_id, **by))
