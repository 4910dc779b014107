"""Pages as somebody who is signed in sees them, and what they press there."""

from typing import Any

from django.test import Client
from django.urls import reverse

from leads.models import Person
from tests.scenes import Scene

HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/"}


def client(who: Person) -> Client:
    signed_in = Client()
    signed_in.force_login(who)
    return signed_in


def shown(scene: Scene, name: str, lead: str, who: Person | None = None, *more: str) -> str:
    where = reverse(name, args=[scene.lead(lead).pk, *more])
    return client(who or scene.cast.rita).get(where).content.decode()


def push(scene: Scene) -> None:
    """What was pressed just now is due."""
    scene.later(minutes=1)
    scene.push()


def board(scene: Scene, who: Person | None = None) -> str:
    return client(who or scene.cast.rita).get("/?tab=team").content.decode()


def post(
    scene: Scene,
    name: str,
    id: int,
    who: Person | None = None,
    *,
    fragment: bool = False,
    **typed: str,
) -> Any:
    headers = HTMX if fragment else {}
    return client(who or scene.cast.rita).post(reverse(name, args=[id]), typed, headers=headers)
