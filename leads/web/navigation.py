"""The places of the product, and which of them a person is offered."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from leads.domain import roles
from leads.domain.roles import Role


@dataclass(frozen=True, slots=True)
class Place:
    """One entry of the rail. `is_here` marks the page that is open."""

    label: str
    icon: str
    href: str
    is_here: bool
    waiting: int = 0


OFFERED: tuple[tuple[str, str, str, Callable[[Role | None], bool]], ...] = (
    ("board", "Board", "board", roles.may_see),
    ("changes", "Changes", "history", roles.may_see),
    ("playbook", "Playbook", "book", roles.may_see),
    ("deals", "Deals", "desk", roles.reads_all_rows),
)
"""The name of the address, the label, the icon, and whom it is for; in the order of the rail."""


def places_for(request: HttpRequest) -> tuple[Place, ...]:
    """The rail for this person on this page."""
    role = Role.of(getattr(request.user, "role", None))
    offered = [(name, label, icon) for name, label, icon, may in OFFERED if may(role)]
    return tuple(place(name, label, icon, request.path) for name, label, icon in offered)


def place(name: str, label: str, icon: str, path: str) -> Place:
    href = reverse(name)
    is_here = path == href or (href != "/" and path.startswith(href))
    return Place(label, icon, href, is_here)
