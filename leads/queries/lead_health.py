"""Lead health: outcomes lost, owners and channels missing, Connected that is not, time in stage, and
reasons by channel and owner. About a dozen queries whatever the number of leads."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Min, QuerySet

from leads.domain import handoff
from leads.domain.roles import Role, reads_all_rows
from leads.models import Deal, Lead
from leads.queries import health_endings, health_times, health_values
from leads.queries.behind import Behind, counted, created_within
from leads.queries.board import latest_pull
from leads.queries.card import Viewer
from leads.queries.hand_off import retired_deals
from leads.queries.health_cube import cube_of, owner_names
from leads.queries.health_table import Cell, DealsBehind, Row, Table

HEADLINES = (
    ("lost", "All of them", "Archived", "archived in mid-pipeline"),
    ("missing", "Ended without a reason", "Ever", "ended without a reason"),
    ("missing", "No owner", "Ever", "without an owner"),
    ("missing", "No channel", "Ever", "without a channel"),
    ("open", "No reply from a person", "All", "connected to nobody"),
    ("open", "Stale", "All", "stale"),
)
"""The numbers that should be nought: table, row and column where they stand, and in words."""


@dataclass(frozen=True, slots=True)
class LeadHealth:
    """The whole report. `as_of` is the start of the last sync, `first_at` when the first lead was made."""

    tables: tuple[Table, ...]
    total: int
    first_at: datetime | None
    as_of: datetime | None

    @property
    def headlines(self) -> list[tuple[str, Cell]]:
        """The few numbers to see first."""
        tables = {table.slug: table for table in self.tables}
        return [(said, tables[slug].cell(row, column)) for slug, row, column, said in HEADLINES]


def lead_health(scope: Behind, viewer: Viewer) -> LeadHealth:
    """The report about the leads created within the days of `scope`, as this person may see them."""
    cube, names = cube_of(scope, viewer), owner_names()
    tables = (
        health_values.stands(cube, scope),
        health_values.lost(cube, scope),
        health_values.missing(cube, scope),
        health_times.doubtful(cube, scope, viewer),
        health_times.times(scope, viewer),
        health_values.sources(cube, scope),
        health_endings.weeks(scope, viewer),
        deals_table(viewer),
        health_endings.matrix(scope, viewer, names),
    )
    first = created_within(counted(viewer), scope, viewer).aggregate(at=Min("created_at"))["at"]
    return LeadHealth(tables, cube.sum(), first, latest_pull())


def deals_table(viewer: Viewer) -> Table:
    """Deals that no lead stands behind: no channel will ever be credited with them."""
    rows = [
        Row(label, (Cell(f"{number:,}", behind, is_bad=number > 0),))
        for label, behind in (
            ("In the Deal Pipeline", DealsBehind(retired=False)),
            ("In the retired New Opportunity", DealsBehind(retired=True)),
        )
        for number in [deals_behind(behind, viewer).count()]
    ]
    return Table(
        "deals", "Deals without a lead",
        "All deals of this kind, whenever they were made: the days above do not narrow them.",
        "Deals", ("Without a lead",), tuple(rows),
    )  # fmt: skip


def deals_behind(number: DealsBehind, viewer: Viewer) -> QuerySet[Deal]:
    """The deals behind a number, as this person may see them."""
    strays = Deal.objects.live().filter(pipeline=handoff.DEAL_PIPELINE, lead=None)
    deals = retired_deals() if number.retired else strays
    if reads_all_rows(Role.of(viewer.person.role)):
        return deals
    return deals.filter(owner_id=viewer.person.owner_id or "nobody")


def listed(leads: QuerySet[Lead]) -> QuerySet[Lead]:
    """Leads for a list of them, newest first, with what it shows of each."""
    joined = leads.select_related("contact", "company", "owner")
    return joined.order_by(F("created_at").desc(nulls_last=True), "-pk")
