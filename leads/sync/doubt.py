"""Doubt: answers that look like success and would empty the mirror. The run stops with words, a finding on
the portal page asks, and nothing is erased until an admin says that it is so."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Q, QuerySet

from leads.hubspot.errors import HubSpotError
from leads.hubspot.port import Port, Record
from leads.hubspot.properties import READ
from leads.models import PortalFinding, SweepHold
from leads.models.mirror import Mirrored
from leads.models.sync import GO_ON, MIRROR
from leads.sync.survivors import MODELS

FEW = 10
"""So many values lost at once, in every record of an answer, are no coincidence."""
MANY = 20
"""From so many records on, an empty list is no list."""
SLACK, SHARE = 10, 100
"""Search counts a little late: a difference below ten, or one in a hundred, says nothing."""


class Doubtful(HubSpotError):
    """HubSpot answered, but not so that the mirror may follow it. The words are for a person."""


def ask(code: str, message: str, mend: str, now: datetime, ids: Collection[str] = ()) -> None:
    """Put it before the admins, anew each time: what they let pass was another thing than this."""
    hold = {"ids": sorted(ids), "asked_at": now, "allowed_at": None}
    SweepHold.objects.update_or_create(code=code, defaults=hold)
    fields = {"message": message, "mend": mend, "fix": GO_ON + code, "seen_at": now}
    PortalFinding.objects.update_or_create(code=MIRROR + code, defaults=fields)


def alarm(code: str, message: str, mend: str, now: datetime) -> None:
    """Tell the admins; there is nothing to press."""
    fields = {"message": message, "mend": mend, "seen_at": now}
    PortalFinding.objects.update_or_create(code=MIRROR + code, defaults=fields)


def settle(code: str) -> None:
    """It is as it should be again."""
    PortalFinding.objects.filter(code=MIRROR + code).delete()
    SweepHold.objects.filter(code=code).delete()


def settle_values(kind: str) -> None:
    """A reading went through: no property was missing that nobody had let pass."""
    asked = f"value:{kind}."
    PortalFinding.objects.filter(code__startswith=MIRROR + asked).delete()
    SweepHold.objects.filter(code__startswith=asked, allowed_at=None).delete()


def allow(code: str, now: datetime) -> bool:
    """Let a sweep do what it stopped at. False where it no longer asks."""
    PortalFinding.objects.filter(code=MIRROR + code).delete()
    return bool(SweepHold.objects.filter(code=code).update(allowed_at=now))


def may_pass(code: str) -> bool:
    return SweepHold.objects.filter(code=code, allowed_at__isnull=False).exists()


def check_values(kind: str, records: Sequence[Record], now: datetime) -> None:
    """A property that was asked for and that no record has, not even empty, is one that this key does
    not see any more: its values here are not taken for cleared. Raises Doubtful."""
    absent = [
        name
        for name in READ[kind]
        if records and all(name not in one.properties for one in records)
    ]
    for name in absent:
        holding = Q(**{f"remote__{name}__isnull": False})
        rows = MODELS[kind]._default_manager.filter(holding, hubspot_id__in=[r.id for r in records])
        code = f"value:{kind}.{name}"
        if rows.count() >= FEW and not may_pass(code):
            words = f"HubSpot gives no {kind} with {name} any more: what is held here stays."
            ask(code, words, "If the property was removed in HubSpot, go on without it.", now)
            raise Doubtful(words)


def check_listed(kind: str, listed: int, now: datetime) -> None:
    """A list without a single record where there were many. Raises Doubtful."""
    code = f"empty:{kind}"
    held = live(kind).count()
    if listed or held < MANY:
        settle(code)
    elif not may_pass(code):
        words = f"HubSpot’s list of {kind} is empty, and {held:,} are held here: nothing was taken away."
        ask(code, words, "Check the key’s scopes. If they were really all removed, go on.", now)
        raise Doubtful(words)


def is_counted(port: Port, kind: str, listed: int, now: datetime) -> bool:
    """Whether the list was complete as far as search can tell; where it was not, the admins hear of it."""
    code, total = f"count:{kind}", port.count(kind)
    if total is None or abs(total - listed) <= max(SLACK, total // SHARE):
        settle(code)
        return True
    words = f"The list of {kind} gave {listed:,} records and search counts {total:,}: some were not read."
    alarm(code, words, "The next full read looks again; nothing was taken away here.", now)
    return False


def live(kind: str) -> QuerySet[Mirrored]:
    """The rows that should be in a list of live records."""
    rows = MODELS[kind]._default_manager
    return rows.filter(archived_at=None, gone_at=None, merged_into="", hubspot_id__isnull=False)
