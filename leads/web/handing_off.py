"""From lead to deal: the sheet is posted once, and a deal that is there already closes its lead."""

from django.conf import settings
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from leads.actions import hand_off as handing
from leads.models import Decision
from leads.web.answers import By, answer
from leads.web.forms import HandOffForm
from leads.web.htmx import HtmxRequest


@require_POST
def hand_off(request: HtmxRequest, lead_id: int) -> HttpResponse:
    form = HandOffForm(request.POST)

    def choose(by: By) -> Decision:
        return handing.hand_off(
            lead_id,
            deal_name=form.said("deal_name"),
            amount=form.said("amount"),
            close_on=form.day("close_on"),
            could_buy=form.said("could_buy"),
            channel=form.said("channel"),
            seen=form.said("seen") or None,
            office=settings.OFFICE,
            **by,
        )

    return answer(request, lead_id, form, choose)


@require_POST
def close_with_deal(request: HtmxRequest, lead_id: int) -> HttpResponse:
    """Meeting Booked with the deal that somebody made in HubSpot."""
    form = HandOffForm(request.POST)
    return answer(
        request,
        lead_id,
        form,
        lambda by: handing.close_with_deal(lead_id, seen=form.said("seen") or None, **by),
    )
