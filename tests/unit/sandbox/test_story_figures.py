"""The playbook story holds every figure that the company wrote down about its leads."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from leads.sandbox.portal import Portal
from leads.sandbox.rows import Row
from leads.sandbox.story import tell

OFFICE = ZoneInfo("America/New_York")
SPRING = date(2031, 3, 4)


@pytest.fixture(scope="module")
def portal() -> Portal:
    told = Portal()
    tell(told, "playbook@2026-08-28", today=SPRING)
    return told


def rows(portal: Portal, kind: str) -> list[Row]:
    return list(portal.shelves[kind].rows.values())


def live(portal: Portal) -> list[Row]:
    return [lead for lead in rows(portal, "leads") if lead.archived_at is None]


def archived(portal: Portal) -> list[Row]:
    return [lead for lead in rows(portal, "leads") if lead.archived_at is not None]


def count(leads: Iterable[Row], name: str) -> Counter[str | None]:
    return Counter(lead.properties.get(name) for lead in leads)


def holding(portal: Portal, kind: str, name: str) -> list[Row]:
    return [row for row in rows(portal, kind) if row.properties.get(name)]


def created_on(lead: Row) -> date:
    return lead.created_at.astimezone(OFFICE).date()


def by_the_26th(portal: Portal) -> list[Row]:
    return [lead for lead in rows(portal, "leads") if created_on(lead) <= date(2026, 8, 26)]


def test_102_leads_by_26_august_and_138_ever(portal: Portal) -> None:
    assert len(by_the_26th(portal)) == 102
    assert len(rows(portal, "leads")) == 138


def test_67_in_two_months_of_2025_and_35_on_two_days_of_august(portal: Portal) -> None:
    days = [created_on(lead) for lead in by_the_26th(portal)]
    assert sum(date(2025, 9, 1) <= day <= date(2025, 10, 31) for day in days) == 67
    assert sum(day in {date(2026, 8, 25), date(2026, 8, 26)} for day in days) == 35


def test_98_were_archived_by_26_august_and_4_lived(portal: Portal) -> None:
    assert len(archived(portal)) == 98
    assert sum(lead.archived_at is None for lead in by_the_26th(portal)) == 4
    last = max(lead.archived_at for lead in archived(portal) if lead.archived_at)
    assert last < datetime(2026, 8, 27, tzinfo=OFFICE)


def test_archived_leads_died_in_mid_pipeline(portal: Portal) -> None:
    assert count(archived(portal), "hs_pipeline_stage") == {
        "new-stage-id": 24,
        "attempting-stage-id": 28,
        "connected-stage-id": 46,
    }


def test_62_of_the_archived_had_no_owner(portal: Portal) -> None:
    assert count(archived(portal), "hubspot_owner_id")[None] == 62


def test_no_lead_has_a_reason_and_none_ever_booked_a_meeting(portal: Portal) -> None:
    stages = {
        change.value
        for lead in rows(portal, "leads")
        for change in lead.changes("hs_pipeline_stage")
    }
    assert not holding(portal, "leads", "hs_lead_disqualification_reason")
    assert stages == {"new-stage-id", "attempting-stage-id", "connected-stage-id"}


def test_the_102_came_through_three_doors(portal: Portal) -> None:
    assert count(by_the_26th(portal), "hs_object_source") == {
        "AUTOMATION_PLATFORM": 87,
        "CRM_UI": 14,
        "INTERNAL_PROCESSING": 1,
    }


def test_forty_leads_are_open_in_four_lots(portal: Portal) -> None:
    assert count(live(portal), "hs_lead_label") == {
        "Outbound - IntentSignal": 18,
        "Marketing": 9,
        "Outbound - Rep": 4,
        None: 9,
    }
    assert count(live(portal), "hs_lead_is_open") == {"1": 40}


def test_only_leads_made_by_hand_lack_the_ending_of_the_name(portal: Portal) -> None:
    for lead in rows(portal, "leads"):
        contact_id = portal.edges.of_type("leads", lead.id, "contacts", 578)
        contact = portal.shelves["contacts"].rows[contact_id or ""].properties
        name = f"{contact.get('firstname') or ''} {contact.get('lastname') or ''}".strip()
        by_hand = lead.archived_at is None and lead.properties.get("hs_lead_label") is None
        assert lead.properties["hs_lead_name"] == (name if by_hand else f"{name} lead")
        assert not by_hand or lead.properties["hs_object_source"] == "CRM_UI"


def test_hubspot_splits_the_vendors_leads_three_ways(portal: Portal) -> None:
    vendor = [
        lead
        for lead in live(portal)
        if lead.properties.get("hs_lead_label") == "Outbound - IntentSignal"
    ]
    others = [lead for lead in rows(portal, "leads") if lead not in vendor]
    split = {"DIRECT_TRAFFIC": 7, "OFFLINE": 10, "REFERRALS": 1}
    assert count(vendor, "hs_lead_source") == split
    assert set(count(others, "hs_lead_source")) == {"OFFLINE"}
    assert None not in count(rows(portal, "leads"), "hs_lead_source_drill_down_1")


def test_59_deals_sit_in_the_retired_stage_and_no_deal_has_a_lead(portal: Portal) -> None:
    labels = {stage.id: stage.label for stage in portal.pipelines["deals"]["default"].stages}
    deals = rows(portal, "deals")
    in_retired = [deal for deal in deals if deal.properties["pipeline"] == "default"]
    assert Counter(labels[deal.properties["dealstage"] or ""] for deal in in_retired) == {
        "New Opportunity": 59
    }
    assert not [deal for deal in deals if portal.edges.ends("deals", deal.id, "leads")]


def test_two_open_deals_can_never_be_attributed(portal: Portal) -> None:
    deals = [deal.properties for deal in rows(portal, "deals")]
    stages = Counter(deal["dealstage"] for deal in deals if deal["pipeline"] == "930425200")
    assert stages["1428879448"] == 2


def test_79_companies_have_bought_locks(portal: Portal) -> None:
    bought = [float(c.properties.get("locks_purchased") or 0) for c in rows(portal, "companies")]
    assert sum(number > 0 for number in bought) == 79


def test_237_were_shipped_236_addresses_250_requests(portal: Portal) -> None:
    shipped = holding(portal, "contacts", "demo_lock_type")
    assert len(shipped) == 237
    assert sum(bool(row.properties.get("demo_lock_address")) for row in shipped) == 236
    assert all(row.properties.get("demo_lock_tracking") for row in shipped)
    assert len(holding(portal, "contacts", "demo_lock_tracking")) == 237
    assert len(holding(portal, "contacts", "sent_date")) == 250


def test_about_207_requests_are_older_history(portal: Portal) -> None:
    asked = [row.properties["sent_date"] or "" for row in holding(portal, "contacts", "sent_date")]
    assert sum(day < "2026-08-01" for day in asked) == 207


def test_two_requests_cannot_be_shipped(portal: Portal) -> None:
    waiting = [
        row
        for row in holding(portal, "contacts", "sent_date")
        if not row.properties.get("demo_lock_type")
    ]
    addresses = [row.properties["demo_lock_address"] or "" for row in waiting]
    assert sum(not address[-5:].isdigit() for address in addresses) == 1
    assert sum(address.startswith("PO Box") for address in addresses) == 1


def test_a_customer_asked_on_the_26th_and_was_forgotten(portal: Portal) -> None:
    forgotten = [
        row
        for row in holding(portal, "contacts", "sent_date")
        if row.properties["sent_date"] == "2026-08-26"
        and not portal.edges.ends("contacts", row.id, "leads")
    ]
    assert len(forgotten) == 1
    company_id = portal.edges.of_type("contacts", forgotten[0].id, "companies", 1)
    company = portal.shelves["companies"].rows[company_id or ""]
    assert float(company.properties["locks_purchased"] or 0) > 0
    assert not forgotten[0].properties.get("demo_lock_type")
    assert not forgotten[0].properties.get("demo_lock_tracking")


def test_nine_marketing_leads_asked_in_four_days_seven_within_two_minutes(portal: Portal) -> None:
    marketing = [
        lead for lead in live(portal) if lead.properties.get("hs_lead_label") == "Marketing"
    ]
    asked = [
        portal.shelves["contacts"].rows[contact_id].properties.get("sent_date") or ""
        for lead in marketing
        for contact_id in portal.edges.ends("leads", lead.id, "contacts")
    ]
    assert len(asked) == 9
    assert min(asked) >= "2026-08-24"
    assert max(asked) <= "2026-08-27"
    raised = sorted(lead.created_at for lead in marketing)[-7:]
    assert (raised[-1] - raised[0]).total_seconds() < 120


def test_machinery_marks_people_who_have_no_lead(portal: Portal) -> None:
    marked = holding(portal, "contacts", "os_last_lead_category_name")
    names = [row.properties["os_last_lead_category_name"] for row in marked]
    assert names.count("lead_meeting_booked") == 1
    assert len(names) > 1
    assert not [row for row in marked if portal.edges.ends("contacts", row.id, "leads")]


def test_owners_are_four_present_and_one_who_left(portal: Portal) -> None:
    assert {owner.email: owner.archived for owner in portal.owners.values()} == {
        "rita@kiss.example": False,
        "omar@kiss.example": False,
        "mona@kiss.example": False,
        "ada@kiss.example": False,
        "dana@kiss.example": True,
    }
    assert all(owner.user_id for owner in portal.owners.values())
    dana = next(owner.id for owner in portal.owners.values() if owner.archived)
    assert count(live(portal), "hubspot_owner_id")[dana] == 1
    assert count(archived(portal), "hubspot_owner_id")[dana] > 1
    assert 1 <= count(live(portal), "hubspot_owner_id")[None] <= 6


def test_some_people_were_attempted_before(portal: Portal) -> None:
    earlier = Counter[str]()
    for lead in archived(portal):
        earlier.update(list(portal.edges.ends("leads", lead.id, "contacts")))
    open_to = [
        contact
        for lead in live(portal)
        for contact in portal.edges.ends("leads", lead.id, "contacts")
    ]
    assert len(set(open_to)) == 40
    assert sorted(earlier[contact] for contact in open_to if earlier[contact]) == [1, 1, 1, 1, 2]


def test_nothing_has_happened_on_the_last_day_yet(portal: Portal) -> None:
    midnight = datetime(2026, 8, 28, tzinfo=OFFICE).astimezone(UTC)
    for kind in portal.shelves:
        for row in rows(portal, kind):
            moments = [change.at for changes in row.history.values() for change in changes]
            assert max([row.created_at, row.updated_at, *moments]) < midnight
            assert row.created_at <= row.updated_at


def test_what_happened_happened_in_office_hours(portal: Portal) -> None:
    hours = {
        row.created_at.astimezone(OFFICE).hour
        for kind in portal.shelves
        for row in rows(portal, kind)
    }
    assert min(hours) >= 8
    assert max(hours) <= 17
