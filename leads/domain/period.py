"""The period of a report: presets in the office's days, and the one before to compare with."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum


class Preset(StrEnum):
    """What people ask for most; weeks begin on Monday."""

    THIS_WEEK = "this-week"
    LAST_WEEK = "last-week"
    THIS_MONTH = "this-month"
    LAST_MONTH = "last-month"
    QUARTER = "this-quarter"
    YEAR = "this-year"
    ALL = "all"

    @property
    def label(self) -> str:
        return "All time" if self is Preset.ALL else self.value.replace("-", " ").capitalize()


@dataclass(frozen=True, slots=True)
class Period:
    """Both days included; None has no end on that side."""

    since: date | None = None
    until: date | None = None

    @property
    def before(self) -> "Period | None":
        """As many days right before this one; None where it has no beginning or no end."""
        if self.since is None or self.until is None or self.until < self.since:
            return None
        length = self.until - self.since + timedelta(days=1)
        return Period(self.since - length, self.since - timedelta(days=1))


def period_of(preset: Preset, today: date) -> Period:
    """A preset's days, up to the end of its week, month, quarter or year."""
    monday = today - timedelta(days=today.weekday())
    match preset:
        case Preset.THIS_WEEK:
            return Period(monday, monday + timedelta(days=6))
        case Preset.LAST_WEEK:
            return Period(monday - timedelta(days=7), monday - timedelta(days=1))
        case Preset.THIS_MONTH:
            return months(today.replace(day=1), 1)
        case Preset.LAST_MONTH:
            return months((today.replace(day=1) - timedelta(days=1)).replace(day=1), 1)
        case Preset.QUARTER:
            return months(today.replace(month=(today.month - 1) // 3 * 3 + 1, day=1), 3)
        case Preset.YEAR:
            return months(today.replace(month=1, day=1), 12)
    return Period()


def months(first: date, number: int) -> Period:
    """So many whole months from the first of one."""
    last = first.month + number - 1
    return Period(first, first.replace(month=last, day=monthrange(first.year, last)[1]))
