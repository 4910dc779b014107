"""Records that HubSpot told us to look at again. A nudge carries no values: what is true is read."""

from collections.abc import Iterable
from datetime import datetime

from django.db import models, transaction
from django.dispatch import Signal

nudge_waits = Signal()
"""Sent after commit, so that whoever hears it finds the whole row."""


class Nudge(models.Model):
    """One record to read again, however often and in whatever order it was named."""

    kind = models.CharField(max_length=32)
    record_id = models.CharField(max_length=32)
    heard_at = models.DateTimeField()

    class Meta:
        ordering = ["heard_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["kind", "record_id"], name="one_nudge")]

    def __str__(self) -> str:
        return f"{self.kind} {self.record_id}"


def hear(named: Iterable[tuple[str, str]], now: datetime) -> int:
    """Keep the records that an answer named: each once, the latest word counting."""
    rows = [Nudge(kind=kind, record_id=id, heard_at=now) for kind, id in sorted(set(named))]
    Nudge.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["kind", "record_id"], update_fields=["heard_at"]
    )
    if rows:
        transaction.on_commit(announce, robust=True)
    return len(rows)


def announce() -> None:
    nudge_waits.send_robust(sender=Nudge)
