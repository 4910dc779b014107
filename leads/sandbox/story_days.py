"""The story's calendar: written in the dates of August 2026, told as if it ended on any other day.

Nothing that has happened is later than the evening before the last day, so a portal whose clock
stands anywhere in that day holds nothing from the future but due dates and meetings.
"""

from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

LAST_DAY = date(2026, 8, 28)
OFFICE = ZoneInfo("America/New_York")
SATURDAY = 5


class Days:
    """Turns the story's own dates into the dates of the telling, moved by whole days."""

    def __init__(self, last: date) -> None:
        self.last = last
        self._moved_by = last - LAST_DAY

    def on(self, day: date) -> str:
        """The date as HubSpot prints it: YYYY-MM-DD."""
        return self.told(day).isoformat()

    def told(self, day: date) -> date:
        return day + self._moved_by

    def at(self, day: date, hour: int, minute: int = 0, second: int = 0) -> datetime:
        """That hour on the office's clock, summer or winter, in UTC."""
        local = datetime.combine(self.told(day), time(hour, minute, second), OFFICE)
        return local.astimezone(UTC)

    def within(self, rng: Random, day: date, first: int = 8, before: int = 17) -> datetime:
        """Some second of that day between two office hours."""
        return self.at(day, rng.randrange(first, before), rng.randrange(60), rng.randrange(60))

    def ahead(self, days: int, hour: int, minute: int = 0) -> datetime:
        """An appointment so many days after the last day, or on the Monday after a weekend."""
        day = LAST_DAY + timedelta(days=days)
        while days and self.told(day).weekday() >= SATURDAY:
            day += timedelta(days=1)
        return self.at(day, hour, minute)


def weekday_between(rng: Random, first: date, last: date) -> date:
    """A working day of the story's own calendar, both ends included."""
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    return rng.choice([day for day in days if day.weekday() < SATURDAY])
