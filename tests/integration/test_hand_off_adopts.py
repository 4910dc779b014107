"""A deal that somebody made in HubSpot: it is taken, never doubled, and stays true on its lead."""

from decimal import Decimal

import pytest

from leads.actions.hand_off import close_with_deal
from leads.domain.handoff import UnableToHandOff
from leads.domain.pipeline import Stage
from leads.models import Deal, Decision
from tests.handing_off import add_deal, deals, posts, press, stage_there
from tests.scenes import Scene

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead(stage=Stage.CONNECTED, hs_lead_label="Marketing")
    scene.read()
    return made


def test_a_lead_with_a_deal_from_hubspot_closes_with_that_one(scene: Scene, lead: str) -> None:
    made = add_deal(scene, lead, amount="7000")
    scene.read("delta")
    scene.read("sweep")
    scene.read()
    with pytest.raises(UnableToHandOff, match="already has a deal"):
        press(scene, lead)
    decision = close_with_deal(
        scene.lead(lead).pk,
        seen=Stage.CONNECTED,
        actor=scene.cast.rita,
        key=None,
        now=scene.clock(),
    )
    assert decision.evidence == {"deal": made}
    assert scene.card(lead).stage is Stage.MEETING_BOOKED
    scene.push()
    assert posts(scene) == []
    assert stage_there(scene, lead) == Stage.MEETING_BOOKED


def test_a_deal_that_appears_in_hubspot_before_the_post_is_adopted(scene: Scene, lead: str) -> None:
    press(scene, lead)
    made = add_deal(scene, lead, amount="7000")
    scene.push()
    assert posts(scene) == []
    assert [deal["id"] for deal in deals(scene)] == [made]
    assert stage_there(scene, lead) == Stage.MEETING_BOOKED
    assert scene.card(lead).deal_words == "Evaluation · $7,000"
    said = Decision.objects.get(actor=None)
    assert said.summary == "HubSpot had a deal already: “Made in HubSpot”. No second one was made."


def test_an_adopted_deal_gets_the_links_that_it_lacks(scene: Scene, lead: str) -> None:
    press(scene, lead)
    add_deal(scene, lead)
    scene.push()
    (deal,) = deals(scene)
    assert deal["associations"]["contacts"] == {scene.lead(lead).contact_id: [3]}
    assert deal["associations"]["companies"] == {scene.lead(lead).company_id: [5, 341]}


def test_an_adopted_deal_keeps_the_primary_company_that_it_has(scene: Scene, lead: str) -> None:
    press(scene, lead)
    made, other = add_deal(scene, lead), scene.add("companies", name="Kestrel Storage")
    scene.portal.order(
        "link", from_kind="deals", from_id=made, to_kind="companies", to_id=other, type_id=5
    )
    scene.push()
    (deal,) = deals(scene)
    assert deal["associations"]["companies"] == {
        other: [5, 341],
        scene.lead(lead).company_id: [341],
    }


def test_other_association_numbers_are_asked_of_the_portal(scene: Scene, lead: str) -> None:
    scene.portal.order("switches", renumbered_types={"583": 900583, "3": 900003, "5": 900005})
    press(scene, lead)
    scene.push()
    (deal,) = deals(scene)
    assert set(deal["associations"]) == {"leads", "contacts", "companies"}


def test_later_changes_of_the_deal_show_on_the_lead(scene: Scene, lead: str) -> None:
    press(scene, lead)
    scene.push()
    (deal,) = deals(scene)
    version = scene.card(lead).version
    scene.portal.edit("deals", deal["id"], amount="20000.50")
    scene.read("delta")
    assert scene.card(lead).deal_words == "Evaluation · $20,000.50"
    assert scene.card(lead).version > version


def test_a_pull_does_not_lose_the_link_where_the_deal_hides_it(scene: Scene, lead: str) -> None:
    press(scene, lead)
    scene.push()
    scene.portal.order("switches", deal_side_blind=True)
    scene.portal.edit("deals", deals(scene)[0]["id"], amount="1")
    scene.read("delta")
    assert Deal.objects.get().lead == scene.lead(lead)
    assert scene.card(lead).deal_words == "Evaluation · $1"


def test_a_link_that_was_taken_away_in_hubspot_goes_here_too(scene: Scene, lead: str) -> None:
    made = add_deal(scene, lead)
    scene.read()
    assert Deal.objects.get(pk=made).lead == scene.lead(lead)
    scene.portal.order("unlink", from_kind="deals", from_id=made, to_kind="leads", to_id=lead)
    scene.read("sweep")
    assert Deal.objects.get(pk=made).lead is None


def test_two_deals_merged_into_a_new_one_count_once(scene: Scene, lead: str) -> None:
    first, second = add_deal(scene, lead, amount="10"), add_deal(scene, lead, amount="20")
    scene.read()
    scene.portal.order("merge", kind="deals", primary=first, merged=second, new_id=True)
    scene.read("delta")
    (left,) = Deal.objects.live()
    assert left.pk not in {first, second}
    assert (left.lead, left.amount) == (scene.lead(lead), Decimal(10))
