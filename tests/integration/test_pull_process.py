"""`manage.py pull --full` as a process of its own, killed in the middle: the next one finishes the mirror."""

from pathlib import Path
from typing import Any

import pytest

from leads.models import Company, Contact, Deal, Lead, Owner, SyncCursor
from tests.scenes import Scene
from tests.shared import manage, process, shared_database, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def mirror() -> list[Any]:
    """What HubSpot said, row by row."""
    models = (Owner, Company, Contact, Lead, Deal)
    names = ("hubspot_id", "remote", "archived_at", "modified_at")
    rows = [
        model._default_manager.order_by("hubspot_id").values(
            *(name for name in names if hasattr(model, name))
        )
        for model in models
    ]
    links = Lead.objects.order_by("hubspot_id").values_list("contact_id", "company_id", "stage")
    return [list(found) for found in (*rows, links)]


def test_a_pull_that_was_killed_is_finished_by_the_next(scene: Scene, tmp_path: Path) -> None:
    scene.portal.reset("playbook@2026-08-28")
    scene.portal.order("limits", burst=0, search=0)
    with shared_database(tmp_path) as url:
        env = {"DATABASE_URL": url, "HUBSPOT_BASE_URL": scene.config.base_url, "REDIS_URL": ""}
        scene.portal.fault("delay", "GET", "/objects/contacts", seconds=30, skip=1)
        with process("manage.py", "pull", "--full", **env) as doomed:
            wait_until(lambda: slow_request(scene), "the slow request")
            doomed.kill()
            doomed.wait()
        assert Company.objects.exists()
        assert not SyncCursor.objects.exists()
        done = manage("pull", **env)
        assert done.returncode == 0, done.stderr
        finished = mirror()
        assert Lead.objects.count() == 138
        scene.read()
        assert mirror() == finished


def slow_request(scene: Scene) -> bool:
    return any(one["fault"] == "delay" for one in scene.portal.journal("GET"))
