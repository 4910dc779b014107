"""The presses of the demo-lock queue: ship, correct, ask, settle; for one row, or for all that are ticked."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from leads.actions import correct_address as correcting
from leads.actions import settle_request as settling
from leads.actions import settle_shipment as shipping
from leads.actions.decide import NoSuchLead, SomebodyWasFirst
from leads.actions.ship_demo_lock import Wish, ship_demo_lock
from leads.domain.refusal import Refusal
from leads.domain.roles import NotAllowed, may_see
from leads.domain.shipping import UnableToShip
from leads.queries.lock_rows import Row, one_row
from leads.web.access import role_needed, viewer_of
from leads.web.answers import By, Told, Unreadable, page_of_form
from leads.web.demo_locks import asking_of, row_or_404, row_parts, whole_queue
from leads.web.forms import Said
from leads.web.htmx import HtmxRequest, SeeOther

type Press = Callable[[Row, By], str]
MOST = 200


class LockForm(Said):
    """Every press of a row: what to do, and what was typed with it."""

    name = "lock"
    action = forms.CharField(max_length=20)
    address = forms.CharField(required=False, max_length=2000)
    phone = forms.CharField(required=False, max_length=40)
    lock_type = forms.CharField(required=False, max_length=64)
    again = forms.BooleanField(required=False)
    for_customer = forms.BooleanField(required=False)


@require_POST
@role_needed(may_see)
def press(request: HtmxRequest, key: str) -> HttpResponse:
    """One press on one row: 303 or the row anew; 422, 409 and 403 with the reason in words."""
    row, form = row_or_404(request, key), LockForm(request.POST)
    told, status = outcome(request, row, form)
    found = one_row(key, viewer_of(request))
    if request.htmx:
        shown = {"told": told, "name": row.name, **(row_parts(found) if found else {"gone": key})}
        return render(request, "leads/replies/lock.html", shown, status=status)
    if told.is_refusal:
        shown = whole_queue(request, asking_of(request.GET)) | {"told": told, "name": row.name}
        return render(request, "leads/demo_locks.html", shown, status=status)
    messages.success(request, f"{row.name}: {told.words}")
    return SeeOther(page_of_form(request) or reverse("demo-locks"))


@require_POST
@role_needed(may_see)
def ship_many(request: HtmxRequest) -> HttpResponse:
    """Every ticked row, each through the same action, each answered."""
    form, keys = LockForm(request.POST), list(dict.fromkeys(request.POST.getlist("lock")))
    if not keys or len(keys) > MOST or not form.is_valid():
        wrong = "Tick at least one person." if not keys else f"Tick {MOST} at most."
        shown = whole_queue(request, asking_of(request.GET)) | {
            "told": Told(wrong, is_refusal=True)
        }
        return render(request, "leads/demo_locks.html", shown, status=422)
    results = [(row, outcome(request, row, form)[0]) for row in rows_of(request, keys)]
    back = page_of_form(request) or reverse("demo-locks")
    refused = [(row, told) for row, told in results if told.is_refusal]
    if not refused:
        messages.success(request, f"{len(results)} demo lock{'s' * (len(results) != 1)} on the way")
        return SeeOther(back)
    shown = {
        "results": results,
        "done": len(results) - len(refused),
        "refused": refused,
        "back": back,
    }
    return render(request, "leads/ship_many.html", shown, status=200)


def rows_of(request: HtmxRequest, keys: Sequence[str]) -> list[Row]:
    viewer = viewer_of(request)
    return [row for key in keys if (row := one_row(key, viewer))]


def outcome(request: HtmxRequest, row: Row, form: LockForm) -> tuple[Told, int]:
    """What became of one press, in words, with the status that says the same."""
    by = By(actor=request.user, key=None, now=timezone.now())
    try:
        if not form.is_valid():
            raise Unreadable(form.fault)
        do = DOES.get(form.said("action"))
        if do is None:
            raise Unreadable("Choose what to do.")
        stamped: By = by | form.stamp(row.key)  # type: ignore[assignment]
        return Told(do(form)(row, stamped)), 200
    except (NoSuchLead, SomebodyWasFirst) as late:
        return Told(str(late), is_refusal=True), 409
    except Refusal as no:
        status = 403 if isinstance(no, NotAllowed) else 422
        return Told(no.words, is_refusal=True, rule=no.rule), status


def ship(form: LockForm) -> Press:
    def do(row: Row, by: By) -> str:
        if row.judged.parts is None:
            raise UnableToShip(f"This address cannot be shipped to: {row.judged.words}")
        wish = Wish(
            {name: str(value) for name, value in asdict(row.judged.parts).items()},
            lock_type=form.said("lock_type"), phone=form.said("phone"),
            again=bool(form.cleaned_data["again"]),
            for_customer=bool(form.cleaned_data["for_customer"]),
        )  # fmt: skip
        ship_demo_lock(contact_of(row), wish, **by)
        return "the courier is being asked"

    return do


def correct(form: LockForm) -> Press:
    def do(row: Row, by: By) -> str:
        correcting.correct_address(contact_of(row), address=form.said("address"), **by)
        return "address kept, on its way to HubSpot"

    return do


def ask(form: LockForm) -> Press:
    def do(row: Row, by: By) -> str:
        correcting.ask_for_address(contact_of(row), words=row.judged.ask, **by)
        return "an e-mail to write is on the task list in HubSpot"

    return do


def retry(form: LockForm) -> Press:
    def do(row: Row, by: By) -> str:
        if row.shipment:
            shipping.ship_again(row.shipment.pk, **by)
            return "the courier is asked once more"
        settling.let_in(request_of(row), **by)
        return "taken in, HubSpot hears of it next"

    return do


def cancel(form: LockForm) -> Press:
    def do(row: Row, by: By) -> str:
        if row.shipment is None:
            raise UnableToShip("Nothing is on its way.")
        shipping.cancel_shipment(row.shipment.pk, **by)
        return "taken back, no lock goes"

    return do


def let_in(form: LockForm) -> Press:
    def do(row: Row, by: By) -> str:
        settling.let_in(request_of(row), **by)
        return "let in, HubSpot hears of it next"

    return do


def dismiss(form: LockForm) -> Press:
    def do(row: Row, by: By) -> str:
        settling.dismiss(request_of(row), **by)
        return "dismissed, no lock goes"

    return do


DOES: dict[str, Callable[[LockForm], Press]] = {
    "ship": ship,
    "correct": correct,
    "ask": ask,
    "retry": retry,
    "cancel": cancel,
    "let-in": let_in,
    "dismiss": dismiss,
}


def contact_of(row: Row) -> str:
    if row.contact is None:
        raise UnableToShip("This person is not known in HubSpot yet. Let the request in first.")
    return row.contact.pk


def request_of(row: Row) -> Any:
    if row.request is None:
        raise UnableToShip("This asking came before the doors, so there is no request to settle.")
    return row.request.pk
