"""EasyShip's webhook: it proves who calls, not what happened, so it only makes us look sooner."""

import json
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from leads.actions.settle_shipment import hear_of
from leads.easyship.signature import is_signed
from leads.web.posted import says_at_most
from leads.web.rates import at_most_of

LARGEST = 64 * 1024
"""Bytes: an event is one shipment and its checkpoints."""
SIGNATURE = "X-EASYSHIP-SIGNATURE"


@csrf_exempt
@login_not_required
@require_POST
@at_most_of("webhook")
def easyship(request: HttpRequest) -> HttpResponse:
    """204 for anything that is signed: of shipments that are not ours we say nothing."""
    config = settings.EASYSHIP
    if not config.webhook_secret:
        raise Http404("No webhook secret is set.")
    if not says_at_most(request, LARGEST):
        return HttpResponse(status=413)
    said = request.headers.get(SIGNATURE, "")
    if not is_signed(said, secret=config.webhook_secret, company_id=config.company_id):
        return HttpResponse(status=401)
    if ids := set(ids_in(request.body)):
        hear_of(ids, timezone.now())
    return HttpResponse(status=204)


def ids_in(raw: bytes) -> Iterator[str]:
    """The shipments that an event names; a body that cannot be read names none."""
    try:
        body: Any = json.loads(raw)
    except (ValueError, RecursionError):
        return
    parts = [body, body.get("data")] if isinstance(body, dict) else []
    for part in parts:
        for name in ("resource_id", "easyship_shipment_id"):
            id = part.get(name) if isinstance(part, dict) else None
            if isinstance(id, str) and 0 < len(id) <= 32 and "\x00" not in id:
                yield id
