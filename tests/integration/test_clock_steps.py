"""A clock that is set by an hour, back or on: nothing waits for it, nothing is sent twice, no loop stops."""

from datetime import timedelta
from typing import Any

import pytest

from leads.actions.write_note import write_note
from leads.hubspot.client import HubSpotClient
from leads.hubspot.ledger import Turn
from leads.hubspot.limiter import Unlimited
from leads.models import Lease, OutboundWrite, State
from leads.sync.lease import take, this_process
from tests.parking import Breaker, states, three_moved
from tests.scenes import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(scene: Scene) -> Breaker:
    return three_moved(scene)


def test_a_clock_set_back_by_an_hour_delays_no_write(office: Breaker) -> None:
    office.scene.later(hours=-1)
    office.scene.push()
    assert states() == {State.SENT}


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_set_while_a_write_is_under_way_sends_it_once(
    office: Breaker, hours: float
) -> None:
    """The worker that has it is alive and slow; another comes by after the clock was set."""
    scene = office.scene
    OutboundWrite.objects.exclude(record_id=office.leads[0]).delete()

    def meanwhile() -> None:
        scene.later(hours=hours)
        scene.push()

    scene.push(HubSpotClient(scene.config, SetsTheClock(meanwhile)))
    scene.later(seconds=31)
    scene.push()
    assert states() == {State.SENT}
    assert len(scene.portal.patches(office.leads[0])) == 1


def test_a_note_whose_answer_was_lost_is_found_though_our_clock_is_an_hour_ahead(
    office: Breaker,
) -> None:
    scene = office.scene
    scene.later(hours=1)
    write_note(
        scene.lead(office.leads[0]).pk, text="They called.", actor=scene.cast.rita, key=None,
        now=scene.clock(),
    )  # fmt: skip
    scene.portal.fault("drop_after", "POST", "/objects/notes")
    for _ in range(3):
        scene.push()
        scene.later(seconds=31)
    assert states() == {State.SENT}
    assert len(scene.portal.objects("notes")) == 1


class SetsTheClock(Unlimited):
    """Does something right after the first call has its turn."""

    def __init__(self, then: Any) -> None:
        self.then = then

    def heard(self, turn: Turn, error: Any, scope: str = "") -> None:
        then, self.then = self.then, lambda: None
        then()


def test_a_worker_that_died_before_the_clock_was_set_back_is_followed(office: Breaker) -> None:
    now = office.scene.clock()
    OutboundWrite.objects.update(state=State.SENDING, claimed_at=now)
    office.scene.later(hours=-1)
    office.scene.push()
    office.scene.later(seconds=31)
    office.scene.push()
    assert states() == {State.SENT}


@pytest.mark.parametrize(("holder", "is_taken"), [("elsewhere/1/a", True), ("", True)])
def test_a_lease_from_before_the_clock_was_set_back_ends(
    office: Breaker, holder: str, *, is_taken: bool
) -> None:
    now, lasts = office.scene.clock(), timedelta(minutes=5)
    Lease.objects.create(name="delta", holder=holder, until=now + timedelta(hours=1) + lasts)
    assert take("delta", "me/2/b", now, lasts) is is_taken


def test_a_living_holder_here_keeps_its_lease_when_the_clock_is_set_back(office: Breaker) -> None:
    now, lasts = office.scene.clock(), timedelta(minutes=5)
    assert take("delta", f"{this_process()}/a", now + timedelta(hours=1), lasts)
    assert not take("delta", f"{this_process()}/b", now, lasts)


def test_the_second_of_two_timetables_finds_the_loop_taken(office: Breaker) -> None:
    now, lasts = office.scene.clock(), timedelta(minutes=5)
    assert take("delta", "elsewhere/1/a", now, lasts)
    assert not take("delta", "elsewhere/2/b", now, lasts)
    assert take("delta", "elsewhere/2/b", now + lasts, lasts)
