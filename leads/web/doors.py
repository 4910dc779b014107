"""The doors as the world sees them: ask for a demo lock, or leave a calculation, without signing in."""

import logging
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from leads.actions.ask import Kept, NoSuchDoor, ask
from leads.domain.asking import UnableToAsk, is_trapped, read_asked
from leads.domain.door import seconds_to_midnight
from leads.models import DemoRequest, Door
from leads.web.door_answers import (
    answer_full,
    answer_no,
    answer_thanks,
    draw_form,
    may_lead_back,
    not_here,
    preflight,
    shared_with,
)
from leads.web.posted import BadPost, read_posted
from leads.web.rates import address_of, wait_for

log = logging.getLogger(__name__)
Kind = DemoRequest.Kind
OFTEN = "That was often in a short time. Please try again in a minute."
BUSY = "We cannot take this just now. Please try again in a minute."


@login_not_required
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST", "OPTIONS"])
def demo_lock(request: HttpRequest, token: str) -> HttpResponse:
    """`/doors/<token>/demo-lock/`: a post asks for a lock; to a campaign's reader it is a small form."""
    return at_door(request, token, Kind.DEMO_LOCK)


@login_not_required
@csrf_exempt
@never_cache
@require_http_methods(["POST", "OPTIONS"])
def calculator(request: HttpRequest, token: str) -> HttpResponse:
    """`/doors/<token>/calculator/`: somebody left their address with a calculation, and asked for no lock."""
    return at_door(request, token, Kind.CALCULATOR)


def at_door(request: HttpRequest, token: str, kind: DemoRequest.Kind) -> HttpResponse:
    """Whatever came is answered in words, and so that the door's own sites may read the answer."""
    try:
        door = open_door(token)
        return shared_with(request, door, answered(request, door, kind))
    except NoSuchDoor:
        if wait := wait_for("no such door", address_of(request)):
            return too_often(request, wait)
        log.warning("A %s came by a link that is unknown or switched off.", kind.label)
        return not_here(request)
    except OperationalError:
        log.exception("The database did not take a %s.", kind.label)
        return answer_no(request, 503, BUSY, headers={"Retry-After": "60"})


def open_door(token: str) -> Door:
    if door := Door.objects.filter(token=token, is_active=True).first():
        return door
    raise NoSuchDoor


def answered(request: HttpRequest, door: Door, kind: DemoRequest.Kind) -> HttpResponse:
    if request.method == "OPTIONS":
        return preflight(request, door)
    if request.method != "POST":
        return draw_form(request)
    if wait := wait_for("door", address_of(request)):
        return too_often(request, wait)
    try:
        return taken(request, door, kind)
    except BadPost as no:
        return answer_no(request, no.status, str(no), errors={"form": str(no)})
    except UnableToAsk as no:
        return answer_no(request, 422, no.words, errors=no.errors)


def taken(request: HttpRequest, door: Door, kind: DemoRequest.Kind) -> HttpResponse:
    """Keep what the post asks for, and say so. A machine that fills every field hears the same."""
    said = read_posted(request)
    if is_trapped(said):
        log.info("A machine filled the trap of the door %s; nothing was kept.", door.name)
        return thanks(request, door, uuid4(), said)
    key = request.headers.get("Idempotency-Key") or str(said.get("key") or "")
    kept = ask(
        door.token, kind, read_asked(said), key=key, now=timezone.now(), office=settings.OFFICE
    )
    if kept.is_over_cap:
        return over_cap(request, door, kept)
    return thanks(request, door, kept.request.request_id, said)


def too_often(request: HttpRequest, wait: int) -> HttpResponse:
    """429 to an address, whatever the door's cap: nothing of its post is read or kept."""
    return answer_no(request, 429, OFTEN, headers={"Retry-After": str(wait)})


def over_cap(request: HttpRequest, door: Door, kept: Kept) -> HttpResponse:
    log.warning("The door %s is full today; a request is kept for a person.", door.name)
    wait = seconds_to_midnight(timezone.now(), settings.OFFICE)
    return answer_full(request, kept.request.request_id, wait)


def thanks(request: HttpRequest, door: Door, id: UUID, said: dict[str, object]) -> HttpResponse:
    back = str(said.get("next") or "")
    return answer_thanks(request, id, back=back if may_lead_back(back, door) else "")
