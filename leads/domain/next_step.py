"""When work is due: overdue, today, later or nothing; when a lead is stale; one office zone."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from types import MappingProxyType

from leads.domain.pipeline import Stage

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

# Working days that may pass in a stage without a human touch. The house default: the company has
# written down none. A new lead waits for its first touch one day; a person who answered, three.
STALE_AFTER: Mapping[Stage, int] = MappingProxyType(
    {Stage.NEW: 1, Stage.ATTEMPTING: 5, Stage.CONNECTED: 3}
)


def day_of(at: datetime, zone: tzinfo) -> date:
    """The office's day on which a moment falls. Raises ValueError for a time without zone."""
    if at.tzinfo is None:
        raise ValueError("A moment without a time zone has no day.")
    return at.astimezone(zone).date()


def today_in(zone: tzinfo, now: datetime) -> date:
    """The office's today: the only today there is, whoever looks and from wherever."""
    return day_of(now, zone)


def is_working_day(day: date) -> bool:
    """Monday to Friday; the house keeps no list of holidays."""
    return day.weekday() < 5


def working_days_between(start: date, end: date) -> int:
    """How many working days lie after `start`, up to and with `end`; 0 when end is not later."""
    weeks, rest = divmod(max((end - start).days, 0), 7)
    tail = (end - timedelta(days=back) for back in range(rest))
    return weeks * 5 + sum(is_working_day(day) for day in tail)


def working_day_after(day: date) -> date:
    """The first working day after a day."""
    following = day + timedelta(days=1)
    while not is_working_day(following):
        following += timedelta(days=1)
    return following


class Urgency(StrEnum):
    """How a next step stands towards today."""

    OVERDUE = "overdue"
    TODAY = "today"
    FUTURE = "future"
    NONE = "none"

    @classmethod
    def of(cls, due_on: date | None, today: date) -> "Urgency":
        """The urgency of a step due on a day, from the office's today. The one such judgement."""
        if due_on is None:
            return cls.NONE
        if due_on == today:
            return cls.TODAY
        return cls.OVERDUE if due_on < today else cls.FUTURE


def word(due_on: date | None, today: date) -> str:
    """The urgency as a card says it: "3 d late", "today", "Thu 3 Sep" or "No next step"."""
    if due_on is None:
        return "No next step"
    match Urgency.of(due_on, today):
        case Urgency.OVERDUE:
            return f"{(today - due_on).days} d late"
        case Urgency.TODAY:
            return "today"
    return day_words(due_on, today)


def day_words(day: date, today: date) -> str:
    """The day by its date, "Thu 3 Sep", which is still true when it is read later."""
    words = f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}"
    return words if day.year == today.year else f"{words} {day.year}"


def quiet_since(entered_on: date, last_human_touch_on: date | None) -> date:
    """The day from which staleness counts: stage entry or the last human touch, the later."""
    return max(entered_on, last_human_touch_on or entered_on)


def is_stale(stage: Stage | None, since: date, next_step_on: date | None, today: date) -> bool:
    """Whether a lead has been quiet for more working days than its stage bears (STALE_AFTER).

    `since` is the day from `quiet_since`. A next step in the future silences it; one that is due
    or overdue does not. Closed leads are never stale.
    """
    bearable = None if stage is None else STALE_AFTER.get(stage)
    if bearable is None or Urgency.of(next_step_on, today) is Urgency.FUTURE:
        return False
    return working_days_between(since, today) > bearable


def stale_from(stage: Stage, today: date) -> date | None:
    """The latest day since which a quiet lead of this stage is stale today: `is_stale` for many rows.

    None for stages in which nothing ever is.
    """
    bearable = STALE_AFTER.get(stage)
    if bearable is None:
        return None
    day = today
    while working_days_between(day, today) <= bearable:
        day -= timedelta(days=1)
    return day


def end_of_day(day: date, zone: tzinfo) -> datetime:
    """The first moment after the office's day."""
    return datetime.combine(day + timedelta(days=1), time(), zone)


def age_words(since: datetime, now: datetime) -> str:
    """How long ago, in whole units rounded down: "40 min", "3 h", "6 d"; never below "0 min"."""
    minutes = max(int((now - since).total_seconds() // 60), 0)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 24 * 60 else f"{minutes // (24 * 60)} d"
