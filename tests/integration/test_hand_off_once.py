"""Pressed by whomever and how often: one deal, and the lead says closed exactly when it exists."""

from datetime import UTC, datetime, timedelta
from threading import Thread
from typing import Any

import pytest
from django.db import IntegrityError, connection

from leads.actions.decide import SomebodyWasFirst
from leads.actions.disqualify import disqualify
from leads.actions.hand_off import hand_off
from leads.actions.move import move
from leads.actions.raise_lead import raise_lead
from leads.actions.set_channel import set_channel
from leads.actions.undo import undo
from leads.domain.handoff import UnableToHandOff
from leads.domain.pipeline import Stage
from leads.domain.undo import UnableToUndo
from leads.models import Decision, OutboundWrite, State
from leads.queries.saving import Sync
from tests.factories import WriteFactory
from tests.handing_off import NAME, deals, posts, press, stage_there
from tests.mirror import OFFICE
from tests.scenes import RITA, Scene

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead(stage=Stage.CONNECTED, hs_lead_label="Marketing")
    scene.read()
    return made


def test_a_form_posted_twice_is_one_decision(scene: Scene, lead: str) -> None:
    assert press(scene, lead, key="form") == press(scene, lead, key="form")
    scene.push()
    scene.push()
    assert press(scene, lead, key="form") == Decision.objects.get()
    assert len(posts(scene)) == 1


def test_two_tabs_of_one_person_are_one_decision(scene: Scene, lead: str) -> None:
    assert press(scene, lead, key="one") == press(scene, lead, key="two")
    with pytest.raises(SomebodyWasFirst, match="Rita Solano is creating the deal"):
        press(scene, lead, key="three", amount="99")
    scene.push()
    with pytest.raises(UnableToHandOff, match="closed"):
        press(scene, lead, key="four")
    assert len(posts(scene)) == 1


def test_the_second_of_two_people_is_told_who_was_first(scene: Scene, lead: str) -> None:
    press(scene, lead)
    with pytest.raises(SomebodyWasFirst, match="Rita Solano is creating the deal"):
        press(scene, lead, who=scene.cast.mona)
    scene.push()
    with pytest.raises(SomebodyWasFirst, match="Meeting Booked"):
        press(scene, lead, who=scene.cast.mona, seen=Stage.CONNECTED)
    assert len(posts(scene)) == 1


def test_presses_in_the_same_moment_make_one_row(scene: Scene, lead: str) -> None:
    """Mona's press comes through after Rita's was found fine and before it is written down."""
    rival: list[Decision] = []

    def in_between(execute: Any, sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if not rival and sql.startswith("SELECT") and 'FROM "leads_deal"' in sql:
            rival.append(Decision())
            rival[0] = press(scene, lead, who=scene.cast.mona)
        return answer

    with (
        connection.execute_wrapper(in_between),
        pytest.raises(SomebodyWasFirst, match="Mona Lindqvist is creating the deal"),
    ):
        press(scene, lead)
    assert OutboundWrite.objects.get(object_type="deals").decision == rival[0]
    assert Decision.objects.count() == 1


def test_many_presses_at_once_make_one_row(scene: Scene, lead: str) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("threads share the one connection to SQLite's memory")
    said: list[object] = []

    def one(who: str) -> None:
        try:
            said.append(press(scene, lead, who=getattr(scene.cast, who), key=f"of-{who}").pk)
        except (SomebodyWasFirst, UnableToHandOff) as refused:
            said.append(str(refused))
        finally:
            connection.close()

    threads = [Thread(target=one, args=(who,)) for who in ("rita", "mona", "ada")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(isinstance(answer, int) for answer in said) == [False, False, True]
    assert OutboundWrite.objects.filter(object_type="deals").count() == 1


def test_the_database_itself_keeps_a_second_deal_out(scene: Scene, lead: str) -> None:
    decision = press(scene, lead)
    again = {"kind": "create", "object_type": "deals", "decision": decision, "lead": decision.lead}
    with pytest.raises(IntegrityError):
        WriteFactory.create(**again)
    WriteFactory.create(**again, state=State.REFUSED)


def test_the_lead_does_not_say_closed_before_its_deal_exists(scene: Scene, lead: str) -> None:
    press(scene, lead)
    card = scene.card(lead)
    assert (card.stage, card.sync.state, card.sync.words) == (
        Stage.CONNECTED, Sync.SAVING, "creating the deal"
    )  # fmt: skip
    scene.read()
    scene.read("sweep")
    assert scene.card(lead).stage is Stage.CONNECTED
    scene.push()
    card = scene.card(lead)
    assert (card.stage, card.sync.state, card.deal_words) == (
        Stage.MEETING_BOOKED, Sync.SAVED, "Evaluation · $12,500"
    )  # fmt: skip
    assert scene.lead(lead).closed_at is not None


def test_a_press_is_visible_while_the_portal_is_down(scene: Scene, lead: str) -> None:
    press(scene, lead)
    with scene.portal.down():
        scene.push()
    scene.later(seconds=25)
    mark = scene.card(lead).sync
    assert (mark.state, mark.words) == (Sync.WAITING, "creating the deal: waiting for HubSpot")


def test_while_the_deal_is_on_its_way_stage_and_channel_stand(scene: Scene, lead: str) -> None:
    press(scene, lead)
    id = scene.lead(lead).pk
    with pytest.raises(SomebodyWasFirst, match="creating the deal"):
        move(
            id,
            stage=Stage.ATTEMPTING,
            seen=None,
            actor=scene.cast.rita,
            key=None,
            now=scene.clock(),
        )
    with pytest.raises(SomebodyWasFirst, match="creating the deal"):
        disqualify(
            id, reason="NO_INTEREST", seen=None, actor=scene.cast.rita, key=None, now=scene.clock(),
            office=OFFICE,
        )  # fmt: skip
    with pytest.raises(SomebodyWasFirst, match="creating the deal"):
        set_channel(id, channel="Referral", actor=scene.cast.ada, key=None, now=scene.clock())
    assert Decision.objects.count() == 1


def test_a_background_change_between_opening_and_pressing_does_not_block(
    scene: Scene, lead: str
) -> None:
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.ATTEMPTING)
    scene.read("delta")
    press(scene, lead, seen=Stage.CONNECTED)
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.CONNECTED)
    scene.read("delta")
    scene.push()
    assert stage_there(scene, lead) == Stage.MEETING_BOOKED
    assert scene.card(lead).sync.state is Sync.SAVED


def test_a_waiting_hand_off_can_be_taken_back(scene: Scene, lead: str) -> None:
    press(scene, lead)
    undo(scene.lead(lead).pk, actor=scene.cast.rita, key=None, now=scene.clock())
    scene.push()
    assert posts(scene) == []
    assert (scene.card(lead).stage, scene.card(lead).sync.state) == (Stage.CONNECTED, Sync.SAVED)
    press(scene, lead)
    scene.push()
    assert len(deals(scene)) == 1


def test_a_waiting_channel_is_taken_back_with_its_hand_off(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    scene.read()
    press(scene, lead, channel="Referral")
    undo(scene.lead(lead).pk, actor=scene.cast.rita, key=None, now=scene.clock())
    assert scene.lead(lead).channel == ""
    assert scene.push().sent == 0


def test_a_deal_that_may_be_made_already_cannot_be_taken_back(scene: Scene, lead: str) -> None:
    scene.portal.fault("drop_after", "POST", "/objects/deals$")
    press(scene, lead)
    scene.push()
    for state in (State.IN_DOUBT, State.REFUSED):
        OutboundWrite.objects.filter(object_type="deals").update(state=state)
        with pytest.raises(UnableToUndo):
            undo(scene.lead(lead).pk, actor=scene.cast.rita, key=None, now=scene.clock())


def test_a_made_deal_has_no_undo(scene: Scene, lead: str) -> None:
    press(scene, lead)
    scene.push()
    with pytest.raises(UnableToUndo):
        undo(scene.lead(lead).pk, actor=scene.cast.rita, key=None, now=scene.clock())


def test_lead_to_deal_is_three_calls(scene: Scene, lead: str) -> None:
    for kind in ("leads", "contacts", "companies"):
        scene.port.link_type("deals", kind)
    scene.portal.order("journal/clear")
    press(scene, lead)
    scene.push()
    assert [(one["method"], one["path"]) for one in scene.portal.journal()] == [
        ("GET", f"/crm/v3/objects/leads/{lead}"),
        ("POST", "/crm/v3/objects/deals"),
        ("PATCH", f"/crm/v3/objects/leads/{lead}"),
    ]


def test_moments_of_closing_are_those_of_the_closing(scene: Scene, lead: str) -> None:
    press(scene, lead)
    scene.push()
    closed = scene.lead(lead)
    assert closed.closed_at == closed.stage_entered_at
    assert closed.closed_at is not None
    assert abs(closed.closed_at - datetime.now(UTC)) < timedelta(minutes=5)


def test_a_lead_that_hubspot_has_not_made_yet_goes_first(scene: Scene) -> None:
    contact = scene.add("contacts", firstname="Noor", lastname="Abadi")
    scene.read()
    raised = raise_lead(
        contact, owner_id=RITA, channel="Referral", actor=scene.cast.rita, key=None,
        now=scene.clock(),
    ).on_lead  # fmt: skip
    hand_off(
        raised.pk, deal_name=NAME, amount="", close_on=None, could_buy="yes", seen=None,
        actor=scene.cast.rita, key=None, now=scene.clock(), office=OFFICE,
    )  # fmt: skip
    scene.push()
    raised.refresh_from_db()
    (deal,) = deals(scene)
    assert list(deal["associations"]["leads"]) == [raised.hubspot_id]
    assert stage_there(scene, raised.hubspot_id or "") == Stage.MEETING_BOOKED
