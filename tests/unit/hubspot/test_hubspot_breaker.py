"""What each kind of answer closes, until when, and what one probe does; with a clock that the test turns."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from leads.hubspot.breaker import ENOUGH_TROUBLE, seconds_to_midnight
from leads.hubspot.errors import Busy, Gone, HubSpotError, Refused, Unreachable
from leads.hubspot.ledger import Ask, Board, Gate
from leads.hubspot.limiter import Lane, LocalLimiter, Priority

NOTES, LEADS = "write notes", "read leads"
KEY = Refused("This key is expired.", status=401)
SCOPE = Refused("The key lacks notes.write.", status=403, category="MISSING_SCOPES")
DAILY = Busy("You have reached your daily limit.", policy="daily")
BURST = Busy("You have reached your ten_secondly_rolling limit.", policy="burst")
SECONDLY = Busy("You have reached your secondly limit.", policy="secondly")
LOST = Unreachable("HubSpot could not be reached.")


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def limiter(time: Time) -> LocalLimiter:
    return LocalLimiter(
        clock=time, sleep=time.sleep, today=lambda: datetime(2026, 8, 28, 16, tzinfo=UTC)
    )


def call(
    limiter: LocalLimiter,
    error: HubSpotError | None = None,
    lane: Lane = Lane.GENERAL,
    scope: str = LEADS,
) -> None:
    """One call that HubSpot answers so. Raises Busy where it does not go."""
    turn = limiter.wait(Priority.PERSON, lane, scope)
    limiter.heard(turn, error, scope)


@pytest.mark.parametrize(("error", "why", "lasts"), [(KEY, "key", 60.0), (DAILY, "daily", 3600.0)])
def test_all_of_hubspot_is_closed_and_says_why(
    limiter: LocalLimiter, error: HubSpotError, why: str, lasts: float
) -> None:
    call(limiter, error)
    for lane in Lane:
        with pytest.raises(Busy) as busy:
            call(limiter, lane=lane)
        assert (busy.value.policy, busy.value.message) == (why, error.message)
        assert busy.value.retry_after == lasts
        assert busy.value.parks
    (closed,) = limiter.closed()
    assert (closed.why, closed.words, closed.is_everything) == (why, error.message, True)


def test_one_probe_tries_for_all_and_opens(limiter: LocalLimiter, time: Time) -> None:
    call(limiter, KEY)
    time.now += 60
    turn = limiter.wait(Priority.PERSON)
    with pytest.raises(Busy):
        limiter.wait(Priority.PERSON)
    limiter.heard(turn, None)
    call(limiter)
    assert limiter.closed() == ()


def test_a_probe_that_fails_closes_again_since_the_beginning(
    limiter: LocalLimiter, time: Time
) -> None:
    call(limiter, KEY)
    time.now += 60
    call(limiter, KEY)
    (closed,) = limiter.closed()
    assert (closed.for_seconds, closed.seconds_left) == (60, 60)


def test_a_probe_whose_worker_died_is_followed_by_another(
    limiter: LocalLimiter, time: Time
) -> None:
    call(limiter, KEY)
    time.now += 60
    limiter.wait(Priority.PERSON)
    time.now += 30
    call(limiter)
    assert limiter.closed() == ()


def test_a_missing_scope_closes_its_own_kind_of_call_alone(limiter: LocalLimiter) -> None:
    call(limiter, SCOPE, scope=NOTES)
    with pytest.raises(Busy) as busy:
        call(limiter, scope=NOTES)
    assert (busy.value.policy, busy.value.blocks_everything) == ("scope", False)
    call(limiter, scope=LEADS)
    assert [closed.gate for closed in limiter.closed()] == [NOTES]


def test_the_day_ends_at_the_portals_own_midnight(limiter: LocalLimiter, time: Time) -> None:
    limiter.learn_zone("America/New_York")
    call(limiter, DAILY)
    time.now += 12 * 3600 - 1
    with pytest.raises(Busy):
        call(limiter)
    time.now += 1
    call(limiter)


def test_midnight_is_further_on_the_day_that_the_clocks_change() -> None:
    noon = datetime(2026, 10, 31, 16, tzinfo=UTC)
    assert seconds_to_midnight("America/New_York", noon) == 12 * 3600
    assert seconds_to_midnight("America/New_York", noon.replace(month=11, day=1, hour=5)) == (
        24 * 3600
    )
    assert seconds_to_midnight("Nowhere/Land", noon) is None


def test_a_burst_stops_the_window_and_no_search(limiter: LocalLimiter, time: Time) -> None:
    call(limiter, BURST)
    call(limiter, lane=Lane.SEARCH)
    assert time.now == 1000
    call(limiter)
    assert time.now == 1010


def test_too_many_searches_stop_searches_for_a_second(limiter: LocalLimiter, time: Time) -> None:
    call(limiter, SECONDLY, Lane.SEARCH)
    call(limiter)
    assert time.now == 1000
    call(limiter, lane=Lane.SEARCH)
    assert time.now == 1001


def test_nine_seconds_of_429_meet_one_call_and_nobody_fails(
    limiter: LocalLimiter, time: Time
) -> None:
    ends, asked = time.now + 9, []
    for _ in range(20):
        turn = limiter.wait(Priority.PERSON)
        asked.append(time.now)
        limiter.heard(turn, BURST if time.now < ends else None)
    assert sum(at < ends for at in asked) == 1


def test_without_headers_the_maximum_is_what_we_had_come_to(limiter: LocalLimiter) -> None:
    for _ in range(30):
        call(limiter)
    call(limiter, BURST)
    assert limiter.maximum == 31
    limiter.learn({"X-HubSpot-RateLimit-Max": "190"})
    call(limiter, BURST)
    assert limiter.maximum == 190


def test_trouble_in_a_row_closes_and_one_answer_ends_the_row(limiter: LocalLimiter) -> None:
    for _ in range(3):
        for _ in range(ENOUGH_TROUBLE - 1):
            call(limiter, LOST)
        call(limiter, Gone("HubSpot has no such record."))
    assert limiter.closed() == ()
    for _ in range(ENOUGH_TROUBLE):
        call(limiter, LOST)
    with pytest.raises(Busy) as busy:
        call(limiter)
    assert (busy.value.policy, busy.value.retry_after) == ("unreachable", 20)


def test_a_probe_without_an_answer_closes_at_once(limiter: LocalLimiter, time: Time) -> None:
    for _ in range(ENOUGH_TROUBLE):
        call(limiter, LOST)
    time.now += 20
    call(limiter, LOST)
    with pytest.raises(Busy):
        call(limiter)


def an_hour_back(board: Board, now: float) -> float:
    board.turn_to(now)
    return now - 3600


@pytest.mark.parametrize("moved", [an_hour_back, lambda board, now: now + 3600])
def test_a_clock_set_by_an_hour_stops_nobody_for_longer_than_before(
    moved: Callable[[Board, float], float],
) -> None:
    board, ask = Board(), Ask("general", 10.0, most=1, gates=("portal",))
    now = 10_000.0
    assert board.take(ask, now).wait == 0
    board.close("portal", Gate("key", "No.", now, now + 60))
    now = moved(board, now)
    assert board.take(ask, now).wait <= 60
    board.open(("portal",))
    assert board.take(ask, now).wait <= 10


def test_a_ledger_is_the_same_after_it_was_kept() -> None:
    board = Board()
    board.note({"maximum": 190, "day_calls": 10, "day_left": 2}, 5.0)
    board.close("portal", Gate("key", "No.", 5.0, 65.0))
    board.take(Ask("search", 1.0, most=4), 5.0)
    assert Board.from_json(board.as_json()) == board
