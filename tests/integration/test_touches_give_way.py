"""Automatic moves give way: an undone one stays undone, and what people or HubSpot did later stands."""

from datetime import date, timedelta

import pytest

from leads.actions.advance import advance
from leads.actions.move import move
from leads.actions.set_next_step import set_next_step
from leads.actions.undo import undo
from leads.actions.write_note import write_note
from leads.domain.pipeline import Stage
from leads.models import Decision, OutboundWrite, State, Touch
from leads.queries.card import Sync
from tests.mirror import OFFICE
from tests.scenes import RITA, Scene
from tests.touching import (
    SENT_AT,
    answer,
    answer_away,
    read_and_advance,
    send,
    stages,
)

pytestmark = pytest.mark.django_db(transaction=True)

TALKED = "f240bbac-87c9-4f6e-bf70-924b57d47db7"
LATER = SENT_AT + timedelta(hours=4)


@pytest.fixture
def scene(scene: Scene) -> Scene:
    """Some hours after the first mail, still on that Thursday."""
    scene.clock.now = LATER
    return scene


def test_an_undone_move_is_not_made_again(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    send(scene, lead)
    read_and_advance(scene)
    undo(scene.lead(lead).pk, actor=scene.cast.rita, key="undo-1", now=scene.clock())
    scene.push()
    assert stages(scene, lead) == (Stage.NEW, Stage.NEW)
    for name in ("sweep", "pull"):
        scene.later(minutes=5)
        assert read_and_advance(scene, name) == 0
    assert stages(scene, lead) == (Stage.NEW, Stage.NEW)


def test_an_undone_move_is_not_made_again_by_a_mirror_built_anew(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    send(scene, lead)
    read_and_advance(scene)
    undo(scene.lead(lead).pk, actor=scene.cast.rita, key="undo-1", now=scene.clock())
    scene.push()
    Touch.objects.all().delete()
    assert read_and_advance(scene) == 0
    assert stages(scene, lead) == (Stage.NEW, Stage.NEW)


def test_undoing_a_move_back_also_puts_the_next_step_back(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    scene.add_task(lead, "Send the price list", "2026-08-27T13:00:00Z")
    answer_away(scene, lead)
    read_and_advance(scene)
    assert str(scene.lead(lead).next_step_on) == "2026-09-03"
    undo(scene.lead(lead).pk, actor=scene.cast.rita, key="undo-1", now=scene.clock())
    scene.push()
    found = scene.lead(lead)
    assert (found.stage, str(found.next_step_on)) == (Stage.CONNECTED, "2026-08-27")
    scene.later(minutes=5)
    scene.read("sweep")
    assert str(scene.lead(lead).next_step_on) == "2026-08-27"


def test_undoing_before_anything_was_sent_puts_both_back(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    scene.add_task(lead, "Send the price list", "2026-08-27T13:00:00Z")
    answer_away(scene, lead)
    scene.read()
    advance(now=scene.clock(), office=OFFICE)
    undo(scene.lead(lead).pk, actor=scene.cast.rita, key="undo-1", now=scene.clock())
    assert scene.push().sent == 0
    found = scene.lead(lead)
    assert (found.stage, str(found.next_step_on)) == (Stage.CONNECTED, "2026-08-27")


def test_undoing_finishes_the_task_that_was_made_for_it(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    answer_away(scene, lead)
    read_and_advance(scene)
    undo(scene.lead(lead).pk, actor=scene.cast.rita, key="undo-1", now=scene.clock())
    scene.push()
    assert scene.sent_bodies("tasks", "PATCH") == [{"hs_task_status": "COMPLETED"}]
    assert scene.lead(lead).next_step_on is None


def test_undoing_leaves_a_next_step_that_was_set_since(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    answer_away(scene, lead)
    read_and_advance(scene)
    made = Decision.objects.get()
    set_next_step(
        scene.lead(lead).pk, due_on=date(2026, 9, 9), subject="Call", actor=scene.cast.rita, key="s",
        now=scene.clock(), office=OFFICE,
    )  # fmt: skip
    undo(
        scene.lead(lead).pk, decision_id=made.pk, actor=scene.cast.rita, key="u", now=scene.clock()
    )
    found = scene.lead(lead)
    assert (found.stage, str(found.next_step_on)) == (Stage.CONNECTED, "2026-09-09")


def test_old_evidence_does_not_connect_again_after_a_person_moved_it_back(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.ATTEMPTING)
    answer(scene, lead, "What does it cost for forty doors?")
    read_and_advance(scene)
    move(scene.lead(lead).pk, stage=Stage.ATTEMPTING, seen=Stage.CONNECTED,
         actor=scene.cast.rita, key="back", now=scene.clock())  # fmt: skip
    scene.push()
    scene.later(minutes=5)
    assert read_and_advance(scene, "sweep") == 0
    assert stages(scene, lead) == (Stage.ATTEMPTING, Stage.ATTEMPTING)


def test_a_reply_from_before_somebody_put_the_lead_there_only_suggests(scene: Scene) -> None:
    entered = (SENT_AT + timedelta(hours=3)).isoformat()
    lead = scene.add_lead(stage=Stage.ATTEMPTING, hs_v2_date_entered_current_stage=entered)
    answer(scene, lead, "What does it cost for forty doors?")
    assert read_and_advance(scene) == 0
    assert Touch.objects.get().asks


def test_our_own_late_move_does_not_make_a_reply_old(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    send(scene, lead)
    read_and_advance(scene)
    answer(scene, lead, "What does it cost for forty doors?")
    scene.later(minutes=5)
    assert read_and_advance(scene, "sweep") == 1
    assert stages(scene, lead) == (Stage.CONNECTED, Stage.CONNECTED)


def test_a_lead_that_hubspot_holds_further_on_is_left_there(scene: Scene) -> None:
    """HubSpot's own automation is quicker than our write: no conflict, no error, its stage shows."""
    lead = scene.add_lead(stage=Stage.NEW)
    send(scene, lead)
    scene.read()
    advance(now=scene.clock(), office=OFFICE)
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.CONNECTED.value)
    scene.push()
    advance(now=scene.clock(), office=OFFICE)
    scene.read("sweep")
    card = scene.card(lead)
    assert (card.stage, card.sync.state) == (Stage.CONNECTED, Sync.SAVED)
    assert stages(scene, lead) == (Stage.CONNECTED, Stage.CONNECTED)
    assert OutboundWrite.objects.get().state == State.DISCARDED


def test_a_conflict_of_a_persons_is_theirs_to_settle(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    scene.read()
    move(scene.lead(lead).pk, stage=Stage.ATTEMPTING, seen=Stage.NEW,
         actor=scene.cast.rita, key="hand", now=scene.clock())  # fmt: skip
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.DISQUALIFIED.value)
    scene.push()
    scene.later(hours=2)
    answer(scene, lead, "What does it cost for forty doors?", LATER + timedelta(hours=1))
    assert read_and_advance(scene, "sweep") == 0
    assert OutboundWrite.objects.get().state == State.HELD


def test_automation_that_goes_on_after_our_write_is_no_failure(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    scene.read()
    move(scene.lead(lead).pk, stage=Stage.ATTEMPTING, seen=Stage.NEW,
         actor=scene.cast.rita, key="hand", now=scene.clock())  # fmt: skip
    scene.push()
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.CONNECTED.value)
    scene.read("sweep")
    card = scene.card(lead)
    assert (card.stage, card.sync.state) == (Stage.CONNECTED, Sync.SAVED)


def test_a_mere_update_is_no_change_of_stage(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    scene.read()
    before = scene.lead(lead)
    scene.portal.edit("leads", lead, hs_lead_disqualification_note="Gate is from 1998")
    write_note(before.pk, text="Gate is from 1998", actor=scene.cast.rita, key="n",
               now=scene.clock())  # fmt: skip
    read_and_advance(scene, "sweep")
    after = scene.lead(lead)
    assert (after.stage, after.stage_entered_at) == (before.stage, before.stage_entered_at)
    assert [one.verb for one in Decision.objects.all()] == [Decision.Verb.NOTE]


def test_a_closed_lead_does_not_follow_a_reply(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.ATTEMPTING, owner=RITA)
    answer(scene, lead, "What does it cost for forty doors?")
    scene.read()
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.DISQUALIFIED.value)
    assert read_and_advance(scene, "sweep") == 0
    assert stages(scene, lead) == (Stage.DISQUALIFIED, Stage.DISQUALIFIED)
