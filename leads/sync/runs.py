"""Runs: each loop's beginning, end, counts and error on record, under its lease."""

from collections.abc import Callable
from datetime import datetime, timedelta

from leads.hubspot.errors import HubSpotError
from leads.models import SyncRun
from leads.sync.lease import lease, renew
from leads.sync.progress import Progress

LASTS = timedelta(minutes=5)
"""Longer than one step of a loop may take; each step renews the lease."""
KEEP = 200


def run(
    name: str,
    clock: Callable[[], datetime],
    work: Callable[[Progress], None],
    *,
    tell: Callable[[str, int], None] = lambda step, done: None,
) -> SyncRun | None:
    """Run the work once, on record. None when it runs elsewhere just now.

    A HubSpotError ends the run with its words on record; the next run goes on from there.
    """
    with lease(name, clock(), LASTS) as held:
        if not held:
            return None
        record = SyncRun.objects.create(name=name, started_at=clock())

        def told(step: str, done: int) -> None:
            renew(name, clock(), LASTS)
            tell(step, done)

        try:
            work(Progress(record, clock, told))
        except HubSpotError as error:
            record.error = str(error)
        record.finished_at = clock()
        record.save()
        forget_old(name)
    return record


def forget_old(name: str) -> None:
    old = SyncRun.objects.filter(name=name).order_by("-pk").values_list("pk", flat=True)[KEEP:]
    SyncRun.objects.filter(pk__in=list(old)).delete()
