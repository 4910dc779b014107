"""What a change leaves to be done is offered or said where it was made."""

from datetime import date, timedelta

import pytest

from leads.domain.calls import CallOutcome
from leads.domain.next_step import today_in
from leads.models import Contact, Lead
from tests.factories import OwnerFactory
from tests.mirror import OFFICE
from tests.pressing import post, shown
from tests.scenes import Scene

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead()
    scene.read()
    return made


def today(scene: Scene) -> date:
    return today_in(OFFICE, scene.clock())


def after_a_call(scene: Scene, lead: str) -> str:
    pk, outcome = scene.lead(lead).pk, CallOutcome.NO_ANSWER.slug
    reply = post(scene, "log-call", pk, fragment=True, outcome=outcome)
    return str(reply.content.decode())


@pytest.mark.parametrize(("days", "words"), [(-3, "3 d late"), (0, "today")])
def test_a_call_offers_to_push_out_the_step_that_is_due(
    scene: Scene, lead: str, days: int, words: str
) -> None:
    due = today(scene) + timedelta(days=days)
    Lead.objects.update(next_step_on=due, next_step="Call")
    toast = after_a_call(scene, lead)
    assert f"Next step: {words}. Do it" in toast
    assert f'name="due_seen" value="{due.isoformat()}"' in toast


def test_where_nothing_is_planned_it_offers_a_first_step(scene: Scene, lead: str) -> None:
    assert 'name="due_seen" value="none"' in after_a_call(scene, lead)


def test_a_step_to_come_is_left_alone(scene: Scene, lead: str) -> None:
    Lead.objects.update(next_step_on=today(scene) + timedelta(days=2), next_step="Call")
    assert "Do it" not in after_a_call(scene, lead)


def test_hubspots_own_owner_sync_is_warned_of_where_the_contact_has_an_owner(
    scene: Scene, lead: str
) -> None:
    page = shown(scene, "sheet", lead, None, "assign")
    assert "may change this back" not in page
    dana = OwnerFactory.create(first_name="Dana", last_name="Prewitt")
    Contact.objects.update(owner=dana)
    page = shown(scene, "sheet", lead, None, "assign")
    assert "The contact belongs to <bdi>Dana Prewitt</bdi>" in page
    assert "may change this back" in page
