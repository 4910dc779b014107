"""Portal health: how old the mirror is, what HubSpot has not heard, where it differs, what is still open."""

from datetime import datetime, time

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from leads.actions.press_portal import UnableToMend, press_portal
from leads.domain.roles import may_use_desk
from leads.models import PortalFinding, PortalPress
from leads.queries.mirror_age import calls, closed_parts, kinds, loops
from leads.queries.open_points import open_points, stuck_locks
from leads.queries.stuck_writes import outbox
from leads.web.access import role_needed, viewer_of
from leads.web.forms import PortalForm
from leads.web.htmx import HtmxRequest, SeeOther

LAST_PRESSES = 5


@require_GET
@role_needed(may_use_desk)
def portal(request: HtmxRequest) -> HttpResponse:
    """`/desk/portal/`, all of it from our own tables: no page asks HubSpot."""
    viewer = viewer_of(request)
    checked = next(loop for loop in loops(viewer.now) if loop.name == "check")
    presses = PortalPress.objects.select_related("pressed_by")
    shown = {
        "kinds": kinds(), "loops": loops(viewer.now), "outbox": outbox(),
        "closed": closed_parts(),
        "calls": calls(datetime.combine(viewer.today, time.min, viewer.zone)),
        "findings": PortalFinding.objects.order_by("is_offer", "code"), "checked": checked,
        "presses": presses[:LAST_PRESSES], "waiting": presses.filter(done_at=None).exists(),
        "points": open_points(viewer.now), "stuck_locks": stuck_locks(),
    }  # fmt: skip
    return render(request, "leads/portal.html", shown)


@require_POST
@role_needed(may_use_desk)
def press(request: HtmxRequest) -> HttpResponse:
    """Check now, or mend something: the row waits for its task, which says here what became of it."""
    form = PortalForm(request.POST)
    form.is_valid()
    try:
        press_portal(form.said("what"), actor=request.user, now=timezone.now())
    except UnableToMend as no:
        messages.error(request, no.words)
    return SeeOther(reverse("portal") + "#differences")
