"""Hands of the demo-request tests: a door, an asking, and the turns of the wheel until all is quiet."""

from datetime import date
from typing import Any

from leads.actions.request_demo_lock import take_in_due
from leads.models import DemoRequest, Door
from leads.sync.requests import find_contacts
from tests.portal import Json
from tests.scenes import Scene

ADDRESS = "88 Wharf Road, New London, CT 06320"


def a_door(scene: Scene, name: str = "Website", channel: str = "Website", **more: Any) -> Door:
    return Door.objects.create(name=name, channel=channel, created_at=scene.clock(), **more)


def ask(
    scene: Scene, door: Door, email: str, *, on: date | None = None, **more: Any
) -> DemoRequest:
    """Somebody asks, today unless another day is said."""
    said = {"first_name": "Nadia", "last_name": "Brook", "address": ADDRESS} | more
    return DemoRequest.objects.create(
        door=door, email=email, received_at=scene.clock(), fingerprint=email,
        asked_on=on or scene.clock().date(), **said,
    )  # fmt: skip


def turn(scene: Scene, times: int = 4) -> None:
    """The loops of the worker, until nothing is left to do."""
    for _ in range(times):
        find_contacts(scene.port, scene.clock)
        take_in_due(now=scene.clock())
        scene.push()


def notes(scene: Scene, contact: str) -> list[str]:
    """The bodies of the notes that hang on a contact in HubSpot."""
    return [
        note["properties"]["hs_note_body"]
        for note in scene.portal.objects("notes")
        if contact in note["associations"].get("contacts", ())
    ]


def contact_of(scene: Scene, email: str) -> Json:
    (found,) = [
        one for one in scene.portal.objects("contacts") if one["properties"].get("email") == email
    ]
    return found


def leads_of(scene: Scene, contact: str) -> list[Json]:
    return [
        one
        for one in scene.portal.objects("leads")
        if contact in one["associations"].get("contacts", ())
    ]
