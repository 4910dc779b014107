"""`manage.py reconcile`: the mirror beside the portal, one line a difference, none where all is quiet."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from leads.hubspot.client import connect
from leads.hubspot.errors import HubSpotError
from leads.hubspot.limiter import Priority
from leads.sync.reconcile import differences


class Command(BaseCommand):
    help = "Compare every record with HubSpot; exit 1 on a difference, 2 where HubSpot cannot be asked."

    def handle(self, **_: Any) -> None:
        port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url).at(Priority.SWEEP)
        found = 0
        try:
            for line in differences(port):
                found += 1
                self.stdout.write(line)
        except HubSpotError as error:
            raise CommandError(f"HubSpot could not be asked: {error}", returncode=2) from error
        if found:
            raise CommandError(f"{found} difference{'s' if found > 1 else ''}.", returncode=1)
