"""Lead health: how attempts ended without a meeting, by week, and by reason, channel and owner."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncWeek

from leads.domain.channels import label_of
from leads.models import Lead
from leads.queries.behind import (
    IS_ENDED,
    Behind,
    Mark,
    closer_id,
    counted,
    created_within,
    ended_at,
)
from leads.queries.card import Viewer, reason_label
from leads.queries.health_table import Cell, Row, Table, count, share_words

NO_REASON = "No reason"


def ended_leads(scope: Behind, viewer: Viewer) -> QuerySet[Lead]:
    return created_within(counted(viewer), scope, viewer).filter(IS_ENDED).order_by()


def weeks(scope: Behind, viewer: Viewer) -> Table:
    """How many of the endings of each week left us a reason."""
    found = ended_leads(scope, viewer).annotate(ended_at=ended_at()).exclude(ended_at=None)
    grouped = found.values_list(TruncWeek("ended_at", tzinfo=viewer.zone)).annotate(
        ended=Count("pk"), told=Count("pk", filter=~Q(reason=""))
    )
    numbers = {week.date(): (ended, told) for week, ended, told in grouped}
    rows = [week_row(week, *numbers[week], scope) for week in sorted(numbers, reverse=True)]
    return Table(
        "weeks", "Endings with a reason, by week",
        "Attempts that were disqualified or archived in mid-pipeline, in the week in which that "
        "happened; weeks begin on Monday. A booked meeting is no ending without one.",
        "Week of", ("Ended", "With a reason", "Without", "Share with a reason"), tuple(rows),
        "No attempt has ended without a meeting.",
    )  # fmt: skip


def week_row(week: date, ended: int, told: int, scope: Behind) -> Row:
    return Row(
        f"{week.day} {week:%b %Y}",
        (
            count(ended, scope, mark=Mark.ENDED, week=week),
            count(told, scope, mark=Mark.WITH_REASON, week=week),
            count(ended - told, scope, is_bad=True, mark=Mark.ENDED_WITHOUT_REASON, week=week),
            Cell(share_words(told, ended)),
        ),
    )


def matrix(scope: Behind, viewer: Viewer, names: dict[str, str]) -> Table:
    """Reasons across; channels down, and under each the owners at the time of closing."""
    cells: dict[tuple[str, str | None], Counter[str]] = defaultdict(Counter)
    found = ended_leads(scope, viewer).annotate(closer_id=closer_id())
    grouped = found.values_list("channel", "closer_id", "reason").annotate(Count("pk"))
    for channel, closer, reason, number in grouped:
        cells[channel, None][reason] += number
        cells[channel, closer or ""][reason] += number
    every = sum((row for (_, closer), row in cells.items() if closer is None), Counter[str]())
    reasons = sorted(every, key=lambda raw: (not raw, -every[raw], raw))
    rows = [
        Row(label, reason_cells(row, reasons, scope, channel, closer), is_part=closer is not None)
        for channel, closer, label, row in in_order(cells, names)
    ]
    whole = Row("All of them", reason_cells(every, reasons, scope, None, None), is_total=True)
    return Table(
        "reasons", "Reasons by channel and owner",
        "Attempts that were disqualified or archived in mid-pipeline. The owner is whose it was at "
        "that time, not who owns it today.",
        "Channel, owner", (*(reason_label(raw) or NO_REASON for raw in reasons), "All"),
        (*rows, whole) if rows else (), "No attempt has ended without a meeting.",
    )  # fmt: skip


def in_order(
    cells: dict[tuple[str, str | None], Counter[str]], names: dict[str, str]
) -> Iterable[tuple[str, str | None, str, Counter[str]]]:
    """Channel, owner, label and numbers: the largest channel first, under each its largest owner."""
    channels = [channel for channel, closer in cells if closer is None]
    for channel in sorted(channels, key=lambda one: (-cells[one, None].total(), one)):
        yield channel, None, label_of(channel), cells[channel, None]
        owners = [closer for of, closer in cells if of == channel and closer is not None]
        for closer in sorted(owners, key=lambda one: (-cells[channel, one].total(), one)):
            yield channel, closer, names.get(closer, closer), cells[channel, closer]


def reason_cells(
    row: Counter[str], reasons: list[str], scope: Behind, channel: str | None, closer: str | None
) -> tuple[Cell, ...]:
    def cell(number: int, reason: str | None) -> Cell:
        return count(
            number, scope, is_bad=reason == "", mark=Mark.ENDED, reason=reason, channel=channel,
            closer=closer,
        )  # fmt: skip

    return (*(cell(row[raw], raw) for raw in reasons), cell(row.total(), None))
