"""The demo-lock queue as a page, and one row of it at a time."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from leads.actions.ship_demo_lock import lock_types
from leads.domain.channels import Channel
from leads.domain.lock_queue import Group
from leads.domain.roles import may_see
from leads.queries.demo_locks import Asking, Queue, demo_lock_queue
from leads.queries.lock_rows import Row, one_row
from leads.web.access import role_needed, viewer_of
from leads.web.htmx import HtmxRequest

FILTERS = ("door", "channel", "owner", "q")


@require_GET
@role_needed(may_see)
def demo_locks(request: HtmxRequest) -> HttpResponse:
    """`/demo-locks/`: a group of the queue, under filters that stand in the address."""
    return render(request, "leads/demo_locks.html", whole_queue(request, asking_of(request.GET)))


@require_GET
@role_needed(may_see)
def lock_row(request: HtmxRequest, key: str) -> HttpResponse:
    """One row as it is now: asked for while a lock or a write of it is on its way."""
    found = row_or_404(request, key)
    return render(request, "leads/demo_locks.html#row", row_parts(found))


def row_or_404(request: HtmxRequest, key: str) -> Row:
    found = one_row(key, viewer_of(request))
    if found is None:
        raise Http404("Nobody of this name waits here any more.")
    return found


def asking_of(query: QueryDict) -> Asking:
    """What the address asks for; what it does not understand it leaves out."""
    raw, page = query.get("group", ""), query.get("page", "")
    return Asking(
        group=next((group for group in Group if group.value == raw), Group.ASKED),
        door=query.get("door", ""),
        channel=query.get("channel", ""),
        owner=query.get("owner", ""),
        text=query.get("q", "").strip()[:200],
        page=int(page) if page.isascii() and page.isdigit() and int(page[:6]) > 0 else 1,
    )


def whole_queue(request: HtmxRequest, asking: Asking) -> dict[str, Any]:
    queue = demo_lock_queue(asking, viewer_of(request))
    return {
        "queue": queue,
        "asking": asking,
        "tabs": [
            (group, queue.counts[group], href(replace(asking, group=group, page=1)))
            for group in Group
        ],
        "pages": pages(queue, asking),
        "channels": tuple(Channel),
        "is_filtered": any((asking.door, asking.channel, asking.owner, asking.text)),
        "here": href(asking),
        **what_ships(),
    }


def row_parts(row: Row) -> dict[str, Any]:
    return {"row": row, **what_ships()}


def what_ships() -> dict[str, Any]:
    parcel = settings.EASYSHIP.parcel
    return {
        "ships": settings.EASYSHIP.is_on,
        "lock_types": lock_types(),
        "usual_lock": parcel.lock_type if parcel else "",
    }


def pages(queue: Queue, asking: Asking) -> dict[str, str]:
    """The addresses of the pages before and behind, where there are any."""
    found = {}
    if asking.page > 1:
        found["before"] = href(replace(asking, page=asking.page - 1))
    if queue.has_more:
        found["behind"] = href(replace(asking, page=asking.page + 1))
    return found


def href(asking: Asking) -> str:
    said = {
        "group": asking.group.value,
        "door": asking.door,
        "channel": asking.channel,
        "owner": asking.owner,
        "q": asking.text,
        "page": str(asking.page) if asking.page > 1 else "",
    }
    return f"{reverse('demo-locks')}?{urlencode({name: value for name, value in said.items() if value})}"
