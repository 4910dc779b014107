"""A real Celery worker on a real Redis, in a process of its own: what is pressed here arrives in HubSpot,
whoever dies on the way."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from celery import current_app

from leads.actions.move import move
from leads.actions.write_note import write_note
from leads.domain.pipeline import Stage
from leads.models import Lead, OutboundWrite, State
from leads.sync.push import LEASE
from leads.tasks import pull, push, ring
from tests.scenes import Scene
from tests.shared import manage, process, shared_database, wait_until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.redis,
    pytest.mark.skipif(not os.environ.get("REDIS_URL"), reason="REDIS_URL is not set"),
]

WORKER = ("-m", "celery", "-A", "kisscrm", "worker", "-Q", "write,read", "--pool", "solo",
          "--without-gossip", "--without-mingle", "--without-heartbeat")  # fmt: skip
NO_REDIS = "redis://127.0.0.1:1/14"

PRESS = """
import os, time
time.sleep = lambda seconds: os._exit(3)  # a person would wait meanwhile
import django; django.setup()
from django.test import Client
from leads.models import Lead, Person
client = Client(headers={"host": "127.0.0.1"})
client.force_login(Person.objects.get(username="rita"))
lead = Lead.objects.get()
answer = client.post(f"/leads/{lead.pk}/move/", {"stage": "connected", "key": "form-1"})
assert answer.status_code == 303, answer
"""


@dataclass
class Office:
    """A scene whose database and broker other processes share."""

    scene: Scene
    lead: str
    env: dict[str, str]

    def press(self, stage: Stage = Stage.CONNECTED) -> None:
        scene = self.scene
        move(
            scene.lead(self.lead).pk, stage=stage, seen=None, actor=scene.cast.rita, key=None,
            now=scene.clock(),
        )  # fmt: skip

    def asked(self, method: str) -> list[dict[str, Any]]:
        return self.scene.portal.journal(method, f"/leads/{self.lead}")

    def wait_for_end(self) -> None:
        wait_until(lambda: states() == {State.SENT}, "the write's end")

    @property
    def stage(self) -> str:
        return str(self.scene.portal.object("leads", self.lead)["properties"]["hs_pipeline_stage"])


@pytest.fixture
def office(scene: Scene, tmp_path: Path) -> Iterator[Office]:
    current_app.control.purge()
    with shared_database(tmp_path) as url:
        lead = scene.add_lead()
        scene.read()
        scene.portal.order("journal/clear")
        env = {
            "DATABASE_URL": url,
            "HUBSPOT_BASE_URL": scene.config.base_url,
            "HUBSPOT_ACCESS_TOKEN": scene.config.access_token,
            "HUBSPOT_WRITES": "on",
        }
        yield Office(scene, lead, env)
    current_app.control.purge()


def states() -> set[str]:
    return set(OutboundWrite.objects.values_list("state", flat=True))


def test_a_press_rings_and_the_patch_arrives(office: Office) -> None:
    with process(*WORKER, **office.env):
        office.press()
        office.wait_for_end()
    (patch,) = office.asked("PATCH")
    assert patch["body"]["properties"] == {"hs_pipeline_stage": Stage.CONNECTED}


def test_what_was_pressed_before_the_worker_came_is_sent(office: Office) -> None:
    office.press()
    with process(*WORKER, **office.env):
        office.wait_for_end()
    assert office.stage == Stage.CONNECTED


def sent_or_rung() -> bool:
    """Rings as the timetable does: a round that found a write taken leaves the next to another."""
    if is_sent := states() == {State.SENT}:
        return is_sent
    ring(push)
    return False


def test_two_workers_send_each_change_once(office: Office) -> None:
    with (
        process(*WORKER, "-n", "one@%h", **office.env),
        process(*WORKER, "-n", "two@%h", **office.env),
    ):
        for n in range(6):
            office.press((Stage.CONNECTED, Stage.ATTEMPTING)[n % 2])
        wait_until(sent_or_rung, "all writes' end")
    assert len(office.asked("PATCH")) == 6
    assert office.stage == Stage.ATTEMPTING


@pytest.mark.parametrize("method", ["GET", "PATCH"])
def test_a_worker_killed_in_mid_write_is_followed_by_one_that_finishes_it_once(
    office: Office, method: str
) -> None:
    office.scene.portal.fault("delay", method, f"/leads/{office.lead}", seconds=1.0)
    office.press()
    with process(*WORKER, **office.env) as doomed:
        wait_until(lambda: office.asked(method), "the first worker's request")
        doomed.kill()
        doomed.wait()
    assert states() == {State.SENDING}
    wait_until(lambda: office.asked(method)[0]["applied"], "the late answer")
    time_passes()
    with process(*WORKER, **office.env):
        ring(push)
        office.wait_for_end()
    assert [patch["applied"] for patch in office.asked("PATCH")] == [True]
    assert office.stage == Stage.CONNECTED


def test_a_note_of_a_killed_worker_is_not_doubled(office: Office) -> None:
    scene = office.scene
    scene.portal.fault("delay", "POST", "/objects/notes", seconds=1.0)
    write_note(
        scene.lead(office.lead).pk, text="They called.", actor=scene.cast.rita, key=None,
        now=scene.clock(),
    )  # fmt: skip
    with process(*WORKER, **office.env) as doomed:
        wait_until(lambda: scene.portal.journal("POST", "/objects/notes"), "the create")
        doomed.kill()
        doomed.wait()
    wait_until(lambda: scene.portal.objects("notes"), "the late create")
    time_passes()
    with process(*WORKER, **office.env):
        ring(push)
        office.wait_for_end()
    assert len(scene.portal.objects("notes")) == 1


def time_passes() -> None:
    """The dead worker's lease is over."""
    for write in OutboundWrite.objects.filter(state=State.SENDING):
        assert write.claimed_at
        OutboundWrite.objects.filter(pk=write.pk).update(claimed_at=write.claimed_at - LEASE * 2)


def test_the_worker_pulls_what_changed(office: Office) -> None:
    office.scene.portal.edit("leads", office.lead, hs_lead_label="Paid")
    with process(*WORKER, **office.env):
        pull.apply_async()
        wait_until(lambda: Lead.objects.filter(channel="Paid").exists(), "the pull")


def test_without_redis_the_press_still_answers_and_a_later_push_sends_it(office: Office) -> None:
    env = office.env | {"REDIS_URL": NO_REDIS, "DJANGO_SETTINGS_MODULE": "kisscrm.settings"}
    with process("-c", PRESS, **env) as site:
        assert site.wait(timeout=20) == 0
    assert states() == {State.WAITING}
    assert office.scene.lead(office.lead).stage == Stage.CONNECTED
    assert office.asked("PATCH") == []
    pushed = manage("push", **env)
    assert (pushed.returncode, pushed.stdout) == (0, "1 sent, 0 waiting, 0 need a person.\n")
    assert office.stage == Stage.CONNECTED
