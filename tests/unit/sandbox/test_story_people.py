"""The people of a story have the names that break things, and values that the portal knows."""

from datetime import date

import pytest

from leads.sandbox.portal import Portal
from leads.sandbox.rows import Row
from leads.sandbox.story import tell

AWKWARD = (
    "🌵",
    "🔐",
    "ليلى",
    "נועה",
    "O’Brien",
    "O'Neill",
    "<script>alert(1)</script>",
    "José Ñandú",
)


@pytest.fixture(scope="module")
def portal() -> Portal:
    told = Portal()
    tell(told, "playbook@2026-08-28", today=date(2026, 8, 28))
    return told


def leads(portal: Portal, *, archived: bool) -> list[Row]:
    every = portal.shelves["leads"].rows.values()
    return [lead for lead in every if (lead.archived_at is not None) is archived]


def name(row: Row) -> str:
    return row.properties["hs_lead_name"] or ""


@pytest.mark.parametrize("part", AWKWARD)
def test_an_awkward_name_is_among_the_leads(portal: Portal, part: str) -> None:
    assert any(part in name(lead) for lead in portal.shelves["leads"].rows.values())


@pytest.mark.parametrize("archived", [False, True])
def test_awkward_shapes_are_among_live_and_archived(portal: Portal, archived: bool) -> None:
    names = [name(lead).removesuffix(" lead") for lead in leads(portal, archived=archived)]
    words = [word for one in names for word in one.split()]
    assert any(one.startswith("=HYPERLINK(") for one in names)
    assert any("<script>" in one for one in names)
    assert any(len(one) == 200 for one in names)
    assert any(len(word) == 40 and word.isalpha() for word in words)
    assert sum(" " not in one for one in names) >= 2


def test_somebody_has_no_first_and_somebody_no_last_name(portal: Portal) -> None:
    for missing in ("firstname", "lastname"):
        nameless = [
            contact
            for contact in portal.shelves["contacts"].rows.values()
            if contact.properties.get(missing) is None
            and portal.edges.ends("contacts", contact.id, "leads")
        ]
        assert nameless


def test_two_open_leads_bear_one_name(portal: Portal) -> None:
    names = [name(lead) for lead in leads(portal, archived=False)]
    assert names.count("Chris Taylor lead") == 2


def test_addresses_are_unique_and_fictional(portal: Portal) -> None:
    emails = [row.properties["email"] or "" for row in portal.shelves["contacts"].rows.values()]
    assert len(set(emails)) == len(emails)
    assert all(email.isascii() and email.endswith(".example") for email in emails)


def test_every_choice_is_one_that_the_portal_offers(portal: Portal) -> None:
    for kind, shelf in portal.shelves.items():
        for row in shelf.rows.values():
            for property_name, value in row.properties.items():
                definition = portal.definitions[kind][property_name]
                offered = {option.value for option in definition.options}
                assert not value or not offered or value in offered, (kind, property_name, value)


def test_a_lead_is_tied_to_its_contact_and_to_that_contacts_company(portal: Portal) -> None:
    for lead in portal.shelves["leads"].rows.values():
        contact = portal.edges.of_type("leads", lead.id, "contacts", 578)
        assert contact is not None
        company = portal.edges.of_type("contacts", contact, "companies", 1)
        assert portal.edges.of_type("leads", lead.id, "companies", 580) == company
        if company:
            assert {1, 279} <= portal.edges.ends("contacts", contact, "companies")[company]


def test_companies_say_what_software_and_locks_they_have(portal: Portal) -> None:
    companies = [row.properties for row in portal.shelves["companies"].rows.values()]
    software = {company["facility_management_software"] for company in companies}
    assert {"SiteLink", "storEDGE", "Easy Storage Solutions"} <= software
    assert all(company["current_lock_system"] for company in companies)
    assert any("&" in (company["name"] or "") for company in companies)
    assert any('"' in (company["name"] or "") for company in companies)
