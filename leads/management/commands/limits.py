"""`manage.py limits`: several worker processes against a sandbox portal of 100 calls in ten seconds. How
many are refused, how much of our part is used, and how long a person's write waits behind the sweeps."""

import json
import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from leads.hubspot.client import HubSpotClient, connect
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.errors import Busy
from leads.hubspot.limiter import MARGIN, Priority
from leads.management.commands.bench import fresh_database
from leads.sandbox.server import Sandbox

MAXIMUM, WINDOW = 100, 10.0
PERSON_EVERY = 0.7
"""Seconds between two writes of a person."""
WARM_UP = 15.0
"""Seconds until the windows are as they are in the long run."""


class Command(BaseCommand):
    help = "Measure how several workers share the portal's limit, on a database of its own."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workers", type=int, default=4)
        parser.add_argument("--seconds", type=float, default=60.0)
        parser.add_argument("--url", default="", help="For the workers: the sandbox")
        parser.add_argument("--writes", action="store_true", help="For the workers: be a person")

    def handle(self, *, workers: int, seconds: float, url: str, writes: bool, **_: Any) -> None:
        if url:
            self.stdout.write(json.dumps(work(url, seconds, writes=writes)))
            return
        fresh_database()
        with Sandbox(story="empty") as sandbox:
            sandbox.reception.limits.set({"burst": MAXIMUM}, sandbox.portal)
            children = [start(sandbox.url, seconds, writes=n == 0) for n in range(workers)]
            waits = [wait for child in children for wait in json.loads(child.communicate()[0])]
            calls = [(moment(one), one["status"]) for one in sandbox.reception.journal.entries()]
        self.tell(calls, waits, seconds)

    def tell(
        self, calls: list[tuple[float, int | None]], waits: list[float], seconds: float
    ) -> None:
        refused = sum(status == 429 for _, status in calls)
        used = least_and_most([at for at, status in calls if status != 429])
        ours = MAXIMUM * MARGIN
        self.stdout.write(f"refused with 429: {refused} in {seconds:.0f} s (at most 2 a minute)")
        self.stdout.write(
            f"of our {ours:.0f} calls in {WINDOW:.0f} s: {used[0] / ours:.0%} at least, "
            f"{used[1] / ours:.0%} at most (90% to 100%)"
        )
        self.stdout.write(f"a person's {len(waits)} writes waited {max(waits):.2f} s at most (2 s)")


def start(url: str, seconds: float, *, writes: bool) -> "subprocess.Popen[str]":
    """One more worker process, as Celery would have it."""
    command = [sys.executable, "manage.py", "limits", "--url", url, "--seconds", str(seconds)]
    return subprocess.Popen(  # noqa: S603
        [*command, *(["--writes"] if writes else [])],
        stdout=subprocess.PIPE, text=True, env=os.environ.copy(),
    )  # fmt: skip


def work(url: str, seconds: float, *, writes: bool) -> list[float]:
    """What one worker does for so long. Returns the seconds that each of a person's writes took."""
    config = HubSpotConfig(url, "pat-sandbox", portal_id="bench", writes=True)
    client = connect(config, redis_url=settings.ENV.redis_url)
    ends = time.monotonic() + seconds
    if not writes:
        while time.monotonic() < ends:
            sweep(client)
        return []
    return [write(client) for _ in iter(lambda: time.monotonic() < ends, False)]


def sweep(client: HubSpotClient) -> None:
    try:
        client.at(Priority.SWEEP).page("contacts", properties=())
    except Busy as busy:
        time.sleep(min(busy.retry_after, 1.0))


def write(client: HubSpotClient) -> float:
    """A person's note, and the time until the next one is written."""
    began = time.monotonic()
    note = {"hs_note_body": "They called.", "hs_timestamp": "2026-08-28T12:00:00Z"}
    client.at(Priority.PERSON).create("notes", note, {})
    took = time.monotonic() - began
    time.sleep(PERSON_EVERY)
    return took


def moment(entry: dict[str, Any]) -> float:
    return datetime.fromisoformat(entry["at"]).timestamp()


def least_and_most(at: list[float]) -> tuple[int, int]:
    """Calls in the emptiest and in the fullest window, the beginning and the end left out."""
    first, last = at[0] + WARM_UP, at[-1] - WINDOW
    counts = [
        sum(start <= one < start + WINDOW for one in at) for start in at if first <= start <= last
    ]
    return min(counts), max(counts)
