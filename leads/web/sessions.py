"""When one must sign in again: so long after signing in, or after nothing was done for so long.

A changed password ends every session of that person by itself: Django keeps its hash in each."""

from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

BEGAN, SEEN = "began", "seen"
STEP = 300
"""Seconds. That somebody is here is written down once in so many."""
BY_ITSELF = frozenset({"board-changes", "bell"})
"""What an open page asks without anybody there."""

type Answer = Callable[[HttpRequest], HttpResponseBase]


class EndSessions:
    """Signs out whoever has been in too long or idle too long, before anything is shown."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.user.is_authenticated and is_over(request, timezone.now()):
            logout(request)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> None:
        match = request.resolver_match
        if request.user.is_authenticated and match and match.view_name not in BY_ITSELF:
            note(request, timezone.now().timestamp())


def begin(request: HttpRequest, **_: object) -> None:
    """Somebody signed in."""
    request.session[BEGAN] = request.session[SEEN] = timezone.now().timestamp()


def is_over(request: HttpRequest, now: datetime) -> bool:
    """A session from before there were limits begins now."""
    at = now.timestamp()
    began = request.session.setdefault(BEGAN, at)
    seen = request.session.get(SEEN, began)
    long, idle = settings.SESSION_AGE.total_seconds(), settings.SESSION_IDLE.total_seconds()
    return bool(at - began > long or at - seen > idle)


def note(request: HttpRequest, at: float) -> None:
    if at - request.session.get(SEEN, 0) > STEP:
        request.session[SEEN] = at
