"""Raising a lead on screen: the search, the warnings, what is refused and what is kept of it."""

from typing import Any

import pytest
from django.test import Client

from leads.domain.pipeline import Stage
from leads.models import Lead, Person
from tests.cast import Cast
from tests.factories import CompanyFactory, ContactFactory, LeadFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(cast: Cast) -> Client:
    made = Client()
    made.force_login(cast.rita)
    return made


def typed(contact: Any, **changes: str) -> dict[str, str]:
    return {
        "contact": contact.pk, "owner": "71000001", "channel": "Referral", "type": "NEW_BUSINESS",
        "key": "drawn-once",
    } | changes  # fmt: skip


def test_the_search_finds_contacts_and_says_who_has_an_open_lead(client: Client) -> None:
    LeadFactory.create()
    ContactFactory.create(first_name="Quiet", last_name="Person", email="quiet@cedar.example")
    page = client.get("/leads/new/?q=imani").content.decode()
    assert "Imani Oyelaran" in page
    assert "Open lead" in page
    assert "Quiet Person" not in page


def test_nobody_found_is_said(client: Client) -> None:
    assert "Nobody found" in client.get("/leads/new/?q=zzz%00").content.decode()


def test_a_contact_that_is_not_there_is_404(client: Client) -> None:
    assert client.get("/leads/new/?contact=999").status_code == 404


def test_the_form_proposes_oneself_and_the_leads_name(client: Client) -> None:
    contact = ContactFactory.create()
    page = client.get(f"/leads/new/?contact={contact.pk}").content.decode()
    assert '<option value="71000001" selected>Rita Solano</option>' in page
    assert "Imani Oyelaran lead" in page


def test_the_open_lead_of_another_rep_stops_and_is_linked(cast: Cast, client: Client) -> None:
    lead = LeadFactory.create(owner=cast.omar.owner)
    page = client.get(f"/leads/new/?contact={lead.contact_id}").content.decode()
    assert f'href="/leads/{lead.pk}/"' in page
    assert "Omar Haddad" in page
    assert "Raise the lead" not in page


def test_closed_attempts_and_colleagues_inform_only(client: Client) -> None:
    company = CompanyFactory.create()
    contact = ContactFactory.create(company=company)
    LeadFactory.create(contact=contact, stage=Stage.DISQUALIFIED.value, reason="NO_INTEREST")
    LeadFactory.create(contact=ContactFactory.create(company=company, first_name="Colleen"))
    page = client.get(f"/leads/new/?contact={contact.pk}").content.decode()
    assert "Disqualified · No interest" in page
    assert "Colleen Oyelaran" in page
    assert "Raise the lead" in page


def test_a_customer_is_raised_as_existing_business_only(client: Client) -> None:
    contact = ContactFactory.create(company=CompanyFactory.create(locks_purchased=12))
    page = client.get(f"/leads/new/?contact={contact.pk}").content.decode()
    assert 'value="UPSELL" selected' in page
    assert "NEW_BUSINESS" not in page
    answer = client.post("/leads/new/", typed(contact))
    assert answer.status_code == 422
    assert "is a customer already" in answer.content.decode()
    assert not Lead.objects.exists()


def test_a_lead_is_raised_once_and_one_goes_to_it(client: Client) -> None:
    contact = ContactFactory.create()
    for _ in range(2):
        answer = client.post("/leads/new/", typed(contact))
        assert answer.status_code == 303
        assert answer["Location"] == f"/leads/{Lead.objects.get().pk}/"
    assert client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("missing", ["owner", "channel"])
def test_what_was_typed_is_kept_when_something_is_missing(client: Client, missing: str) -> None:
    contact = ContactFactory.create()
    answer = client.post("/leads/new/", typed(contact, type="UPSELL", **{missing: ""}))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f"Choose a{'n owner' if missing == 'owner' else ' channel'}" in page
    assert 'value="UPSELL" selected' in page
    assert ('value="Referral" selected' in page) is (missing == "owner")
    assert not Lead.objects.exists()


def test_a_rep_cannot_claim_a_channel_of_the_systems(client: Client) -> None:
    answer = client.post("/leads/new/", typed(ContactFactory.create(), channel="Website"))
    assert answer.status_code == 422
    assert not Lead.objects.exists()


def test_somebody_without_a_role_raises_nothing(cast: Cast, client: Client) -> None:
    Person.objects.filter(pk=cast.rita.pk).update(role="")
    answer = client.post("/leads/new/", typed(ContactFactory.create()))
    assert answer.status_code == 403
    assert not Lead.objects.exists()


def test_a_closed_lead_offers_the_next_attempt(cast: Cast, client: Client) -> None:
    lead = LeadFactory.create(stage=Stage.DISQUALIFIED.value, reason="NO_INTEREST")
    page = client.get(f"/leads/{lead.pk}/").content.decode()
    assert f'href="/leads/new/?contact={lead.contact_id}"' in page
