"""Every figure that the company wrote down about its leads, read from our own mirror after one pull."""

from collections import Counter
from datetime import date, datetime
from typing import Any

from django.db.models import Count, QuerySet
from django.test import TestCase

from leads.hubspot.client import HubSpotClient
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.limiter import Unlimited
from leads.models import Company, Contact, Deal, Lead, PortalStage
from leads.sandbox.server import Sandbox
from tests.conftest import Clock
from tests.mirror import OFFICE, read

BY_THE_26TH = datetime(2026, 8, 27, tzinfo=OFFICE)
RETIRED = ("Sales Pipeline", "New Opportunity")


def counted(leads: QuerySet[Lead], name: str) -> dict[Any, int]:
    return dict(leads.order_by().values_list(name).annotate(Count("pk")))


def first_102() -> QuerySet[Lead]:
    return Lead.objects.filter(created_at__lt=BY_THE_26TH)


def archived() -> QuerySet[Lead]:
    return Lead.objects.filter(archived_at__isnull=False)


def live() -> QuerySet[Lead]:
    return Lead.objects.filter(archived_at=None)


def created_on(lead: Lead) -> date:
    assert lead.created_at
    return lead.created_at.astimezone(OFFICE).date()


class Figures(TestCase):
    """One pull for all of these tests, which only look."""

    @classmethod
    def setUpTestData(cls) -> None:
        with Sandbox(story="playbook@2026-08-28") as sandbox:
            config = HubSpotConfig(sandbox.url, "pat-sandbox")
            read(HubSpotClient(config, Unlimited()), Clock())

    def test_102_leads_by_26_august_of_which_98_are_archived(self) -> None:
        assert first_102().count() == 102
        assert archived().count() == 98
        assert not archived().exclude(pk__in=first_102().values("pk")).exists()

    def test_archived_leads_died_in_mid_pipeline(self) -> None:
        assert counted(archived(), "stage") == {
            "new-stage-id": 24,
            "attempting-stage-id": 28,
            "connected-stage-id": 46,
        }

    def test_62_of_the_98_archived_had_no_owner(self) -> None:
        assert archived().filter(owner_id=None).count() == 62

    def test_no_lead_has_a_reason_and_none_reached_a_closed_stage(self) -> None:
        assert not Lead.objects.exclude(reason="").exists()
        assert not Lead.objects.filter(
            stage__in=["qualified-stage-id", "unqualified-stage-id"]
        ).exists()
        assert not Lead.objects.filter(closed_at__isnull=False).exists()

    def test_the_102_were_made_by_87_14_and_1(self) -> None:
        assert counted(first_102(), "created_by") == {
            "AUTOMATION_PLATFORM": 87,
            "CRM_UI": 14,
            "INTERNAL_PROCESSING": 1,
        }

    def test_two_attempts_of_67_and_35_in_the_offices_days(self) -> None:
        days = Counter(created_on(lead) for lead in first_102())
        autumn = sum(n for day, n in days.items() if date(2025, 9, 1) <= day <= date(2025, 10, 31))
        assert (autumn, days[date(2026, 8, 25)] + days[date(2026, 8, 26)]) == (67, 35)

    def test_59_deals_sit_in_new_opportunity_and_none_has_a_lead(self) -> None:
        stage = PortalStage.objects.get(
            object_type="deals", pipeline_label=RETIRED[0], label=RETIRED[1]
        )
        deals = Deal.objects.filter(pipeline=stage.pipeline, stage=stage.stage, archived_at=None)
        assert deals.count() == 59
        assert not deals.filter(lead__isnull=False).exists()

    def test_forty_live_leads_in_four_lots(self) -> None:
        assert counted(live(), "channel") == {
            "Outbound - IntentSignal": 18,
            "Marketing": 9,
            "Outbound - Rep": 4,
            "": 9,
        }

    def test_leads_without_a_channel_were_made_by_hand(self) -> None:
        assert counted(live().filter(channel=""), "created_by") == {"CRM_UI": 9}

    def test_hubspots_traffic_splits_the_vendors_leads_three_ways(self) -> None:
        vendor = Lead.objects.filter(channel="Outbound - IntentSignal")
        assert Counter(lead.remote["hs_lead_source"] for lead in vendor) == {
            "DIRECT_TRAFFIC": 7,
            "OFFLINE": 10,
            "REFERRALS": 1,
        }

    def test_237_locks_shipped_236_addresses_250_requests(self) -> None:
        shipped = Contact.objects.exclude(demo_lock_type="")
        assert shipped.count() == 237
        assert shipped.exclude(demo_lock_address="").count() == 236
        assert Contact.objects.filter(asked_on__isnull=False).count() == 250

    def test_79_companies_are_customers(self) -> None:
        assert Company.objects.filter(locks_purchased__gt=0).count() == 79

    def test_every_live_lead_has_its_contact(self) -> None:
        assert not live().filter(contact__isnull=True).exists()
        assert Contact.objects.filter(pk__in=live().values("contact")).count() == 40
