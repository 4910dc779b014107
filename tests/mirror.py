"""Pulls for tests: everything, what changed, the sweep; each must end without an error."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from leads.hubspot.port import Port
from leads.models import SyncRun
from leads.sync.delta import pull_changed, pull_trail
from leads.sync.pull import pull_everything, pull_leads
from leads.sync.runs import run

OFFICE = ZoneInfo("America/New_York")
LOOPS = {
    "pull": pull_everything, "delta": pull_changed, "trail": pull_trail, "sweep": pull_leads
}  # fmt: skip


def read(port: Port, clock: Callable[[], datetime], name: str = "pull") -> SyncRun:
    done = run(name, clock, lambda progress: LOOPS[name](port, progress, OFFICE))
    assert done is not None
    assert done.error == ""
    return done
