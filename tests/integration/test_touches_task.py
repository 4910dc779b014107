"""The minute's task reads touches and makes the moves, where the portal may be written to."""

from dataclasses import replace

import pytest
from pytest_django.fixtures import Settings

from kisscrm.celery import app
from leads import tasks
from leads.domain.pipeline import Stage
from leads.models import Decision, SyncRun, Touch
from tests.scenes import Scene
from tests.touching import send

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lead(scene: Scene) -> str:
    """A New lead; our first mail went out after the last pull."""
    made = scene.add_lead(stage=Stage.NEW)
    scene.read()
    send(scene, made)
    return made


def test_the_task_reads_and_advances(scene: Scene, lead: str) -> None:
    tasks.read_touches()
    assert scene.card(lead).stage == Stage.ATTEMPTING
    run = SyncRun.objects.get(name="touches")
    assert (run.error, run.counts) == ("", {"touches": 1})


def test_a_portal_that_may_not_be_written_to_keeps_its_stages(
    scene: Scene, lead: str, settings: Settings
) -> None:
    settings.HUBSPOT = replace(settings.HUBSPOT, writes=False)
    tasks.read_touches()
    assert Touch.objects.count() == 1
    assert Decision.objects.count() == 0
    assert scene.card(lead).stage == Stage.NEW


def test_the_timetable_names_a_task_that_exists() -> None:
    entry = app.conf.beat_schedule["read touches"]
    assert entry["task"] == tasks.read_touches.name
