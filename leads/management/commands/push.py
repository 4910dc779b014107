"""`manage.py push`: send every write that is due now, in the foreground."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from leads.hubspot.client import connect
from leads.models import OutboundWrite, State
from leads.sync.push import Tally, push_due


class Command(BaseCommand):
    help = "Send every write that is due now to HubSpot."

    def handle(self, **_: Any) -> None:
        if not settings.HUBSPOT.writes:
            raise CommandError("Writes are off: set HUBSPOT_WRITES=on to send them.")
        tally = push_due(connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url), timezone.now)
        self.stdout.write(
            f"{tally.sent} sent, {tally.waiting} waiting, {tally.needs_person} need a person."
        )
        if self.still_due(tally):
            raise CommandError(f"Not all could be sent: {tally.problem or 'some are due again'}")

    def still_due(self, tally: Tally) -> bool:
        due = OutboundWrite.objects.filter(
            state__in=(State.WAITING, State.IN_DOUBT), not_before__lte=timezone.now()
        )
        return tally.problem is not None or due.filter(depends_on=None).exists()
