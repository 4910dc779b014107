"""How a door answers: to a script in JSON, to a person's browser as a small page, to a listed site with
leave to read it."""

from collections.abc import Mapping
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from leads.domain.door import origin_of
from leads.models import Door
from leads.web.htmx import SeeOther
from leads.web.posted import JSON

THANKS = "Thank you. Your request is with us."
ASK = "Tell us who you are and where the lock should go."
FULL = (
    "Today’s requests by this link are all taken. Yours is kept and a person will look at it; "
    "you can also ask again tomorrow."
)
LONGEST_LINK = 2000
NOT_HERE = "There is nothing at this link. It may be an old one."


def wants_page(request: HttpRequest) -> bool:
    """Whether a person's browser is to show the answer. A script that posts JSON never wants a page."""
    if request.content_type == JSON:
        return False
    return request.get_preferred_type([JSON, "text/html"]) == "text/html"


def answer_thanks(request: HttpRequest, id: UUID, *, back: str) -> HttpResponse:
    """202 with the request's id; a browser goes back to the site that it came from, if that is listed."""
    if not wants_page(request):
        return JsonResponse({"request": str(id), "message": THANKS}, status=202)
    return SeeOther(back) if back else draw(request, 202, title="Thank you", words=THANKS)


def answer_full(request: HttpRequest, id: UUID, wait: int) -> HttpResponse:
    """429 with the seconds until the office's midnight."""
    if wants_page(request):
        answer = draw(request, 429, title="We have kept your request", words=FULL)
    else:
        answer = JsonResponse({"request": str(id), "message": FULL}, status=429)
    answer["Retry-After"] = str(wait)
    return answer


def answer_no(
    request: HttpRequest,
    status: int,
    words: str,
    *,
    errors: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """What was wrong, in words and by field."""
    if wants_page(request):
        lines = list(dict.fromkeys((errors or {"": words}).values()))
        answer = draw(request, status, title="That did not work", words="", lines=lines)
    else:
        said: dict[str, object] = {"message": words, "errors": dict(errors or {})}
        answer = JsonResponse(said, status=status)
    for name, value in (headers or {}).items():
        answer[name] = value
    return answer


def not_here(request: HttpRequest) -> HttpResponse:
    if wants_page(request):
        return draw(request, 404, title="Nothing is at this link", words=NOT_HERE)
    return JsonResponse({"message": NOT_HERE}, status=404)


def draw_form(request: HttpRequest) -> HttpResponse:
    return draw(request, 200, title="Ask for a demo lock", words=ASK, has_form=True)


def draw(request: HttpRequest, status: int, **shown: object) -> HttpResponse:
    return render(request, "leads/door.html", shown, status=status)


def is_listed(address: str, door: Door) -> bool:
    """Whether an address is on one of the sites whose pages may post here."""
    return bool(origin_of(address)) and origin_of(address) in door.origins


def may_lead_back(address: str, door: Door) -> bool:
    """Whether a browser may be sent on there after its post."""
    return len(address) <= LONGEST_LINK and is_listed(address, door)


def shared_with(request: HttpRequest, door: Door, answer: HttpResponse) -> HttpResponse:
    """Leave for the page of a listed site to read the answer, and for no other."""
    patch_vary_headers(answer, ["Origin", "Accept"])
    origin = request.headers.get("Origin", "")
    if is_listed(origin, door):
        answer["Access-Control-Allow-Origin"] = origin
        answer["Access-Control-Expose-Headers"] = "Retry-After"
    return answer


def preflight(request: HttpRequest, door: Door) -> HttpResponse:
    """What a browser asks before its page may post JSON to another site."""
    answer = HttpResponse(status=204, headers={"Allow": "POST, OPTIONS"})
    if is_listed(request.headers.get("Origin", ""), door):
        answer["Access-Control-Allow-Methods"] = "POST, OPTIONS"
        answer["Access-Control-Allow-Headers"] = "Content-Type, Idempotency-Key"
        answer["Access-Control-Max-Age"] = "600"
    return answer
