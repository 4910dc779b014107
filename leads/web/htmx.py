"""What a request from the page looks like to a view: typed, and asked in words."""

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponseRedirect, QueryDict
from django_htmx.middleware import HtmxDetails

from leads.models import Person


class HtmxRequest(HttpRequest):
    """A request of a signed-in person, perhaps sent by htmx from within a page."""

    htmx: HtmxDetails
    user: Person
    """Whoever signed in: the middleware lets nobody else reach a view."""


class SeeOther(HttpResponseRedirect):
    """After a post without a script: go and look, by GET."""

    status_code = 303


def wants_fragment(request: HtmxRequest) -> bool:
    """Whether only a part of the page is asked for; going back in history asks for all of it."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def page_behind(request: HtmxRequest) -> tuple[str, QueryDict]:
    """Path and query of the page on which the person acted: what they look at decides the reply."""
    address = request.htmx.current_url if request.htmx else request.POST.get("next", "")
    parts = urlsplit(address or "")
    return parts.path, QueryDict(parts.query)
