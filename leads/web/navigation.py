"""The places of the product, and which of them a person is offered: a short rail, and tabs within a place."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from leads.domain import roles
from leads.domain.roles import Role
from leads.queries.demo_locks import waiting_count
from leads.queries.missing_channel import how_many_missing
from leads.queries.stuck_writes import how_many_need_a_person


@dataclass(frozen=True, slots=True)
class Place:
    """One entry of the rail, or one tab. `is_here` marks the page that is open."""

    label: str
    icon: str
    href: str
    is_here: bool
    waiting: int = 0

    @property
    def waiting_words(self) -> str:
        """The count as its mark shows it, which has room for two figures."""
        return str(self.waiting) if self.waiting < 100 else "99+"


IN_THE_BAR = 3
"""So many of the first places stand in a phone's bar, beside the bell and More."""

type May = Callable[[Role | None], bool]

OFFERED: tuple[tuple[str, str, str, May], ...] = (
    ("board", "Board", "board", roles.may_see),
    ("reports", "Reports", "chart", roles.may_read_reports),
    ("demo-locks", "Demo locks", "lock", roles.may_see),
    ("changes", "Changes", "history", roles.may_see),
    ("playbook", "Playbook", "book", roles.may_see),
)
"""The name of the address, the label, the icon, and whom it is for; in the order of the rail."""

GROUPS: tuple[tuple[str, str, tuple[tuple[str, str, May], ...]], ...] = (
    (
        "Desk",
        "desk",
        (
            ("missing-channel", "Missing channel", roles.may_use_desk),
            ("desk-doors", "Doors", roles.may_use_desk),
            ("deals", "Deals", roles.reads_all_rows),
            ("portal", "Portal", roles.may_use_desk),
            ("start", "Set-up", roles.may_use_desk),
        ),
    ),
)
"""Entries of the rail that hold several pages, shown there as tabs: the label, the icon, and of each
page the name of its address, its label and whom it is for."""

WAITING: dict[str, Callable[[], int]] = {
    "missing-channel": how_many_missing,
    "portal": how_many_need_a_person,
    "demo-locks": waiting_count,
}
"""What waits on a page, counted for those who may open it."""


def places_for(request: HttpRequest, *, counted: bool = True) -> tuple[Place, ...]:
    """The rail for this person on this page. A group leads to the first of its pages that is theirs.
    `counted` asks what waits on each."""
    role = Role.of(getattr(request.user, "role", None))
    alone = [
        place(name, label, icon, request.path, counted=counted)
        for name, label, icon, may in OFFERED
        if may(role)
    ]
    groups = [(label, icon, tabs_of(label, request, counted=counted)) for label, icon, _ in GROUPS]
    return (*alone, *(group(label, icon, tabs) for label, icon, tabs in groups if tabs))


def more_of(places: tuple[Place, ...]) -> Place:
    """What a phone's bar keeps behind its last entry, as one: here if one of them is, and their sum."""
    behind = places[IN_THE_BAR:]
    is_here = any(place.is_here for place in behind)
    return Place("More", "more", "", is_here, sum(place.waiting for place in behind))


def tabs_of(label: str, request: HttpRequest, *, counted: bool = True) -> tuple[Place, ...]:
    """The pages of a group that are for this person."""
    role = Role.of(getattr(request.user, "role", None))
    pages = next(pages for name, _, pages in GROUPS if name == label)
    return tuple(
        place(name, word, "", request.path, counted=counted)
        for name, word, may in pages
        if may(role)
    )


def group(label: str, icon: str, tabs: tuple[Place, ...]) -> Place:
    is_here = any(tab.is_here for tab in tabs)
    return Place(label, icon, tabs[0].href, is_here, sum(tab.waiting for tab in tabs))


def place(name: str, label: str, icon: str, path: str, *, counted: bool) -> Place:
    href = reverse(name)
    is_here = path == href or (href != "/" and path.startswith(href))
    waits = WAITING.get(name) if counted else None
    return Place(label, icon, href, is_here, waits() if waits else 0)
