"""The palette's answers: deeds that are allowed, then leads, contacts and companies by the search's rules."""

from datetime import timedelta

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage
from leads.models import Lead, Owner
from tests.cast import Cast
from tests.factories import NOW, CompanyFactory, ContactFactory, LeadFactory, OwnerFactory
from tests.pressing import client

pytestmark = pytest.mark.django_db


def asked(cast: Cast, q: str = "", lead: Lead | None = None) -> str:
    said = {"q": q} | ({"lead": str(lead.pk)} if lead else {})
    return client(cast.rita).get(reverse("palette"), said).content.decode()


@pytest.fixture
def lead(cast: Cast) -> Lead:
    company = CompanyFactory.create(hubspot_id="3900", name="Ñandú Storage", folded="nandu storage")
    contact = ContactFactory.create(
        hubspot_id="2900", first_name="José", last_name="Bell", email="jose@nandu.example",
        folded="jose bell jose@nandu.example 15550100199", company=company,
    )  # fmt: skip
    owner = Owner.objects.get(pk=cast.rita.owner_id)
    made: Lead = LeadFactory.create(hubspot_id="5900", contact=contact, owner=owner)
    return made


@pytest.mark.parametrize(
    "words",
    ["jose", "José BELL", "jose@nandu", "+1 (555) 010-0199", "0199", "ñandú", "5900",
     "https://app.hubspot.example/contacts/1/record/0-136/5900",
     "https://app.hubspot.example/contacts/1/record/0-1/2900",
     "https://app.hubspot.example/contacts/1/record/0-2/3900"],
)  # fmt: skip
def test_a_lead_is_found_however_it_is_meant(cast: Cast, lead: Lead, words: str) -> None:
    assert f'id="found-lead-{lead.pk}"' in asked(cast, words)
    assert f'id="found-lead-{lead.pk}"' not in asked(cast, "somebody else")


@pytest.mark.parametrize("words", ["bell", "0199", "2900", "https://x.example/record/0-1/2900"])
def test_a_contact_leads_to_the_attempt_that_runs(cast: Cast, lead: Lead, words: str) -> None:
    option = asked(cast, words).split('id="found-contact-2900"')[1].split("</li>")[0]
    assert reverse("lead", args=[lead.pk]) in option


def test_a_contact_whose_attempts_are_over_begins_another(cast: Cast, lead: Lead) -> None:
    Lead.objects.update(stage=Stage.DISQUALIFIED, reason=Reason.NO_RESPONSE)
    option = asked(cast, "bell").split('id="found-contact-2900"')[1].split("</li>")[0]
    assert f"{reverse('new-lead')}?contact=2900" in option


@pytest.mark.parametrize("words", ["nandu", "3900", "https://x.example/record/0-2/3900"])
def test_a_company_is_found(cast: Cast, lead: Lead, words: str) -> None:
    assert 'id="found-company-3900"' in asked(cast, words)


def test_open_leads_come_before_newer_closed_ones(cast: Cast, lead: Lead) -> None:
    closed = LeadFactory.create(
        contact=lead.contact, stage=Stage.DISQUALIFIED, reason=Reason.NO_INTEREST,
        created_at=NOW + timedelta(days=3),
    )  # fmt: skip
    page = asked(cast, "bell")
    assert page.index(f"found-lead-{lead.pk}") < page.index(f"found-lead-{closed.pk}")


def test_deeds_stand_first_and_are_those_that_are_allowed(cast: Cast, lead: Lead) -> None:
    page = asked(cast, lead=lead)
    for label in ("No response", "Disqualify…", "Next step…", "Move to Connected", "Playbook"):
        assert f'<span class="what">{label}</span>' in page
    assert page.index("Disqualify…") < page.index("Playbook")
    assert "Move to Attempting" not in page


def test_nothing_is_offered_for_another_reps_lead(cast: Cast, lead: Lead) -> None:
    lead.owner = OwnerFactory.create()
    lead.save()
    page = asked(cast, lead=lead)
    assert "Disqualify…" not in page
    assert "Playbook" in page


def test_a_few_letters_narrow_the_deeds(cast: Cast, lead: Lead) -> None:
    page = asked(cast, "disq", lead)
    assert "Disqualify…" in page
    assert "Next step…" not in page


def test_what_is_typed_is_shown_as_text(cast: Cast, lead: Lead) -> None:
    assert "<script>" not in asked(cast, "<script>alert(1)</script>")


def test_a_search_costs_three_queries(
    cast: Cast, lead: Lead, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    LeadFactory.create_batch(8, contact=lead.contact)
    signing_in = 2
    rita = client(cast.rita)
    with django_assert_num_queries(3 + signing_in):
        rita.get(reverse("palette"), {"q": "bell", "lead": str(lead.pk)})
