"""A door's day: cap arithmetic, the warning, and when there is room again."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.domain.door import MOST, UnableToOpenDoor, Use, raised, seconds_to_midnight

NEW_YORK = ZoneInfo("America/New_York")


@pytest.mark.parametrize(
    ("used", "cap", "near", "full", "words"),
    [
        (0, 10, False, False, "Room for 10"),
        (6, 10, False, False, "Room for 4"),
        (7, 10, True, False, "Nearly full, room for 3"),
        (9, 10, True, False, "Nearly full, room for 1"),
        (10, 10, True, True, "Full"),
        (12, 10, True, True, "Full"),
        (0, 0, True, True, "Full"),
        (2, 3, False, False, "Room for 1"),
    ],
)
def test_a_door_warns_at_seventy_percent(
    used: int, cap: int, near: bool, full: bool, words: str
) -> None:
    use = Use(used, cap)
    assert (use.is_near, use.is_full, use.words) == (near, full, words)


@given(st.integers(0, 500), st.integers(0, 500))
def test_the_bar_is_full_exactly_when_the_door_is(used: int, cap: int) -> None:
    use = Use(used, cap)
    assert 0 <= use.percent <= 100
    assert (use.percent == 100) == use.is_full


@pytest.mark.parametrize(
    ("now", "seconds"),
    [
        (datetime(2026, 8, 28, 15, 0, tzinfo=UTC), 13 * 3600),
        (datetime(2026, 8, 29, 3, 59, 59, 500_000, tzinfo=UTC), 1),
        (datetime(2026, 8, 29, 4, 0, tzinfo=UTC), 24 * 3600),
        (datetime(2026, 11, 1, 5, 0, tzinfo=UTC), 24 * 3600),  # clocks went back: 25 hours long
    ],
)
def test_there_is_room_again_at_the_offices_midnight(now: datetime, seconds: int) -> None:
    assert seconds_to_midnight(now, NEW_YORK) == seconds


def test_one_press_raises_the_cap_by_ten_and_never_without_end() -> None:
    assert raised(10) == 20
    assert raised(MOST - 1) == MOST
    with pytest.raises(UnableToOpenDoor):
        raised(MOST)
