"""Order and truth of what is sent: by record, after what it depends on, over what the person saw."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from leads.actions.assign import assign
from leads.actions.disqualify import disqualify
from leads.actions.move import move
from leads.actions.set_channel import set_channel
from leads.actions.settle import give_up
from leads.domain.pipeline import Stage
from leads.models import Decision, OutboundWrite, State
from leads.queries.card import Sync
from leads.sync.push import LEASE, claim_next, push_due
from tests.factories import WriteFactory
from tests.mirror import OFFICE
from tests.scenes import OMAR, RITA, Scene

pytestmark = pytest.mark.django_db

STAGE = "hs_pipeline_stage"


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead()
    scene.read()
    scene.portal.order("journal/clear")
    return made


def by(scene: Scene) -> dict[str, Any]:
    """Mona acts, now, in a form of its own."""
    return {"actor": scene.cast.mona, "key": None, "now": scene.clock()}


def move_to(scene: Scene, lead: str, stage: Stage) -> Decision:
    return move(scene.lead(lead).pk, stage=stage, seen=None, **by(scene))


def test_two_moves_of_one_lead_leave_in_order_and_unfolded(scene: Scene, lead: str) -> None:
    move_to(scene, lead, Stage.CONNECTED)
    move_to(scene, lead, Stage.ATTEMPTING)
    assert scene.push().sent == 2
    assert [body[STAGE] for body in scene.sent_bodies("leads")] == [
        Stage.CONNECTED,
        Stage.ATTEMPTING,
    ]
    assert scene.portal.object("leads", lead)["properties"][STAGE] == Stage.ATTEMPTING


def test_a_round_ends_in_time_and_leaves_the_rest_to_the_next(scene: Scene, lead: str) -> None:
    """A worker that is told to stop waits for its round, however much there is to send."""
    move_to(scene, lead, Stage.CONNECTED)
    move_to(scene, lead, Stage.ATTEMPTING)

    def clock() -> datetime:
        scene.later(seconds=4)
        return scene.clock()

    assert push_due(scene.port, clock, lasts=timedelta(seconds=1)).sent == 1
    assert len(scene.sent_bodies("leads")) == 1
    assert push_due(scene.port, clock, lasts=timedelta(minutes=5)).sent == 1
    assert len(scene.sent_bodies("leads")) == 2


def test_a_later_move_waits_for_the_earlier_one(scene: Scene, lead: str) -> None:
    move_to(scene, lead, Stage.CONNECTED)
    move_to(scene, lead, Stage.ATTEMPTING)
    scene.portal.fault("status", "PATCH", "/leads/", status=500)
    scene.push()
    assert scene.portal.object("leads", lead)["properties"][STAGE] == Stage.ATTEMPTING
    assert [body[STAGE] for body in scene.sent_bodies("leads")] == [Stage.CONNECTED]
    scene.later(seconds=11)
    scene.push()
    scene.push()
    assert [body[STAGE] for body in scene.sent_bodies("leads")][1:] == [
        Stage.CONNECTED,
        Stage.ATTEMPTING,
    ]


def test_a_change_of_another_property_does_not_wait(scene: Scene, lead: str) -> None:
    move_to(scene, lead, Stage.CONNECTED)
    assign(scene.lead(lead).pk, owner_id=OMAR, **by(scene))
    scene.portal.fault("status", "PATCH", "/leads/", status=500)
    scene.push()
    assert scene.portal.object("leads", lead)["properties"]["hubspot_owner_id"] == OMAR
    assert scene.write(properties__has_key=STAGE).state == State.WAITING


def test_other_leads_do_not_wait_for_a_refused_one(scene: Scene, lead: str) -> None:
    other = scene.add_lead("Omar Other")
    scene.read()
    move_to(scene, lead, Stage.CONNECTED)
    move_to(scene, other, Stage.CONNECTED)
    scene.portal.fault("status", "PATCH", f"/leads/{lead}", status=400)
    tally = scene.push()
    assert (tally.sent, tally.needs_person) == (1, 1)
    assert scene.card(lead).stage is Stage.ATTEMPTING
    assert scene.card(other).stage is Stage.CONNECTED


def test_a_write_waits_for_the_one_it_depends_on(scene: Scene, lead: str) -> None:
    first = WriteFactory.create(
        lead=scene.lead(lead), object_type="tasks", kind="create", record_id="",
        properties={"hs_task_subject": "Call", "hs_timestamp": "2026-12-02T14:00:00Z"}, base={},
    )  # fmt: skip
    later = WriteFactory.create(
        lead=scene.lead(lead), object_type="tasks", record_id="", depends_on=first,
        properties={"hs_task_subject": "Call twice"}, base={},
    )  # fmt: skip
    scene.portal.fault("status", "POST", "/objects/tasks", status=500)
    scene.push()
    later.refresh_from_db()
    assert later.state == State.WAITING
    scene.later(minutes=6)
    scene.push()
    scene.push()
    (task,) = scene.portal.objects("tasks")
    assert task["properties"]["hs_task_subject"] == "Call twice"


def test_giving_up_a_create_gives_up_what_depends_on_it(scene: Scene, lead: str) -> None:
    first = WriteFactory.create(
        lead=scene.lead(lead), object_type="tasks", kind="create", state=State.REFUSED,
        properties={"hs_task_subject": "Call"}, base={}, record_id="",
    )  # fmt: skip
    later = WriteFactory.create(
        lead=scene.lead(lead), object_type="tasks", depends_on=first, record_id="",
        properties={"hs_task_subject": "Call twice"}, base={},
    )  # fmt: skip
    give_up(first.pk, actor=scene.cast.mona, now=scene.clock())
    later.refresh_from_db()
    assert later.state == State.DISCARDED
    assert scene.card(lead).sync.state is Sync.SAVED


def test_a_later_choice_after_a_refused_one_stands_and_is_sent(scene: Scene, lead: str) -> None:
    move_to(scene, lead, Stage.CONNECTED)
    disqualify(
        scene.lead(lead).pk, reason="NO_INTEREST", seen=None, office=OFFICE, **by(scene)
    )  # fmt: skip
    scene.portal.fault("status", "PATCH", f"/leads/{lead}", status=400)
    scene.push()
    scene.push()
    found = scene.lead(lead)
    assert (found.stage, found.reason) == (Stage.DISQUALIFIED, "NO_INTEREST")
    record = scene.portal.object("leads", lead)["properties"]
    assert record[STAGE] == Stage.DISQUALIFIED
    assert list(OutboundWrite.objects.values_list("state", flat=True)) == ["refused", "sent"]


def test_a_refused_middle_choice_leaves_the_others_values(scene: Scene, lead: str) -> None:
    """Three choices about the owner; HubSpot refuses the first: the last is shown and sent."""
    assign(scene.lead(lead).pk, owner_id=OMAR, **by(scene))
    assign(scene.lead(lead).pk, owner_id=scene.cast.mona.owner_id or "", **by(scene))
    scene.portal.fault("status", "PATCH", f"/leads/{lead}", status=400)
    scene.push()
    assert scene.lead(lead).owner_id == scene.cast.mona.owner_id
    record = scene.portal.object("leads", lead)["properties"]
    assert record["hubspot_owner_id"] == scene.cast.mona.owner_id


def test_nothing_is_sent_that_hubspot_has_already(scene: Scene, lead: str) -> None:
    move_to(scene, lead, Stage.CONNECTED)
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.CONNECTED)
    assert scene.push().sent == 1
    assert scene.portal.patches(lead) == []
    assert scene.card(lead).sync.state is Sync.SAVED


def test_an_empty_channel_stamped_meanwhile_with_another_is_held(scene: Scene, lead: str) -> None:
    set_channel(scene.lead(lead).pk, channel="Referral", **by(scene))
    scene.portal.edit("leads", lead, hs_lead_label="Marketing")
    scene.push()
    write = scene.write()
    assert (write.state, write.theirs) == (State.HELD, {"hs_lead_label": "Marketing"})
    assert scene.portal.patches(lead) == []


def test_a_lead_closed_in_hubspot_is_never_reopened_by_a_waiting_move(
    scene: Scene, lead: str
) -> None:
    move_to(scene, lead, Stage.CONNECTED)
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.MEETING_BOOKED)
    scene.push()
    assert scene.write().state == State.HELD
    assert scene.portal.patches(lead) == []


def test_a_change_of_something_else_in_hubspot_holds_nothing(scene: Scene, lead: str) -> None:
    move_to(scene, lead, Stage.CONNECTED)
    scene.portal.edit("leads", lead, hs_lead_label="Paid")
    scene.push()
    assert scene.write().state == State.SENT


def test_two_workers_never_take_the_same_write(scene: Scene, lead: str) -> None:
    move_to(scene, lead, Stage.CONNECTED)
    assert claim_next(scene.clock(), set())
    assert claim_next(scene.clock(), set()) is None
    scene.later(seconds=LEASE.total_seconds() - 1)
    scene.push()
    assert scene.portal.journal() == []


def test_a_write_of_an_archived_lead_needs_a_person(scene: Scene, lead: str) -> None:
    move_to(scene, lead, Stage.CONNECTED)
    scene.portal.order("archive", kind="leads", id=lead)
    assert scene.push().needs_person == 1
    assert scene.write().stuck_because == "HubSpot no longer has this record."


def test_a_lead_merged_away_is_written_under_its_survivor(scene: Scene, lead: str) -> None:
    survivor = scene.add_lead("Imani Oyelaran")
    move_to(scene, lead, Stage.CONNECTED)
    scene.portal.order("merge", kind="leads", primary=survivor, merged=lead)
    scene.push()
    assert len(scene.portal.patches(survivor)) == 1


def test_what_was_sent_is_what_was_chosen_and_no_more(scene: Scene, lead: str) -> None:
    assign(scene.lead(lead).pk, owner_id=OMAR, **by(scene))
    scene.push()
    assert scene.sent_bodies("leads") == [{"hubspot_owner_id": OMAR}]
    assert scene.write().base == {"hubspot_owner_id": RITA}
