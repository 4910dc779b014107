"""`manage.py sandbox_portal`: the stand-in portal and courier alone, on loopback."""

import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from leads.domain.next_step import today_in
from leads.sandbox.server import Sandbox


class Command(BaseCommand):
    help = "Run the sandbox portal and courier on loopback until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8001)
        parser.add_argument("--story", default="playbook", help="playbook, empty or scale:N")

    def handle(self, *, port: int, story: str, **_: Any) -> None:
        today = today_in(settings.OFFICE, timezone.now())
        try:
            with Sandbox(port=port, story=story, today=today) as sandbox:
                self.stdout.write(f"The sandbox portal is at {sandbox.url} (Ctrl-C ends it).")
                self.stdout.flush()
                while True:
                    time.sleep(3600)
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            self.stdout.write("The sandbox portal has ended.")
