"""The automatic moves: by evidence, once each, giving way to people and to HubSpot."""

from datetime import timedelta

import pytest

from leads.actions.advance import advance
from leads.domain.pipeline import Stage
from leads.models import Decision, Touch
from tests.mirror import OFFICE
from tests.scenes import Scene
from tests.touching import (
    SENT_AT,
    add_activity,
    answer,
    answer_away,
    book,
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


@pytest.mark.parametrize("stage", [Stage.NEW, Stage.ATTEMPTING])
def test_a_persons_reply_connects_with_one_patch(scene: Scene, stage: Stage) -> None:
    lead = scene.add_lead(stage=stage)
    send(scene, lead)
    answer(scene, lead, "What does it cost for forty doors?")
    assert read_and_advance(scene) == 1
    assert stages(scene, lead) == (Stage.CONNECTED, Stage.CONNECTED)
    assert len(scene.portal.patches(lead)) == 1
    assert Decision.objects.get().summary == "Moved to Connected · A person replied"


def test_a_new_lead_without_a_touch_stays_new(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    assert read_and_advance(scene) == 0
    assert stages(scene, lead) == (Stage.NEW, Stage.NEW)


def test_a_planned_mail_does_not_empty_new(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    send(scene, lead, hs_email_status="SCHEDULED")
    assert read_and_advance(scene) == 0
    assert stages(scene, lead)[0] == Stage.NEW


def test_a_call_empties_new(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    add_activity(scene, "calls", lead, SENT_AT, hs_call_status="NO_ANSWER")
    assert read_and_advance(scene) == 1
    assert stages(scene, lead) == (Stage.ATTEMPTING, Stage.ATTEMPTING)


def test_an_absence_note_on_a_new_lead_moves_once_and_sets_the_next_step(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    send(scene, lead)
    answer_away(scene, lead, "2026-09-02")
    assert read_and_advance(scene) == 1
    assert stages(scene, lead) == (Stage.ATTEMPTING, Stage.ATTEMPTING)
    assert str(scene.lead(lead).next_step_on) == "2026-09-03"
    assert len(scene.portal.patches(lead)) == 1
    assert scene.sent_bodies("tasks", "POST")[0]["hs_timestamp"] == "2026-09-03T09:00:00-04:00"


def test_without_a_day_of_return_the_next_step_is_a_week_on(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    send(scene, lead)
    answer(
        scene, lead, "I am out of the office. In urgent cases contact the front desk.",
        hs_incoming_email_is_out_of_office="true",
    )  # fmt: skip
    read_and_advance(scene)
    assert stages(scene, lead) == (Stage.ATTEMPTING, Stage.ATTEMPTING)
    assert str(scene.lead(lead).next_step_on) == "2026-09-03"


def test_a_receipt_alone_made_no_conversation(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    text = (
        "Your request (88213) has been received and is being reviewed by our support staff. "
        "This is an automated message, please do not reply."
    )
    answer(scene, lead, text, hs_email_subject="[Ticket #88213] We received your request")
    read_and_advance(scene)
    assert Touch.objects.get().verdict in {"ack", "auto"}
    assert stages(scene, lead)[0] == Stage.ATTEMPTING


def test_a_receipt_changes_nothing_where_the_attempt_goes_on(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.ATTEMPTING)
    text = "We have received your message. Ticket number 88213. This is an automated message."
    answer(scene, lead, text, hs_email_subject="[Ticket #88213] We received your request")
    scene.read()
    Touch.objects.update(verdict="ack")
    assert advance(now=scene.clock(), office=OFFICE) == 0


@pytest.mark.parametrize("proof", ["reply", "call", "meeting"])
def test_an_absence_note_does_not_undo_a_conversation(scene: Scene, proof: str) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    send(scene, lead)
    if proof == "reply":
        answer(scene, lead, "What does it cost for forty doors?")
    elif proof == "call":
        add_activity(scene, "calls", lead, SENT_AT, hs_call_disposition=TALKED,
                     hs_call_status="COMPLETED", hs_call_direction="OUTBOUND")  # fmt: skip
    else:
        book(scene, lead, LATER + timedelta(days=3))
    answer_away(scene, lead, at=SENT_AT + timedelta(hours=3))
    read_and_advance(scene)
    assert stages(scene, lead) == (Stage.CONNECTED, Stage.CONNECTED)
    assert scene.portal.patches(lead) == []


def test_a_reply_read_together_with_an_earlier_absence_note_leaves_nothing_to_do(
    scene: Scene,
) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    send(scene, lead)
    answer_away(scene, lead)
    answer(scene, lead, "", SENT_AT + timedelta(minutes=30))
    answer(scene, lead, "What does it cost for forty doors?", SENT_AT + timedelta(hours=1))
    read_and_advance(scene)
    found = scene.lead(lead)
    assert (found.stage, found.next_step_on) == (Stage.CONNECTED, None)
    assert Touch.objects.filter(verdict="unsure").exists()
    assert not Touch.objects.filter(asks=True).exists()


def test_while_it_is_asked_who_wrote_nothing_goes_back(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    answer(scene, lead, "Thank you, we look into this now.")
    answer_away(scene, lead, at=SENT_AT + timedelta(hours=3))
    scene.read()
    Touch.objects.filter(verdict="human").update(verdict="unsure", is_certain=False)
    advance(now=scene.clock(), office=OFFICE)
    assert scene.lead(lead).stage == Stage.CONNECTED


def test_a_bounce_asks_for_the_address(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.ATTEMPTING)
    send(scene, lead, hs_email_status="BOUNCED")
    assert read_and_advance(scene) == 1
    assert scene.lead(lead).next_step.startswith("Check the e-mail address")
    assert scene.portal.patches(lead) == []


def test_a_next_step_that_lies_further_ahead_stays(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.ATTEMPTING)
    scene.add_task(lead, "Call again", "2026-09-20T13:00:00Z")
    answer_away(scene, lead)
    assert read_and_advance(scene) == 0
    assert str(scene.lead(lead).next_step_on) == "2026-09-20"


def test_an_old_absence_note_does_not_put_off_what_is_due_now(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.ATTEMPTING)
    scene.add_task(lead, "Call again", "2026-09-20T13:00:00Z")
    answer_away(scene, lead)
    scene.later(days=40)
    assert read_and_advance(scene) == 0


def test_an_old_absence_note_still_goes_back_with_the_next_step_due_now(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    answer_away(scene, lead)
    scene.later(days=40)
    read_and_advance(scene)
    found = scene.lead(lead)
    assert (found.stage, str(found.next_step_on)) == (Stage.ATTEMPTING, "2026-10-06")
