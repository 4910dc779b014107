"""Pages for those who went astray: words, a way on, and the rail for whoever is signed in."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from leads.domain.disqualification import Reason
from leads.domain.next_step import today_in
from leads.models import Decision
from tests.cast import Cast
from tests.factories import LeadFactory
from tests.mirror import OFFICE
from tests.pressing import client, post
from tests.scenes import Scene

pytestmark = pytest.mark.django_db(transaction=True)
RAIL = 'aria-label="Main"'


def test_a_wrong_address_keeps_the_rail_for_those_who_are_in(cast: Cast) -> None:
    reply = client(cast.rita).get("/leads/999999/")
    assert reply.status_code == 404
    page = reply.content.decode()
    assert RAIL in page
    assert "Nothing is at this address" in page


def test_a_stranger_sees_no_rail(cast: Cast) -> None:
    reply = Client().get("/nowhere/")
    assert RAIL not in reply.content.decode()


def test_what_broke_says_so_within_the_rail(cast: Cast, settings: Settings) -> None:
    settings.OFFICE = None  # no board without a today
    rita = client(cast.rita)
    rita.raise_request_exception = False
    reply = rita.get("/")
    assert reply.status_code == 500
    page = reply.content.decode()
    assert RAIL in page
    assert "Something broke on our side" in page


def test_the_admin_has_words_for_a_rep_and_the_usual_door_for_strangers(cast: Cast) -> None:
    refused = client(cast.rita).get("/admin/", follow=True)
    assert refused.status_code == 403
    assert "It is for admins" in refused.content.decode()
    asked = Client().get("/admin/", follow=True)
    assert asked.redirect_chain[-1][0].startswith(reverse("login"))
    assert "next=%2Fadmin%2F" in asked.redirect_chain[-1][0]


def test_one_toast_with_undo_and_view_also_without_a_script(scene: Scene) -> None:
    ids = [scene.add_lead("Imani Oyelaran"), scene.add_lead("Tomas Bell")]
    scene.read()
    rita = client(scene.cast.rita)
    for id in ids:
        lead = scene.lead(id)
        typed = {"reason": Reason.NO_INTEREST.value}
        rita.post(reverse("disqualify", args=[lead.pk]), typed)
    page = rita.get("/").content.decode()
    assert page.count("data-toast>") == 1
    toast = page.split("data-toast>")[1]
    assert f'action="{reverse("undo", args=[scene.lead(ids[1]).pk])}"' in toast
    assert f'href="{reverse("lead", args=[scene.lead(ids[1]).pk])}"' in toast


def test_hubspots_own_words_are_said_in_ours(cast: Cast) -> None:
    lead = LeadFactory.create(
        created_by="AUTOMATION_PLATFORM",
        remote={"hs_lead_source": "ORGANIC_SEARCH", "hs_lead_source_drill_down_1": "CRM_UI"},
    )
    page = client(cast.ada).get(reverse("lead", args=[lead.pk])).content.decode()
    for raw in ("AUTOMATION_PLATFORM", "ORGANIC_SEARCH", "CRM_UI"):
        assert raw not in page
    assert "A workflow in HubSpot · By hand in HubSpot" in page
    assert "Organic search" in page


def test_a_step_is_told_by_its_date_which_stays_true(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    today = today_in(OFFICE, timezone.now())
    post(scene, "next-step", scene.lead(lead).pk, due_on=today.isoformat(), subject="Call")
    made = Decision.objects.get()
    assert made.summary == f"Next step {today:%a} {today.day} {today:%b}: Call"
