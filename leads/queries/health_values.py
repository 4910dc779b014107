"""Lead health: where the leads stand, what they lack, and who made them."""

from typing import Any

from leads.domain.channels import label_of
from leads.domain.pipeline import Stage
from leads.queries.behind import Behind, Mark, Standing
from leads.queries.health_cube import Cube, Group, stage_label, stages_in
from leads.queries.health_table import Cell, Row, Table, count

STANDS = ("Ever", "Live", "Archived")


def stands(cube: Cube, scope: Behind) -> Table:
    """All leads by stage, live and archived apart: nothing closed is counted as work."""
    stages = stages_in(group.stage for group in cube.groups)
    rows = [
        Row(stage_label(raw), three(cube, scope, "stage", raw)) for raw in stages
    ]  # every stage stands there, also with nought
    whole = Row("All leads", three(cube, scope), is_total=True)
    return Table(
        "stages", "Where they stand",
        "All leads by their stage. Archived ones are no longer shown in HubSpot; their last stage is.",
        "Stage", STANDS, (*rows, whole),
    )  # fmt: skip


def three(cube: Cube, scope: Behind, name: str = "", value: str = "") -> tuple[Cell, ...]:
    """Ever, live, archived: of all, or of those with one value."""

    def fits(group: Group) -> bool:
        return not name or getattr(group, name) == value

    more: dict[str, Any] = {name: value} if name else {}
    return (
        count(cube.sum(fits), scope, **more),
        count(
            cube.sum(lambda g: fits(g) and not g.is_archived), scope, standing=Standing.LIVE, **more
        ),
        count(
            cube.sum(lambda g: fits(g) and g.is_archived), scope, standing=Standing.ARCHIVED, **more
        ),
    )


def lost(cube: Cube, scope: Behind) -> Table:
    """The ones that were archived before any outcome."""
    found = stages_in(group.stage for group in cube.groups if group.is_lost)
    stages = [one for one in found if (stage := Stage.of(one)) is None or not stage.is_closed]
    rows = [Row(stage_label(one), lost_cells(cube, scope, one)) for one in stages]
    return Table(
        "lost", "Archived in mid-pipeline",
        "Archived in HubSpot before Meeting Booked or Disqualified: the attempt is over and its outcome "
        "is lost. Beside it, how many of these had no owner, no channel and no reason.",
        "Stage", ("Archived", "No owner", "No channel", "No reason"),
        (*rows, Row("All of them", lost_cells(cube, scope, None), is_total=True)),
    )  # fmt: skip


def lost_cells(cube: Cube, scope: Behind, stage: str | None) -> tuple[Cell, ...]:
    groups = [g for g in cube.groups if g.is_lost and stage in (None, g.stage)]
    part = Cube(tuple(groups))

    def cell(number: int, **more: str) -> Cell:
        return count(number, scope, is_bad=True, mark=Mark.LOST, stage=stage, **more)

    return (
        cell(part.sum()),
        cell(part.sum(lambda g: not g.owner), owner=""),
        cell(part.sum(lambda g: not g.channel), channel=""),
        cell(part.sum(lambda g: not g.reason), reason=""),
    )


def missing(cube: Cube, scope: Behind) -> Table:
    """What a lead should carry and does not; values of a channel that we do not know, by name."""
    strange = cube.values(lambda g: g.channel, lambda g: g.has_strange_channel)
    rows = [
        Row("No owner", three(cube, scope, "owner")),
        Row("No channel", three(cube, scope, "channel")),
        *(Row(f"Channel “{label_of(v)}”", three(cube, scope, "channel", v)) for v in strange),
        Row("Ended without a reason", marked(cube, scope, Mark.ENDED_WITHOUT_REASON)),
        Row("With a reason", marked(cube, scope, Mark.WITH_REASON)),
    ]
    return Table(
        "missing", "What is missing",
        "A channel in quotes is none of the seven, so no deal can be credited by it. Ended means "
        "disqualified, or archived in mid-pipeline.",
        "Fact", STANDS, tuple(rows),
    )  # fmt: skip


def marked(cube: Cube, scope: Behind, mark: Mark) -> tuple[Cell, ...]:
    def fits(group: Group) -> bool:
        if mark is Mark.WITH_REASON:
            return bool(group.reason)
        return group.is_ended and not group.reason

    return three_of(Cube(tuple(g for g in cube.groups if fits(g))), scope, mark)


def three_of(part: Cube, scope: Behind, mark: Mark) -> tuple[Cell, ...]:
    live, archived = part.sum(lambda g: not g.is_archived), part.sum(lambda g: g.is_archived)
    return (
        count(live + archived, scope, mark=mark),
        count(live, scope, mark=mark, standing=Standing.LIVE),
        count(archived, scope, mark=mark, standing=Standing.ARCHIVED),
    )


def sources(cube: Cube, scope: Behind) -> Table:
    """Who or what made the leads, in HubSpot's word."""
    rows = [
        Row(raw or "Not told", three(cube, scope, "source", raw))
        for raw in cube.values(lambda g: g.source)
    ]
    return Table(
        "sources", "Created by",
        "HubSpot’s own word for what made the record: automation, a person in its screens, an "
        "integration.",
        "Source", STANDS, tuple(rows),
    )  # fmt: skip
