"""The desk's own memory: what an admin has done in HubSpot's settings, where no API can look."""

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.dispatch import Signal

from leads.models.sync import GO_ON

portal_pressed = Signal()
"""Sent after commit: somebody wants the portal checked or mended."""


class Ticked(models.Model):
    """Something that was done by hand in the portal, by name: "channel-required"."""

    name = models.CharField(max_length=64, primary_key=True)
    ticked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    ticked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} on {self.ticked_at:%Y-%m-%d}"


class PortalPress(models.Model):
    """One press on the portal page: the row is the queue, and later says what became of it."""

    what = models.CharField(max_length=64, help_text='"check", or the name of a fix')
    pressed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    pressed_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    outcome = models.TextField(blank=True, default="", help_text="In words")
    is_refused = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "portal presses"
        ordering = ["-pressed_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["what"], name="one_press_waits", condition=Q(done_at=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.what} at {self.pressed_at:%Y-%m-%d %H:%M}"

    def save(self, **kwargs: object) -> None:
        fresh = self._state.adding
        super().save(**kwargs)  # type: ignore[arg-type]
        if fresh:
            transaction.on_commit(announce, robust=True)

    @property
    def words(self) -> str:
        """What was pressed, as the page lists it."""
        if self.what.startswith(GO_ON):
            return f"Go on: {self.what.removeprefix(GO_ON)}"
        return "Check" if self.what == "check" else f"Add {self.what}"


def announce() -> None:
    portal_pressed.send_robust(sender=PortalPress)
