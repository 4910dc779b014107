"""While HubSpot, the key or the way there is the trouble, writes are parked: none is tried in vain, none
fails, and all go when it is over. And what a clock that is set by an hour does to them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from leads.actions.move import move
from leads.actions.settle import send_again
from leads.actions.write_note import write_note
from leads.domain.pipeline import Stage
from leads.hubspot.client import HubSpotClient
from leads.hubspot.ledger import Turn
from leads.hubspot.limiter import Day, Lane, LocalLimiter, Priority, Unlimited
from leads.models import Heartbeat, Lease, OutboundWrite, PortalClosed, State, SyncRun
from leads.sync.lease import take, this_process
from leads.sync.outcomes import GIVE_UP_AFTER
from leads.sync.standing import is_rationed, note_closed
from leads.tasks import heartbeat
from tests.pressing import client
from tests.scenes import Scene

pytestmark = pytest.mark.django_db

DAILY = {"message": "You have reached your daily limit.", "policyName": "DAILY"}


@dataclass
class Breaker:
    """A scene whose client has a limiter on the scene's own clock."""

    scene: Scene
    leads: list[str]
    port: HubSpotClient = field(init=False)

    def __post_init__(self) -> None:
        limiter = LocalLimiter(
            clock=lambda: self.scene.clock().timestamp(),
            sleep=lambda seconds: self.scene.later(seconds=seconds),
            today=self.scene.clock,
        )
        self.port = HubSpotClient(self.scene.config, limiter)

    def push(self) -> None:
        self.scene.push(self.port)

    def fault(self, **more: Any) -> None:
        self.scene.portal.fault(more.pop("action", "status"), times=None, **more)

    def mend(self) -> None:
        self.scene.portal.ask("DELETE", "/__sandbox__/faults")
        self.scene.portal.order("journal/clear")

    @property
    def asked(self) -> int:
        return len(self.scene.portal.journal())


@pytest.fixture
def office(scene: Scene) -> Breaker:
    """Three leads moved here, of which HubSpot has yet to hear."""
    made = [scene.add_lead(f"Imani Number{n}") for n in range(3)]
    scene.read()
    for lead in made:
        press(scene, lead, Stage.CONNECTED)
    scene.portal.order("journal/clear")
    return Breaker(scene, made)


def press(scene: Scene, lead: str, stage: Stage) -> None:
    move(
        scene.lead(lead).pk, stage=stage, seen=None, actor=scene.cast.rita, key=None,
        now=scene.clock(),
    )  # fmt: skip


def states() -> set[str]:
    return set(OutboundWrite.objects.values_list("state", flat=True))


TROUBLES: list[tuple[str, Mapping[str, Any], int]] = [
    ("key", {"status": 401}, 1),
    ("daily", {"status": 429, "body": DAILY}, 1),
    ("unreachable", {"status": 502, "action": "html"}, 5),
]


@pytest.mark.parametrize(("why", "fault", "calls"), TROUBLES)
def test_what_is_parked_for_two_days_has_not_failed_and_then_goes(
    office: Breaker, why: str, fault: Mapping[str, Any], calls: int
) -> None:
    office.fault(**fault)
    for _ in range(8):
        office.push()
        office.scene.later(seconds=5)
    assert office.asked <= calls + 2
    (closed,) = office.port.closed()
    assert (closed.why, closed.is_everything) == (why, True)
    for _ in range(10):
        office.scene.later(hours=5)
        office.push()
    assert states() == {State.WAITING}
    office.mend()
    office.scene.later(hours=25)
    office.push()
    office.scene.later(minutes=6)
    office.push()
    assert states() == {State.SENT}
    assert office.port.closed() == ()


def test_after_the_outage_one_bad_answer_fails_nothing(office: Breaker) -> None:
    office.fault(status=401)
    for _ in range(6):
        office.push()
        office.scene.later(hours=5)
    office.mend()
    office.port.page("contacts", properties=[])
    office.scene.portal.fault("status", status=500, path="/leads/")
    office.push()
    office.scene.later(minutes=6)
    office.push()
    assert states() == {State.SENT}


def test_an_open_breaker_claims_nothing(office: Breaker) -> None:
    office.fault(status=401)
    office.push()
    before = list(OutboundWrite.objects.values())
    office.mend()
    office.push()
    assert office.asked == 0
    assert list(OutboundWrite.objects.values()) == before


def test_a_missing_scope_holds_up_its_own_kind_alone(office: Breaker) -> None:
    lead = office.scene.lead(office.leads[0])
    write_note(
        lead.pk, text="They called.", actor=office.scene.cast.rita, key=None,
        now=office.scene.clock(),
    )  # fmt: skip
    office.fault(
        method="POST", path="/objects/notes", status=403,
        body={"category": "MISSING_SCOPES", "message": "The key lacks a scope."},
    )  # fmt: skip
    office.scene.lead(office.leads[0])
    press(office.scene, office.leads[0], Stage.ATTEMPTING)
    office.push()
    waiting = OutboundWrite.objects.exclude(state=State.SENT).get()
    assert (waiting.object_type, waiting.state) == ("notes", State.WAITING)
    assert [closed.gate for closed in office.port.closed()] == ["write notes"]


def test_pages_learn_what_is_closed_and_when_it_is_open_again(office: Breaker) -> None:
    office.fault(status=401)
    office.push()
    now = office.scene.clock()
    note_closed(office.port.closed(), now)
    row = PortalClosed.objects.get()
    assert (row.gate, row.why, row.since) == ("portal", "key", now)
    page = client(office.scene.cast.ada).get("/desk/portal/").content.decode()
    assert "HubSpot does not take our key" in page
    assert row.words in page
    note_closed((), now)
    assert "data-closed" not in client(office.scene.cast.ada).get("/desk/portal/").content.decode()


def test_a_heartbeat_is_a_task_that_was_done(office: Breaker) -> None:
    heartbeat(queue="write")
    assert timezone.now() - Heartbeat.objects.get(queue="write").at < timedelta(minutes=1)
    ready = Client().get("/health/ready").json()
    assert ready["ready"]
    assert ready["workers"]["write"] < 60
    assert ready["workers"]["read"] is None


def test_a_write_pressed_again_after_a_day_has_another_day(office: Breaker) -> None:
    scene = office.scene
    scene.portal.fault("status", path=f"/leads/{office.leads[0]}", status=423, times=None)
    scene.push()
    scene.later(seconds=GIVE_UP_AFTER.total_seconds())
    scene.push()
    write = OutboundWrite.objects.get(record_id=office.leads[0])
    assert write.state == State.REFUSED
    send_again(write.pk, actor=scene.cast.rita, now=scene.clock())
    scene.push()
    scene.later(hours=23)
    scene.push()
    write.refresh_from_db()
    assert write.state == State.WAITING
    scene.later(hours=2)
    scene.push()
    write.refresh_from_db()
    assert write.state == State.REFUSED


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


class Watches(Unlimited):
    """Notes at each turn how deep in transactions the caller is."""

    def __init__(self) -> None:
        self.depths: set[int] = set()

    def wait(self, priority: Priority, lane: Lane = Lane.GENERAL, scope: str = "") -> Turn:
        self.depths.add(len(connection.savepoint_ids))
        return Turn()


def test_nobody_waits_for_a_turn_inside_a_transaction(office: Breaker) -> None:
    """Nor does any call: the test's own transaction is the only one around it."""
    watches = Watches()
    here = len(connection.savepoint_ids)
    port = HubSpotClient(office.scene.config, watches)
    office.scene.push(port)
    office.scene.port = port
    for loop in ("pull", "delta", "sweep"):
        assert not office.scene.read(loop).error
    assert watches.depths == {here}


def test_with_few_calls_left_quick_loops_go_slowly(office: Breaker) -> None:
    now = office.scene.clock()
    SyncRun.objects.all().delete()
    SyncRun.objects.create(name="delta", started_at=now - timedelta(minutes=4))
    assert is_rationed("delta", Day(1000, 49), now)
    assert not is_rationed("delta", Day(1000, 50), now)
    assert not is_rationed("delta", Day(1000, 49), now + timedelta(minutes=2))
    assert not is_rationed("delta", None, now)
