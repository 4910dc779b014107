"""The screens of touches: answers in doubt on the card, the timeline, a call that is logged."""

import pytest
from django.urls import reverse

from leads.domain.calls import CallOutcome
from leads.domain.pipeline import Stage
from leads.domain.touches import Direction, Verdict
from leads.models import PortalProperty, Touch
from tests.pressing import board, post, push, shown
from tests.scenes import Scene
from tests.touching import ReplyFactory, TouchFactory, answer_away, send

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead(stage=Stage.CONNECTED, hs_lead_label="Referral")
    scene.read()
    return made


def asked(scene: Scene) -> tuple[str, Touch]:
    """A lead with an answer of which nobody can say who wrote it."""
    lead = scene.add_lead(stage=Stage.ATTEMPTING)
    scene.read()
    touch: Touch = ReplyFactory.create(
        lead=scene.lead(lead), verdict=Verdict.UNSURE.value, is_certain=False,
        is_by_person=False, asks=True, snippet="Received.", acted_at=scene.clock(),
    )  # fmt: skip
    return lead, touch


def test_an_answer_in_doubt_is_judged_on_the_card(scene: Scene) -> None:
    lead, touch = asked(scene)
    page = board(scene)
    assert "Somebody answered. Was it a person?" in page
    assert reverse("judge", args=[touch.pk]) in page
    assert post(scene, "judge", touch.pk, is_human="yes").status_code == 303
    assert scene.lead(lead).stage == Stage.CONNECTED
    assert "Was it a person?" not in board(scene)


def test_a_verdict_is_said_by_yes_or_no_and_by_the_owner(scene: Scene) -> None:
    lead, touch = asked(scene)
    assert post(scene, "judge", touch.pk, is_human="maybe").status_code == 422
    assert post(scene, "judge", touch.pk, scene.cast.omar, is_human="yes").status_code == 403
    assert post(scene, "judge", 404, is_human="yes").status_code == 404
    assert post(scene, "judge", touch.pk, is_human="no").status_code == 303
    assert post(scene, "judge", touch.pk, is_human="no").status_code == 409
    assert scene.lead(lead).stage == Stage.ATTEMPTING


def test_the_timeline_folds_machines_away_and_may_be_corrected(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.ATTEMPTING)
    send(scene, lead)
    answer_away(scene, lead)
    scene.read()
    page = shown(scene, "lead", lead)
    folded = page[page.index('<li class="machine"><details') :].split("</details>")[0]
    assert "out of office" in folded
    assert "A person wrote this" in folded
    assert "Not a person" not in page
    touch = Touch.objects.get(direction=Direction.INCOMING, lead=scene.lead(lead))
    post(scene, "judge", touch.pk, is_human="yes")
    assert "Not a person" in shown(scene, "lead", lead)


def test_a_call_is_logged_by_its_outcome(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    scene.read()
    page = shown(scene, "sheet", lead, None, "log-call")
    for outcome in CallOutcome:
        assert f'value="{outcome.slug}"' in page
    id = scene.lead(lead).pk
    reply = post(scene, "log-call", id, outcome="left-voicemail", note="Asked for Ben", key="once")
    assert reply.status_code == 303
    post(scene, "log-call", id, outcome="left-voicemail", note="Asked for Ben", key="once")
    push(scene)
    (call,) = scene.portal.objects("calls")
    assert call["properties"]["hs_call_body"] == "Asked for Ben"
    assert scene.lead(lead).stage == Stage.ATTEMPTING


def test_a_call_without_an_outcome_keeps_what_was_typed(scene: Scene, lead: str) -> None:
    reply = post(scene, "log-call", scene.lead(lead).pk, note="Asked for Ben")
    assert reply.status_code == 422
    assert "Choose how the call ended." in reply.content.decode()
    assert "Asked for Ben" in reply.content.decode()


def test_no_response_asks_first_until_a_touch_is_on_record(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.ATTEMPTING)
    scene.read()
    PortalProperty.objects.filter(name="hs_lead_disqualification_reason").delete()
    at_once = '<button class="button small plain" name="reason" value="NO_RESPONSE"'
    assert at_once not in board(scene)
    assert "Nothing has been sent and nobody called yet" in shown(
        scene, "sheet", lead, None, "disqualify"
    )
    TouchFactory.create(lead=scene.lead(lead))
    assert at_once in board(scene)
    assert "Nothing has been sent" not in shown(scene, "sheet", lead, None, "disqualify")
