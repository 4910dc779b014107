"""Ask: keep one request that came through a door, once, and say whether the day still had room."""

from dataclasses import asdict, dataclass
from datetime import datetime, tzinfo

from django.db import transaction
from django.db.models import QuerySet

from leads.domain.asking import Asked
from leads.domain.door import SAME_WITHIN, Use
from leads.domain.next_step import day_of
from leads.models import DemoRequest, Door
from leads.models.door import wake

Kind, State = DemoRequest.Kind, DemoRequest.State


class NoSuchDoor(Exception):
    """No door that is open has this token."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The request as it is kept. Over the cap it waits for a person instead of being taken in."""

    request: DemoRequest

    @property
    def is_over_cap(self) -> bool:
        return self.request.state == State.OVER_CAP


def ask(
    token: str, kind: DemoRequest.Kind, asked: Asked, *, key: str, now: datetime, office: tzinfo
) -> Kept:
    """Keep what was asked through the door with this token. Raises NoSuchDoor.

    `key` is the sender's own for this post, or "". A repeated post is the first one's row. One
    that was over the cap and comes again when there is room is taken in after all.
    """
    with transaction.atomic(durable=True):
        door = locked(token)
        today = day_of(now, office)
        use = Use(door.requests.of_day(today).count(), door.daily_cap)
        is_over = kind == Kind.DEMO_LOCK and use.is_full
        earlier = asked_before(door, kind, asked, key, now)
        if earlier is None:
            state = State.OVER_CAP if is_over else State.RECEIVED
            return Kept(written(door, kind, asked, key, now, asked_on=today, state=state))
        if not is_over and waiting_over_cap(earlier).update(state=State.RECEIVED, asked_on=today):
            earlier.refresh_from_db()
            wake()
        return Kept(earlier)


def waiting_over_cap(earlier: DemoRequest) -> QuerySet[DemoRequest]:
    """The row, if it still waits: a person may have settled it in this moment."""
    return DemoRequest.objects.filter(pk=earlier.pk, state=State.OVER_CAP)


def locked(token: str) -> Door:
    """The door, held until commit: two posts of one door come one after the other, so that its cap is
    exact. (SQLite holds the whole database.)"""
    door = Door.objects.select_for_update().filter(token=token, is_active=True).first()
    if door is None:
        raise NoSuchDoor
    return door


def asked_before(
    door: Door, kind: DemoRequest.Kind, asked: Asked, key: str, now: datetime
) -> DemoRequest | None:
    """The row of the same post: by the sender's key, else by person and payload a moment ago."""
    if key:
        by_key = door.requests.filter(key=asked.key(kind, key)).first()
        if by_key:
            return by_key
    same = door.requests.filter(fingerprint=asked.fingerprint(kind))
    return same.filter(received_at__gt=now - SAME_WITHIN).order_by("-received_at").first()


def written(
    door: Door, kind: DemoRequest.Kind, asked: Asked, key: str, now: datetime, **fields: object
) -> DemoRequest:
    made = DemoRequest(
        door=door,
        kind=kind,
        key=asked.key(kind, key),
        fingerprint=asked.fingerprint(kind),
        received_at=now,
        **asdict(asked),
        **fields,
    )
    made.save()
    return made
