"""The board's clock: one number that every visible change moves on, so that a page can ask
"what changed since?" and miss nothing."""

from django.db import models
from django.db.models import F


class BoardClock(models.Model):
    """One row. Ticking it locks it until commit, so versions appear in the order they were drawn."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    ticks = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.ticks)


def tick() -> int:
    """The next version; call inside the transaction that changes the rows which will bear it."""
    if not BoardClock.objects.filter(pk=1).update(ticks=F("ticks") + 1):
        BoardClock.objects.get_or_create(pk=1, defaults={"ticks": 0})
        BoardClock.objects.filter(pk=1).update(ticks=F("ticks") + 1)
    return BoardClock.objects.values_list("ticks", flat=True).get(pk=1)


def now_at() -> int:
    return BoardClock.objects.filter(pk=1).values_list("ticks", flat=True).first() or 0
