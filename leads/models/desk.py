"""The desk's own memory: what an admin has done in HubSpot's settings, where no API can look."""

from django.conf import settings
from django.db import models


class Ticked(models.Model):
    """Something that was done by hand in the portal, by name: "channel-required"."""

    name = models.CharField(max_length=64, primary_key=True)
    ticked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    ticked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} on {self.ticked_at:%Y-%m-%d}"
