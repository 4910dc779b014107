"""Tick off what was done by hand in HubSpot's settings, or take the tick away."""

from datetime import datetime

from leads.domain.refusal import Refusal
from leads.domain.roles import NotAllowed, Role, may_use_desk
from leads.models import Person, Ticked

CHANNEL_REQUIRED = "channel-required"
"""Lead Channel is required when a lead is made in HubSpot."""
NAMES = frozenset({CHANNEL_REQUIRED})


class UnableToTick(Refusal):
    """There is no such thing to tick off."""

    rule = "channels"


def tick_off(name: str, *, done: bool, actor: Person, now: datetime) -> None:
    """Say that it is done, or that it is not. Ticking again keeps the first moment."""
    if not may_use_desk(Role.of(actor.role)):
        raise NotAllowed("Only an admin says what was done in HubSpot’s settings.")
    if name not in NAMES:
        raise UnableToTick("There is nothing of that name to tick off.")
    if done:
        fields = {"ticked_by": actor, "ticked_at": now}
        Ticked.objects.get_or_create(name=name, defaults=fields)
    else:
        Ticked.objects.filter(name=name).delete()
