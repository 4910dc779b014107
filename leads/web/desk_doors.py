"""The admin's doors: every request link with its use today, added, changed and closed here."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from leads.actions import doors as changing
from leads.actions.decide import SomebodyWasFirst
from leads.actions.doors import By, NoSuchDoor, Plan
from leads.domain.channels import Channel
from leads.domain.door import CAP, cap_in, origins_in
from leads.domain.next_step import today_in
from leads.domain.refusal import Refusal
from leads.domain.roles import may_use_desk
from leads.models import Door
from leads.queries.doors import door_rows, door_with_changes, owners_here
from leads.web.access import role_needed
from leads.web.answers import Told
from leads.web.door_forms import DoorForm, PressForm, SwitchForm, as_typed
from leads.web.forms import Said
from leads.web.htmx import HtmxRequest, SeeOther


@require_GET
@role_needed(may_use_desk)
def all_doors(request: HtmxRequest) -> HttpResponse:
    """`/desk/doors/`."""
    return draw_all(request)


@require_http_methods(["GET", "HEAD", "POST"])
@role_needed(may_use_desk)
def new_door(request: HtmxRequest) -> HttpResponse:
    """`/desk/doors/new/`: a form, and what it says becomes a door."""
    if request.method != "POST":
        return draw_one(request, {"daily_cap": CAP, "owner_rule": Door.OwnerRule.CONTACT})
    form = DoorForm(request.POST)
    return save(request, form, lambda: changing.add_door(plan_in(form), by(request, form, "new")))


@require_http_methods(["GET", "HEAD", "POST"])
@role_needed(may_use_desk)
def one_door(request: HtmxRequest, door_id: int) -> HttpResponse:
    """`/desk/doors/<id>/`: its form, its new link, and who changed what."""
    found = door_with_changes(door_id)
    if found is None:
        raise Http404("There is no such door.")
    if request.method != "POST":
        return draw_one(request, as_typed(found[0]), found)
    form = DoorForm(request.POST)

    def edit() -> Door:
        said = by(request, form, door_id)
        return changing.edit_door(door_id, plan_in(form), said, seen=form.said("seen"))

    return save(request, form, edit, found)


@require_POST
@role_needed(may_use_desk)
def raise_cap(request: HtmxRequest, door_id: int) -> HttpResponse:
    """One press: ten more a day."""
    return press(request, door_id, PressForm(request.POST), changing.raise_cap)


@require_POST
@role_needed(may_use_desk)
def switch(request: HtmxRequest, door_id: int) -> HttpResponse:
    """Open or close it; the form says which, so that two presses are no change back."""
    form = SwitchForm(request.POST)
    on = form.is_valid() and form.said("on") == "yes"
    return press(request, door_id, form, lambda which, by: changing.switch(which, by, on=on))


@require_POST
@role_needed(may_use_desk)
def rotate(request: HtmxRequest, door_id: int) -> HttpResponse:
    """A new link, pressed in the part that says what becomes of the old one."""
    return press(request, door_id, PressForm(request.POST), changing.rotate)


def press(
    request: HtmxRequest, door_id: int, form: Said, make: Callable[[int, By], Door]
) -> HttpResponse:
    try:
        form.is_valid()
        door = make(door_id, by(request, form, door_id))
    except NoSuchDoor as gone:
        raise Http404(str(gone)) from gone
    except Refusal as no:
        told = Told(no.words, is_refusal=True, rule=no.rule)
        return draw_all(request, status=422, no=told, no_id=door_id)
    return gone_on(request, door)


def save(
    request: HtmxRequest, form: DoorForm, make: Callable[[], Door], found: Any = None
) -> HttpResponse:
    """The door as it is now, or the form again with what was typed and why not."""
    try:
        form.is_valid()
        door = make()
    except SomebodyWasFirst as first:
        told, status = Told(str(first), is_refusal=True, rule=first.rule), 409
    except Refusal as no:
        told, status = Told(no.words, is_refusal=True, rule=no.rule), 422
    else:
        return gone_on(request, door)
    return draw_one(request, request.POST, found, status=status, no=told)


def gone_on(request: HtmxRequest, door: Door) -> HttpResponse:
    last = door.changes.first()
    messages.success(request, f"{door.name}: {last.summary if last else 'saved'}")
    return SeeOther(f"{reverse('desk-doors')}#door-{door.pk}")


def by(request: HtmxRequest, form: Said, about: object) -> By:
    return By(request.user, timezone.now(), form.stamp((form.name, about))["key"])


def plan_in(form: DoorForm) -> Plan:
    """What the form says. Raises UnableToOpenDoor."""
    form.check_readable()
    return Plan(
        name=form.said("name_of_door"),
        channel=form.said("channel"),
        daily_cap=cap_in(form.said("daily_cap")),
        ships=form.said("ships") == "yes",
        owner_rule=form.said("owner_rule"),
        owner=form.said("owner"),
        origins=origins_in(form.said("origins")),
    )


def draw_all(request: HtmxRequest, status: int = 200, **shown: Any) -> HttpResponse:
    rows = door_rows(today_in(settings.OFFICE, timezone.now()), settings.SITE_URL)
    return render(request, "leads/doors.html", {"doors": rows} | shown, status=status)


def draw_one(
    request: HtmxRequest, said: Any, found: Any = None, status: int = 200, no: Told | None = None
) -> HttpResponse:
    door, changes = found or (None, [])
    shown = {
        "door": door, "changes": changes, "said": said, "no": no, "channels": list(Channel),
        "owners": owners_here(), "rules": Door.OwnerRule.choices,
    }  # fmt: skip
    return render(request, "leads/door_edit.html", shown, status=status)
