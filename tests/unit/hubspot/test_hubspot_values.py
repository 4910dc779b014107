"""HubSpot's text values: what is readable is read, everything else is one empty."""

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.hubspot import values

NINE = datetime(2026, 9, 1, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize("empty", [None, ""])
def test_cleared_and_never_set_are_one_empty(empty: str | None) -> None:
    assert values.text_of(empty) is None


def test_json_numbers_and_booleans_become_hubspots_text() -> None:
    assert values.text_of(12) == "12"
    assert values.text_of(True) == "true"


@pytest.mark.parametrize(
    "text",
    [
        "2026-09-01T09:30:00Z",
        "2026-09-01T09:30:00.000Z",
        "2026-09-01T11:30:00+02:00",
        "1788255000000",
        "2026-09-01T09:30:00",
    ],
)
def test_a_moment_comes_out_in_utc_however_it_is_written(text: str) -> None:
    moment = values.datetime_of(text)
    assert moment == NINE
    assert moment.utcoffset() == timedelta(0)


@pytest.mark.parametrize("text", ["soon", "2026-13-01", "9" * 40, "--5", "²"])
def test_what_is_no_moment_is_none(text: str) -> None:
    assert values.datetime_of(text) is None


def test_a_day_is_the_same_from_iso_and_from_midnight_milliseconds() -> None:
    assert values.date_of("2026-09-01") == date(2026, 9, 1)
    assert values.date_of("1788220800000") == date(2026, 9, 1)


@pytest.mark.parametrize("text", ["1234;5678", "n/a", "NaN", "Infinity", "", None])
def test_a_number_field_may_hold_what_is_no_number(text: str | None) -> None:
    assert values.number_of(text) is None


def test_a_number_keeps_its_digits() -> None:
    assert values.number_of("10000.10") == Decimal("10000.10")


def test_only_true_is_true() -> None:
    assert values.flag_of("true")
    assert not values.flag_of("false")
    assert not values.flag_of(None)


def test_dates_go_out_as_hubspot_wants_them() -> None:
    assert values.from_date(date(2026, 9, 1)) == "2026-09-01"
    assert values.from_datetime(NINE) == "2026-09-01T09:30:00.000Z"
    there = NINE.astimezone(timezone(timedelta(hours=-4)))
    assert values.from_datetime(there) == "2026-09-01T09:30:00.000Z"


def test_a_moment_without_zone_does_not_go_out() -> None:
    with pytest.raises(ValueError, match="time zone"):
        values.from_datetime(NINE.replace(tzinfo=None))


@given(st.datetimes(min_value=datetime(1971, 1, 1), max_value=datetime(2100, 1, 1)))  # noqa: DTZ001
def test_a_moment_survives_the_way_out_and_back(naive: datetime) -> None:
    moment = naive.replace(tzinfo=UTC, microsecond=naive.microsecond // 1000 * 1000)
    assert values.datetime_of(values.from_datetime(moment)) == moment


@given(st.text(max_size=40))
def test_no_text_whatever_is_an_error(text: str) -> None:
    values.datetime_of(text)
    values.number_of(text)
    values.flag_of(text)
