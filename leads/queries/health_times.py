"""Lead health: open leads that say more than is true, and how long leads stay in a stage."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import date

from django.db.models import Count, Q
from django.db.models.functions import TruncDate

from leads.domain.next_step import working_days_between
from leads.domain.pipeline import OPEN, Stage
from leads.queries.behind import (
    IS_LOST,
    IS_OPEN,
    Behind,
    Mark,
    counted,
    created_within,
    replied,
)
from leads.queries.card import Viewer
from leads.queries.chips import stale_in
from leads.queries.health_cube import Cube
from leads.queries.health_table import EMPTY, Cell, Row, Table, count

STAGES = tuple(stage for stage in Stage if stage in OPEN)


def doubtful(cube: Cube, scope: Behind, viewer: Viewer) -> Table:
    """Open leads by stage, and those among them that are stale or connected to nobody."""
    leads = created_within(counted(viewer), scope, viewer).filter(IS_OPEN)
    open_ = {
        stage: cube.sum(lambda g, stage=stage: g.stage == stage and not g.is_archived)  # type: ignore[misc]
        for stage in STAGES
    }
    # One question a stage: so the database can set all touches against all leads at once.
    stale = {stage: leads.filter(stale_in(stage, viewer)).count() for stage in STAGES}
    silent = leads.filter(~Q(replied()), stage=Stage.CONNECTED).count()
    return Table(
        "open", "Open now",
        "Stale: more working days without a person’s touch than the stage bears, and no next step "
        "ahead. No reply from a person: it stands in Connected, and no mail that a person wrote and no "
        "call that its owner confirmed is on record.",
        "Leads", (*(stage.label for stage in STAGES), "All"),
        (
            Row("Open", by_stage(open_, scope, Mark.OPEN)),
            Row("Stale", by_stage(stale, scope, Mark.STALE, is_bad=True)),
            Row("No reply from a person", silent_cells(silent, scope)),
        ),
    )  # fmt: skip


def by_stage(
    numbers: Mapping[Stage, int], scope: Behind, mark: Mark, *, is_bad: bool = False
) -> tuple[Cell, ...]:
    cells = [
        count(numbers[stage], scope, is_bad=is_bad, mark=mark, stage=stage.value)
        for stage in STAGES
    ]
    return (*cells, count(sum(numbers.values()), scope, is_bad=is_bad, mark=mark))


def silent_cells(number: int, scope: Behind) -> tuple[Cell, ...]:
    cell = count(number, scope, is_bad=True, mark=Mark.NO_REPLY)
    return (*(cell if stage is Stage.CONNECTED else EMPTY for stage in STAGES), cell)


def times(scope: Behind, viewer: Viewer) -> Table:
    """Median working days in the stage: of open leads until today, of lost ones until archived."""
    days: dict[tuple[str, bool], Counter[int]] = defaultdict(Counter)
    for stage, entered_on, archived_on, number in spans(scope, viewer):
        if entered_on:
            passed = working_days_between(entered_on, archived_on or viewer.today)
            days[stage, archived_on is not None][passed] += number
    return Table(
        "times", "Time in stage",
        "Median of whole working days since the stage was entered; beside it, of how many leads.",
        "Leads", tuple(stage.label for stage in STAGES),
        (
            Row("Open, until today", tuple(
                time_cell(days[stage.value, False], scope, Mark.OPEN, stage) for stage in STAGES
            )),
            Row("Archived in mid-pipeline, until then", tuple(
                time_cell(days[stage.value, True], scope, Mark.LOST, stage) for stage in STAGES
            )),
        ),
    )  # fmt: skip


def spans(scope: Behind, viewer: Viewer) -> Iterable[tuple[str, date | None, date | None, int]]:
    """Stage, the office's days of entering and of archiving, and how many leads share them."""
    leads = created_within(counted(viewer), scope, viewer).filter(IS_OPEN | IS_LOST).order_by()
    return leads.values_list(
        "stage",
        TruncDate("stage_entered_at", tzinfo=viewer.zone),
        TruncDate("archived_at", tzinfo=viewer.zone),
    ).annotate(Count("pk"))


def time_cell(days: Counter[int], scope: Behind, mark: Mark, stage: Stage) -> Cell:
    if not days:
        return EMPTY
    number = count(days.total(), scope, mark=mark, stage=stage.value)
    return Cell(f"{median(days):g} d of {number.words}", number.behind)


def median(numbers: Counter[int]) -> float:
    """The median of many whole numbers that are given by how often each occurs."""
    whole = numbers.total()
    low, high = nth(numbers, (whole - 1) // 2), nth(numbers, whole // 2)
    return (low + high) / 2


def nth(numbers: Counter[int], place: int) -> int:
    """The number at this place, from 0, were all of them put in order."""
    for number in sorted(numbers):
        place -= numbers[number]
        if place < 0:
            return number
    raise ValueError("There is no number at that place.")
