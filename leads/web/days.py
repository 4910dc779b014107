"""Days that a form offers with one press: a few working days or months on, and the ends allowed."""

from dataclasses import dataclass
from datetime import date, timedelta

from leads.domain.disqualification import latest_callback
from leads.domain.next_step import is_working_day, working_day_after


@dataclass(frozen=True, slots=True)
class Jump:
    label: str
    day: date
    digit: str = ""
    """The key that chooses it while its form is open; "" where none does."""


@dataclass(frozen=True, slots=True)
class FormDates:
    today: date
    tomorrow: date
    latest: date
    days: tuple[Jump, ...]
    months: tuple[Jump, ...]


def dates_from(today: date) -> FormDates:
    return FormDates(
        today=today,
        tomorrow=today + timedelta(days=1),
        latest=latest_callback(today),
        days=(
            Jump("Today", today),
            Jump("Next day", working_day_after(today), "1"),
            Jump("+3 d", on_working_day(today + timedelta(days=3)), "3"),
            Jump("+1 wk", on_working_day(today + timedelta(days=7)), "7"),
        ),
        months=tuple(
            Jump(f"+{count} mo", months_on(today, count), str(count)) for count in (1, 3, 6)
        ),
    )


def on_working_day(day: date) -> date:
    return day if is_working_day(day) else working_day_after(day)


def months_on(day: date, count: int) -> date:
    """The same day so many months on; the last of that month where it has no such day."""
    years, month = divmod(day.month - 1 + count, 12)
    first_after = date(day.year + years + (month + 1) // 12, (month + 1) % 12 + 1, 1)
    last = (first_after - timedelta(days=1)).day
    return date(day.year + years, month + 1, min(day.day, last))
