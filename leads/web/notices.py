"""Notices: what happened to one's own work, the bell that counts it, and the switch of the daily mail."""

from datetime import datetime

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_GET, require_POST

from leads.actions import see_notices as seeing
from leads.domain.roles import may_see
from leads.queries.notices import fresh, notices, read_until, unseen
from leads.web.access import role_needed, viewer_of
from leads.web.htmx import HtmxRequest, SeeOther


@require_GET
@role_needed(may_see)
def page(request: HtmxRequest) -> HttpResponse:
    """`/notices/`: one's own and nobody else's."""
    viewer = viewer_of(request)
    found = notices(viewer)
    shown = {
        "notices": found,
        "new": len(fresh(found)),
        "drawn_at": viewer.now.isoformat(),
        "sends_mail": settings.SENDS_MAIL,
    }
    return render(request, "leads/notices.html", shown)


@require_GET
@role_needed(may_see)
def bell(request: HtmxRequest) -> HttpResponse:
    """`/notices/bell/`: the bell with the number of what is new, asked for by an open page."""
    return render(request, "leads/parts/bell.html", {"number": unseen(viewer_of(request))})


@require_POST
@role_needed(may_see)
def seen(request: HtmxRequest) -> HttpResponse:
    """Everything that the page showed was seen; what came after it was drawn stays new."""
    until = moment_of(request.POST.get("until", ""))
    seeing.see_notices(request.user, until=until, read_to=read_until(until))
    return SeeOther(reverse("notices"))


def moment_of(said: str) -> datetime:
    """When the page was drawn, as its form says; never later than now."""
    now = timezone.now()
    try:
        moment = parse_datetime(said)
    except ValueError:
        moment = None
    return min(moment, now) if moment and moment.tzinfo else now


@require_POST
@role_needed(may_see)
def digest(request: HtmxRequest) -> HttpResponse:
    """Switch the daily mail on or off."""
    seeing.switch_digest(request.user, on=request.POST.get("on") == "yes")
    return SeeOther(reverse("notices"))
