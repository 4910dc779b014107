"""The board's address: everything about what is shown stands in it, so that a link shows the same."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode

from leads.domain.pipeline import Stage
from leads.domain.roles import Role, reads_all_rows
from leads.models import Lead, Person
from leads.queries.board import Chip, Tab, Wanted
from leads.queries.order import Sort, sort_of

OPEN = tuple(stage.value for stage in Stage if not stage.is_closed)


class Shape(StrEnum):
    """The same leads as columns or as a table."""

    BOARD = "board"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Address:
    """The query of `/`, read once. What it does not understand it leaves out."""

    tab: Tab = Tab.MINE
    chip: Chip | None = None
    q: str = ""
    more: str = ""
    wide: str = ""
    view: Shape = Shape.BOARD
    sort: str = ""
    lead: int | None = None
    home: Tab = Tab.MINE
    """The tab of an address that names none."""

    @classmethod
    def of(cls, query: QueryDict, person: Person) -> Self:
        home = home_of(person)
        said = query.dict()
        lead, sort = str(said.get("lead", "")), str(said.get("sort", ""))
        return cls(
            tab=one_of(Tab, said.get("tab")) or home,
            chip=one_of(Chip, said.get("chip")),
            q=str(said.get("q", "")).strip()[:200],
            more=str(said.get("more", "")),
            wide=str(said.get("wide", "")),
            view=one_of(Shape, said.get("view")) or Shape.BOARD,
            sort=sort if sort_of(sort) else "",
            lead=int(lead) if lead.isascii() and lead.isdigit() and len(lead) < 16 else None,
            home=home,
        )

    @property
    def wanted(self) -> Wanted:
        return Wanted(
            tab=self.tab,
            chip=self.chip,
            text=self.q,
            more=self.more,
            sort=self.sort if self.is_list else "",
        )

    @property
    def is_list(self) -> bool:
        return self.view is Shape.LIST

    @property
    def is_narrowed(self) -> bool:
        """Whether a search or a chip hides some of the tab's leads."""
        return bool(self.q or self.chip)

    @property
    def fields(self) -> dict[str, str]:
        """What differs from the plain board, as the address writes it."""
        plain = type(self)(tab=self.home)
        names = ("tab", "chip", "q", "more", "wide", "view", "sort", "lead")
        return {
            name: str(value)
            for name in names
            if (value := getattr(self, name)) != getattr(plain, name) and value not in (None, "")
        }

    def to(self, **changes: Any) -> str:
        """The address of the board with these parts changed."""
        fields = replace(self, **changes).fields
        return reverse("board") + (f"?{urlencode(fields)}" if fields else "")

    @property
    def whole_team(self) -> str:
        """The same search among everybody's leads; "" where that is what is shown, or none was made."""
        return self.to(tab=Tab.TEAM, lead=None) if self.q and self.tab is Tab.MINE else ""

    @property
    def here(self) -> str:
        return self.to()

    @property
    def without_lead(self) -> str:
        return self.to(lead=None)

    @property
    def changes_href(self) -> str:
        """Where this very board asks what has changed."""
        fields = {name: value for name, value in self.fields.items() if name != "lead"}
        return reverse("board-changes") + (f"?{urlencode(fields)}" if fields else "")

    def with_density(self, density: str) -> str:
        """The same board, drawn roomy or compact from now on."""
        return f"{reverse('board')}?{urlencode(self.fields | {'density': density})}"

    def sorted_by(self, sort: Sort) -> str:
        """The list sorted by this heading; pressed again the other way round, then as the board is."""
        following = {"": sort.value, sort.value: f"-{sort}", f"-{sort}": ""}
        return self.to(sort=following.get(self.sort, sort.value), view=Shape.LIST, more="")

    @property
    def all_rows(self) -> str:
        """The sorted list with every row."""
        return self.to(more="all")

    @property
    def without_filters(self) -> str:
        return self.to(chip=None, q="")


def home_of(person: Person) -> Tab:
    """One's own leads; the team's for those who lead it and have no open ones themselves."""
    if not reads_all_rows(Role.of(person.role)):
        return Tab.MINE
    own = Lead.objects.filter(owner_id=person.owner_id, gone_at=None, stage__in=OPEN)
    return Tab.MINE if person.owner_id and own.exists() else Tab.TEAM


def one_of[Choice: StrEnum](choices: type[Choice], raw: object) -> Choice | None:
    """The choice that the address names, or None for any other text."""
    return next((choice for choice in choices if choice.value == raw), None)
