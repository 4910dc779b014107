"""The doors page: every link with what it forces, how much of today it has used, and who changed it last."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Max, Q
from django.urls import reverse

from leads.domain import channels
from leads.domain.door import MOST, Use, raised
from leads.models import DemoRequest, Door, DoorChange, Owner


@dataclass(frozen=True, slots=True)
class DoorRow:
    """One door as the page shows it. `link` is the whole address; `over_cap` those kept for a person."""

    id: int
    name: str
    channel: str
    link: str
    use: Use
    over_cap: int
    ships: bool
    is_active: bool
    owner: str
    last_request_at: datetime | None
    last_change: DoorChange | None

    @property
    def next_cap(self) -> int:
        """The cap after one press; 0 where it is as high as it goes."""
        return raised(self.use.cap) if self.use.cap < MOST else 0


def door_rows(today: date, site: str) -> list[DoorRow]:
    """All doors by name, the switched-off ones last; `site` is where people reach us."""
    lock = Q(requests__kind=DemoRequest.Kind.DEMO_LOCK)
    over = Q(requests__state=DemoRequest.State.OVER_CAP)
    doors = Door.objects.select_related("owner").annotate(
        used=Count("requests", filter=lock & Q(requests__asked_on=today) & ~over),
        kept=Count("requests", filter=lock & over),
        last_at=Max("requests__received_at"),
    )
    found = list(doors.order_by("-is_active", "name"))
    last = last_changes(found)
    return [row(door, last.get(door.pk), site) for door in found]


def row(door: Door, last: DoorChange | None, site: str) -> DoorRow:
    return DoorRow(
        id=door.pk,
        name=door.name,
        channel=channels.label_of(door.channel),
        link=link_of(door, site),
        use=Use(getattr(door, "used", 0), door.daily_cap),
        over_cap=getattr(door, "kept", 0),
        ships=door.ships,
        is_active=door.is_active,
        owner=str(door.owner) if door.owner else door.get_owner_rule_display(),
        last_request_at=getattr(door, "last_at", None),
        last_change=last,
    )


def link_of(door: Door, site: str) -> str:
    return site.rstrip("/") + reverse("demo-lock", args=[door.token])


def last_changes(doors: Iterable[Door]) -> dict[int, DoorChange]:
    """The last change of each: the newest row of a door has its highest id."""
    ids = DoorChange.objects.filter(door__in=list(doors)).values("door").annotate(last=Max("pk"))
    rows = DoorChange.objects.filter(pk__in=[one["last"] for one in ids]).select_related("actor")
    return {one.door_id: one for one in rows}


def door_with_changes(door_id: int) -> tuple[Door, list[DoorChange]] | None:
    """A door and its last changes, newest first."""
    door = Door.objects.filter(pk=door_id).first()
    if door is None:
        return None
    return door, list(door.changes.select_related("actor")[:12])


def owners_here() -> list[Owner]:
    return list(Owner.objects.filter(left_at=None).order_by("first_name", "last_name"))
