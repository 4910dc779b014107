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

    class Meta(AbstractUser.Meta):
        verbose_name_plural = "people"

    @property
    def initials(self) -> str:
        words = (self.get_full_name() or self.username).split()
        return "".join(word[0] for word in words[:2]).upper()

    def owns(self, owner_id: str | None) -> bool:
        return owner_id is not None and owner_id == self.owner_id
