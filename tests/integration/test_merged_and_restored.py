"""Merged, archived and restored in HubSpot: what pointed to a record points to its survivor, and what was
still to be sent follows it or waits for a person."""

from typing import Any

import pytest

from leads.actions.decide import SomebodyWasFirst
from leads.actions.move import move
from leads.actions.settle import give_up, send_again
from leads.domain.pipeline import Stage
from leads.models import (
    Contact,
    Deal,
    Decision,
    OutboundWrite,
    State,
)
from tests.scenes import Scene

pytestmark = pytest.mark.django_db


def press_connected(scene: Scene, lead: str) -> OutboundWrite:
    step: dict[str, Any] = {"actor": scene.cast.rita, "key": None, "now": scene.clock()}
    move(scene.lead(lead).pk, stage=Stage.CONNECTED, seen=None, **step)
    return scene.write(lead=scene.lead(lead))


@pytest.mark.parametrize("loop", ["delta", "sweep", "pull"])
def test_a_merged_contact_is_one_person_with_the_leads_of_both(scene: Scene, loop: str) -> None:
    kept, other = scene.add_lead("Imani Oyelaran"), scene.add_lead("Imani Oyelaran-Voss")
    scene.read()
    survivor, former = scene.lead(kept).contact_id, scene.lead(other).contact_id
    scene.later(minutes=1)
    scene.portal.order("merge", kind="contacts", primary=survivor, merged=former)
    scene.read(loop)
    assert scene.lead(other).contact_id == survivor
    assert scene.lead(other).contact_ids == [survivor]
    assert Contact.objects.get(pk=former).merged_into == survivor
    assert scene.names_on_board() == ["Imani Oyelaran", "Imani Oyelaran"]


def test_a_chain_of_merges_ends_at_the_last_survivor(scene: Scene) -> None:
    leads = [scene.add_lead(name) for name in ("Ana One", "Ana Two", "Ana Three")]
    scene.read()
    one, two, three = (scene.lead(id).contact_id or "" for id in leads)
    scene.portal.order("merge", kind="contacts", primary=two, merged=three)
    scene.read_on("delta")
    scene.portal.order("merge", kind="contacts", primary=one, merged=two)
    scene.read_on("delta")
    assert {scene.lead(id).contact_id for id in leads} == {one}
    assert set(Contact.objects.exclude(merged_into="").values_list("merged_into")) == {(one,)}


def test_a_merge_under_a_new_id_takes_both_former_ones_along(scene: Scene) -> None:
    leads = [scene.add_lead(name) for name in ("Ana One", "Ana Two")]
    scene.read()
    one, two = (scene.lead(id).contact_id or "" for id in leads)
    made = scene.portal.order("merge", kind="contacts", primary=one, merged=two, new_id=True)
    scene.read_on("pull")
    assert {scene.lead(id).contact_id for id in leads} == {made["id"]}
    assert set(Contact.objects.exclude(merged_into="").values_list("pk", "merged_into")) == {
        (one, made["id"]), (two, made["id"])
    }  # fmt: skip


def test_a_merge_that_only_the_old_id_tells_of_is_found(scene: Scene) -> None:
    """The survivor's list of former ids may be cut short; asked for by the old id, HubSpot answers
    with the survivor."""
    lead = scene.add_lead()
    survivor = scene.add("contacts", firstname="Imani")
    scene.read()
    former = scene.lead(lead).contact_id or ""
    scene.portal.order("merge", kind="contacts", primary=survivor, merged=former)
    scene.portal.edit("contacts", survivor, hs_merged_object_ids="")
    scene.read_on("pull")
    assert Contact.objects.get(pk=former).merged_into == survivor
    assert scene.lead(lead).contact_id == survivor


def test_what_waits_for_a_merged_contact_is_sent_to_the_survivor(scene: Scene) -> None:
    lead = scene.add_lead()
    survivor = scene.add("contacts", firstname="Imani")
    scene.read()
    former = scene.lead(lead).contact_id or ""
    decision = Decision.objects.create(
        lead=scene.lead(lead), verb=Decision.Verb.NOTE, summary="Note", decided_at=scene.clock()
    )
    new = {"decision": decision, "created_at": scene.clock(), "not_before": scene.clock()}
    OutboundWrite.objects.create(
        object_type="contacts", record_id=former, properties={"phone": "555-0101"},
        base={"phone": ""}, **new,
    )  # fmt: skip
    OutboundWrite.objects.create(
        object_type="notes", kind="create", lead=scene.lead(lead), links=[["contacts", former]],
        properties={"hs_note_body": "Hello", "hs_timestamp": "2026-08-28T12:00:00Z"}, **new,
    )  # fmt: skip
    scene.portal.order("merge", kind="contacts", primary=survivor, merged=former)
    scene.read_on("delta")
    assert scene.write(object_type="contacts").record_id == survivor
    assert scene.write(object_type="notes").links == [["contacts", survivor]]
    scene.push()
    assert scene.portal.object("contacts", survivor)["properties"]["phone"] == "555-0101"
    assert survivor in scene.portal.objects("notes")[0]["associations"]["contacts"]


@pytest.mark.parametrize("loop", ["delta", "pull"])
def test_merged_deals_count_once(scene: Scene, loop: str) -> None:
    first, second = (scene.add("deals", dealname=name, amount="1000") for name in ("A", "B"))
    scene.read()
    scene.later(minutes=1)
    scene.portal.order("merge", kind="deals", primary=first, merged=second, new_id=True)
    scene.read(loop)
    assert [deal.amount for deal in Deal.objects.live()] == [1000]


def test_a_merged_company_hands_over_its_people(scene: Scene) -> None:
    lead = scene.add_lead()
    survivor = scene.add("companies", name="Cedar Gate Storage")
    scene.read()
    scene.later(minutes=1)
    former = scene.lead(lead).company_id
    scene.portal.order("merge", kind="companies", primary=survivor, merged=former)
    scene.read("delta")
    assert scene.card(lead).company == "Cedar Gate Storage"
    assert Contact.objects.get(pk=scene.lead(lead).contact_id).company_id == survivor


@pytest.mark.parametrize("loop", ["sweep", "pull"])
def test_an_archived_lead_holds_what_was_still_to_be_sent(scene: Scene, loop: str) -> None:
    lead = scene.add_lead()
    scene.read()
    write = press_connected(scene, lead)
    scene.portal.order("archive", kind="leads", id=lead)
    scene.read_on(loop)
    write.refresh_from_db()
    assert (write.state, write.stuck_because) == (State.HELD, "This lead was archived in HubSpot.")
    assert scene.names_on_board() == []
    assert scene.push().sent == 0


def test_a_restored_lead_takes_up_what_was_held(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    press_connected(scene, lead)
    scene.portal.order("archive", kind="leads", id=lead)
    scene.read_on("sweep")
    scene.later(minutes=1)
    scene.portal.order("restore", kind="leads", id=lead)
    scene.read("delta")
    assert scene.lead(lead).archived_at is None
    assert scene.push().sent == 1
    stage = scene.portal.object("leads", lead)["properties"]["hs_pipeline_stage"]
    assert stage == Stage.CONNECTED


def test_what_an_archived_lead_holds_can_be_given_up_and_not_sent(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    write = press_connected(scene, lead)
    scene.portal.order("archive", kind="leads", id=lead)
    scene.read_on("sweep")
    with pytest.raises(SomebodyWasFirst, match="archived in HubSpot"):
        send_again(write.pk, actor=scene.cast.rita, now=scene.clock())
    assert give_up(write.pk, actor=scene.cast.rita, now=scene.clock()).state == State.DISCARDED
    assert scene.lead(lead).stage == Stage.ATTEMPTING
