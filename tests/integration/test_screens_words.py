"""Small words that keep people from guessing: stale pages, questions before closing, ways on."""

import pytest
from django.test import Client
from django.urls import reverse

from leads.domain.pipeline import Stage
from leads.models import PortalProperty
from tests.cast import Cast
from tests.factories import LeadFactory
from tests.pressing import HTMX, board, client, post, shown
from tests.scenes import Scene
from tests.touching import TouchFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_stale_page_draws_itself_anew(cast: Cast) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(cast.rita)
    reply = strict.post(reverse("undo-last"), headers=HTMX)
    assert (reply.status_code, reply["HX-Refresh"]) == (403, "true")


def test_a_stale_form_says_why(cast: Cast) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(cast.rita)
    reply = strict.post(reverse("undo-last"))
    assert (reply.status_code, "HX-Refresh" in reply) == (403, False)
    assert "The page was too old" in reply.content.decode()


def test_no_response_asks_first_in_connected(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    scene.read()
    PortalProperty.objects.filter(name="hs_lead_disqualification_reason").delete()
    TouchFactory.create(lead=scene.lead(lead))
    assert '<button class="button small plain" name="reason"' not in board(scene)
    where = reverse("sheet", args=[scene.lead(lead).pk, "disqualify"])
    silent = client(scene.cast.rita).get(where, {"reason": "NO_RESPONSE"}).content.decode()
    assert "They have answered: this lead is in Connected. Close it as No response" in silent
    assert "They have answered" not in client(scene.cast.rita).get(where).content.decode()


def test_an_undo_says_where_the_lead_is_again(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.ATTEMPTING)
    scene.read()
    id = scene.lead(lead).pk
    post(scene, "move", id, stage="connected")
    made = scene.lead(lead).decisions.latest("pk")
    page = post(scene, "undo", id, fragment=True, decision=str(made.pk)).content.decode()
    assert '<div hx-swap-oob="innerHTML:#live">' in page
    assert page.count(" is back in Attempting") == 2
    assert "from Connected" not in page


def test_a_lead_raised_here_was_not_raised_in_hubspot(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    assert "Raised in HubSpot" in shown(scene, "lead", lead)
    scene.lead(lead).decisions.create(
        verb="raise_lead", summary="New attempt", decided_at=scene.clock()
    )
    assert "Raised in HubSpot" not in shown(scene, "lead", lead)


@pytest.mark.parametrize(
    ("who", "title"), [("rita", "My leads"), ("mona", "All leads"), ("ada", "All leads")]
)
def test_who_has_no_leads_but_leads_the_team_starts_with_the_team(
    cast: Cast, who: str, title: str
) -> None:
    page = client(getattr(cast, who)).get("/").content.decode()
    assert f"<h1>{title}</h1>" in page
    mine = client(getattr(cast, who)).get("/?tab=mine").content.decode()
    assert "<h1>My leads</h1>" in mine


def test_a_manager_with_leads_starts_with_them(cast: Cast) -> None:
    LeadFactory.create(owner=cast.mona.owner)
    assert "<h1>My leads</h1>" in client(cast.mona).get("/").content.decode()


@pytest.mark.parametrize("shape", ["board", "list"])
def test_a_search_in_vain_leads_to_the_team(cast: Cast, shape: str) -> None:
    LeadFactory.create(owner=cast.rita.owner)
    page = client(cast.rita).get("/", {"q": "nobody-at-all", "view": shape}).content.decode()
    assert page.count("Search the whole team") == 1
    assert "tab=team&amp;q=nobody-at-all" in page
    assert (
        "Search the whole team" not in client(cast.rita).get("/?q=nobody&tab=team").content.decode()
    )


@pytest.mark.parametrize(("next", "told"), [("/", False), ("/changes/", True)])
def test_signing_in_names_a_page_that_was_asked_for(cast: Cast, next: str, told: bool) -> None:
    page = Client().get(reverse("login"), {"next": next}).content.decode()
    assert ("the page you asked for" in page) is told


def test_there_is_a_page_for_after_the_deal(cast: Cast) -> None:
    page = client(cast.rita).get("/playbooks/working-with-quotes").content.decode()
    assert "After the deal" in page
    assert "Evaluation" in page
