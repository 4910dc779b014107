"""The ledger of the limits, wherever it is kept: in this process, in Redis, in a row of the database."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.db import connection

from leads.hubspot.breaker import PORTAL
from leads.hubspot.client import HubSpotClient
from leads.hubspot.errors import Busy
from leads.hubspot.ledger import Ask, Ledger, MemoryLedger
from leads.hubspot.limiter import LocalLimiter, PortalLimiter, Priority
from leads.hubspot.redis_ledger import RedisLedger
from leads.hubspot.sharing import limiter_of
from leads.models import LimitsLedger
from leads.sync.limits_ledger import RowLedger
from tests.conftest import forget_limits
from tests.portal import Portal

NAME = "a portal"
NOWHERE = "redis://127.0.0.1:1"
ASK = Ask("general", 10.0, most=4, learned=True, gates=(PORTAL, "general"))

type Make = Callable[[], Ledger]


def in_memory() -> Ledger:
    return MemoryLedger(lambda: 50.0)


def in_redis() -> Ledger:
    url = os.environ.get("REDIS_URL") or ""
    return RedisLedger.at(url, name=NAME, instead=MemoryLedger(lambda: 50.0))


def in_the_row() -> Ledger:
    return RowLedger(NAME)


@pytest.fixture(
    params=[
        in_memory,
        in_the_row,
        pytest.param(
            in_redis,
            marks=[
                pytest.mark.redis,
                pytest.mark.skipif(not os.environ.get("REDIS_URL"), reason="REDIS_URL is not set"),
            ],
        ),
    ],
    ids=["memory", "row", "redis"],
)
def ledger(request: pytest.FixtureRequest, db: None) -> Iterator[Ledger]:
    forget_limits(settings.ENV.redis_url)
    made: Ledger = request.param()
    yield made
    forget_limits(settings.ENV.redis_url)


def test_a_window_holds_what_it_may_and_then_says_how_long(ledger: Ledger) -> None:
    turns = [ledger.take(ASK) for _ in range(5)]
    assert [turn.wait == 0 for turn in turns] == [True] * 4 + [False]
    assert [turn.count for turn in turns] == [1, 2, 3, 4, 4]
    assert 0 < turns[-1].wait <= 10


def test_a_learned_maximum_counts_for_who_learns(ledger: Ledger) -> None:
    ledger.note(maximum=1)
    assert ledger.take(ASK).wait == 0
    assert ledger.take(ASK).wait > 0
    assert ledger.take(Ask("search", 1.0, most=4)).wait == 0
    assert ledger.take(Ask("search", 1.0, most=4)).wait == 0


def test_a_paced_call_waits_within_a_window_that_has_room(ledger: Ledger) -> None:
    paced = Ask("general", 10.0, most=20, paced=True)
    assert [ledger.take(paced).wait for _ in range(2)] == [0, 0]
    assert 0 < ledger.take(paced).wait <= 1
    assert ledger.take(Ask("general", 10.0, most=20)).wait == 0


def test_what_is_closed_says_why_and_takes_no_place(ledger: Ledger) -> None:
    ledger.close(PORTAL, "key", "This key is “expired”.", 60.0)
    turn = ledger.take(ASK)
    assert turn.gate
    assert (turn.gate.why, turn.gate.words) == ("key", "This key is “expired”.")
    assert 59 < turn.wait <= 60
    ledger.open((PORTAL,))
    assert ledger.take(ASK).count == 1


def test_when_its_time_has_come_one_call_probes(ledger: Ledger) -> None:
    ledger.close(PORTAL, "key", "No.", 0.0)
    assert ledger.take(ASK).probes == (PORTAL,)
    second = ledger.take(ASK)
    assert second.gate
    assert 29 < second.wait <= 30
    ledger.close(PORTAL, "daily", "No more.", 5.0)
    assert ledger.look().gates[PORTAL].why == "daily"


def test_a_full_window_leaves_the_probe_to_whoever_goes(ledger: Ledger) -> None:
    for _ in range(4):
        ledger.take(ASK)
    ledger.close(PORTAL, "key", "No.", 0.0)
    assert ledger.take(ASK).probes == ()
    assert ledger.take(Ask("search", 1.0, most=4, gates=(PORTAL,))).probes == (PORTAL,)


def test_trouble_is_counted_by_all_until_something_opens(ledger: Ledger) -> None:
    assert [ledger.trouble() for _ in range(3)] == [1, 2, 3]
    assert ledger.take(ASK).troubles == 3
    ledger.open(())
    assert ledger.take(ASK).troubles == 0


def test_the_days_rest_is_kept_from_those_who_leave_it(ledger: Ledger) -> None:
    ledger.note(day_calls=1000, day_left=199, zone="America/New_York")
    sweep = Ask("general", 10.0, most=4, spare=0.2)
    turn = ledger.take(sweep)
    assert turn.gate
    assert (turn.gate.why, turn.wait) == ("daily", 900)
    assert ledger.take(ASK).wait == 0
    ledger.note(day_calls=1000, day_left=200)
    assert ledger.take(sweep).wait == 0
    assert ledger.look().notes["zone"] == "America/New_York"


def test_two_hands_share_what_is_kept_outside(db: None) -> None:
    here, there = RowLedger(NAME), RowLedger(NAME)
    turns = [ledger.take(ASK).wait == 0 for ledger in (here, there) * 3]
    assert turns == [True] * 4 + [False] * 2
    assert RowLedger("another portal").take(ASK).wait == 0


@pytest.mark.django_db(transaction=True)
def test_threads_take_no_more_than_the_row_has() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite's test database belongs to one connection; PostgreSQL's to all threads")

    def take(_: int) -> bool:
        try:
            return RowLedger(NAME).take(Ask("general", 60.0, most=20)).wait == 0
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(take, range(40))) == 20


def test_without_redis_the_row_is_what_all_share(db: None) -> None:
    config = settings.HUBSPOT
    limiter = limiter_of(config, NOWHERE)
    limiter.wait(Priority.PERSON)
    limiter_of(config, "").wait(Priority.PERSON)
    row = LimitsLedger.objects.get()
    assert len(row.kept["calls"]["general"]) == 2


def test_the_key_that_is_refused_stops_every_process(portal: Portal, db: None) -> None:
    """Two clients as of two workers: what one meets, the other need not."""
    one, other = (HubSpotClient(settings.HUBSPOT, PortalLimiter(RowLedger(NAME))) for _ in "ab")
    portal.fault("status", path="/objects/leads", status=401, times=None)
    with pytest.raises(Exception, match="credentials"):
        one.page("leads", properties=[])
    portal.order("journal/clear")
    with pytest.raises(Busy) as busy:
        other.page("contacts", properties=[])
    assert (busy.value.policy, portal.journal()) == ("key", [])


def test_a_portal_of_thirty_calls_that_tells_none_is_not_stormed(portal: Portal) -> None:
    now = [1000.0]
    limiter = LocalLimiter(
        clock=lambda: now[0], sleep=lambda seconds: now.append(now.pop() + seconds)
    )
    portal.order("limits", burst=30, headers_shown=False)
    client = HubSpotClient(settings.HUBSPOT, limiter)
    for _ in range(35):
        try:
            client.page("leads", properties=[])
        except Busy:
            portal.order(
                "limits", burst=30
            )  # its ten seconds are over, as ours are by our own clock
    statuses = [call["status"] for call in portal.journal("GET", "/objects/leads")]
    assert statuses.count(429) == 1
    assert limiter.maximum == 31
