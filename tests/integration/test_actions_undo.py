"""Undo puts back the exact values, here and in HubSpot, and only while nothing else has changed."""

from datetime import timedelta
from typing import Any

import pytest

from leads.actions.assign import assign
from leads.actions.disqualify import disqualify
from leads.actions.move import move
from leads.actions.set_channel import set_channel
from leads.actions.undo import undo
from leads.actions.write_note import write_note
from leads.domain.pipeline import Stage
from leads.domain.roles import NotAllowed
from leads.domain.undo import UNDO_CLOSING_WITHIN, UnableToUndo
from leads.models import Decision, Lead, OutboundWrite, Person, State
from leads.models.stage_clocks import ENTRIES
from leads.queries.card import Sync
from tests.mirror import OFFICE
from tests.scenes import OMAR, Scene

pytestmark = pytest.mark.django_db

OLD_NOTE = "Met at the fair."


@pytest.fixture
def lead(scene: Scene) -> str:
    """A lead that bears a note already, which an undo must bring back as it was."""
    made = scene.add_lead(hs_lead_disqualification_note=OLD_NOTE, hs_lead_label="Paid")
    scene.read()
    scene.portal.order("journal/clear")
    return made


def by(scene: Scene, actor: Person | None = None) -> dict[str, Any]:
    return {"actor": actor or scene.cast.rita, "key": None, "now": scene.clock()}


def close(scene: Scene, lead: str, **more: Any) -> Decision:
    chosen = {"reason": "BAD_TIMING", "note": "After the audit."} | more
    day = scene.clock().date() + timedelta(days=90)
    return disqualify(
        scene.lead(lead).pk, seen=None, callback_on=day, office=OFFICE, **chosen, **by(scene)
    )


def as_stands(scene: Scene, lead: str) -> dict[str, Any]:
    """Every column but the clock of the board, the moment of reading, and the entries into stages, of
    which HubSpot's own history keeps every one."""
    row = Lead.objects.filter(hubspot_id=lead).values().get()
    moving = ("version", "read_at", "modified_at", "remote", *ENTRIES.values())
    return {name: value for name, value in row.items() if name not in moving}


def in_hubspot(scene: Scene, lead: str) -> dict[str, str]:
    found = scene.portal.object("leads", lead)["properties"]
    names = (
        "hs_pipeline_stage", "hs_lead_disqualification_reason", "hs_lead_disqualification_note",
        "hubspot_owner_id", "hs_lead_label",
    )  # fmt: skip
    return {name: found.get(name) or "" for name in names}


def test_undoing_what_has_not_left_puts_everything_back_and_sends_nothing(
    scene: Scene, lead: str
) -> None:
    before = as_stands(scene, lead)
    close(scene, lead)
    assert as_stands(scene, lead) != before
    undone = undo(scene.lead(lead).pk, **by(scene))
    assert as_stands(scene, lead) == before
    scene.push()
    assert scene.portal.patches(lead) == []
    assert scene.write().state == State.DISCARDED
    assert undone.evidence["never_sent"]


def test_undoing_what_was_sent_puts_back_the_exact_values_in_hubspot(
    scene: Scene, lead: str
) -> None:
    here, there = as_stands(scene, lead), in_hubspot(scene, lead)
    close(scene, lead)
    scene.push()
    assert in_hubspot(scene, lead)["hs_lead_disqualification_note"] != OLD_NOTE
    undo(scene.lead(lead).pk, **by(scene))
    scene.push()
    assert in_hubspot(scene, lead) == there
    last = scene.sent_bodies("leads")[-1]
    assert last == {
        "hs_pipeline_stage": Stage.ATTEMPTING,
        "hs_lead_disqualification_reason": "",
        "hs_lead_disqualification_note": OLD_NOTE,
    }
    assert as_stands(scene, lead) | {"stage_entered_at": None} == here | {"stage_entered_at": None}


def test_a_reason_and_a_note_that_were_empty_are_empty_again(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    close(scene, lead)
    scene.push()
    undo(scene.lead(lead).pk, **by(scene))
    scene.push()
    found = scene.lead(lead)
    assert (found.reason, found.note, found.closed_at) == ("", "", None)
    assert in_hubspot(scene, lead)["hs_lead_disqualification_note"] == ""
    scene.read("sweep")
    assert scene.lead(lead).reason == ""


def test_undoing_what_is_on_its_way_follows_it(scene: Scene, lead: str) -> None:
    there = in_hubspot(scene, lead)
    close(scene, lead)
    scene.portal.fault("drop_after", "PATCH", f"/leads/{lead}")
    scene.push()
    OutboundWrite.objects.update(state=State.IN_DOUBT)
    undo(scene.lead(lead).pk, **by(scene))
    scene.later(minutes=6)
    scene.push()
    scene.push()
    assert in_hubspot(scene, lead) == there
    assert scene.card(lead).sync.state is Sync.SAVED


@pytest.mark.parametrize("is_sent", [False, True])
def test_each_kind_of_choice_can_be_taken_back(scene: Scene, is_sent: bool) -> None:
    lead = scene.add_lead()
    scene.read()
    before, there = as_stands(scene, lead), in_hubspot(scene, lead)
    pk, admin = scene.lead(lead).pk, by(scene, scene.cast.ada)
    for choose in (
        lambda: move(pk, stage=Stage.CONNECTED, seen=None, **admin),
        lambda: assign(pk, owner_id=OMAR, **admin),
        lambda: set_channel(pk, channel="Referral", **admin),
    ):
        choose()
        if is_sent:
            scene.push()
        undo(pk, **admin)
        scene.push()
        assert as_stands(scene, lead) | {"stage_entered_at": 0} == before | {"stage_entered_at": 0}
        assert in_hubspot(scene, lead) == there


def test_a_rep_takes_back_giving_a_lead_away(scene: Scene, lead: str) -> None:
    assign(scene.lead(lead).pk, owner_id=OMAR, **by(scene))
    undo(scene.lead(lead).pk, **by(scene))
    assert scene.lead(lead).owner == scene.cast.rita.owner


def test_a_rep_takes_back_no_gift_of_somebody_else(scene: Scene, lead: str) -> None:
    assign(scene.lead(lead).pk, owner_id=OMAR, **by(scene, scene.cast.mona))
    with pytest.raises(NotAllowed):
        undo(scene.lead(lead).pk, **by(scene))


def test_nothing_is_undone_over_a_later_change(scene: Scene, lead: str) -> None:
    first = move(scene.lead(lead).pk, stage=Stage.CONNECTED, seen=None, **by(scene))
    scene.push()
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.ATTEMPTING)
    scene.read("delta")
    with pytest.raises(UnableToUndo, match="changed since"):
        undo(scene.lead(lead).pk, decision_id=first.pk, **by(scene))


def test_a_change_in_hubspot_that_we_have_not_read_holds_the_undo(scene: Scene, lead: str) -> None:
    move(scene.lead(lead).pk, stage=Stage.CONNECTED, seen=None, **by(scene))
    scene.push()
    undo(scene.lead(lead).pk, **by(scene))
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.NEW)
    scene.push()
    assert scene.card(lead).sync.state is Sync.CONFLICT
    assert in_hubspot(scene, lead)["hs_pipeline_stage"] == Stage.NEW


def test_a_closing_is_undone_within_a_quarter_of_an_hour(scene: Scene, lead: str) -> None:
    close(scene, lead)
    scene.later(seconds=UNDO_CLOSING_WITHIN.total_seconds() + 1)
    with pytest.raises(UnableToUndo, match="new attempt"):
        undo(scene.lead(lead).pk, **by(scene))
    scene.later(seconds=-1)
    undo(scene.lead(lead).pk, **by(scene))
    assert scene.lead(lead).stage == Stage.ATTEMPTING


def test_only_who_closed_it_undoes_that(scene: Scene, lead: str) -> None:
    close(scene, lead)
    with pytest.raises(UnableToUndo, match="Only the person"):
        undo(scene.lead(lead).pk, **by(scene, scene.cast.mona))


def test_nothing_is_undone_twice(scene: Scene, lead: str) -> None:
    taken = move(scene.lead(lead).pk, stage=Stage.CONNECTED, seen=None, **by(scene))
    undo(scene.lead(lead).pk, **by(scene))
    with pytest.raises(UnableToUndo):
        undo(scene.lead(lead).pk, decision_id=taken.pk, **by(scene))


def test_a_repeated_press_on_undo_is_one_undo(scene: Scene, lead: str) -> None:
    move(scene.lead(lead).pk, stage=Stage.CONNECTED, seen=None, **by(scene))
    pressed = by(scene) | {"key": "form-7"}
    assert undo(scene.lead(lead).pk, **pressed) == undo(scene.lead(lead).pk, **pressed)


def test_a_refused_choice_is_taken_back_without_a_word_to_hubspot(scene: Scene, lead: str) -> None:
    close(scene, lead)
    scene.portal.fault("status", "PATCH", f"/leads/{lead}", status=400)
    scene.push()
    scene.portal.order("journal/clear")
    undo(scene.lead(lead).pk, **by(scene))
    scene.push()
    assert scene.portal.patches(lead) == []
    assert scene.card(lead).sync.state is Sync.SAVED


def test_a_note_that_was_written_is_not_taken_back(scene: Scene, lead: str) -> None:
    write_note(scene.lead(lead).pk, text="They called.", **by(scene))
    with pytest.raises(UnableToUndo):
        undo(scene.lead(lead).pk, **by(scene))
