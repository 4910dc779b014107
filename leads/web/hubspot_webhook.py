"""HubSpot's webhook: proven, kept as ids to read again, answered at once. Without it all the same arrives,
only some seconds later: a service key cannot receive any."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from leads.domain.webhook_events import named_in
from leads.domain.webhook_signature import OLDEST, is_from_hubspot
from leads.models.nudge import hear
from leads.web.posted import says_at_most
from leads.web.rates import at_most_of

LARGEST = 512 * 1024
"""Bytes: a hundred events, each with a value that may be long."""
MOST = 1000
"""Ids taken from one post; HubSpot sends a hundred events at most."""


@csrf_exempt
@login_not_required
@require_POST
@at_most_of("webhook")
def hubspot(request: HttpRequest) -> HttpResponse:
    """204 for anything that is proven; 401 for all else, without saying why."""
    secret = settings.ENV.hubspot_app_secret
    if not secret:
        raise Http404("No app secret is set.")
    if not says_at_most(request, LARGEST):
        return HttpResponse(status=413)
    if not is_proven(request, secret):
        return HttpResponse(status=401)
    if is_new(request):
        named = named_in(request.body, settings.HUBSPOT.portal_id)
        hear(list(named)[:MOST], timezone.now())
    return HttpResponse(status=204)


def is_proven(request: HttpRequest, secret: str) -> bool:
    """Over the public address: behind a proxy ours has another."""
    return is_from_hubspot(
        secret=secret,
        signature=request.headers.get("X-HubSpot-Signature-v3", ""),
        stamp=request.headers.get("X-HubSpot-Request-Timestamp", ""),
        method=request.method or "",
        uri=settings.SITE_URL + request.get_full_path(),
        body=request.body,
        now=timezone.now(),
    )


def is_new(request: HttpRequest) -> bool:
    """A post that comes again word for word within its lifetime changes nothing."""
    signature = request.headers["X-HubSpot-Signature-v3"]
    return cache.add(f"webhook-{signature}", 1, timeout=OLDEST.total_seconds() * 2)
