"""Who signs in: a person with one role, mapped to a HubSpot owner by e-mail."""

from django.contrib.auth.models import AbstractUser
from django.db import models

from leads.domain.roles import Role
from leads.models.mirror import Owner


class Person(AbstractUser):
    """A user of the board. Without an owner a rep sees the team's leads but owns none."""

    role = models.CharField(
        max_length=16, choices=[(r.value, r.name.title()) for r in Role], default=Role.REP
    )
    owner = models.ForeignKey(
        Owner, models.SET_NULL, null=True, blank=True, db_constraint=False, related_name="people"
    )
    notices_seen_at = models.DateTimeField(
        null=True, blank=True, help_text="Notices up to here were looked at"
    )
    notices_seen_to = models.DateTimeField(
        null=True, blank=True, help_text="Up to when HubSpot had been read at that moment"
    )
    daily_digest = models.BooleanField(default=False, help_text="Wants the mail at eight")
    digest_sent_on = models.DateField(
        null=True, blank=True, help_text="The office's day whose digest is done with"
    )

    class Meta(AbstractUser.Meta):
        verbose_name_plural = "people"

    @property
    def initials(self) -> str:
        words = (self.get_full_name() or self.username).split()
        return "".join(word[0] for word in words[:2]).upper()

    @property
    def address(self) -> str:
        """Where mail reaches this person; "" where we know no address."""
        return self.email or (self.owner.email if self.owner else "")

    def owns(self, owner_id: str | None) -> bool:
        return owner_id is not None and owner_id == self.owner_id
