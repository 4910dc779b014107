"""A pull that was killed anywhere is finished by the next one: the mirror is the same, column by column,
as if nothing had happened."""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Model

from leads.domain.pipeline import Stage
from leads.models import (
    Company,
    Contact,
    Deal,
    Lead,
    Lease,
    Owner,
    Portal,
    PortalProperty,
    PortalStage,
    SyncCursor,
    SyncRun,
)
from leads.sync.lease import renew, take, this_process
from leads.sync.progress import Progress
from leads.sync.pull import pull_everything
from leads.sync.runs import run
from tests.mirror import OFFICE
from tests.scenes import RITA, Scene

pytestmark = pytest.mark.django_db

MIRROR: tuple[type[Model], ...] = (
    Owner, Company, Contact, Lead, Deal, Portal, PortalProperty, PortalStage, SyncCursor,
)  # fmt: skip
OURS = {"id", "version"}
"""Our own keys and the board's clock are no part of what HubSpot says."""


@pytest.fixture
def filled(scene: Scene) -> Scene:
    """Live and archived leads, several owners, two companies on one contact, deals and tasks."""
    first = scene.add_lead("Imani Oyelaran", hs_lead_label="Marketing")
    scene.add_lead("José Ñandú", stage=Stage.NEW.value, owner="")
    scene.add_lead("Teodora", stage="a-stage-of-tomorrow")
    old = scene.add_lead("Viggo Birchall", stage=Stage.CONNECTED.value)
    scene.portal.order("archive", kind="leads", id=old)
    scene.add("deals", {583: first}, dealname="Two sites", amount="1200.50", closedate="2026-09-30")
    scene.add("deals", dealname="No lead", hubspot_owner_id=RITA)
    scene.add_task(first, "Call", "2026-12-02T14:00:00Z")
    scene.portal.order("journal/clear")
    return scene


def mirror() -> dict[str, list[dict[str, Any]]]:
    """Every row and column, our keys said in HubSpot's ids."""
    leads = dict(Lead.objects.values_list("pk", "hubspot_id"))
    found = {}
    for model in MIRROR:
        rows = [dict(row) for row in model._default_manager.values()]
        for row in rows:
            for name in OURS & row.keys():
                del row[name]
            if "lead_id" in row:
                row["lead_id"] = leads.get(row["lead_id"])
        found[model.__name__] = sorted(rows, key=repr)
    return found


def forget() -> None:
    everything: tuple[type[Model], ...] = (*MIRROR, SyncRun)
    for model in everything:
        model._default_manager.all().delete()


def test_a_pull_broken_off_at_any_request_is_finished_by_the_next(filled: Scene) -> None:
    filled.read()
    undisturbed, requests = mirror(), len(filled.portal.journal())
    assert requests > 10
    for n in range(requests):
        forget()
        filled.portal.fault(("drop_before", "html")[n % 2], skip=n)
        assert try_to_pull(filled).error, f"request {n} was not missed"
        filled.read()
        assert mirror() == undisturbed, f"broken off at request {n}"


class Killed(BaseException):
    """What no code of ours may catch."""


def test_a_pull_killed_after_any_step_is_finished_by_the_next(filled: Scene) -> None:
    steps: list[str] = []
    try_to_pull(filled, tell=lambda step, done: steps.append(step))
    undisturbed = mirror()
    assert len(steps) > 5
    for n in range(len(steps)):
        forget()
        with pytest.raises(Killed):
            try_to_pull(filled, tell=kill_after(n))
        filled.read()
        assert mirror() == undisturbed, f"killed after {n} steps"


def kill_after(steps: int) -> Callable[[str, int], None]:
    left = [steps]

    def tell(step: str, done: int) -> None:
        if not left[0]:
            raise Killed
        left[0] -= 1

    return tell


def try_to_pull(
    scene: Scene, tell: Callable[[str, int], None] = lambda step, done: None
) -> SyncRun:
    def work(progress: Progress) -> None:
        pull_everything(scene.port, progress, OFFICE)

    done = run("pull", scene.clock, work, tell=tell)
    assert done
    return done


def test_a_second_pull_changes_nothing(filled: Scene) -> None:
    filled.read()
    once = mirror()
    filled.read()
    assert mirror() == once


@pytest.mark.parametrize("n", range(5))
def test_a_delta_broken_off_reads_the_same_again(filled: Scene, n: int) -> None:
    filled.read()
    lead = Lead.objects.get(stage=Stage.NEW)
    filled.portal.edit("leads", lead.hubspot_id or "", hs_lead_label="Paid")
    filled.portal.edit("contacts", lead.contact_id or "", lastname="Changed")
    filled.portal.fault("drop_before", skip=n)
    with pytest.raises(AssertionError):
        filled.read("delta")
    filled.read("delta")
    lead.refresh_from_db()
    assert lead.channel == "Paid"
    assert lead.contact
    assert lead.contact.last_name == "Changed"


def test_a_pull_runs_once_at_a_time(scene: Scene) -> None:
    running = f"another-machine/{os.getpid()}/abc"
    assert take("pull", running, scene.clock(), timedelta(minutes=5))
    assert run("pull", scene.clock, lambda progress: None) is None
    scene.later(minutes=6)
    assert run("pull", scene.clock, lambda progress: None)


def test_a_lease_of_a_killed_process_is_free_at_once(scene: Scene) -> None:
    host = this_process().partition("/")[0]
    assert take("pull", f"{host}/{a_pid_that_is_gone()}/abc", scene.clock(), timedelta(minutes=5))
    assert run("pull", scene.clock, lambda progress: None)


def test_a_long_pull_keeps_its_lease(scene: Scene) -> None:
    def work(progress: Progress) -> None:
        scene.later(minutes=4)
        progress.add("leads", 1)
        scene.later(minutes=4)
        assert not take("pull", "another-machine/1/abc", scene.clock(), timedelta(minutes=5))

    assert run("pull", scene.clock, work)


def test_only_ones_own_lease_is_renewed(scene: Scene) -> None:
    take("pull", "another-machine/1/abc", scene.clock(), timedelta(minutes=5))
    renew("pull", scene.clock() + timedelta(hours=1), timedelta(minutes=5))
    assert Lease.objects.get(name="pull").until == scene.clock() + timedelta(minutes=5)


def a_pid_that_is_gone() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid
