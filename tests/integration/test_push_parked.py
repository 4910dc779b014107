"""While HubSpot, the key or the way there is the trouble, writes are parked: none is tried in vain, none
fails, and all go when it is over."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from leads.actions.settle import send_again
from leads.actions.write_note import write_note
from leads.domain.pipeline import Stage
from leads.hubspot.client import HubSpotClient
from leads.hubspot.ledger import Turn
from leads.hubspot.limiter import Day, Lane, Priority, Unlimited
from leads.models import Heartbeat, OutboundWrite, PortalClosed, State, SyncRun
from leads.sync.outcomes import GIVE_UP_AFTER
from leads.sync.standing import is_rationed, note_closed
from leads.tasks import heartbeat
from tests.parking import Breaker, press, states, three_moved
from tests.pressing import client
from tests.scenes import Scene

pytestmark = pytest.mark.django_db

DAILY = {"message": "You have reached your daily limit.", "policyName": "DAILY"}


@pytest.fixture
def office(scene: Scene) -> Breaker:
    return three_moved(scene)


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
