"""The reply to a change: what was decided or why not, with every part of the page that it touches."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from leads.actions.decide import NoSuchLead, SomebodyWasFirst
from leads.actions.undo import PUT_BACK
from leads.domain.next_step import Urgency
from leads.domain.pipeline import Stage
from leads.domain.refusal import Refusal
from leads.domain.roles import NotAllowed
from leads.models import Decision, Person
from leads.queries.lead import LeadPage, lead_page
from leads.web.access import viewer_of
from leads.web.forms import Said
from leads.web.fragments import page_parts
from leads.web.htmx import HtmxRequest, SeeOther


class By(TypedDict):
    """Who acts, in which drawn form, and when: what every action is told."""

    actor: Person
    key: str | None
    now: datetime


@dataclass(frozen=True, slots=True)
class Told:
    """What a person hears of a change: in the toast, in the live region, on the next page."""

    words: str
    lead_name: str = ""
    start: str = ""
    decision: Decision | None = None
    is_refusal: bool = False
    rule: str = ""
    joint: str = ": "
    step_still: str = ""
    """How the next step stands after a call that did not move it: "3 d late"; "" where nothing is due."""
    step_due: str = ""
    """The day of that step, as its form names it."""

    @property
    def spoken(self) -> str:
        """The name and the words as one sentence."""
        return f"{self.lead_name}{self.joint}{self.words}"

    @property
    def decision_id(self) -> int | None:
        return self.decision.pk if self.decision else None

    @property
    def may_undo(self) -> bool:
        return self.decision is not None and self.decision.verb in PUT_BACK


class Unreadable(Refusal):
    """The form holds something that cannot be read."""

    rule = "forms"


def answer(
    request: HtmxRequest, lead_id: int, form: Said, choose: Callable[[By], Decision | str]
) -> HttpResponse:
    """Make the choice and reply: 303 or fragments; 422, 409 and 403 with the reason in words."""
    by = By(actor=request.user, key=None, now=timezone.now())
    try:
        if not form.is_valid():
            raise Unreadable(form.fault)
        decided = choose(by | form.stamp(lead_id))  # type: ignore[arg-type]
    except NoSuchLead as gone:
        raise Http404(str(gone)) from gone
    except NotAllowed as refused:
        return refuse(request, lead_id, form, refused, status=403)
    except SomebodyWasFirst as first:
        return refuse(request, lead_id, form, first, status=409)
    except Refusal as refused:
        return refuse(request, lead_id, form, refused, status=422)
    return done(request, lead_id, decided)


def done(request: HtmxRequest, lead_id: int, decided: Decision | str) -> HttpResponse:
    page = lead_page(lead_id, viewer_of(request))
    name = page.card.name if page else ""
    told = Told(decided, name) if isinstance(decided, str) else told_of(decided, page)
    if not request.htmx:
        messages.success(request, told.spoken, extra_tags=tags(lead_id, told))
        return SeeOther(way_back(request, lead_id))
    parts = page_parts(request, acted_on=page) | {"told": told, "lead_id": lead_id}
    reply = render(request, "leads/replies/done.html", parts)
    reply["HX-Reswap"] = "none"
    return reply


def tags(lead_id: int, told: Told) -> str:
    """What the next page's toast needs beside the words: the lead, and what can be undone."""
    return f"{lead_id} {told.decision_id}" if told.may_undo else str(lead_id)


def told_of(decided: Decision, page: LeadPage | None) -> Told:
    """What was decided and from where; taken back, where the lead is again."""
    name, start = page.card.name if page else "", start_of(decided)
    if decided.verb == Decision.Verb.LOG_CALL and page and is_due(page):
        step = page.card.step
        due = step.due_on.isoformat() if step.due_on else "none"
        return Told(decided.summary, name, start, decided, step_still=step.word, step_due=due)
    if decided.verb != Decision.Verb.UNDO:
        return Told(decided.summary, name, start, decided)
    stage = page.card.stage if page else None
    if stage is None or start in {"", stage.label}:
        return Told(decided.summary, name, decision=decided)
    return Told(f"is back in {stage.label}", name, decision=decided, joint=" ")


def is_due(page: LeadPage) -> bool:
    """Whether something is to be done by now, or nothing is planned."""
    return page.is_open and page.card.step.urgency is not Urgency.FUTURE


def refuse(
    request: HtmxRequest, lead_id: int, form: Said, why: Exception, *, status: int
) -> HttpResponse:
    """Say no: in the form where the person typed, else beside the card that was pressed."""
    page = lead_page(lead_id, viewer_of(request))
    if page is None:
        raise Http404("This lead is not here any more.")
    told = Told(str(why), page.card.name, is_refusal=True, rule=getattr(why, "rule", ""))
    shown: dict[str, Any] = {"page": page, "told": told, "lead_id": lead_id}
    shown |= {"refused": {form.name: told}, "said": {form.name: request.POST}}
    if not request.htmx:
        return render(request, "leads/lead.html", shown, status=status)
    shown |= page_parts(request, acted_on=page)
    place = request.POST.get("place", "")
    shown |= {"form_name": form.name, "place": place}
    if place:  # what was typed stands in a form of that very panel
        shown["draws_page"] = False
    return render(request, "leads/replies/refused.html", shown, status=status)


def start_of(decided: Decision) -> str:
    stage = Stage.of((decided.before or {}).get("hs_pipeline_stage"))
    return stage.label if stage else ""


def way_back(request: HtmxRequest, lead_id: int) -> str:
    """The page that the form was on, if it says so and it is ours; else the lead's own."""
    return page_of_form(request) or reverse("lead", args=[lead_id])


def page_of_form(request: HtmxRequest) -> str:
    """The page that the form says it was on; "" where it says none, or one that is not ours."""
    back = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return back if ours else ""
