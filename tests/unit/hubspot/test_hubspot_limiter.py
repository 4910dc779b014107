"""The rate limits, with a clock that the test turns."""

import threading

import pytest

from leads.hubspot.errors import Busy
from leads.hubspot.limiter import Lane, LocalLimiter, Priority, RedisLimiter, Unlimited


class Time:
    """A clock that moves only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def limiter(time: Time) -> LocalLimiter:
    return LocalLimiter(clock=time, sleep=time.sleep)


def test_a_burst_within_the_budget_never_waits(limiter: LocalLimiter, time: Time) -> None:
    for _ in range(80):
        limiter.wait(Priority.PERSON)
    assert time.slept == []


def test_the_next_call_waits_until_the_window_has_moved_on(
    limiter: LocalLimiter, time: Time
) -> None:
    for _ in range(81):
        limiter.wait(Priority.PERSON)
    assert time.now == pytest.approx(1010.0)


def test_no_window_ever_holds_more_than_the_budget(limiter: LocalLimiter, time: Time) -> None:
    went: list[float] = []
    for _ in range(300):
        limiter.wait(Priority.PERSON)
        went.append(time.now)
        time.now += 0.05
    most = max(sum(1 for at in went if start <= at < start + 10) for start in went)
    assert most <= 80


def test_a_sweep_leaves_room_for_a_person(limiter: LocalLimiter, time: Time) -> None:
    for _ in range(75):
        limiter.wait(Priority.SWEEP)
    at = time.now
    for _ in range(5):
        limiter.wait(Priority.PERSON)
    assert time.now == at
    limiter.wait(Priority.SWEEP)
    assert time.now > at


def test_a_sweep_spreads_its_calls_over_the_window(limiter: LocalLimiter, time: Time) -> None:
    """A window filled at its beginning would leave a person nothing but to wait for its end."""
    went = []
    for _ in range(75):
        limiter.wait(Priority.SWEEP)
        went.append(time.now)
    assert max(sum(at <= one < at + 1 for one in went) for at in went) == 8
    assert went[-1] - went[0] == pytest.approx(9.0)


def test_each_priority_may_fill_less_than_the_one_before(limiter: LocalLimiter) -> None:
    allowed = [limiter.allowed(priority) for priority in Priority]
    assert allowed == sorted(allowed, reverse=True)
    assert len(set(allowed)) == len(Priority)


def test_searches_go_four_a_second_beside_the_other_calls(
    limiter: LocalLimiter, time: Time
) -> None:
    for _ in range(80):
        limiter.wait(Priority.PERSON)
    for _ in range(5):
        limiter.wait(Priority.PERSON, Lane.SEARCH)
    assert time.now == pytest.approx(1001.0)


def test_the_maximum_is_learned_from_the_portal(limiter: LocalLimiter) -> None:
    limiter.learn({"X-HubSpot-RateLimit-Max": "190"})
    assert limiter.allowed(Priority.PERSON) == 152


@pytest.mark.parametrize("text", ["", "many", "0", "-1"])
def test_a_maximum_that_is_none_changes_nothing(limiter: LocalLimiter, text: str) -> None:
    limiter.learn({"X-HubSpot-RateLimit-Max": text})
    assert limiter.allowed(Priority.PERSON) == 80


def test_patience_has_an_end(time: Time) -> None:
    limiter = LocalLimiter(maximum=1, patience=5.0, clock=time, sleep=time.sleep)
    limiter.wait(Priority.PERSON)
    with pytest.raises(Busy) as refusal:
        limiter.wait(Priority.PERSON)
    assert refusal.value.policy == "burst"
    assert refusal.value.retry_after == pytest.approx(10.0)
    assert time.slept == []


def test_a_short_day_stops_sweeps_and_nobody_else(limiter: LocalLimiter, time: Time) -> None:
    day = {"X-HubSpot-RateLimit-Daily": "1000", "X-HubSpot-RateLimit-Daily-Remaining": "199"}
    limiter.learn(day)
    assert limiter.day_left() == pytest.approx(0.199)
    with pytest.raises(Busy) as refusal:
        limiter.wait(Priority.SWEEP)
    assert refusal.value.policy == "daily"
    limiter.wait(Priority.DELTA)
    limiter.wait(Priority.PERSON)


def test_an_old_note_of_the_day_is_forgotten(limiter: LocalLimiter, time: Time) -> None:
    limiter.learn({"X-HubSpot-RateLimit-Daily": "10", "X-HubSpot-RateLimit-Daily-Remaining": "0"})
    time.now += 901
    limiter.wait(Priority.SWEEP)
    assert limiter.day_left() is None


def test_threads_share_one_budget(time: Time) -> None:
    limiter = LocalLimiter(maximum=100, patience=0.0, clock=time, sleep=time.sleep)
    refused: list[Busy] = []

    def many() -> None:
        for _ in range(25):
            try:
                limiter.wait(Priority.PERSON)
            except Busy as refusal:
                refused.append(refusal)

    threads = [threading.Thread(target=many) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 20


def test_without_redis_a_process_keeps_the_limits_itself(
    time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    nowhere = "redis://127.0.0.1:1"
    limiter = RedisLimiter.at(nowhere, name="x", maximum=10, clock=time, sleep=time.sleep)
    for _ in range(9):
        limiter.wait(Priority.PERSON)
    assert time.slept == [pytest.approx(10.0)]
    assert len(caplog.records) == 2  # at the first call, and when it was tried again


def test_unlimited_asks_for_nothing() -> None:
    limiter = Unlimited()
    limiter.learn({"X-HubSpot-RateLimit-Max": "1"})
    for _ in range(1000):
        limiter.wait(Priority.SWEEP, Lane.SEARCH)
