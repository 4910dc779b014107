"""The toolbar of the board: tabs, chips with counts, board or list, roomy or compact; all plain links."""

from collections.abc import Mapping
from dataclasses import dataclass

from leads.queries.board import Chip, Tab
from leads.web.address import Address, Shape


@dataclass(frozen=True, slots=True)
class Link:
    """A choice of the toolbar. `tone` colours a count that wants attention."""

    name: str
    label: str
    href: str
    is_here: bool
    icon: str = ""
    count: int | None = None
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Toolbar:
    title: str
    tabs: tuple[Link, ...]
    chips: tuple[Link, ...]
    shapes: tuple[Link, ...]
    kept: Mapping[str, str]
    """What a search keeps of the address."""


TABS = {
    Tab.MINE: "My open",
    Tab.TEAM: "Team",
    Tab.OWNERLESS: "Ownerless",
    Tab.NO_CHANNEL: "No channel",
    Tab.DEMO_LOCKS: "Demo locks",
}
TITLES = {
    Tab.MINE: "My leads",
    Tab.TEAM: "All leads",
    Tab.OWNERLESS: "Without an owner",
    Tab.NO_CHANNEL: "Without a channel",
    Tab.DEMO_LOCKS: "Asked for a lock",
}
CHIPS = {
    Chip.OVERDUE: ("Overdue", "overdue", "bad"),
    Chip.TODAY: ("Due today", "today", ""),
    Chip.NO_STEP: ("No next step", "none", "warn"),
    Chip.STALE: ("Stale", "stale", ""),
}
SHAPES = {Shape.BOARD: "Board", Shape.LIST: "List"}


def toolbar(address: Address, counts: Mapping[Chip, int]) -> Toolbar:
    return Toolbar(
        title=TITLES[address.tab],
        tabs=tuple(
            Link(tab, label, address.to(tab=tab, more="", lead=None), tab is address.tab)
            for tab, label in TABS.items()
        ),
        chips=tuple(chip_link(chip, address, counts.get(chip, 0)) for chip in Chip),
        shapes=tuple(
            Link(shape, label, address.to(view=shape), shape is address.view, icon=shape)
            for shape, label in SHAPES.items()
        ),
        kept={name: value for name, value in address.fields.items() if name not in {"q", "lead"}},
    )


def chip_link(chip: Chip, address: Address, count: int) -> Link:
    """Pressing a chip narrows the board to it; pressing it again widens it."""
    label, icon, tone = CHIPS[chip]
    is_here = chip is address.chip
    href = address.to(chip=None if is_here else chip)
    return Link(chip, label, href, is_here, icon, count, tone if count else "")
