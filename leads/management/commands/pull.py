"""`manage.py pull [--full]`: read HubSpot once, in the foreground."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from leads.hubspot.client import connect
from leads.hubspot.limiter import Priority
from leads.management.progress import Bar
from leads.models import SyncRun
from leads.sync.delta import pull_changed
from leads.sync.pull import pull_everything
from leads.sync.runs import run
from leads.tasks import act_on_touches


class Command(BaseCommand):
    help = "Read what changed in HubSpot (with --full: everything) into the mirror."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--full", action="store_true", help="read every record again")

    def handle(self, *, full: bool, **_: Any) -> None:
        port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url).at(Priority.DELTA)
        complete = SyncRun.objects.filter(name="pull", error="", finished_at__isnull=False).exists()
        whole = full or not complete
        work = pull_everything if whole else pull_changed
        bar = Bar(self.stderr)
        done = run(
            "pull" if whole else "delta", timezone.now,
            lambda progress: work(port, progress, settings.OFFICE), tell=bar.show,
        )  # fmt: skip
        bar.end()
        act_on_touches()
        if done is None:
            raise CommandError("Another pull is running. Try again when it is through.")
        counts = ", ".join(f"{number} {name}" for name, number in done.counts.items() if number)
        if done.error:
            raise CommandError(f"Not complete: {done.error} So far: {counts or 'nothing'}.")
        self.stdout.write(f"Complete: {counts or 'nothing had changed'}.")
