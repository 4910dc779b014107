"""Doors: add one, change it, raise its cap, switch it, give it a new link. Each change says who made it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from leads.actions.decide import SomebodyWasFirst
from leads.domain.channels import Channel
from leads.domain.door import UnableToOpenDoor, raised
from leads.domain.roles import NotAllowed, Role, may_use_desk
from leads.models import Door, DoorChange, Owner, Person
from leads.models.door import new_token


class NoSuchDoor(Exception):
    """There is no such door."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a door is to be. `owner` is a HubSpot owner id, or ""."""

    name: str
    channel: str
    daily_cap: int
    ships: bool
    owner_rule: str
    owner: str
    origins: list[str]


@dataclass(frozen=True, slots=True)
class By:
    """Who changes it, when, and in which drawn form: the same form twice is one change."""

    actor: Person
    now: datetime
    key: str | None = None


WORDS: Mapping[str, str] = {
    "name": "name",
    "channel": "channel",
    "daily_cap": "cap",
    "ships": "shipping",
    "owner_rule": "owner rule",
    "owner_id": "owner",
    "origins": "sites",
}


def add_door(plan: Plan, by: By) -> Door:
    """A new door with a link of its own. Raises UnableToOpenDoor, NotAllowed."""
    check_may(by.actor)
    door = Door(created_at=by.now)
    try:
        with transaction.atomic(durable=True):
            if earlier := changed_before(by.key):
                return earlier
            lay(plan, door)
            door.save()
            note(door, f"Opened with a cap of {door.daily_cap}", by)
    except IntegrityError as error:
        raise UnableToOpenDoor("Somebody opened this door in the same moment.") from error
    return door


def edit_door(door_id: int, plan: Plan, by: By, *, seen: str) -> Door:
    """Change what differs. `seen` is the id of the last change that the form showed.

    Raises NoSuchDoor, UnableToOpenDoor, NotAllowed, SomebodyWasFirst.
    """
    check_may(by.actor)
    with transaction.atomic(durable=True):
        door = held(door_id)
        if changed_before(by.key):
            return door
        check_seen(door, seen)
        before = {name: getattr(door, name) for name in WORDS}
        lay(plan, door)
        words = [worded(name, old, getattr(door, name)) for name, old in before.items()]
        if said := [word for word in words if word]:
            door.save()
            note(door, "Changed " + ", ".join(said), by)
    return door


def raise_cap(door_id: int, by: By) -> Door:
    """Ten more a day, for good. Raises NoSuchDoor, UnableToOpenDoor, NotAllowed."""
    return change(door_id, by, raise_it)


def switch(door_id: int, by: By, *, on: bool) -> Door:
    """Let requests in, or answer 404 to whoever comes. Raises NoSuchDoor, NotAllowed."""

    def turn(door: Door, _: By) -> str:
        if door.is_active == on:
            return ""
        door.is_active = on
        return "Switched on" if on else "Switched off"

    return change(door_id, by, turn)


def rotate(door_id: int, by: By) -> Door:
    """A new link; the old one is dead from now on. Raises NoSuchDoor, NotAllowed."""
    return change(door_id, by, give_new_link)


def raise_it(door: Door, _: By) -> str:
    before, door.daily_cap = door.daily_cap, raised(door.daily_cap)
    return f"Raised the cap from {before} to {door.daily_cap}"


def give_new_link(door: Door, by: By) -> str:
    door.token, door.rotated_at = new_token(), by.now
    return "Made a new link"


def change(door_id: int, by: By, make: Callable[[Door, By], str]) -> Door:
    check_may(by.actor)
    with transaction.atomic(durable=True):
        door = held(door_id)
        if not changed_before(by.key) and (words := make(door, by)):
            door.save()
            note(door, words, by)
    return door


def check_may(actor: Person) -> None:
    if not may_use_desk(Role.of(actor.role)):
        raise NotAllowed("Only an admin changes doors.")


def held(door_id: int) -> Door:
    door = Door.objects.select_for_update().filter(pk=door_id).first()
    if door is None:
        raise NoSuchDoor("There is no such door.")
    return door


def check_seen(door: Door, seen: str) -> None:
    last = door.changes.first()
    if last and seen and seen != str(last.pk):
        raise SomebodyWasFirst(
            f"{last.actor.get_full_name() or last.actor.username} changed this door meanwhile: "
            f"{last.summary}. Look at it as it is now, then change it again."
        )


def changed_before(key: str | None) -> Door | None:
    found = DoorChange.objects.filter(key=key).select_related("door").first() if key else None
    return found.door if found else None


def lay(plan: Plan, door: Door) -> None:
    """The plan on the door, if it can be kept. Raises UnableToOpenDoor."""
    name = " ".join(plan.name.split())
    if not name:
        raise UnableToOpenDoor("Give the door a name: what the link is for.")
    if Door.objects.filter(name__iexact=name).exclude(pk=door.pk).exists():
        raise UnableToOpenDoor(f"There is a door called “{name}” already.")
    if Channel.of(plan.channel) is None:
        raise UnableToOpenDoor("Choose the channel that requests come through by this link.")
    if plan.owner_rule not in Door.OwnerRule.values:
        raise UnableToOpenDoor("Choose who gets the leads.")
    if plan.owner and not Owner.objects.filter(pk=plan.owner, left_at=None).exists():
        raise UnableToOpenDoor("Choose an owner who is still here.")
    door.name, door.channel, door.daily_cap = name, plan.channel, plan.daily_cap
    door.ships, door.owner_rule, door.owner_id = plan.ships, plan.owner_rule, plan.owner or None
    door.origins = plan.origins


def worded(name: str, old: object, new: object) -> str:
    if old == new:
        return ""
    if name in {"owner_rule", "owner_id", "origins"}:
        return WORDS[name]
    if name == "ships":
        return "to ship at once" if new else "to only ask"
    return f"{WORDS[name]} from {old} to {new}"


def note(door: Door, summary: str, by: By) -> None:
    DoorChange.objects.create(
        door=door, actor=by.actor, summary=summary, changed_at=by.now, key=by.key
    )
