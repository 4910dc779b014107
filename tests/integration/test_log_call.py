"""A call made outside HubSpot: two presses, and neither HubSpot nor the stage stays behind."""

import pytest

from leads.actions.log_call import UnableToLogCall, log_call
from leads.domain.calls import CallOutcome
from leads.domain.pipeline import Stage
from leads.domain.roles import NotAllowed
from leads.models import Decision, OutboundWrite, State, Touch
from leads.queries.card import Viewer
from leads.queries.lead import lead_page
from tests.mirror import OFFICE
from tests.scenes import OMAR, Scene
from tests.touching import contact_of

pytestmark = pytest.mark.django_db(transaction=True)


def log(scene: Scene, lead: str, outcome: CallOutcome | None, note: str = "") -> Decision:
    return log_call(
        scene.lead(lead).pk, outcome=outcome, note=note, actor=scene.cast.rita, key="call-1",
        now=scene.clock(),
    )  # fmt: skip


def test_a_logged_call_moves_new_on_in_the_same_decision(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.NEW)
    scene.read()
    decision = log(scene, lead, CallOutcome.LEFT_VOICEMAIL)
    assert decision.summary == "Called · Left voicemail · moved to Attempting"
    assert scene.push().sent == 2
    assert scene.sent_bodies("leads", "PATCH") == [{"hs_pipeline_stage": Stage.ATTEMPTING.value}]
    assert scene.card(lead).stage == Stage.ATTEMPTING


def test_hubspot_gets_the_call_on_lead_and_contact(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    log(scene, lead, CallOutcome.CONNECTED, "Wants <two> locks\nby May")
    scene.push()
    (call,) = scene.portal.objects("calls")
    told = call["properties"]
    assert told["hs_call_disposition"] == "f240bbac-87c9-4f6e-bf70-924b57d47db7"
    assert (told["hs_call_direction"], told["hs_call_status"]) == ("OUTBOUND", "COMPLETED")
    assert told["hs_call_body"] == "Wants &lt;two&gt; locks<br>by May"
    assert told["hs_call_title"] == "Call with Imani Oyelaran"
    assert set(call["associations"]["leads"]) == {lead}
    assert set(call["associations"]["contacts"]) == {contact_of(scene, lead)}


def test_a_lead_that_is_further_on_keeps_its_stage(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    scene.read()
    log(scene, lead, CallOutcome.NO_ANSWER)
    assert OutboundWrite.objects.get().object_type == "calls"
    assert scene.card(lead).stage == Stage.CONNECTED


def test_a_form_posted_twice_is_one_call(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    assert log(scene, lead, CallOutcome.BUSY) == log(scene, lead, CallOutcome.BUSY)
    scene.push()
    scene.push()
    assert len(scene.portal.objects("calls")) == 1


def test_a_lost_answer_does_not_make_a_second_call(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    scene.portal.fault("drop_after", "POST", "/objects/calls")
    log(scene, lead, CallOutcome.BUSY)
    scene.push()
    scene.later(minutes=6)
    scene.push()
    assert len(scene.portal.objects("calls")) == 1
    assert OutboundWrite.objects.get().state == State.SENT


def test_a_call_needs_its_outcome(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    with pytest.raises(UnableToLogCall, match="how the call ended"):
        log(scene, lead, None)
    with pytest.raises(UnableToLogCall, match="too long"):
        log(scene, lead, CallOutcome.BUSY, "x" * 10_001)
    assert Decision.objects.count() == 0


def test_another_reps_lead_is_not_ours_to_call(scene: Scene) -> None:
    lead = scene.add_lead(owner=OMAR)
    scene.read()
    with pytest.raises(NotAllowed):
        log(scene, lead, CallOutcome.BUSY)


def test_the_logged_call_is_one_line_of_the_timeline_after_it_was_read_back(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    log(scene, lead, CallOutcome.NO_ANSWER, "Rang for a minute")
    scene.push()
    scene.read("sweep")
    assert Touch.objects.count() == 1
    page = lead_page(scene.lead(lead).pk, Viewer(scene.cast.rita, scene.clock(), OFFICE))
    assert page is not None
    assert [(line.words, line.text) for line in page.timeline] == [
        ("Called · No answer", "Rang for a minute")
    ]
