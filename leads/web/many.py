"""Many leads at once: one choice for every ticked lead, each through the same action, each answered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from leads.actions.assign import assign
from leads.actions.decide import NoSuchLead, SomebodyWasFirst
from leads.actions.disqualify import disqualify
from leads.actions.move import move
from leads.actions.set_channel import set_channel
from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage
from leads.domain.refusal import Refusal
from leads.domain.roles import NotAllowed
from leads.models import Decision, Lead
from leads.queries.card import draw_cards
from leads.web.access import viewer_of
from leads.web.answers import By, page_of_form
from leads.web.forms import ManyForm
from leads.web.htmx import HtmxRequest, SeeOther
from leads.web.words import why_ask

MOST = 500
"""Leads that one form may change: more is a mistake, or takes longer than anybody waits."""


SAYS = {
    True: "They have answered: open it to close it.",
    False: "Nothing has been sent to them yet: open it to close it.",
}
"""Why one lead is not closed with the others, by whether it is in Connected."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A lead that stayed as it was, and why."""

    lead_id: int
    words: str
    rule: str
    is_forbidden: bool


@require_POST
def bulk(request: HtmxRequest) -> HttpResponse:
    """`/leads/bulk/`: 303 where all went well, else the refused ones with their reasons."""
    form = ManyForm(request.POST)
    ids = ids_in(request.POST)
    if wrong := why_unreadable(form, ids):
        status = 422 if ids else 400
        return render(
            request, "leads/many.html", {"wrong": wrong, "back": back(request)}, status=status
        )
    held = ask_first(request, form, ids or ())
    refused = [
        no for lead_id in ids or () if (no := held.get(lead_id) or try_one(request, form, lead_id))
    ]
    done = len(ids or ()) - len(refused)
    if not refused:
        messages.success(request, f"{done} done")
        return SeeOther(back(request))
    return tell(request, form, done, refused)


def ids_in(posted: QueryDict) -> list[int] | None:
    """The ticked leads, each once, in their order; None where one of them is no id."""
    raw = posted.getlist("lead")
    if not all(one.isascii() and one.isdigit() and len(one) < 16 for one in raw):
        return None
    return list(dict.fromkeys(int(one) for one in raw))


def why_unreadable(form: ManyForm, ids: Sequence[int] | None) -> str:
    """Why nothing at all can be done; "" where each lead can be asked."""
    if not ids:
        return "Tick at least one lead."
    if len(ids) > MOST:
        return f"Those are {len(ids)} leads. Choose {MOST} at most."
    if not form.is_valid():
        return form.fault
    return "" if form.said("action") in DOES else "Choose what to do with them."


def ask_first(request: HtmxRequest, form: ManyForm, ids: Sequence[int]) -> dict[int, Refused]:
    """Leads that nobody closes as No response unseen: nothing went out yet, or they have answered."""
    silence = {("no-response", ""), ("disqualify", Reason.NO_RESPONSE.value)}
    action = form.said("action")
    if (action, form.said("reason") if action == "disqualify" else "") not in silence:
        return {}
    cards = draw_cards(Lead.objects.filter(pk__in=ids, gone_at=None), viewer_of(request))
    asking = [card for card in cards if card.may_change and not card.is_closed and why_ask(card)]
    return {
        card.id: Refused(
            card.id, SAYS[card.stage is Stage.CONNECTED], "disqualify", is_forbidden=False
        )
        for card in asking
    }


def try_one(request: HtmxRequest, form: ManyForm, lead_id: int) -> Refused | None:
    """Change one lead. A repeated form finds what it did before, by a key of its own for each."""
    by = By(actor=request.user, key=form.stamp(lead_id)["key"], now=timezone.now())
    try:
        DOES[form.said("action")](lead_id, seen_of(form, lead_id), form, by)
    except (NoSuchLead, SomebodyWasFirst) as late:
        return Refused(lead_id, str(late), "", is_forbidden=False)
    except Refusal as no:
        return Refused(lead_id, no.words, no.rule, is_forbidden=isinstance(no, NotAllowed))
    return None


def seen_of(form: ManyForm, lead_id: int) -> str | None:
    """The id of the stage that the person saw this lead in, where the page said so."""
    stage = Stage.from_slug(form.stages_seen.get(str(lead_id)))
    return stage.value if stage else None


def close(lead_id: int, seen: str | None, form: ManyForm, by: By, reason: str) -> Decision:
    return disqualify(
        lead_id,
        reason=reason or None,
        callback_on=form.day("callback_on"),
        note=form.said("note"),
        seen=seen,
        office=settings.OFFICE,
        **by,
    )


type Do = Callable[[int, str | None, ManyForm, By], Decision]

DOES: dict[str, Do] = {
    "no-response": lambda pk, seen, form, by: close(pk, seen, form, by, Reason.NO_RESPONSE),
    "disqualify": lambda pk, seen, form, by: close(pk, seen, form, by, form.said("reason")),
    "move": lambda pk, seen, form, by: move(pk, stage=form.chosen, seen=seen, **by),
    "assign": lambda pk, seen, form, by: assign(pk, owner_id=form.said("owner"), **by),
    "channel": lambda pk, seen, form, by: set_channel(pk, channel=form.said("channel"), **by),
}


def tell(
    request: HtmxRequest, form: ManyForm, done: int, refused: Sequence[Refused]
) -> HttpResponse:
    """ "10 done, 2 refused", the refused still ticked with the reason of each."""
    leads = Lead.objects.filter(pk__in=[no.lead_id for no in refused], gone_at=None)
    cards = {card.id: card for card in draw_cards(leads, viewer_of(request))}
    shown = {
        "done": done,
        "refused": [(no, cards.get(no.lead_id)) for no in refused],
        "cards": list(cards.values()),
        "said": form.data,
        "back": back(request),
    }
    return render(request, "leads/many.html", shown, status=status_of(done, refused))


def status_of(done: int, refused: Sequence[Refused]) -> int:
    """Something done is a success; else forbidden where every single one was."""
    if done:
        return 200
    return 403 if all(no.is_forbidden for no in refused) else 422


def back(request: HtmxRequest) -> str:
    return page_of_form(request) or f"{reverse('board')}?view=list"
