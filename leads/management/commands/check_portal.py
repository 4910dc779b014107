"""`manage.py check_portal [--fix] [--add-write-id]`: where the portal differs from what the rules believe."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from leads.hubspot.client import connect
from leads.hubspot.errors import HubSpotError, Refused
from leads.hubspot.port import Port
from leads.sync import portal_check
from leads.sync.metadata import pull_metadata
from leads.sync.portal_check import add_no_response, check_portal, record_findings


class Command(BaseCommand):
    help = "Compare the portal with the rules; exit 1 on a difference, one line each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fix", action="store_true", help="add the No Response reason")
        parser.add_argument(
            "--add-write-id",
            action="store_true",
            help="add the deal property that keeps deals single",
        )

    def handle(self, *, fix: bool, add_write_id: bool = False, **_: Any) -> None:
        port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url)
        try:
            if fix:
                self.add_reason(port)
            if add_write_id:
                self.add_property(port)
            differences = check_portal(port, settings.HUBSPOT.pair_properties)
            record_findings(differences, timezone.now())
            pull_metadata(port, timezone.now())
        except HubSpotError as error:
            raise CommandError(f"HubSpot could not be asked: {error}") from error
        for found in differences:
            self.stdout.write(f"{found.message} {found.mend}".strip())
        if faults := [found for found in differences if not found.is_offer]:
            raise CommandError(f"{len(faults)} differences.", returncode=1)
        self.stdout.write("The portal is as the rules believe.")

    def check_writes(self) -> None:
        if not settings.HUBSPOT.writes:
            raise CommandError("Writes are off: set HUBSPOT_WRITES=on before mending the portal.")

    def add_property(self, port: Port) -> None:
        self.check_writes()
        try:
            if portal_check.add_write_id(port):
                self.stdout.write("Added the deal property kisscrm_write_id.")
        except Refused as error:
            self.stdout.write(
                f"HubSpot refused to add the deal property kisscrm_write_id ({error}). Hand-offs go on "
                "without it: a deal whose answer was lost is sent again after ten quiet minutes."
            )

    def add_reason(self, port: Port) -> None:
        self.check_writes()
        try:
            if add_no_response(port):
                self.stdout.write("Added the reason No Response.")
        except Refused as error:
            self.stdout.write(
                f"HubSpot refused to add the reason No Response ({error}). By hand: Settings, Properties, "
                "Lead, “Disqualification reason”, add the option No Response."
            )
