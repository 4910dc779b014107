"""Press on the portal page: ask for a check, or for a fix that the last check offered."""

from datetime import datetime

from django.db import IntegrityError, transaction

from leads.domain.refusal import Refusal
from leads.domain.roles import NotAllowed, Role, may_use_desk
from leads.models import Person, PortalFinding, PortalPress

CHECK = "check"


class UnableToMend(Refusal):
    """This cannot be mended from here."""

    rule = "saving"


def press_portal(what: str, *, actor: Person, now: datetime) -> PortalPress:
    """Put the press in line; one that waits already stays the only one. Raises UnableToMend, NotAllowed."""
    if not may_use_desk(Role.of(actor.role)):
        raise NotAllowed("Only an admin mends the portal.")
    if what != CHECK and not PortalFinding.objects.filter(fix=what).exclude(fix="").exists():
        raise UnableToMend("There is nothing of that name to mend any more. Check again.")
    try:
        with transaction.atomic():
            return PortalPress.objects.create(what=what, pressed_by=actor, pressed_at=now)
    except IntegrityError:
        return PortalPress.objects.get(what=what, done_at=None)
