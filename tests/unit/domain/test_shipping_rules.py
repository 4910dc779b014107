"""When a lock may leave, how often its label is looked for, and the words for what is stuck."""

from datetime import date, timedelta

import pytest

from leads.domain.demo_lock import DemoLock
from leads.domain.shipping import (
    MONEY,
    UnableToShip,
    check_ship,
    money_words,
    next_look,
    with_reasons,
)

ASKED = date(2026, 8, 20)


def check(lock: DemoLock, **other: bool) -> date:
    base = {"is_on": True, "is_customer": False, "for_customer": False, "again": False}
    return check_ship(lock, **(base | other))


def test_a_waiting_asking_may_be_shipped() -> None:
    assert check(DemoLock(asked_on=ASKED)) == ASKED


@pytest.mark.parametrize(
    ("lock", "other", "words"),
    [
        (DemoLock(), {}, "not asked"),
        (DemoLock(asked_on=ASKED), {"is_on": False}, "off"),
        (DemoLock(asked_on=ASKED), {"is_customer": True}, "customer"),
        (DemoLock(asked_on=ASKED, tracking="1Z0"), {}, "tracking 1Z0"),
        (DemoLock(asked_on=ASKED, lock_type="Disc Lock"), {}, "already"),
        (DemoLock(asked_on=ASKED, tracking="1Z0", shipped_on=ASKED), {}, "already"),
    ],
)
def test_what_should_not_leave_unseen_is_refused(
    lock: DemoLock, other: dict[str, bool], words: str
) -> None:
    with pytest.raises(UnableToShip, match=words):
        check(lock, **other)


def test_a_person_who_has_looked_may_say_so() -> None:
    assert check(DemoLock(asked_on=ASKED), is_customer=True, for_customer=True) == ASKED
    assert check(DemoLock(asked_on=ASKED, tracking="1Z0"), again=True) == ASKED


def test_an_asking_after_the_last_lock_is_a_new_one() -> None:
    before = ASKED - timedelta(days=1)
    assert check(DemoLock(asked_on=ASKED, tracking="1Z0", shipped_on=before)) == ASKED


def test_looks_grow_seldom_and_never_end() -> None:
    waits = [next_look(n).total_seconds() for n in (0, 1, 2, 3, 400)]
    assert waits == [15, 60, 300, 3600, 3600]


@pytest.mark.parametrize("code", [*MONEY, "new_code"])
def test_each_refusal_for_money_says_what_to_do(code: str) -> None:
    assert "try again" in money_words(code) or "Settle it" in money_words(code)
    assert money_words(code, "3.20 USD").endswith("Balance now: 3.20 USD.")


def test_easyships_reasons_follow_ours_once() -> None:
    assert with_reasons("No.", ["A", "", "A"]) == "No. EasyShip says: A"
    assert with_reasons("No.", []) == "No."
