"""A hand-off to which HubSpot says no: the lead keeps its stage, and says what became of it."""

import pytest

from leads.actions.disqualify import disqualify
from leads.actions.settle import UnableToSettle, give_up, send_again
from leads.domain.pipeline import Stage
from leads.models import OutboundWrite, State
from leads.queries.saving import Sync
from tests.handing_off import deals, posts, press, stage_there
from tests.mirror import OFFICE
from tests.scenes import Scene

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead(stage=Stage.CONNECTED, hs_lead_label="Marketing")
    scene.read()
    return made


def test_a_channel_that_hubspot_refuses_stops_the_deal(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    scene.read()
    scene.portal.fault("status", "PATCH", "/leads/", status=400)
    press(scene, lead, channel="Referral")
    scene.push()
    scene.later(minutes=20)
    scene.push()
    assert posts(scene) == []
    assert scene.card(lead).sync.state is Sync.REFUSED


def test_a_deal_that_hubspot_refuses_leaves_the_lead_where_it_is(scene: Scene, lead: str) -> None:
    scene.portal.order("switches", required_on_create={"deals": ["dealtype"]})
    press(scene, lead)
    scene.push()
    card = scene.card(lead)
    assert (card.stage, card.sync.state) == (Stage.CONNECTED, Sync.REFUSED)
    assert card.sync.words.startswith("The deal was not created: ")
    assert stage_there(scene, lead) == Stage.CONNECTED
    assert deals(scene) == []


def test_a_refused_deal_names_the_property_that_hubspot_demands(scene: Scene, lead: str) -> None:
    scene.portal.order("option", kind="deals", property="deal_source", value="Inbound", gone=True)
    press(scene, lead)
    scene.push()
    assert "deal_source" in scene.card(lead).sync.words or "Inbound" in scene.card(lead).sync.words


def test_a_refused_hand_off_may_be_pressed_again(scene: Scene, lead: str) -> None:
    scene.portal.fault("status", "POST", DEALS_ONLY, status=400)
    press(scene, lead)
    scene.push()
    press(scene, lead, amount="8000")
    scene.push()
    (deal,) = deals(scene)
    assert deal["properties"]["amount"] == "8000"
    assert scene.card(lead).sync.state is Sync.SAVED
    assert stage_there(scene, lead) == Stage.MEETING_BOOKED


DEALS_ONLY = "/objects/deals$"


def test_a_refused_deal_does_not_stop_another_end_of_the_lead(scene: Scene, lead: str) -> None:
    scene.portal.fault("status", "POST", DEALS_ONLY, status=400)
    press(scene, lead)
    scene.push()
    disqualify(
        scene.lead(lead).pk, reason="NO_INTEREST", seen=None, actor=scene.cast.rita, key=None,
        now=scene.clock(), office=OFFICE,
    )  # fmt: skip
    scene.push()
    assert stage_there(scene, lead) == Stage.DISQUALIFIED


def test_a_deal_made_whose_lead_is_refused_says_so_and_can_be_retried(
    scene: Scene, lead: str
) -> None:
    scene.portal.fault("status", "PATCH", "/leads/", status=400, body=DEMANDED)
    press(scene, lead)
    scene.push()
    card = scene.card(lead)
    assert (card.stage, card.sync.state) == (Stage.CONNECTED, Sync.REFUSED)
    assert card.sync.words == "Deal made, closing refused: A reason is demanded."
    assert card.deal_words == "Evaluation · $12,500"
    send_again(card.sync.write_id or 0, actor=scene.cast.rita, now=scene.clock())
    scene.push()
    assert len(posts(scene)) == 1
    assert stage_there(scene, lead) == Stage.MEETING_BOOKED


DEMANDED = {"status": "error", "message": "A reason is demanded.", "category": "VALIDATION_ERROR"}


def test_a_dismissed_hand_off_takes_its_closing_along(scene: Scene, lead: str) -> None:
    scene.portal.fault("status", "POST", DEALS_ONLY, status=400)
    press(scene, lead)
    scene.push()
    give_up(scene.card(lead).sync.write_id or 0, actor=scene.cast.rita, now=scene.clock())
    assert set(OutboundWrite.objects.values_list("state", flat=True)) == {State.DISCARDED}
    assert scene.card(lead).sync.state is Sync.SAVED


def test_a_refused_deal_is_not_sent_again_from_a_closed_lead(scene: Scene, lead: str) -> None:
    scene.portal.fault("status", "POST", DEALS_ONLY, status=400)
    press(scene, lead)
    scene.push()
    refused = scene.card(lead).sync.write_id or 0
    disqualify(
        scene.lead(lead).pk, reason="NO_INTEREST", seen=None, actor=scene.cast.rita, key=None,
        now=scene.clock(), office=OFFICE,
    )  # fmt: skip
    with pytest.raises(UnableToSettle, match="closed since"):
        send_again(refused, actor=scene.cast.rita, now=scene.clock())


def test_a_lead_disqualified_in_hubspot_meanwhile_makes_no_deal(scene: Scene, lead: str) -> None:
    press(scene, lead)
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.DISQUALIFIED)
    scene.push()
    assert posts(scene) == []
    assert "Disqualified by now" in scene.card(lead).sync.words
