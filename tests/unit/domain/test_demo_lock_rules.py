"""The demo lock: asked and shipped never collapse, the latest request wins."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.domain.demo_lock import (
    DemoLock,
    in_queue_order,
    latest,
    may_raise_for_old_request,
    queue_order,
)

EARLY, LATE = date(2026, 8, 15), date(2026, 8, 26)


@pytest.mark.parametrize(
    ("lock", "asked", "shipped", "waits"),
    [
        (DemoLock(), False, False, False),
        (DemoLock(EARLY), True, False, True),
        (DemoLock(EARLY, address="12 Elm St"), True, False, True),
        (DemoLock(EARLY, tracking="1Z999"), True, True, False),
        (DemoLock(EARLY, lock_type="Disc v2"), True, True, False),
        (DemoLock(EARLY, tracking="  ", lock_type=" "), True, False, True),
        (DemoLock(None, tracking="1Z999"), False, True, False),
        (DemoLock(None, address="12 Elm St"), False, False, False),
    ],
)
def test_asked_and_shipped_are_two_facts(
    lock: DemoLock, asked: bool, shipped: bool, waits: bool
) -> None:
    assert (lock.was_asked, lock.was_shipped, lock.waits) == (asked, shipped, waits)


@pytest.mark.parametrize(
    ("asked_on", "shipped_on", "waits"),
    [(LATE, EARLY, True), (EARLY, LATE, False), (LATE, LATE, False)],
)
def test_asking_again_after_a_shipment_waits_again(
    asked_on: date, shipped_on: date, waits: bool
) -> None:
    assert DemoLock(asked_on, tracking="1Z999", shipped_on=shipped_on).waits is waits


def test_the_latest_request_wins() -> None:
    assert latest(EARLY, LATE) == latest(LATE, EARLY) == LATE
    assert latest(None, EARLY) == latest(EARLY, None) == EARLY
    assert latest(None, None) is None


@given(st.none() | st.dates(), st.none() | st.dates())
def test_a_request_never_takes_the_day_back(a: date | None, b: date | None) -> None:
    kept = latest(a, b)
    assert all(kept is not None and kept >= day for day in (a, b) if day is not None)


def test_the_queue_shows_the_longest_wait_first_and_the_shipped_after() -> None:
    waits_long, waits = DemoLock(EARLY), DemoLock(LATE)
    shipped_late, shipped = DemoLock(LATE, "1Z2"), DemoLock(EARLY, "1Z1")
    undated, nothing = DemoLock(None, "1Z0"), DemoLock()
    mixed = [nothing, undated, shipped, waits, shipped_late, waits_long]
    assert in_queue_order(mixed) == [
        waits_long,
        waits,
        shipped_late,
        shipped,
        undated,
        nothing,
    ]


def test_equals_keep_their_order() -> None:
    first, second = DemoLock(EARLY, address="A"), DemoLock(EARLY, address="B")
    assert queue_order(first) == queue_order(second)
    assert in_queue_order([first, second]) == [first, second]


def test_an_old_request_is_raised_only_where_nobody_is_talking() -> None:
    old = DemoLock(EARLY, tracking="1Z999")
    assert may_raise_for_old_request(old, has_open_lead=False, has_open_deal=False)
    assert not may_raise_for_old_request(old, has_open_lead=True, has_open_deal=False)
    assert not may_raise_for_old_request(old, has_open_lead=False, has_open_deal=True)
    assert not may_raise_for_old_request(DemoLock(), has_open_lead=False, has_open_deal=False)
