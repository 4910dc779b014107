"""Raise a lead: find the contact, see what is known of them, say owner and channel, begin."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from leads.actions.raise_lead import raise_lead
from leads.domain import roles
from leads.domain.refusal import Refusal
from leads.models import Decision
from leads.queries.raising import find_contacts, raising
from leads.web.access import role_needed, viewer_of
from leads.web.answers import Told, Unreadable
from leads.web.forms import RaiseForm
from leads.web.htmx import HtmxRequest, SeeOther


@require_http_methods(["GET", "HEAD", "POST"])
@role_needed(roles.may_see)
def new_lead(request: HtmxRequest) -> HttpResponse:
    """`/leads/new/`: `?q=` searches the contacts, `?contact=` shows the form, a post begins."""
    if request.method == "POST":
        return begin(request, RaiseForm(request.POST))
    words = request.GET.get("q", "").replace("\x00", "").strip()[:200]
    contact_id = request.GET.get("contact", "").replace("\x00", "")
    about = raising(contact_id, viewer_of(request)) if contact_id else None
    if contact_id and about is None:
        raise Http404("There is no such contact here.")
    found = find_contacts(words) if about is None else []
    return render(
        request, "leads/new.html", {"q": words, "found": found, "about": about, "said": None}
    )


def begin(request: HtmxRequest, form: RaiseForm) -> HttpResponse:
    """Raise it and go to it; refused, the form again with what was typed."""
    try:
        decided = raised(request, form)
    except Refusal as refused:
        return refuse(request, refused)
    messages.success(request, f"{decided.lead}: {decided.summary}", extra_tags=str(decided.lead_id))
    return SeeOther(reverse("lead", args=[decided.lead_id]))


def raised(request: HtmxRequest, form: RaiseForm) -> Decision:
    if not form.is_valid():
        raise Unreadable(form.fault)
    return raise_lead(
        form.said("contact"),
        owner_id=form.said("owner"),
        channel=form.said("channel"),
        type=form.said("type"),
        actor=request.user,
        now=timezone.now(),
        key=form.stamp("raise")["key"],
    )


def refuse(request: HtmxRequest, why: Refusal) -> HttpResponse:
    contact_id = request.POST.get("contact", "").replace("\x00", "")
    status = 403 if isinstance(why, roles.NotAllowed) else 422
    shown: dict[str, Any] = {
        "q": "",
        "found": [],
        "about": raising(contact_id, viewer_of(request)),
        "said": request.POST,
        "no": Told(why.words, is_refusal=True, rule=why.rule),
    }
    return render(request, "leads/new.html", shown, status=status)
