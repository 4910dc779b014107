"""Search: what people type finds the lead they mean, however it is written here or there."""

import pytest

from leads.models import Company, Contact, Lead
from leads.queries.search import matching
from leads.sync.merge import fold_names
from tests.factories import LeadFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def leads() -> None:
    """Three leads, folded as the pull folds them."""
    people = [
        ("José", "Ñandú", "jose@granite.example", "+1 (555) 010-0199", "Granite Bay Self Storage"),
        ("Siobhán", "O’Brien", "siobhan@omalley.example", "555.010.7788", "O'Malley's U-Keep"),
        ("Wei", "Größe", "wei@lager.example", "", "Lagerhaus 24/7"),
    ]
    for n, (first, last, email, phone, firm) in enumerate(people):
        company = Company(hubspot_id=f"30{n}", name=firm)
        contact = Contact(
            hubspot_id=f"20{n}", first_name=first, last_name=last, email=email, phone=phone,
            company=company, remote={"mobilephone": "+49 170 1234567"} if first == "Wei" else {},
        )  # fmt: skip
        for row in (company, contact):
            fold_names(row)
            row.save()
        LeadFactory.create(hubspot_id=f"301000000{n}", contact=contact, company=company)


def found(text: str) -> list[str]:
    leads = matching(Lead.objects.order_by("pk"), text)
    return [lead.contact.first_name for lead in leads if lead.contact]


@pytest.mark.parametrize(
    "text",
    [
        "José", "jose", "JOSE", "nandu", "Ñandú", "ñandu jose", "  jose   nandu ", "jose@granite",
        "granite bay", "jose granite", "+1 (555) 010-0199", "5550100199", "15550100199",
        "555 010 0199", "0199", "3010000000",
        "https://app.hubspot.com/contacts/49584170/record/0-136/3010000000",
        "https://app.hubspot.com/contacts/49584170/record/0-1/200?x=1",
        "app.hubspot.com/contacts/49584170/record/0-2/300/",
    ],
)  # fmt: skip
def test_one_person_is_found(text: str) -> None:
    assert found(text) == ["José"]


@pytest.mark.parametrize("text", ["o'brien", "O’Brien", "omalley", "U-Keep", "siobhan"])
def test_signs_and_accents_of_either_side_do_not_matter(text: str) -> None:
    assert found(text) == ["Siobhán"]


@pytest.mark.parametrize(
    "text", ["grosse", "GRÖSSE", "größe", "24/7", "0049 170 1234567", "1701234567"]
)
def test_a_mobile_number_and_a_foreign_sign_are_found(text: str) -> None:
    assert found(text) == ["Wei"]


@pytest.mark.parametrize("text", ["+1 555 010 7788", "1 (555) 010-7788"])
def test_a_country_code_that_is_not_on_record_does_no_harm(text: str) -> None:
    assert found(text) == ["Siobhán"]


@pytest.mark.parametrize("text", ["", "   ", "\t"])
def test_nothing_typed_finds_all(text: str) -> None:
    assert len(found(text)) == 3


@pytest.mark.parametrize(
    "text",
    ["xyzzy", "jose omalley", "%", "_", "' OR 1=1 --", "9999", "x" * 5000, "🏢", "xyz\x00zy"],
)
def test_what_is_not_there_finds_nothing(text: str) -> None:
    assert found(text) == []
