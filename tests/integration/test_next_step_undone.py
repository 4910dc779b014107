"""A next step taken back: the earlier day and words in HubSpot's own task, a finished one open again."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse

from leads.actions.set_next_step import finish_next_step, set_next_step
from leads.actions.undo import undo
from leads.domain.next_step import today_in
from leads.domain.undo import UnableToUndo
from leads.models import Decision
from tests.mirror import OFFICE
from tests.pressing import client, post, shown
from tests.scenes import Scene

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead()
    scene.read()
    scene.portal.order("journal/clear")
    return made


def by(scene: Scene) -> dict[str, Any]:
    return {"actor": scene.cast.rita, "key": None, "now": scene.clock()}


def day(scene: Scene, days: int) -> date:
    return today_in(OFFICE, scene.clock()) + timedelta(days=days)


def plan(scene: Scene, lead: str, days: int, subject: str) -> Decision:
    pk = scene.lead(lead).pk
    return set_next_step(pk, due_on=day(scene, days), subject=subject, office=OFFICE, **by(scene))


def take_back(scene: Scene, lead: str) -> Decision:
    return undo(scene.lead(lead).pk, **by(scene))


def carry(scene: Scene) -> None:
    scene.later(minutes=1)
    scene.push()


def task(scene: Scene) -> tuple[date, str, str]:
    """The one task in HubSpot: its day, its words, its state."""
    (found,) = scene.portal.objects("tasks")
    said = found["properties"]
    due = datetime.fromisoformat(said["hs_timestamp"]).astimezone(OFFICE).date()
    return due, said["hs_task_subject"], said["hs_task_status"]


def step(scene: Scene, lead: str) -> tuple[date | None, str]:
    row = scene.lead(lead)
    return row.next_step_on, row.next_step


@pytest.mark.parametrize("is_sent", [True, False], ids=["sent", "unsent"])
def test_the_earlier_day_and_words_come_back(scene: Scene, lead: str, is_sent: bool) -> None:
    plan(scene, lead, 2, "Call")
    carry(scene)
    plan(scene, lead, 7, "Send the drawing")
    if is_sent:
        carry(scene)
    take_back(scene, lead)
    assert step(scene, lead) == (day(scene, 2), "Call")
    carry(scene)
    assert task(scene) == (day(scene, 2), "Call", "NOT_STARTED")
    scene.read()
    assert step(scene, lead) == (day(scene, 2), "Call")


@pytest.mark.parametrize("is_sent", [True, False], ids=["sent", "unsent"])
def test_a_finished_step_is_open_again(scene: Scene, lead: str, is_sent: bool) -> None:
    plan(scene, lead, 2, "Call")
    carry(scene)
    finish_next_step(scene.lead(lead).pk, **by(scene))
    if is_sent:
        carry(scene)
        assert task(scene)[2] == "COMPLETED"
    take_back(scene, lead)
    carry(scene)
    assert task(scene) == (day(scene, 2), "Call", "NOT_STARTED")
    assert step(scene, lead) == (day(scene, 2), "Call")
    plan(scene, lead, 3, "Call")
    carry(scene)
    assert task(scene)[0] == day(scene, 3)


def test_a_first_step_that_hubspot_has_is_done_with(scene: Scene, lead: str) -> None:
    plan(scene, lead, 2, "Call")
    carry(scene)
    take_back(scene, lead)
    assert step(scene, lead) == (None, "")
    carry(scene)
    assert task(scene)[2] == "COMPLETED"


def test_a_first_step_that_never_left_is_never_sent(scene: Scene, lead: str) -> None:
    plan(scene, lead, 2, "Call")
    take_back(scene, lead)
    carry(scene)
    assert scene.portal.objects("tasks") == []
    assert step(scene, lead) == (None, "")


def test_nothing_is_taken_back_over_a_later_step(scene: Scene, lead: str) -> None:
    first = plan(scene, lead, 2, "Call")
    plan(scene, lead, 3, "Call")
    with pytest.raises(UnableToUndo):
        undo(scene.lead(lead).pk, decision_id=first.pk, **by(scene))


def test_it_is_offered_in_the_toast_among_the_changes_and_on_the_lead(
    scene: Scene, lead: str
) -> None:
    pk = scene.lead(lead).pk
    due_on = day(scene, 2).isoformat()
    reply = post(scene, "next-step", pk, fragment=True, due_on=due_on, subject="Call")
    assert "data-undo>" in reply.content.decode()
    assert "Undo: Next step" in shown(scene, "lead", lead)
    changes = client(scene.cast.rita).get(reverse("changes")).content.decode()
    assert f'action="{reverse("undo", args=[pk])}"' in changes
