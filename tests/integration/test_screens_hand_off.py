"""The screens of the hand-off: the sheet, what the card asks for, the deal on the lead and the desk."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage
from leads.domain.touches import TouchKind
from leads.models import Decision, Person
from tests.handing_off import NAME, add_deal, deals, press
from tests.pressing import board, client, post, push, shown
from tests.scenes import Scene
from tests.touching import TouchFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead(stage=Stage.CONNECTED, hs_lead_label="Referral")
    scene.read()
    return made


FILLED = {"deal_name": NAME, "amount": "12,500", "close_on": "2027-01-31", "could_buy": "yes"}


def create(scene: Scene, lead: str, who: Person | None = None, **typed: str) -> Any:
    fragment = bool(typed.pop("fragment", ""))
    return post(scene, "hand-off", scene.lead(lead).pk, who, fragment=fragment, **(FILLED | typed))


def test_the_sheet_is_filled_in_and_asks_who_could_buy(scene: Scene, lead: str) -> None:
    page = shown(scene, "sheet", lead, None, "hand-off")
    for words in (
        'value="Oyelaran Storage"',
        "Could this person buy?",
        "Not sure",
        "From the lead&#x27;s channel, Referral.",
        "Rita Solano",
    ):
        assert words in page
    assert 'name="channel"' not in page


def test_whoever_could_not_buy_is_the_wrong_person(scene: Scene, lead: str) -> None:
    page = shown(scene, "sheet", lead, None, "hand-off")
    offered = f"{reverse('sheet', args=[scene.lead(lead).pk, 'disqualify'])}?reason="
    assert f"{offered}{Reason.NO_DECISION_MAKING_POWER}" in page
    chosen = client(scene.cast.rita).get(f"{offered}{Reason.NO_DECISION_MAKING_POWER}")
    button = chosen.content.decode().split(f'value="{Reason.NO_DECISION_MAKING_POWER}"')[1]
    assert " autofocus><span>Wrong person" in button.split("</span>")[0]


def test_a_lead_without_a_channel_gets_one_in_the_sheet(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    assert 'name="channel" required' in shown(scene, "sheet", lead, None, "hand-off")
    assert create(scene, lead, channel="Referral").status_code == 303
    push(scene)
    assert scene.lead(lead).channel == "Referral"
    assert len(deals(scene)) == 1


def test_pressing_create_deal_twice_makes_one_deal(scene: Scene, lead: str) -> None:
    for _ in range(2):
        assert create(scene, lead, key="drawn-once").status_code == 303
    push(scene)
    assert [deal["properties"]["dealname"] for deal in deals(scene)] == [NAME]
    assert Decision.objects.filter(verb=Decision.Verb.HAND_OFF).count() == 1


def test_the_board_and_the_lead_say_that_the_deal_is_being_made(scene: Scene, lead: str) -> None:
    reply = create(scene, lead, fragment="yes", place="sheet")
    assert reply.status_code == 200
    assert "Handed off to the deal" in reply.content.decode()
    assert "creating the deal" in board(scene)
    page = shown(scene, "lead", lead)
    assert "Rita Solano is creating the deal." in page
    assert f'action="{reverse("hand-off", args=[scene.lead(lead).pk])}"' not in page


def test_the_lead_then_shows_the_deal_and_what_comes_next(
    scene: Scene, lead: str, settings: Any
) -> None:
    settings.AFTER_THE_DEAL = "/playbooks/working-with-quotes"
    create(scene, lead)
    push(scene)
    page = shown(scene, "lead", lead)
    deal_id = deals(scene)[0]["id"]
    for words in (
        "Evaluation · $12,500",
        f"/record/0-3/{deal_id}",
        'href="/playbooks/working-with-quotes"',
        "closes 31 Jan 2027",
    ):
        assert words in page
    assert "Deal: Evaluation · $12,500" in board(scene)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"could_buy": ""}, "Say first whether this person could buy."),
        ({"could_buy": "no"}, "disqualify this lead as “Wrong person”"),
        ({"could_buy": "unsure"}, "until you know"),
        ({"amount": "a lot"}, "must be a number like 12500"),
        ({"close_on": "soon"}, "That is not a day."),
        ({"deal_name": " "}, "The deal needs a name."),
    ],
)
def test_what_cannot_be_is_said_in_the_form_and_nothing_typed_is_lost(
    scene: Scene, lead: str, typed: dict[str, str], words: str
) -> None:
    places: tuple[dict[str, str], ...] = ({}, {"fragment": "yes", "place": "sheet"})
    for place in places:
        filled = {"deal_name": "My own words"} | typed | place
        reply = create(scene, lead, None, **filled)
        assert reply.status_code == 422
        page = reply.content.decode()
        assert words in page
        assert ("My own words" in page) is ("deal_name" not in typed)
    assert not Decision.objects.filter(verb=Decision.Verb.HAND_OFF).exists()


def test_another_reps_lead_makes_no_deal(scene: Scene, lead: str) -> None:
    reply = create(scene, lead, scene.cast.omar)
    assert reply.status_code == 403
    assert "belongs to Rita Solano" in reply.content.decode()
    assert 'type="submit">Create deal' not in shown(
        scene, "sheet", lead, scene.cast.omar, "hand-off"
    )


def test_who_comes_second_hears_who_was_first(scene: Scene, lead: str) -> None:
    press(scene, lead, who=scene.cast.mona)
    reply = create(scene, lead)
    assert reply.status_code == 409
    assert "Mona Lindqvist is creating the deal" in reply.content.decode()


def test_a_deal_made_in_hubspot_closes_its_lead(scene: Scene, lead: str) -> None:
    add_deal(scene, lead, amount="7000")
    scene.read()
    assert "Close with it" in board(scene)
    page = shown(scene, "sheet", lead, None, "hand-off")
    assert "Close as Meeting Booked with this deal" in page
    assert "Evaluation · $7,000" in page
    reply = post(scene, "close-with-deal", scene.lead(lead).pk)
    assert reply.status_code == 303
    assert scene.lead(lead).stage == Stage.MEETING_BOOKED
    assert len(deals(scene)) == 1


def test_without_a_deal_there_is_none_to_close_with(scene: Scene, lead: str) -> None:
    reply = post(scene, "close-with-deal", scene.lead(lead).pk)
    assert reply.status_code == 422
    assert "This lead has no deal yet." in reply.content.decode()


def test_a_booked_meeting_asks_on_the_card_for_the_deal(scene: Scene, lead: str) -> None:
    assert "button small primary" not in board(scene)
    TouchFactory.create(
        lead=scene.lead(lead), kind=TouchKind.MEETING.value, direction="", outcome="SCHEDULED",
        starts_at=scene.clock() + timedelta(days=2), prompts_deal=True,
    )  # fmt: skip
    page = board(scene)
    assert "Meeting booked" in page
    assert "button small primary" in page
    assert "button small primary" not in board(scene, scene.cast.omar)
    create(scene, lead)
    assert "button small primary" not in board(scene)


def test_managers_link_a_deal_that_was_made_past_its_lead(scene: Scene, lead: str) -> None:
    made = add_deal(scene, amount="900")
    contact = scene.lead(lead).contact_id
    scene.portal.order(
        "link", from_kind="deals", from_id=made, to_kind="contacts", to_id=contact, type_id=3
    )
    scene.read()
    desk, link = reverse("deals"), reverse("link-deal", args=[made])
    mona, rita = client(scene.cast.mona), client(scene.cast.rita)
    typed = {"lead": scene.lead(lead).pk, "next": desk}
    assert (rita.get(desk).status_code, rita.post(link, typed).status_code) == (403, 403)
    page = mona.get(desk).content.decode()
    assert "no channel gets $900" in page
    assert "Imani Oyelaran, Connected" in page
    assert mona.post(link, {"lead": "none"}).status_code == 404
    reply = mona.post(link, typed)
    assert (reply.status_code, reply.headers["Location"]) == (303, desk)
    assert "linking the deal" in mona.get(desk).content.decode()
    assert mona.post(link, typed).status_code == 422
    push(scene)
    assert "Every deal in the Deal Pipeline has its lead." in mona.get(desk).content.decode()
