"""Changes to one lead, each a form post: the form is read, one action is called, the page answered."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST

from leads.actions import assign as assigning
from leads.actions import disqualify as disqualifying
from leads.actions import move as moving
from leads.actions import set_channel as labelling
from leads.actions import set_next_step as planning
from leads.actions import settle as settling
from leads.actions import undo as undoing
from leads.actions import write_note as noting
from leads.models import Decision, OutboundWrite
from leads.web.answers import By, answer
from leads.web.forms import (
    AssignForm,
    ChannelForm,
    DisqualifyForm,
    MoveForm,
    NextStepForm,
    NoteForm,
    SettleForm,
    UndoForm,
)
from leads.web.htmx import HtmxRequest


@require_POST
def disqualify(request: HtmxRequest, lead_id: int) -> HttpResponse:
    form = DisqualifyForm(request.POST)

    def choose(by: By) -> Decision:
        return disqualifying.disqualify(
            lead_id,
            reason=form.said("reason") or None,
            callback_on=form.day("callback_on"),
            note=form.said("note"),
            seen=form.said("seen") or None,
            office=settings.OFFICE,
            **by,
        )

    return answer(request, lead_id, form, choose)


@require_POST
def move(request: HtmxRequest, lead_id: int) -> HttpResponse:
    form = MoveForm(request.POST)
    return answer(
        request,
        lead_id,
        form,
        lambda by: moving.move(lead_id, stage=form.chosen, seen=form.said("seen") or None, **by),
    )


@require_POST
def assign(request: HtmxRequest, lead_id: int) -> HttpResponse:
    form = AssignForm(request.POST)
    return answer(
        request,
        lead_id,
        form,
        lambda by: assigning.assign(
            lead_id, owner_id=form.said("owner"), owner_seen=form.said("owner_seen"), **by
        ),
    )


@require_POST
def channel(request: HtmxRequest, lead_id: int) -> HttpResponse:
    form = ChannelForm(request.POST)
    return answer(
        request,
        lead_id,
        form,
        lambda by: labelling.set_channel(lead_id, channel=form.said("channel"), **by),
    )


@require_POST
def next_step(request: HtmxRequest, lead_id: int) -> HttpResponse:
    form = NextStepForm(request.POST)

    def choose(by: By) -> Decision:
        if form.cleaned_data["done"]:
            return planning.finish_next_step(lead_id, **by)
        return planning.set_next_step(
            lead_id,
            due_on=form.day("due_on"),
            subject=form.said("subject"),
            due_seen=form.said("due_seen"),
            office=settings.OFFICE,
            **by,
        )

    return answer(request, lead_id, form, choose)


@require_POST
def note(request: HtmxRequest, lead_id: int) -> HttpResponse:
    form = NoteForm(request.POST)
    return answer(
        request, lead_id, form, lambda by: noting.write_note(lead_id, text=form.said("text"), **by)
    )


@require_POST
def undo(request: HtmxRequest, lead_id: int) -> HttpResponse:
    form = UndoForm(request.POST)
    return answer(
        request,
        lead_id,
        form,
        lambda by: undoing.undo(lead_id, decision_id=form.cleaned_data["decision"], **by),
    )


@require_POST
def send_again(request: HtmxRequest, write_id: int) -> HttpResponse:
    """Try a refused write again; of a conflict, keep what was chosen here."""

    def choose(by: By) -> str:
        settling.send_again(write_id, actor=by["actor"], now=by["now"])
        return "Sending it to HubSpot again"

    return answer(request, lead_of(write_id), SettleForm(request.POST), choose)


@require_POST
def give_up(request: HtmxRequest, write_id: int) -> HttpResponse:
    """Let a refused write go; of a conflict, take what HubSpot has."""

    def choose(by: By) -> str:
        settling.give_up(write_id, actor=by["actor"], now=by["now"])
        return "Now as HubSpot has it"

    return answer(request, lead_of(write_id), SettleForm(request.POST), choose)


def lead_of(write_id: int) -> int:
    lead_id = OutboundWrite.objects.filter(pk=write_id).values_list("lead_id", flat=True).first()
    if lead_id is None:
        raise Http404("There is no such change.")
    return lead_id
