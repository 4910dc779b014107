"""Recent changes: what one did lately with HubSpot's result, and taking the last of it back."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from leads.actions import undo as undoing
from leads.domain.roles import Role, may_see, reads_all_rows
from leads.queries.history import last_change, recent_changes
from leads.web.access import role_needed, viewer_of
from leads.web.answers import answer
from leads.web.forms import UndoForm
from leads.web.htmx import HtmxRequest, SeeOther

MOST_PAGES = 1000


@require_GET
@role_needed(may_see)
def changes(request: HtmxRequest) -> HttpResponse:
    """`/changes/`: one's own decisions; `?who=all` everybody's, for those who read all rows."""
    may_all = reads_all_rows(Role.of(request.user.role))
    everybody = may_all and request.GET.get("who") == "all"
    said = request.GET.get("page", "")
    number = min(max(int(said), 1), MOST_PAGES) if said.isascii() and said.isdigit() else 1
    found = recent_changes(viewer_of(request), everybody=everybody, number=number)
    shown = {"changes": found, "everybody": everybody, "may_all": may_all}
    return render(request, "leads/changes.html", shown)


@require_POST
def undo_last(request: HtmxRequest) -> HttpResponse:
    """Take back the last of one's own changes, whichever lead it was of."""
    last = last_change(viewer_of(request))
    if last is None:
        return nothing_to_undo(request)
    form = UndoForm(request.POST)
    return answer(
        request,
        last.on_lead.pk,
        form,
        lambda by: undoing.undo(
            last.on_lead.pk, decision_id=last.pk, actor=by["actor"], key=None, now=timezone.now()
        ),
    )


def nothing_to_undo(request: HtmxRequest) -> HttpResponse:
    where = reverse("changes")
    if not request.htmx:
        return SeeOther(where)
    return HttpResponse(status=204, headers={"HX-Redirect": where})
