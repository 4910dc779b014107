"""How old the mirror is: each kind of record, each loop with its last run, the day's calls."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Min, Model, Q

from leads.models import (
    Company,
    Contact,
    Deal,
    Lead,
    Lease,
    Portal,
    PortalClosed,
    SyncCursor,
    SyncRun,
    Touch,
    WriteAttempt,
)

LATE_AFTER = 3
"""A loop is late when so many of its rounds have gone by without one that ended well."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of record: how many there are, how far it was read, when any was last heard of."""

    label: str
    rows: int
    read_to: datetime | None
    read_at: datetime | None


@dataclass(frozen=True, slots=True)
class Loop:
    """One loop of the timetable. `is_late` says that it has not ended well for a while."""

    name: str
    words: str
    every: timedelta
    last_good: datetime | None
    last_run: SyncRun | None
    is_late: bool
    runs_until: datetime | None

    @property
    def error(self) -> str:
        return self.last_run.error if self.last_run else ""

    @property
    def counts(self) -> str:
        """ "36 leads, 9 contacts", of the last run."""
        if self.last_run is None:
            return ""
        found = [f"{number} {name}" for name, number in self.last_run.counts.items() if number]
        return ", ".join(found) or "nothing new"


KINDS: Mapping[str, tuple[str, type[Model]]] = {
    "leads": ("Leads", Lead),
    "contacts": ("Contacts", Contact),
    "companies": ("Companies", Company),
    "deals": ("Deals", Deal),
}
LOOPS: Mapping[str, tuple[str, timedelta]] = {
    "delta": ("What changed", timedelta(seconds=20)),
    "trail": ("What was indexed late", timedelta(minutes=15)),
    "touches": ("E-mails, calls, meetings", timedelta(minutes=1)),
    "sweep": ("Every lead", timedelta(minutes=5)),
    "metadata": ("The vocabulary", timedelta(minutes=10)),
    "check": ("The check", timedelta(hours=1)),
    "pull": ("Every record", timedelta(days=1)),
}
"""The names of the runs, in words, with how often the timetable calls them."""


def kinds() -> tuple[Kind, ...]:
    cursors = dict(SyncCursor.objects.values_list("kind", "read_to"))
    found = []
    for name, (label, model) in KINDS.items():
        told = model._default_manager.aggregate(rows=Count("pk"), read=Max("read_at"))
        found.append(Kind(label, told["rows"], cursors.get(name), told["read"]))
    seen = Touch.objects.aggregate(rows=Count("pk"), read=Max("modified_at"))
    return (*found, Kind("Touches", seen["rows"], cursors.get("touches"), seen["read"]))


def loops(now: datetime) -> tuple[Loop, ...]:
    leases = dict(Lease.objects.filter(until__gt=now).values_list("name", "until"))
    good = dict(
        SyncRun.objects.filter(error="", finished_at__isnull=False)
        .order_by()
        .values_list("name")
        .annotate(last=Max("finished_at"))
    )
    newest = SyncRun.objects.order_by().values("name").annotate(last=Max("pk")).values("last")
    first = SyncRun.objects.aggregate(first=Min("started_at"))["first"]
    last = {run.name: run for run in SyncRun.objects.filter(pk__in=newest)}
    return tuple(
        Loop(
            name, words, every, good.get(name), last.get(name),
            is_late(good.get(name) or first, every, now), leases.get(name),
        )
        for name, (words, every) in LOOPS.items()
    )  # fmt: skip


def is_late(since: datetime | None, every: timedelta, now: datetime) -> bool:
    """`since` is the last run that ended well, else the first run of any loop: none before that counts."""
    return since is not None and now - since > LATE_AFTER * every


@dataclass(frozen=True, slots=True)
class Calls:
    """The day's calls as HubSpot told them, and when a write was last tried."""

    a_day: int | None
    used: int | None
    told_at: datetime | None
    last_write_at: datetime | None
    tries_today: int

    @property
    def words(self) -> str:
        """ "81 of 625,000"; "" where HubSpot has not said."""
        return f"{self.used:,} of {self.a_day:,}" if self.a_day and self.used is not None else ""


@dataclass(frozen=True, slots=True)
class ClosedPart:
    """What is not sent for now, in words: what and why, what HubSpot said, since when, until when."""

    what: str
    because: str
    words: str
    since: datetime
    until: datetime


BECAUSE = {
    "key": "HubSpot does not take our key",
    "scope": "Our key lacks a scope",
    "daily": "The day’s calls are used up",
    "unreachable": "HubSpot cannot be reached",
}


def closed_parts() -> tuple[ClosedPart, ...]:
    """What the breaker has closed, as the workers saw it last."""
    return tuple(
        ClosedPart(
            "nothing is sent to HubSpot" if part.gate == "portal" else f"calls that {part.gate} wait",
            BECAUSE.get(part.why, part.why), part.words, part.since, part.until,
        )
        for part in PortalClosed.objects.order_by("since", "gate")
    )  # fmt: skip


def calls(midnight: datetime) -> Calls:
    portal = Portal.objects.first()
    a_day, left = (portal.calls_a_day, portal.calls_left) if portal else (None, None)
    used = a_day - left if a_day is not None and left is not None else None
    tried = WriteAttempt.objects.aggregate(
        last=Max("at"), today=Count("pk", filter=Q(at__gte=midnight))
    )
    told_at = portal.calls_told_at if portal else None
    return Calls(a_day, used, told_at, tried["last"], tried["today"])
