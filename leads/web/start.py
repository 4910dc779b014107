"""Set-up: what is configured, what the key may do and what is missing, before any write is allowed."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from leads.domain.roles import may_use_desk
from leads.models import OutboundWrite
from leads.queries.first_run import Configured, first_run, is_ready
from leads.web.access import role_needed
from leads.web.htmx import HtmxRequest


@require_GET
@role_needed(may_use_desk)
def start(request: HtmxRequest) -> HttpResponse:
    """`/desk/start/`, from the environment and our own tables: no page asks HubSpot."""
    told = configured()
    parts = first_run(told, timezone.now())
    shown = {
        "parts": parts, "is_ready": is_ready(parts), "writes": told.has_writes,
        "portal_url": told.portal_url, "waiting": OutboundWrite.objects.unsent().count(),
    }  # fmt: skip
    return render(request, "leads/start.html", shown)


def configured() -> Configured:
    env = settings.ENV
    return Configured(
        site_url=settings.SITE_URL,
        is_https=env.is_https,
        is_debug=settings.DEBUG,
        has_redis=bool(env.redis_url),
        portal_url=settings.HUBSPOT.base_url,
        has_key=bool(settings.HUBSPOT.access_token),
        has_writes=settings.HUBSPOT.writes,
        has_courier=settings.EASYSHIP.is_on,
        has_app_secret=bool(env.hubspot_app_secret),
        own_domains=settings.OWN_DOMAINS,
        has_sentry=bool(env.sentry_dsn),
    )
