"""`manage.py bench`: calls for each job beside the least there could be, and the board's time beside a
floor measured in the same run. Figures are this machine's; ratios travel, seconds do not."""

import gzip
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leads.domain.roles import Role
from leads.hubspot.client import HubSpotClient
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.limiter import Unlimited
from leads.models import Lead, Person
from leads.queries.behind import Behind
from leads.queries.board import Tab, Wanted, board
from leads.queries.card import Viewer
from leads.queries.lead_health import lead_health
from leads.sandbox.server import Sandbox
from leads.sync.delta import pull_changed
from leads.sync.pull import pull_everything
from leads.sync.runs import run

RUNS = 15
SIZES = (1_000, 10_000)


class Command(BaseCommand):
    help = "Measure calls and times on a database of its own (QUICK=1: the small sizes alone)."
    requires_system_checks: list[str] = []

    def handle(self, **_: Any) -> None:
        self.stdout.write(f"{'what':<44}{'here':>12}{'least/floor':>14}{'ratio':>8}")
        for size in SIZES[:1] if os.environ.get("QUICK") else SIZES:
            fresh_database()
            with Sandbox(story=f"scale:{size}") as sandbox:
                self.calls(sandbox, size)
            self.pages(size)

    def line(self, what: str, here: float, floor: float, unit: str) -> None:
        self.stdout.write(f"{what:<44}{here:>9.1f} {unit}{floor:>11.1f} {unit}{here / floor:>8.2f}")

    def calls(self, sandbox: Sandbox, size: int) -> None:
        config = HubSpotConfig(base_url=sandbox.url, access_token="pat-sandbox", writes=True)  # noqa: S106
        port = HubSpotClient(config, Unlimited())
        shelves = sandbox.portal.shelves
        pages = {kind: -(-len(shelves[kind].rows) // 100) for kind in KINDS}
        took = timed(
            lambda: run("pull", timezone.now, lambda p: pull_everything(port, p, settings.OFFICE))
        )
        self.line(
            f"{size:,} leads: pull of everything, calls",
            asked(sandbox),
            sum(pages.values()) + 9,
            "",
        )
        rows = sum(len(shelves[kind].rows) for kind in KINDS)
        self.stdout.write(
            f"{size:,} leads: pull of everything, rows a second {rows / took:>12,.0f}"
        )
        run("delta", timezone.now, lambda p: pull_changed(port, p, settings.OFFICE))
        sandbox.reception.journal.clear()
        run("delta", timezone.now, lambda p: pull_changed(port, p, settings.OFFICE))
        self.line(f"{size:,} leads: look for changes, calls", asked(sandbox), 4, "")

    def pages(self, size: int) -> None:
        person = Person.objects.create(username=f"bench{size}", role=Role.MANAGER)
        client = Client(headers={"host": settings.ALLOWED_HOSTS[0]})
        client.force_login(person)
        page = client.get("/?tab=team")
        drawn = median(lambda: client.get("/?tab=team"))
        viewer = Viewer(person, timezone.now(), settings.OFFICE)
        asked_for = median(lambda: board(Wanted(tab=Tab.TEAM), viewer))
        bare = median(lambda: bare_rows())
        with CaptureQueriesContext(connection) as queries:
            client.get("/?tab=team")
        self.line(
            f"{size:,} leads: the board beside bare rows, ms", asked_for * 1000, bare * 1000, ""
        )
        self.line(
            f"{size:,} leads: the page beside its queries, ms", drawn * 1000, asked_for * 1000, ""
        )
        weight = len(gzip.compress(page.content)) / 1024
        self.stdout.write(
            f"{size:,} leads: the board: {len(queries)} queries, {weight:.0f} kB compressed"
        )
        self.reports(size, viewer)

    def reports(self, size: int, viewer: Viewer) -> None:
        with CaptureQueriesContext(connection) as queries:
            lead_health(Behind(), viewer)
        took = median(lambda: lead_health(Behind(), viewer)) * 1000
        self.stdout.write(f"{size:,} leads: lead health: {len(queries)} queries, {took:,.0f} ms")


KINDS = ("leads", "contacts", "companies", "deals")


def asked(sandbox: Sandbox) -> int:
    return len(sandbox.reception.journal)


def bare_rows() -> None:
    """The floor: as many bare rows as the board shows, by the same index."""
    stages = Lead.objects.values_list("stage", flat=True).distinct()
    for stage in stages:
        list(
            Lead.objects.filter(stage=stage, archived_at=None)
            .order_by("next_step_on")
            .values_list()[:30]
        )


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def median(work: Callable[[], object]) -> float:
    return statistics.median(timed(work) for _ in range(RUNS))


def fresh_database() -> None:
    """A database of the benchmark's own: what stands in the named file is thrown away."""
    connections.close_all()
    name = Path(settings.DATABASES["default"]["NAME"])
    if connection.vendor == "sqlite":
        name.parent.mkdir(parents=True, exist_ok=True)
        for leftover in name.parent.glob(name.name + "*"):
            leftover.unlink()
        call_command("migrate", verbosity=0)
    else:
        call_command("migrate", verbosity=0)
        call_command("flush", verbosity=0, interactive=False)
