"""Caps and repeated posts: what comes over a cap is kept, what comes twice is one, also at once."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
import time_machine
from django.db import connection

from leads.actions.ask import NoSuchDoor, ask
from leads.domain.asking import Asked
from leads.models import DemoRequest, Door
from tests.doors import CALCULATOR, knock
from tests.factories import DoorFactory
from tests.mirror import OFFICE

NOON = datetime(2026, 8, 28, 16, 0, tzinfo=UTC)
State = DemoRequest.State


@pytest.fixture
def door(db: None) -> Door:
    made: Door = DoorFactory.create()
    return made


def states() -> list[str]:
    return list(DemoRequest.objects.order_by("pk").values_list("state", flat=True))


@pytest.mark.parametrize("count", [7, 11])
def test_a_send_of_one_email_within_two_minutes(door: Door, count: int) -> None:
    """Seven went well in August; the eleventh would have been lost."""
    with time_machine.travel(NOON, tick=False) as clock:
        for n in range(count):
            clock.shift(11)
            answer = knock(door, {"email": f"person{n}@cedar.example"})
    over = max(count - 10, 0)
    assert states() == [State.RECEIVED] * (count - over) + [State.OVER_CAP] * over
    assert answer.status_code == (429 if over else 202)


def test_over_the_cap_the_answer_says_when_and_that_it_is_kept(door: Door) -> None:
    Door.objects.update(daily_cap=0)
    with time_machine.travel(NOON, tick=False):
        answer = knock(door)
    assert answer.status_code == 429
    assert answer["Retry-After"] == str(12 * 3600)
    assert answer.json()["request"] == str(DemoRequest.objects.get().request_id)
    assert "kept" in answer.json()["message"]


def test_a_calculation_neither_counts_nor_is_stopped(door: Door) -> None:
    Door.objects.update(daily_cap=1)
    for n in range(3):
        assert knock(door, {"email": f"a{n}@b.example"}, at=CALCULATOR).status_code == 202
    assert knock(door).status_code == 202
    assert knock(door, {"email": "late@b.example"}, at=CALCULATOR).status_code == 202
    assert knock(door, {"email": "late@b.example"}).status_code == 429


def test_each_door_and_each_day_has_its_own_cap(door: Door) -> None:
    Door.objects.update(daily_cap=1)
    other = DoorFactory.create(daily_cap=1)
    with time_machine.travel(NOON, tick=False) as clock:
        assert [knock(door).status_code, knock(other).status_code] == [202, 202]
        clock.shift(timedelta(hours=11, minutes=59))
        assert knock(door, {"phone": "1"}).status_code == 429
        clock.shift(60)
        assert knock(door, {"phone": "2"}).status_code == 202


@pytest.mark.parametrize("how", ["key", "header", "same words"])
def test_a_repeated_post_is_the_same_request(door: Door, how: str) -> None:
    said, options = {}, {}
    if how == "key":
        said = {"key": "k" * 300}
    if how == "header":
        options = {"HTTP_IDEMPOTENCY_KEY": "k"}
    first = knock(door, said, **options).json()
    again = knock(door, said if how == "same words" else said | {"phone": "1"}, **options)
    assert (again.status_code, again.json()) == (202, first)
    assert DemoRequest.objects.count() == 1


def test_ten_minutes_later_the_same_words_are_asked_again(door: Door) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        knock(door)
        clock.shift(599)
        knock(door, {"email": "NOOR@Juniper.example"})
        clock.shift(2)
        knock(door)
    assert DemoRequest.objects.count() == 2


def test_one_key_for_everybody_loses_nobody(door: Door) -> None:
    for n in range(3):
        knock(door, {"email": f"a{n}@b.example", "key": "the page's"})
    knock(door, {"email": "a0@b.example", "key": "the page's"}, at=CALCULATOR)
    assert DemoRequest.objects.count() == 4


def test_repeats_use_nothing_of_the_cap(door: Door) -> None:
    Door.objects.update(daily_cap=2)
    assert [knock(door).status_code for _ in range(4)] == [202] * 4
    assert knock(door, {"email": "second@b.example"}).status_code == 202
    assert [knock(door, {"email": "third@b.example"}).status_code for _ in range(2)] == [429] * 2
    assert states() == [State.RECEIVED, State.RECEIVED, State.OVER_CAP]


def test_what_was_over_the_cap_and_comes_again_with_room_is_taken_in(door: Door) -> None:
    Door.objects.update(daily_cap=0)
    with time_machine.travel(NOON, tick=False) as clock:
        first = knock(door, {"key": "k"}).json()["request"]
        Door.objects.update(daily_cap=1)
        clock.shift(timedelta(days=1))
        answer = knock(door, {"key": "k"})
    kept = DemoRequest.objects.get()
    assert (answer.status_code, answer.json()["request"]) == (202, first)
    assert (kept.state, str(kept.asked_on)) == (State.RECEIVED, "2026-08-29")


def test_what_was_over_the_cap_uses_none_of_a_raised_one(door: Door) -> None:
    Door.objects.update(daily_cap=1)
    assert [knock(door, {"phone": str(n)}).status_code for n in range(4)] == [202, 429, 429, 429]
    Door.objects.update(daily_cap=3)
    assert [knock(door, {"phone": str(n)}).status_code for n in range(5, 8)] == [202, 202, 429]


def test_what_a_person_settled_meanwhile_is_not_taken_in_again(door: Door) -> None:
    Door.objects.update(daily_cap=0)
    knock(door)
    DemoRequest.objects.update(state=State.DISMISSED)
    Door.objects.update(daily_cap=5)
    assert knock(door).status_code == 202
    assert states() == [State.DISMISSED]


def test_a_door_closed_in_the_same_moment_takes_nothing(door: Door) -> None:
    Door.objects.update(is_active=False)
    asked = Asked(email="noor@juniper.example")
    with pytest.raises(NoSuchDoor):
        ask(door.token, DemoRequest.Kind.DEMO_LOCK, asked, key="", now=NOON, office=OFFICE)


def at_once(door: Door, emails: list[str]) -> list[int]:
    """Post all at the same moment, each from a thread and a connection of its own."""
    said: list[int] = []
    start = Barrier(len(emails))

    def one(email: str) -> None:
        start.wait()
        try:
            said.append(knock(door, {"email": email}).status_code)
        finally:
            connection.close()

    threads = [Thread(target=one, args=(email,)) for email in emails]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(said)


@pytest.fixture
def threads() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("threads share the one connection to SQLite's memory")


@pytest.mark.django_db(transaction=True)
def test_caps_are_exact_when_all_come_at_once(threads: None, door: Door) -> None:
    assert at_once(door, [f"a{n}@b.example" for n in range(16)]) == [202] * 10 + [429] * 6
    assert sorted(states()) == [State.OVER_CAP] * 6 + [State.RECEIVED] * 10


@pytest.mark.django_db(transaction=True)
def test_the_same_post_twice_at_once_is_one_row(threads: None, door: Door) -> None:
    assert at_once(door, ["noor@juniper.example"] * 8) == [202] * 8
    assert states() == [State.RECEIVED]
