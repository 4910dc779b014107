"""One write that HubSpot does not have yet: all its tries, and the three ways on."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from leads.actions.decide import NoSuchLead, SomebodyWasFirst
from leads.actions.edit_write import edit_write
from leads.actions.settle import give_up, send_again
from leads.domain.refusal import Refusal
from leads.domain.roles import may_use_desk
from leads.models import OutboundWrite
from leads.queries.stuck_writes import stuck_write
from leads.web.access import role_needed
from leads.web.correcting import corrected
from leads.web.forms import SettleForm
from leads.web.htmx import HtmxRequest, SeeOther


@require_GET
@role_needed(may_use_desk)
def write(request: HtmxRequest, row_id: int) -> HttpResponse:
    """`/desk/portal/writes/<id>/`"""
    return show(request, row_id)


@require_POST
@role_needed(may_use_desk)
def retry(request: HtmxRequest, row_id: int) -> HttpResponse:
    return settle(
        request,
        row_id,
        "It is sent again.",
        lambda now: send_again(row_id, actor=request.user, now=now),
    )


@require_POST
@role_needed(may_use_desk)
def discard(request: HtmxRequest, row_id: int) -> HttpResponse:
    return settle(
        request, row_id, "Given up: it shows what HubSpot has.",
        lambda now: give_up(row_id, actor=request.user, now=now),
    )  # fmt: skip


@require_POST
@role_needed(may_use_desk)
def edit(request: HtmxRequest, row_id: int) -> HttpResponse:
    form = SettleForm(request.POST)
    form.is_valid()

    def choose(now: datetime) -> OutboundWrite:
        found = OutboundWrite.objects.get(pk=row_id)
        values = corrected(found.object_type, list(found.properties), request.POST.dict())
        return edit_write(row_id, values, actor=request.user, now=now)

    return settle(request, row_id, "Corrected, and sent again.", choose)


def settle(
    request: HtmxRequest, row_id: int, done: str, choose: Callable[[datetime], OutboundWrite]
) -> HttpResponse:
    """Do it and go back to the list; refused, the write is shown again with the reason."""
    try:
        choose(timezone.now())
    except (NoSuchLead, OutboundWrite.DoesNotExist) as gone:
        raise Http404("There is no such change.") from gone
    except SomebodyWasFirst as first:
        return show(request, row_id, str(first), status=409)
    except Refusal as no:
        return show(request, row_id, no.words, status=422)
    messages.success(request, done)
    return SeeOther(reverse("portal") + "#writes")


def show(
    request: HtmxRequest, row_id: int, refused: str = "", *, status: int = 200
) -> HttpResponse:
    found = stuck_write(row_id)
    if found is None:
        raise Http404("There is no such change.")
    shown: dict[str, Any] = {"one": found, "refused": refused, "said": request.POST}
    return render(request, "leads/stuck_write.html", shown, status=status)
