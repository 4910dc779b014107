"""The next step: a task in HubSpot, made once, moved afterwards, done at last; and notes, kept as typed."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from leads.actions.set_next_step import UnableToSetNextStep, finish_next_step, set_next_step
from leads.actions.write_note import LONGEST, UnableToNote, write_note
from leads.domain.next_step import today_in
from leads.domain.pipeline import Stage, UnableToMove
from leads.models import Decision, State
from leads.queries.card import Sync
from tests.mirror import OFFICE
from tests.scenes import RITA, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead()
    scene.read()
    scene.portal.order("journal/clear")
    return made


def by(scene: Scene) -> dict[str, Any]:
    return {"actor": scene.cast.rita, "key": None, "now": scene.clock()}


def today(scene: Scene) -> date:
    return today_in(OFFICE, scene.clock())


def plan(scene: Scene, lead: str, days: int | None, subject: str = "") -> Decision:
    day = None if days is None else today(scene) + timedelta(days=days)
    return set_next_step(
        scene.lead(lead).pk, due_on=day, subject=subject, office=OFFICE, **by(scene)
    )


def due(task: dict[str, Any]) -> date:
    return datetime.fromisoformat(task["properties"]["hs_timestamp"]).astimezone(OFFICE).date()


def test_the_first_step_makes_a_task_on_lead_and_contact(scene: Scene, lead: str) -> None:
    plan(scene, lead, 3, "Send the price list")
    assert scene.card(lead).step.subject == "Send the price list"
    scene.push()
    (task,) = scene.portal.objects("tasks")
    assert due(task) == today(scene) + timedelta(days=3)
    assert task["properties"]["hs_task_subject"] == "Send the price list"
    assert task["properties"]["hubspot_owner_id"] == RITA
    assert list(task["associations"]["leads"]) == [lead]
    assert list(task["associations"]["contacts"]) == [scene.lead(lead).contact_id]
    assert scene.lead(lead).next_step_task == task["id"]


def test_a_later_choice_moves_the_same_task(scene: Scene, lead: str) -> None:
    plan(scene, lead, 3, "Call")
    scene.push()
    plan(scene, lead, 5)
    scene.push()
    (task,) = scene.portal.objects("tasks")
    assert due(task) == today(scene) + timedelta(days=5)
    assert task["properties"]["hs_task_subject"] == "Call"


def test_a_choice_made_before_hubspot_has_the_task_waits_for_it(scene: Scene, lead: str) -> None:
    plan(scene, lead, 3, "Call")
    plan(scene, lead, 5, "Call at noon")
    with scene.portal.down():
        scene.push()
    scene.later(minutes=1)
    scene.push()
    scene.push()
    (task,) = scene.portal.objects("tasks")
    assert due(task) == today(scene) + timedelta(days=5)
    assert task["properties"]["hs_task_subject"] == "Call at noon"


def test_a_task_that_somebody_made_in_hubspot_is_moved_not_doubled(scene: Scene, lead: str) -> None:
    task = scene.add_task(lead, "Theirs", "2026-12-02T14:00:00Z")
    scene.read("sweep")
    plan(scene, lead, 9)
    scene.push()
    assert [row["id"] for row in scene.portal.objects("tasks")] == [task]


def test_a_done_step_is_completed_in_hubspot(scene: Scene, lead: str) -> None:
    plan(scene, lead, 3, "Call")
    scene.push()
    finish_next_step(scene.lead(lead).pk, **by(scene))
    assert scene.lead(lead).next_step_on is None
    scene.push()
    (task,) = scene.portal.objects("tasks")
    assert task["properties"]["hs_task_status"] == "COMPLETED"
    scene.read("sweep")
    assert scene.lead(lead).next_step_on is None


def test_after_a_done_step_the_next_one_is_a_new_task(scene: Scene, lead: str) -> None:
    plan(scene, lead, 3, "Call")
    scene.push()
    finish_next_step(scene.lead(lead).pk, **by(scene))
    scene.push()
    plan(scene, lead, 4, "Visit")
    scene.push()
    assert [row["properties"]["hs_task_subject"] for row in scene.portal.objects("tasks")] == [
        "Call",
        "Visit",
    ]


def test_a_step_done_before_hubspot_had_it_leaves_none_open(scene: Scene, lead: str) -> None:
    plan(scene, lead, 3, "Call")
    finish_next_step(scene.lead(lead).pk, **by(scene))
    plan(scene, lead, 4, "Visit")
    for _ in range(3):
        scene.push()
    scene.read("sweep")
    assert scene.lead(lead).next_step == "Visit"
    open_tasks = [
        row["properties"]["hs_task_subject"]
        for row in scene.portal.objects("tasks")
        if row["properties"]["hs_task_status"] != "COMPLETED"
    ]
    assert open_tasks == ["Visit"]


def test_a_step_that_hubspot_refuses_goes_back_to_what_was(scene: Scene, lead: str) -> None:
    task = scene.add_task(lead, "Theirs", "2026-12-12T14:00:00Z")
    scene.read("sweep")
    plan(scene, lead, 3, "Ours")
    scene.portal.fault("status", "PATCH", f"/tasks/{task}", status=400)
    scene.push()
    assert scene.card(lead).sync.state is Sync.REFUSED
    scene.read("sweep")
    assert scene.lead(lead).next_step == "Theirs"


@pytest.mark.parametrize(
    ("days", "words"), [(None, "Choose a day"), (-1, "past"), (733, "two years")]
)
def test_days_that_cannot_be_are_refused_in_words(
    scene: Scene, lead: str, days: int | None, words: str
) -> None:
    with pytest.raises(UnableToSetNextStep, match=words):
        plan(scene, lead, days)
    assert Decision.objects.count() == 0


@pytest.mark.parametrize("days", [0, 732])
def test_today_and_two_years_from_now_are_allowed(scene: Scene, lead: str, days: int) -> None:
    plan(scene, lead, days)
    assert scene.lead(lead).next_step_on == today(scene) + timedelta(days=days)


def test_at_eleven_at_night_in_the_office_today_is_still_today(scene: Scene, lead: str) -> None:
    scene.clock.now = datetime(2026, 12, 3, 4, 30, tzinfo=scene.clock.now.tzinfo)
    plan(scene, lead, 0, "Tonight")
    assert scene.lead(lead).next_step_on == date(2026, 12, 2)
    assert scene.card(lead).step.urgency == "today"


def test_a_closed_lead_has_no_next_step(scene: Scene) -> None:
    closed = scene.add_lead(stage=Stage.MEETING_BOOKED.value)
    scene.read()
    with pytest.raises(UnableToMove, match="closed"):
        plan(scene, closed, 1)


def test_nothing_to_finish_is_said(scene: Scene, lead: str) -> None:
    with pytest.raises(UnableToSetNextStep):
        finish_next_step(scene.lead(lead).pk, **by(scene))


def test_a_note_arrives_as_typed_and_its_signs_are_no_markup(scene: Scene, lead: str) -> None:
    typed = '14 sites & <b>no</b> PMS\n"quoted" <script>alert(1)</script> – José 🏢'
    write_note(scene.lead(lead).pk, text=typed, **by(scene))
    scene.push()
    (note,) = scene.portal.objects("notes")
    body = note["properties"]["hs_note_body"]
    assert body == (
        "14 sites &amp; &lt;b&gt;no&lt;/b&gt; PMS<br>&quot;quoted&quot; "
        "&lt;script&gt;alert(1)&lt;/script&gt; – José 🏢"
    )
    assert list(note["associations"]["leads"]) == [lead]
    assert scene.write().state == State.SENT


@pytest.mark.parametrize("text", ["", "   \n ", "x" * (LONGEST + 1)])
def test_an_empty_or_endless_note_is_refused(scene: Scene, lead: str, text: str) -> None:
    with pytest.raises(UnableToNote):
        write_note(scene.lead(lead).pk, text=text, **by(scene))
