"""Lateness and staleness: one today, that of the office, also at midnight."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.domain.next_step import (
    STALE_AFTER,
    Urgency,
    age_words,
    day_of,
    is_stale,
    quiet_since,
    today_in,
    word,
    working_day_after,
    working_days_between,
)
from leads.domain.pipeline import CLOSED, OPEN, Stage

CHICAGO = ZoneInfo("America/Chicago")
TOKYO = ZoneInfo("Asia/Tokyo")
TODAY = date(2026, 8, 31)  # a Monday
FRIDAY = date(2026, 8, 28)
days = st.dates(min_value=date(2000, 1, 1), max_value=date(2060, 1, 1))


def test_the_day_turns_at_midnight_in_the_office() -> None:
    before = datetime(2026, 9, 1, 4, 59, 59, tzinfo=UTC)
    assert today_in(CHICAGO, before) == date(2026, 8, 31)
    assert today_in(CHICAGO, before + timedelta(seconds=1)) == date(2026, 9, 1)
    assert today_in(TOKYO, before) == date(2026, 9, 1)


def test_the_day_turns_an_hour_later_in_winter() -> None:
    assert today_in(CHICAGO, datetime(2026, 12, 1, 5, 59, tzinfo=UTC)) == date(2026, 11, 30)
    assert today_in(CHICAGO, datetime(2026, 12, 1, 6, 0, tzinfo=UTC)) == date(2026, 12, 1)


def test_a_step_becomes_late_at_midnight_in_the_office_and_not_in_utc() -> None:
    due_on = date(2026, 8, 31)
    evening = datetime(2026, 9, 1, 4, 59, 59, tzinfo=UTC)
    assert Urgency.of(due_on, today_in(CHICAGO, evening)) is Urgency.TODAY
    night = evening + timedelta(seconds=1)
    assert Urgency.of(due_on, today_in(CHICAGO, night)) is Urgency.OVERDUE
    assert word(due_on, today_in(CHICAGO, night)) == "1 d late"


def test_a_lead_of_the_last_evening_belongs_to_the_old_quarter() -> None:
    assert day_of(datetime(2026, 10, 1, 4, 30, tzinfo=UTC), CHICAGO) == date(2026, 9, 30)


def test_a_moment_without_zone_has_no_day() -> None:
    with pytest.raises(ValueError, match="time zone"):
        day_of(datetime(2026, 8, 31, 12, 0), CHICAGO)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("due_on", "urgency", "words"),
    [
        (None, Urgency.NONE, "No next step"),
        (date(2026, 8, 28), Urgency.OVERDUE, "3 d late"),
        (date(2026, 8, 30), Urgency.OVERDUE, "1 d late"),
        (date(2026, 8, 31), Urgency.TODAY, "today"),
        (date(2026, 9, 1), Urgency.FUTURE, "Tue 1 Sep"),
        (date(2026, 9, 3), Urgency.FUTURE, "Thu 3 Sep"),
        (date(2027, 1, 4), Urgency.FUTURE, "Mon 4 Jan 2027"),
    ],
)
def test_urgency_and_its_words(due_on: date | None, urgency: Urgency, words: str) -> None:
    assert Urgency.of(due_on, TODAY) is urgency
    assert word(due_on, TODAY) == words


@pytest.mark.parametrize(
    ("start", "end", "count"),
    [
        (TODAY, TODAY, 0),
        (TODAY, FRIDAY, 0),
        (FRIDAY, date(2026, 8, 29), 0),
        (FRIDAY, date(2026, 8, 30), 0),
        (FRIDAY, TODAY, 1),
        (date(2026, 8, 29), TODAY, 1),
        (TODAY, date(2026, 9, 4), 4),
        (TODAY, date(2026, 9, 7), 5),
        (date(2026, 1, 1), date(2027, 1, 1), 261),
    ],
)
def test_working_days_leave_out_the_weekend(start: date, end: date, count: int) -> None:
    assert working_days_between(start, end) == count


@given(days, st.integers(0, 60))
def test_working_days_are_those_that_a_calendar_counts(start: date, length: int) -> None:
    passed = [start + timedelta(days=n) for n in range(1, length + 1)]
    counted = sum(day.isoweekday() <= 5 for day in passed)
    assert working_days_between(start, start + timedelta(days=length)) == counted


@given(days)
def test_the_next_working_day_is_one_working_day_away(day: date) -> None:
    assert working_days_between(day, working_day_after(day)) == 1
    assert working_day_after(day).isoweekday() <= 5


@pytest.mark.parametrize(
    ("stage", "last_quiet_day", "first_stale_day"),
    [
        (Stage.NEW, date(2026, 8, 31), date(2026, 9, 1)),
        (Stage.CONNECTED, date(2026, 9, 2), date(2026, 9, 3)),
        (Stage.ATTEMPTING, date(2026, 9, 4), date(2026, 9, 7)),
    ],
)
def test_a_lead_grows_stale_after_its_stages_working_days(
    stage: Stage, last_quiet_day: date, first_stale_day: date
) -> None:
    assert not is_stale(stage, FRIDAY, None, last_quiet_day)
    assert is_stale(stage, FRIDAY, None, first_stale_day)


@pytest.mark.parametrize("stage", sorted(OPEN))
def test_a_future_step_silences_staleness_and_a_due_one_does_not(stage: Stage) -> None:
    long_ago = date(2026, 7, 1)
    assert not is_stale(stage, long_ago, TODAY + timedelta(days=1), TODAY)
    assert is_stale(stage, long_ago, TODAY, TODAY)
    assert is_stale(stage, long_ago, TODAY - timedelta(days=1), TODAY)


@pytest.mark.parametrize("stage", [*sorted(CLOSED), None])
def test_closed_and_unknown_stages_are_never_stale(stage: Stage | None) -> None:
    assert not is_stale(stage, date(2020, 1, 1), None, TODAY)


def test_every_open_stage_bears_some_working_days() -> None:
    assert set(STALE_AFTER) == OPEN
    assert min(STALE_AFTER.values()) >= 1


def test_a_human_touch_starts_the_count_anew() -> None:
    assert quiet_since(FRIDAY, None) == FRIDAY
    assert quiet_since(FRIDAY, TODAY) == TODAY
    assert quiet_since(TODAY, FRIDAY) == TODAY


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(seconds=-90), "0 min"),
        (timedelta(seconds=59), "0 min"),
        (timedelta(minutes=40), "40 min"),
        (timedelta(minutes=59, seconds=59), "59 min"),
        (timedelta(hours=1), "1 h"),
        (timedelta(hours=3, minutes=59), "3 h"),
        (timedelta(hours=23, minutes=59), "23 h"),
        (timedelta(hours=24), "1 d"),
        (timedelta(days=6, hours=23), "6 d"),
        (timedelta(days=400), "400 d"),
    ],
)
def test_an_age_is_said_in_its_largest_whole_unit(age: timedelta, words: str) -> None:
    since = datetime(2026, 8, 1, 12, 0, tzinfo=UTC)
    assert age_words(since, since + age) == words


def test_an_age_does_not_depend_on_zones() -> None:
    since = datetime(2026, 8, 31, 7, 0, tzinfo=CHICAGO)
    assert age_words(since, datetime(2026, 8, 31, 15, 0, tzinfo=UTC)) == "3 h"
