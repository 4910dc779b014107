"""The desk's presses: a channel, a name, taking either back; for one lead, or for all that are ticked."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from leads.actions import rename as renaming
from leads.actions import set_channel as setting
from leads.actions import undo as undoing
from leads.actions.decide import NoSuchLead, SomebodyWasFirst
from leads.domain.channels import Channel
from leads.domain.refusal import Refusal
from leads.domain.roles import NotAllowed, may_use_desk
from leads.models import Decision
from leads.queries.missing_channel import desk_row, draw_rows
from leads.web.access import role_needed, viewer_of
from leads.web.answers import By, Told
from leads.web.forms import LabelForm, RenameForm, Said, UndoForm
from leads.web.htmx import HtmxRequest, SeeOther
from leads.web.many import MOST, ids_in
from leads.web.missing_channel import row_parts, whole_desk

type Choose = Callable[[int, By], Decision]


@require_POST
@role_needed(may_use_desk)
def label(request: HtmxRequest, row_id: int) -> HttpResponse:
    """Set one lead's channel and, where the box beside it is ticked, its name."""
    form = LabelForm(request.POST)
    return answer(request, row_id, form, label_with(form))


@require_POST
@role_needed(may_use_desk)
def rename(request: HtmxRequest, row_id: int) -> HttpResponse:
    form = RenameForm(request.POST)
    return answer(request, row_id, form, lambda pk, by: renaming.rename(pk, **by))


@require_POST
@role_needed(may_use_desk)
def undo(request: HtmxRequest, row_id: int) -> HttpResponse:
    form = UndoForm(request.POST)

    def choose(pk: int, by: By) -> Decision:
        return undoing.undo(pk, decision_id=form.cleaned_data["decision"], **by)

    return answer(request, row_id, form, choose)


@require_POST
@role_needed(may_use_desk)
def label_many(request: HtmxRequest) -> HttpResponse:
    """Many leads: first what would become of them, then, confirmed, what became of each."""
    form, ids = LabelForm(request.POST), ids_in(request.POST)
    if wrong := why_unreadable(form, ids):
        return render(request, "leads/label_many.html", {"wrong": wrong}, status=422)
    channel = Channel.of(form.said("channel"))
    shown = {"channel": channel, "with_name": form.cleaned_data["with_name"]}
    if request.POST.get("confirm") != "yes":
        shown["rows"] = draw_rows(ids or (), viewer_of(request))
        return render(request, "leads/label_many.html", shown)
    told = [(pk, *outcome(request, pk, form, label_with(form))) for pk in ids or ()]
    rows = {row.lead_id: row for row in draw_rows(ids or (), viewer_of(request))}
    shown["results"] = [(pk, rows.get(pk), said) for pk, said, _ in told]
    shown["done"] = sum(not said.is_refusal for _, said, _ in told)
    return render(request, "leads/label_many.html", shown)


def label_with(form: LabelForm) -> Choose:
    return lambda pk, by: setting.set_channel(
        pk, channel=form.said("channel"), with_name=form.cleaned_data["with_name"], **by
    )


def why_unreadable(form: LabelForm, ids: Sequence[int] | None) -> str:
    """Why nothing at all can be done; "" where each lead can be asked."""
    if not ids:
        return "Tick at least one lead."
    if len(ids) > MOST:
        return f"Those are {len(ids)} leads. Choose {MOST} at most."
    if not form.is_valid():
        return form.fault
    return "" if Channel.of(form.said("channel")) else "Choose one of the seven channels."


def outcome(request: HtmxRequest, pk: int, form: Said, choose: Choose) -> tuple[Told, int]:
    """What became of one press, in words, with the status that says the same."""
    by = By(actor=request.user, key=form.stamp(pk)["key"], now=timezone.now())
    try:
        decided = choose(pk, by)
    except (NoSuchLead, SomebodyWasFirst) as late:
        return Told(str(late), is_refusal=True, rule=getattr(late, "rule", "")), 409
    except Refusal as no:
        status = 403 if isinstance(no, NotAllowed) else 422
        return Told(no.words, is_refusal=True, rule=no.rule), status
    return Told(decided.summary, decision=decided), 200


def answer(request: HtmxRequest, row_id: int, form: Said, choose: Choose) -> HttpResponse:
    """The row anew, with the words of what was decided or why not."""
    if not form.is_valid():
        told, status = Told(form.fault, is_refusal=True, rule="forms"), 422
    else:
        told, status = outcome(request, row_id, form, choose)
    found = desk_row(row_id, viewer_of(request))
    if found is None:
        raise Http404("This lead is not here any more.")
    shown = {"told": told, "lead_id": row_id, "name": found.contact}
    if request.htmx:
        shown |= row_parts(request, found)
        return render(request, "leads/replies/labelled.html", shown, status=status)
    if told.is_refusal:
        shown |= whole_desk(request)
        return render(request, "leads/missing_channel.html", shown, status=status)
    messages.success(request, f"{found.contact}: {told.words}", extra_tags=str(row_id))
    return SeeOther(reverse("missing-channel"))
