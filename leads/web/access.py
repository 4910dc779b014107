"""Who is asking and whether they may: every page needs a person, some need a role."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from leads.domain.roles import Role
from leads.queries.card import Viewer
from leads.web.htmx import HtmxRequest


def viewer_of(request: HtmxRequest) -> Viewer:
    """The person, this moment, and the office's time zone."""
    return Viewer(person=request.user, now=timezone.now(), zone=settings.OFFICE)


type View[**P] = Callable[Concatenate[HtmxRequest, P], HttpResponse]


def role_needed[**P](may: Callable[[Role | None], bool]) -> Callable[[View[P]], View[P]]:
    """Let a view answer only those whom the rule admits; all others get 403 with words."""

    def guard(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HtmxRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not may(Role.of(request.user.role)):
                raise PermissionDenied("Ask an admin if your work needs this page.")
            return view(request, *args, **kwargs)

        return guarded

    return guard


class WholePage(HttpResponseRedirect):
    """Tells htmx to leave the page: a status that the browser does not follow by itself."""

    status_code = 204


class SignInFirst(LoginRequiredMiddleware):
    """Every page needs a person with a role, unless its view says that it is open to all.

    Strangers are sent to the sign-in page; a fragment asked for by a stale page sends the whole page.
    """

    def process_view(
        self, request: HttpRequest, view_func: Any, view_args: Any, view_kwargs: Any
    ) -> HttpResponseBase | None:
        answer = super().process_view(request, view_func, view_args, view_kwargs)
        if answer is None and is_outsider(request) and not is_open_to_outsiders(request, view_func):
            raise PermissionDenied("You have no role here yet. Ask an admin for one.")
        return answer

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> HttpResponseRedirect:
        if request.headers.get("HX-Request") != "true":
            return super().handle_no_permission(request, view_func)
        parts = urlsplit(request.headers.get("HX-Current-URL", "/"))
        back = parts._replace(scheme="", netloc="").geturl()
        where = f"{reverse('login')}?{urlencode({'next': back})}"
        return WholePage(where, headers={"HX-Redirect": where})


def is_outsider(request: HttpRequest) -> bool:
    """Somebody who signed in, but whom no admin gave a role."""
    person = request.user
    return person.is_authenticated and Role.of(person.role) is None


def is_open_to_outsiders(request: HttpRequest, view: Any) -> bool:
    """What strangers may see, the way out, and the admin, which asks for more than a role."""
    match = request.resolver_match
    if match is None or not getattr(view, "login_required", True):
        return True
    return match.app_name == "admin" or match.view_name == "logout"


def stale_page(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a post without the token of this session; a page with a script draws itself anew."""
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=403, headers={"HX-Refresh": "true"})
    return render(request, "403_csrf.html", status=403)
