"""A hand-off whose answer was lost: look among the lead's own deals, adopt, and only then send again."""

from itertools import count

import pytest

from leads.domain.pipeline import Stage
from leads.hubspot.client import HubSpotClient
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.errors import Refused
from leads.hubspot.limiter import Unlimited
from leads.models import Decision, OutboundWrite, PortalProperty, State
from leads.queries.saving import Sync
from leads.sync.portal_check import add_write_id, check_portal
from leads.sync.push import LEASE, push_due
from tests.handing_off import (
    DEALS,
    Killed,
    Mortal,
    add_deal,
    add_write_ids,
    deals,
    posts,
    press,
    stage_there,
)
from tests.scenes import Scene

pytestmark = pytest.mark.django_db(transaction=True)

ONLY_DEALS = f"{DEALS}$"
PAIR = ("deal_source", "deal_source_detail")


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead(stage=Stage.CONNECTED, hs_lead_label="Marketing")
    scene.read()
    scene.portal.order("journal/clear")
    return made


def is_settled(scene: Scene, lead: str) -> bool:
    """One deal with its lead, the lead closed, and nothing left to say."""
    (deal,) = deals(scene)
    return (
        list(deal["associations"]["leads"]) == [lead]
        and stage_there(scene, lead) == Stage.MEETING_BOOKED
        and scene.card(lead).sync.state is Sync.SAVED
    )


LOST_AFTER = ["drop_after", "status_after", "malformed"]
LOST_BEFORE = ["drop_before", "reset", "status", "html"]


@pytest.mark.parametrize("action", LOST_AFTER)
def test_a_deal_that_was_made_unheard_is_adopted(scene: Scene, lead: str, action: str) -> None:
    scene.portal.fault(action, "POST", ONLY_DEALS)
    press(scene, lead)
    scene.push()
    mark = scene.card(lead).sync
    assert (mark.state, mark.words) == (Sync.WAITING, "checking whether the deal exists")
    assert scene.card(lead).stage is Stage.CONNECTED
    scene.later(seconds=29)
    scene.push()
    assert len(posts(scene)) == 1
    scene.later(seconds=2)
    scene.push()
    assert (len(posts(scene)), is_settled(scene, lead)) == (1, True)
    assert scene.portal.journal("POST", "/search") == []
    assert Decision.objects.count() == 1  # our own deal: nothing was "there already"


@pytest.mark.parametrize("action", LOST_BEFORE)
def test_a_deal_that_was_not_made_is_made_after_ten_quiet_minutes(
    scene: Scene, lead: str, action: str
) -> None:
    scene.portal.fault(action, "POST", ONLY_DEALS)
    press(scene, lead)
    scene.push()
    for _ in range(9):
        scene.later(seconds=60)
        scene.push()
    assert len(posts(scene)) == 1
    assert scene.card(lead).sync.words == "checking whether the deal exists"
    scene.later(seconds=61)
    scene.push()
    assert len(posts(scene)) == 2
    assert is_settled(scene, lead)


@pytest.mark.parametrize("action", LOST_BEFORE)
def test_with_write_ids_it_is_made_again_at_once(scene: Scene, lead: str, action: str) -> None:
    add_write_ids(scene)
    scene.portal.fault(action, "POST", ONLY_DEALS)
    press(scene, lead)
    scene.push()
    scene.later(seconds=31)
    scene.push()
    assert len(posts(scene)) == 2
    assert is_settled(scene, lead)
    (deal,) = deals(scene)
    write = OutboundWrite.objects.get(object_type="deals")
    assert deal["properties"]["kisscrm_write_id"] == str(write.write_id)


def test_a_busy_portal_while_looking_does_not_shorten_the_quiet(scene: Scene, lead: str) -> None:
    scene.portal.fault("drop_before", "POST", ONLY_DEALS)
    press(scene, lead)
    scene.push()
    scene.portal.fault("status", "GET", "/leads/", status=429, times=3)
    for _ in range(5):
        scene.later(seconds=31)
        scene.push()
        assert scene.card(lead).sync.words == "checking whether the deal exists"
    assert len(posts(scene)) == 1


def test_a_busy_portal_is_no_doubt(scene: Scene, lead: str) -> None:
    scene.portal.fault("status", "POST", ONLY_DEALS, status=429)
    press(scene, lead)
    scene.push()
    scene.later(seconds=11)
    scene.push()
    assert len(deals(scene)) == 1
    assert is_settled(scene, lead)


def test_doubt_that_lasts_a_day_needs_a_person(scene: Scene, lead: str) -> None:
    scene.portal.fault("drop_before", "POST", ONLY_DEALS)
    press(scene, lead)
    scene.push()
    scene.later(hours=25)
    with scene.portal.down():
        scene.push()
    mark = scene.card(lead).sync
    assert mark.state is Sync.REFUSED
    assert "for a day" in mark.words
    assert stage_there(scene, lead) == Stage.CONNECTED


def test_a_deal_that_lost_its_lead_is_found_by_its_write_id_and_linked(
    scene: Scene, lead: str
) -> None:
    add_write_ids(scene)
    scene.portal.fault("drop_after", "POST", ONLY_DEALS)
    press(scene, lead)
    scene.push()
    (deal,) = deals(scene)
    for kind, ends in deal["associations"].items():
        for end in ends:
            scene.portal.order(
                "unlink", from_kind="deals", from_id=deal["id"], to_kind=kind, to_id=end
            )
    scene.later(seconds=31)
    scene.push()
    assert is_settled(scene, lead)
    (found,) = deals(scene)
    assert found["associations"] == deal["associations"]


@pytest.mark.parametrize("status", [409, 400])
def test_hubspot_refuses_the_second_deal_itself(scene: Scene, lead: str, status: int) -> None:
    """The look comes back empty, and only then the first request is done."""
    add_write_ids(scene)
    scene.portal.order("switches", unique_conflict_status=status)
    scene.portal.fault("drop_before", "POST", ONLY_DEALS)
    press(scene, lead)
    scene.push()
    write = OutboundWrite.objects.get(object_type="deals")
    scene.later(seconds=31)

    class Late:
        """Between the look and the second POST HubSpot gets to the first one."""

        def __getattr__(self, name: str) -> object:
            return self.create if name == "create" else getattr(scene.port, name)

        def create(self, *args: object) -> object:
            add_deal(scene, lead, kisscrm_write_id=str(write.write_id))
            return scene.port.create(*args)  # type: ignore[arg-type]

    push_due(Late(), scene.clock)  # type: ignore[arg-type]
    assert is_settled(scene, lead)


def test_a_late_first_request_makes_no_second_deal(scene: Scene, lead: str) -> None:
    """HubSpot is still busy with a request that we have given up: only the quiet keeps it single."""
    quick = HubSpotConfig(
        scene.config.base_url, scene.config.access_token, writes=True, read_timeout=0.1
    )
    scene.portal.fault("delay", "POST", ONLY_DEALS, seconds=0.5)
    press(scene, lead)
    scene.push(HubSpotClient(quick, Unlimited()))
    scene.later(seconds=31)
    scene.push()
    assert OutboundWrite.objects.get(object_type="deals").state == State.IN_DOUBT
    assert any(deals(scene) for _ in count())  # until it is there
    scene.later(minutes=10)
    scene.push()
    assert is_settled(scene, lead)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("dies_at", [1, 2])
def test_a_worker_killed_at_any_write_makes_one_deal(
    scene: Scene, lead: str, dies_at: int, *, after: bool
) -> None:
    press(scene, lead)
    with pytest.raises(Killed):
        push_due(Mortal(scene.port, dies_at=dies_at, after=after), scene.clock)
    scene.push()
    scene.later(seconds=LEASE.total_seconds() + 1)
    scene.push()
    scene.later(minutes=11)
    scene.push()
    assert is_settled(scene, lead)


def test_a_worker_that_was_given_up_sends_nothing_when_it_comes_back(
    scene: Scene, lead: str
) -> None:
    press(scene, lead)

    class Slow:
        """Reads for so long that another worker takes over meanwhile, and then goes on."""

        def __getattr__(self, name: str) -> object:
            return self.read if name == "read" else getattr(scene.port, name)

        def read(self, *args: object, **options: object) -> object:
            found = scene.port.read(*args, **options)  # type: ignore[arg-type]
            for wait in (LEASE.total_seconds() + 1, 660):
                scene.later(seconds=wait)
                scene.push()
            return found

    push_due(Slow(), scene.clock)  # type: ignore[arg-type]
    assert len(posts(scene)) == 1
    assert is_settled(scene, lead)


def test_a_portal_that_lost_the_property_gets_the_deal_without(scene: Scene, lead: str) -> None:
    add_write_ids(scene)
    scene.portal.ask("DELETE", "/crm/v3/properties/deals/kisscrm_write_id")
    press(scene, lead)
    scene.push()
    scene.push()
    assert is_settled(scene, lead)
    assert not PortalProperty.objects.filter(name="kisscrm_write_id").exists()


def test_the_property_lost_while_in_doubt_means_the_long_quiet(scene: Scene, lead: str) -> None:
    add_write_ids(scene)
    scene.portal.fault("drop_before", "POST", ONLY_DEALS)
    press(scene, lead)
    scene.push()
    scene.portal.ask("DELETE", "/crm/v3/properties/deals/kisscrm_write_id")
    scene.read_vocabulary()
    scene.later(seconds=31)
    scene.push()
    scene.later(minutes=5)
    scene.push()
    assert deals(scene) == []
    assert scene.card(lead).sync.words == "checking whether the deal exists"
    scene.later(minutes=5)
    scene.push()
    assert is_settled(scene, lead)


def test_a_property_without_unique_values_is_not_relied_on(scene: Scene, lead: str) -> None:
    shape = {"name": "kisscrm_write_id", "label": "Ours", "type": "string", "fieldType": "text"}
    scene.portal.ask("POST", "/crm/v3/properties/deals", {**shape, "groupName": "dealinformation"})
    scene.read_vocabulary()
    press(scene, lead)
    scene.push()
    (body,) = scene.sent_bodies("deals", "POST")
    assert "kisscrm_write_id" not in body


def offers(scene: Scene) -> list[str]:
    return [found.code for found in check_portal(scene.port, PAIR) if found.is_offer]


def test_the_portal_check_offers_the_property_and_makes_it_once(scene: Scene) -> None:
    assert offers(scene) == ["write-id"]
    assert add_write_id(scene.port)
    assert not add_write_id(scene.port)
    assert offers(scene) == []


def test_where_the_key_may_not_add_it_hand_offs_go_on_without(scene: Scene, lead: str) -> None:
    scene.portal.fault("status", "POST", "/properties/deals", status=403)
    with pytest.raises(Refused):
        add_write_id(scene.port)
    scene.read_vocabulary()
    press(scene, lead)
    scene.push()
    assert is_settled(scene, lead)
