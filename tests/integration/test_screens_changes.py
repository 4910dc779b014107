"""Recent changes on screen: whose, with what result, and what can be taken back."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from leads.actions.disqualify import disqualify
from leads.actions.move import move
from leads.actions.write_note import write_note
from leads.domain.pipeline import Stage
from leads.models import Decision, Lead, Person
from tests.cast import Cast
from tests.factories import ContactFactory, DecisionFactory, LeadFactory
from tests.mirror import OFFICE

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead(cast: Cast) -> Lead:
    made: Lead = LeadFactory.create(owner=cast.rita.owner)
    return made


def signed_in(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def moved(lead: Lead, person: Person) -> Decision:
    return move(
        lead.pk, stage=Stage.CONNECTED, seen=None, actor=person, key=None, now=timezone.now()
    )


def page(person: Person, query: str = "") -> str:
    return signed_in(person).get(f"/changes/{query}").content.decode()


def test_ones_own_changes_are_listed_with_hubspots_result(cast: Cast, lead: Lead) -> None:
    moved(lead, cast.rita)
    assert "Moved to Connected" in page(cast.rita)
    assert "waiting for HubSpot" in page(cast.rita)
    assert "Moved to Connected" not in page(cast.omar)


def test_managers_may_read_everybodys_and_reps_may_not(cast: Cast, lead: Lead) -> None:
    moved(lead, cast.rita)
    assert "Moved to Connected" in page(cast.mona, "?who=all")
    assert "Moved to Connected" not in page(cast.mona)
    assert "Moved to Connected" not in page(cast.omar, "?who=all")


def test_undo_is_offered_where_it_is_accepted_and_returns_here(cast: Cast, lead: Lead) -> None:
    decided = moved(lead, cast.rita)
    assert f'name="decision" value="{decided.pk}"' in page(cast.rita)
    answer = signed_in(cast.rita).post(
        f"/leads/{lead.pk}/undo/", {"decision": decided.pk, "next": "/changes/"}
    )
    assert (answer.status_code, answer["Location"]) == (303, "/changes/")
    lead.refresh_from_db()
    assert lead.stage == Stage.ATTEMPTING
    assert 'name="decision"' not in page(cast.rita)


def test_a_closing_of_an_hour_ago_offers_no_undo(cast: Cast, lead: Lead) -> None:
    disqualify(
        lead.pk, reason="NO_INTEREST", seen=None, actor=cast.rita, key=None, office=OFFICE,
        now=timezone.now() - timedelta(hours=1),
    )  # fmt: skip
    assert "Disqualified · No interest" in page(cast.rita)
    assert 'name="decision"' not in page(cast.rita)


def test_a_raised_lead_offers_no_undo_that_would_be_refused(cast: Cast) -> None:
    client = signed_in(cast.rita)
    contact = ContactFactory.create()
    client.post(
        "/leads/new/", {"contact": contact.pk, "owner": cast.rita.owner_id, "channel": "Referral"}
    )
    assert "New attempt raised" in page(cast.rita)
    assert 'name="decision"' not in page(cast.rita)
    assert (
        "Undo: New attempt" not in client.get(f"/leads/{Lead.objects.get().pk}/").content.decode()
    )


def test_only_the_last_change_of_a_lead_can_be_undone(cast: Cast, lead: Lead) -> None:
    moved(lead, cast.rita)
    write_note(lead.pk, text="They called.", actor=cast.rita, key=None, now=timezone.now())
    assert 'name="decision"' not in page(cast.rita)


def test_fifty_a_page(cast: Cast, lead: Lead) -> None:
    for number in range(51):
        DecisionFactory.create(
            lead=lead, actor=cast.rita, summary=f"Change no. {number}.",
            decided_at=timezone.now() + timedelta(seconds=number),
        )  # fmt: skip
    assert "Change no. 0." not in page(cast.rita)
    assert "page=2" in page(cast.rita)
    assert "Change no. 0." in page(cast.rita, "?page=2")
    assert "page=3" not in page(cast.rita, "?page=2")


def test_the_last_change_is_taken_back_without_its_message(cast: Cast, lead: Lead) -> None:
    moved(lead, cast.rita)
    client = signed_in(cast.rita)
    assert client.post("/changes/undo/", {"next": "/"})["Location"] == "/"
    lead.refresh_from_db()
    assert lead.stage == Stage.ATTEMPTING


def test_with_nothing_to_undo_one_is_shown_the_list(cast: Cast, lead: Lead) -> None:
    moved(lead, cast.mona)
    client = signed_in(cast.rita)
    assert client.post("/changes/undo/")["Location"] == "/changes/"
    lead.refresh_from_db()
    assert lead.stage == Stage.CONNECTED


def test_the_board_holds_the_button_of_the_key(cast: Cast) -> None:
    assert "data-undo-last" in signed_in(cast.rita).get("/").content.decode()
