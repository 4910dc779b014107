"""The missing channel desk as a page, one row of it at a time, and the tick that ends the work."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from leads.actions.tick import CHANNEL_REQUIRED, tick_off
from leads.domain.channels import Channel
from leads.domain.roles import may_use_desk
from leads.queries.channel_required import channel_required
from leads.queries.missing_channel import Row, desk_row, missing_channel_desk, progress
from leads.web.access import role_needed, viewer_of
from leads.web.forms import TickForm
from leads.web.htmx import HtmxRequest, SeeOther


@require_GET
@role_needed(may_use_desk)
def missing_channel(request: HtmxRequest) -> HttpResponse:
    """`/desk/missing-channel/`: what has no channel or the wrong name, with one press for each."""
    return render(request, "leads/missing_channel.html", whole_desk(request))


@require_GET
@role_needed(may_use_desk)
def row(request: HtmxRequest, row_id: int) -> HttpResponse:
    """One row as it is now: asked for while HubSpot has not heard of its change."""
    found = desk_row(row_id, viewer_of(request))
    if found is None:
        raise Http404("This lead is not here any more.")
    return render(request, "leads/replies/labelled.html", row_parts(request, found))


@require_POST
@role_needed(may_use_desk)
def required(request: HtmxRequest) -> HttpResponse:
    """The box to tick once Lead Channel is required in HubSpot."""
    form = TickForm(request.POST)
    done = form.is_valid() and form.cleaned_data["done"]
    tick_off(CHANNEL_REQUIRED, done=done, actor=request.user, now=timezone.now())
    return SeeOther(reverse("missing-channel") + "#finish")


def whole_desk(request: HtmxRequest) -> dict[str, Any]:
    desk = missing_channel_desk(viewer_of(request))
    return {
        "desk": desk,
        "progress": desk.progress,
        "required": channel_required(),
        "channels": tuple(Channel),
    }


def row_parts(request: HtmxRequest, found: Row) -> dict[str, Any]:
    """A row and what stands above and below all of them."""
    return {
        "row": found,
        "progress": progress(viewer_of(request)),
        "required": channel_required(),
        "channels": tuple(Channel),
    }
