"""The demo-lock queue: who asked, what was shipped, and what is stuck; one row for each person."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from leads.domain import channels
from leads.domain.folding import fold
from leads.domain.lock_queue import Group
from leads.models import DemoRequest
from leads.queries.card import Viewer
from leads.queries.lock_rows import Row, alone, asked, rows_of

PAGE = 50


@dataclass(frozen=True, slots=True)
class Asking:
    """What the page asks for: a group, and filters that all hold together."""

    group: Group = Group.ASKED
    door: str = ""
    channel: str = ""
    owner: str = ""
    text: str = ""
    page: int = 1


@dataclass(frozen=True, slots=True)
class Queue:
    """One group's rows, and how many each group holds under the same filters."""

    rows: tuple[Row, ...]
    counts: Mapping[Group, int]
    total: int
    page: int
    doors: tuple[str, ...] = ()
    owners: tuple[tuple[str, str], ...] = ()

    @property
    def has_more(self) -> bool:
        return self.page * PAGE < self.total


def demo_lock_queue(asking: Asking, viewer: Viewer) -> Queue:
    """The page. Oldest first; the shipped latest first, page by page."""
    rows = [row for row in every_row(viewer) if is_wanted(row, asking)]
    counts = Counter(row.group for row in rows)
    mine = in_order([row for row in rows if row.group is asking.group], asking.group)
    start = (asking.page - 1) * PAGE
    return Queue(
        rows=tuple(mine[start : start + PAGE]),
        counts={group: counts[group] for group in Group},
        total=len(mine),
        page=asking.page,
        doors=tuple(sorted({str(row.request.door) for row in rows if row.request})),
        owners=owners_of(rows),
    )


def waiting_count() -> int:
    """How many need a person's press now, for the rail: cheap, so without judging addresses."""
    unshipped = asked().filter(demo_lock_tracking="", demo_lock_type="").count()
    held = (DemoRequest.State.OVER_CAP, DemoRequest.State.STUCK)
    return unshipped + DemoRequest.objects.filter(state__in=held, contact=None).count()


def every_row(viewer: Viewer) -> list[Row]:
    unborn = DemoRequest.objects.filter(kind=DemoRequest.Kind.DEMO_LOCK).filter(
        Q(contact=None) | Q(state=DemoRequest.State.OVER_CAP)
    )
    return [*rows_of(asked(), viewer), *alone(unborn, viewer)]


def is_wanted(row: Row, asking: Asking) -> bool:
    owner_id = row.lead.owner_id if row.lead else ""
    return (
        (not asking.door or (row.request is not None and str(row.request.door) == asking.door))
        and (not asking.channel or row.channel == channels.label_of(asking.channel))
        and (not asking.owner or owner_id == asking.owner)
        and (not asking.text or is_about(row, asking.text))
    )


def is_about(row: Row, text: str) -> bool:
    email = row.contact.email if row.contact else row.request.email if row.request else ""
    about = fold(f"{row.name} {row.company} {email} {row.address}")
    return all(word in about for word in fold(text).split())


def in_order(rows: Sequence[Row], group: Group) -> list[Row]:
    """Who waits longest comes first; of the shipped, who asked last."""
    return sorted(rows, key=lambda row: (row.asked_on, row.key), reverse=group is Group.SHIPPED)


def owners_of(rows: Iterable[Row]) -> tuple[tuple[str, str], ...]:
    found = {
        row.lead.owner_id: str(row.lead.owner) for row in rows if row.lead and row.lead.owner_id
    }
    return tuple(sorted(found.items(), key=lambda one: one[1]))
