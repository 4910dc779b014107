"""A write that needs a person: try it again, give it up, keep mine, take theirs; and who chooses what."""

from typing import Any

import pytest

from leads.actions.assign import UnableToAssign, assign
from leads.actions.decide import NoSuchLead, SomebodyWasFirst
from leads.actions.disqualify import disqualify
from leads.actions.move import move
from leads.actions.set_channel import UnableToSetChannel, set_channel
from leads.actions.settle import UnableToSettle, give_up, send_again
from leads.domain.disqualification import UnableToDisqualify
from leads.domain.pipeline import Stage
from leads.domain.roles import NotAllowed
from leads.models import Decision, OutboundWrite, Person, State
from leads.queries.card import Sync
from tests.mirror import OFFICE
from tests.scenes import DANA, OMAR, RITA, Scene

pytestmark = pytest.mark.django_db

STAGE = "hs_pipeline_stage"


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead()
    scene.read()
    return made


def by(scene: Scene, actor: Person | None = None) -> dict[str, Any]:
    return {"actor": actor or scene.cast.rita, "key": None, "now": scene.clock()}


def to_connected(scene: Scene, lead: str) -> Decision:
    return move(scene.lead(lead).pk, stage=Stage.CONNECTED, seen=None, **by(scene))


@pytest.fixture
def refused(scene: Scene, lead: str) -> OutboundWrite:
    scene.portal.fault("status", "PATCH", f"/leads/{lead}", status=400)
    to_connected(scene, lead)
    scene.push()
    return scene.write(state=State.REFUSED)


@pytest.fixture
def held(scene: Scene, lead: str) -> OutboundWrite:
    to_connected(scene, lead)
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.NEW)
    scene.push()
    return scene.write(state=State.HELD)


def in_hubspot(scene: Scene, lead: str) -> str:
    return str(scene.portal.object("leads", lead)["properties"][STAGE])


def test_a_refused_change_can_be_tried_again(
    scene: Scene, lead: str, refused: OutboundWrite
) -> None:
    assert scene.card(lead).stage is Stage.ATTEMPTING
    send_again(refused.pk, actor=scene.cast.rita, now=scene.clock())
    assert scene.card(lead).stage is Stage.CONNECTED
    scene.push()
    assert in_hubspot(scene, lead) == Stage.CONNECTED
    assert scene.card(lead).sync.state is Sync.SAVED


def test_a_refused_change_can_be_dismissed(scene: Scene, lead: str, refused: OutboundWrite) -> None:
    give_up(refused.pk, actor=scene.cast.rita, now=scene.clock())
    scene.push()
    card = scene.card(lead)
    assert (card.stage, card.sync.state) == (Stage.ATTEMPTING, Sync.SAVED)
    assert in_hubspot(scene, lead) == Stage.ATTEMPTING


def test_of_a_conflict_mine_can_be_kept(scene: Scene, lead: str, held: OutboundWrite) -> None:
    send_again(held.pk, actor=scene.cast.rita, now=scene.clock())
    scene.push()
    assert in_hubspot(scene, lead) == Stage.CONNECTED
    assert scene.card(lead).sync.state is Sync.SAVED


def test_of_a_conflict_theirs_can_be_taken(scene: Scene, lead: str, held: OutboundWrite) -> None:
    scene.read("delta")
    assert scene.card(lead).stage is Stage.CONNECTED
    give_up(held.pk, actor=scene.cast.rita, now=scene.clock())
    card = scene.card(lead)
    assert (card.stage, card.sync.state) == (Stage.NEW, Sync.SAVED)


def test_taking_theirs_shows_theirs_at_once(scene: Scene, lead: str, held: OutboundWrite) -> None:
    """Also where no pull has read HubSpot since: what the push saw is what HubSpot has."""
    give_up(held.pk, actor=scene.cast.rita, now=scene.clock())
    assert scene.card(lead).stage is Stage.NEW


def test_mine_kept_is_held_again_by_a_further_change(
    scene: Scene, lead: str, held: OutboundWrite
) -> None:
    send_again(held.pk, actor=scene.cast.rita, now=scene.clock())
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.MEETING_BOOKED)
    scene.push()
    assert scene.write().state == State.HELD
    assert in_hubspot(scene, lead) == Stage.MEETING_BOOKED


def test_what_is_settled_is_not_settled_again(
    scene: Scene, lead: str, refused: OutboundWrite
) -> None:
    give_up(refused.pk, actor=scene.cast.rita, now=scene.clock())
    with pytest.raises(UnableToSettle):
        send_again(refused.pk, actor=scene.cast.rita, now=scene.clock())


def test_another_rep_settles_nothing(scene: Scene, lead: str, refused: OutboundWrite) -> None:
    with pytest.raises(NotAllowed):
        give_up(refused.pk, actor=scene.cast.omar, now=scene.clock())
    with pytest.raises(NotAllowed):
        send_again(refused.pk, actor=scene.cast.omar, now=scene.clock())


def test_nobody_assigns_to_one_who_left(scene: Scene, lead: str) -> None:
    with pytest.raises(UnableToAssign, match="Dana Whitlock has left"):
        assign(scene.lead(lead).pk, owner_id=DANA, **by(scene))


@pytest.mark.parametrize(
    ("owner", "words"), [("1", "from the list"), ("", "list"), (RITA, "already")]
)
def test_an_owner_must_be_another_known_one(
    scene: Scene, lead: str, owner: str, words: str
) -> None:
    with pytest.raises(UnableToAssign, match=words):
        assign(scene.lead(lead).pk, owner_id=owner, **by(scene))


def test_assigning_reaches_hubspot(scene: Scene, lead: str) -> None:
    assign(scene.lead(lead).pk, owner_id=OMAR, **by(scene))
    scene.push()
    assert scene.portal.object("leads", lead)["properties"]["hubspot_owner_id"] == OMAR


REPS_OWN = {"Outbound - Rep", "Referral", "Tradeshow", "Paid"}


@pytest.mark.parametrize("who", ["rita", "mona"])
@pytest.mark.parametrize(
    "channel",
    ["Website", "Marketing", "Outbound - Rep", "Outbound - IntentSignal", "Referral", "Tradeshow", "Paid"],
)  # fmt: skip
def test_an_empty_channel_is_filled_with_what_a_person_can_know(
    scene: Scene, lead: str, who: str, channel: str
) -> None:
    person = getattr(scene.cast, who)
    if channel in REPS_OWN:
        set_channel(scene.lead(lead).pk, channel=channel, **by(scene, person))
        assert scene.lead(lead).channel == channel
        return
    with pytest.raises(UnableToSetChannel):
        set_channel(scene.lead(lead).pk, channel=channel, **by(scene, person))


def test_only_an_admin_changes_a_channel_that_is_set(scene: Scene) -> None:
    lead = scene.add_lead(hs_lead_label="Paid")
    scene.read()
    for person in (scene.cast.rita, scene.cast.mona):
        with pytest.raises(NotAllowed):
            set_channel(scene.lead(lead).pk, channel="Referral", **by(scene, person))
    set_channel(scene.lead(lead).pk, channel="Website", **by(scene, scene.cast.ada))
    assert scene.lead(lead).channel == "Website"


def test_another_reps_lead_gets_no_channel_from_me(scene: Scene, lead: str) -> None:
    with pytest.raises(NotAllowed):
        set_channel(scene.lead(lead).pk, channel="Referral", **by(scene, scene.cast.omar))


def test_a_channel_out_of_thin_air_is_refused(scene: Scene, lead: str) -> None:
    with pytest.raises(UnableToSetChannel):
        set_channel(scene.lead(lead).pk, channel="Website - Demo Lock", **by(scene, scene.cast.ada))


def test_the_second_of_two_people_hears_who_was_first(scene: Scene, lead: str) -> None:
    to_connected(scene, lead)
    with pytest.raises(SomebodyWasFirst, match="Rita Solano was first: Moved to Connected"):
        move(
            scene.lead(lead).pk, stage=Stage.CONNECTED, seen=Stage.ATTEMPTING,
            **by(scene, scene.cast.mona),
        )  # fmt: skip


def test_nothing_is_decided_about_an_archived_lead(scene: Scene, lead: str) -> None:
    scene.portal.order("archive", kind="leads", id=lead)
    scene.read("sweep")
    with pytest.raises(SomebodyWasFirst, match="archived"):
        to_connected(scene, lead)
    with pytest.raises(NoSuchLead):
        move(0, stage=Stage.CONNECTED, seen=None, **by(scene))


@pytest.mark.parametrize("reason", ["", None, "BECAUSE", "NO_RESPONSE"])
def test_no_lead_closes_without_a_reason_that_the_portal_keeps(
    scene: Scene, lead: str, reason: str | None
) -> None:
    """NO_RESPONSE is one of ours, but this portal does not offer it."""
    with pytest.raises(UnableToDisqualify):
        disqualify(scene.lead(lead).pk, reason=reason, seen=None, office=OFFICE, **by(scene))
    assert scene.lead(lead).stage == Stage.ATTEMPTING
    assert OutboundWrite.objects.count() == 0


def test_an_option_added_by_hand_is_used_with_its_own_value(scene: Scene, lead: str) -> None:
    scene.portal.order(
        "option", kind="leads", property="hs_lead_disqualification_reason", value="No Response"
    )
    scene.read_vocabulary()
    disqualify(scene.lead(lead).pk, reason="NO_RESPONSE", seen=None, office=OFFICE, **by(scene))
    scene.push()
    assert scene.card(lead).reason == "No response"
    record = scene.portal.object("leads", lead)["properties"]
    assert record["hs_lead_disqualification_reason"] == "No Response"
