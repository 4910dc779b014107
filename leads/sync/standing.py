"""How the portal stands with us, noted for whoever looks at a page: no page asks HubSpot, or Redis."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from leads.hubspot.limiter import Day
from leads.hubspot.port import Closed
from leads.models import Heartbeat, PortalClosed, SyncRun

SHORT = 0.05
"""Part of the day's calls below which the quick loops slow down."""
SLOW_PACE = timedelta(minutes=5)


def note_closed(found: Iterable[Closed], now: datetime) -> None:
    """Keep what the breaker has closed now, and nothing that it has opened since. A limit that opens by
    itself within seconds is nobody's business."""
    lasting = [one for one in found if one.why not in {"burst", "secondly"}]
    with transaction.atomic():
        PortalClosed.objects.exclude(gate__in=[one.gate for one in lasting]).delete()
        for one in lasting:
            fields = {
                "why": one.why,
                "words": one.words,
                "since": now - timedelta(seconds=one.for_seconds),
                "until": now + timedelta(seconds=one.seconds_left),
            }
            PortalClosed.objects.update_or_create(gate=one.gate[:100], defaults=fields)


def is_rationed(loop: str, day: Day | None, now: datetime) -> bool:
    """With few of the day's calls left a quick loop goes at a slow pace; writes go on as ever."""
    if day is None or not day.calls or day.left / day.calls >= SHORT:
        return False
    return SyncRun.objects.filter(name=loop, started_at__gt=now - SLOW_PACE).exists()


def beat(queue: str, now: datetime) -> None:
    Heartbeat.objects.update_or_create(queue=queue, defaults={"at": now})
