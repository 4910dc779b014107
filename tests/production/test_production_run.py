"""The processes of docker/, natively: what is pressed arrives in HubSpot once, whatever is stopped on the
way. PostgreSQL, Redis and the portal are real ones, each for this run alone."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from leads.domain.pipeline import Stage
from leads.sandbox.server import Sandbox
from tests.portal import Portal
from tests.production.machine import PROCESSES, Browser, Machine, in_production, own_database
from tests.run import lacks_production
from tests.shared import ROOT, wait_until

EVERY_ROW = sql.SQL("SELECT t::text FROM {} t")

pytestmark = pytest.mark.skipif(bool(lacks_production()), reason=lacks_production())


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    with Sandbox(story="playbook") as sandbox:
        portal = Portal(sandbox)
        with in_production(tmp_path_factory.mktemp("production"), portal) as machine:
            yield machine


@pytest.fixture
def rita(machine: Machine) -> Browser:
    """Signed in, and nothing of an earlier test is on its way or in the journal."""
    wait_until(lambda: machine.unsent() == 0, "the end of earlier writes")
    machine.portal.order("journal/clear")
    return machine.sign_in("rita")


def leads_of_rita(machine: Machine) -> list[tuple[str, str]]:
    return machine.open_leads("rita@kiss.example")


def note(browser: Browser, lead: str, text: str) -> None:
    assert browser.post(f"/leads/{lead}/note/", text=text, key=text).status == 303


def notes_made(machine: Machine) -> list[str]:
    """What HubSpot holds, once for each note there."""
    found = [one["properties"].get("hs_note_body") or "" for one in machine.portal.objects("notes")]
    return sorted(body for body in found if "run " in body)


def applied(asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in asked if one["applied"]]


def test_a_press_is_a_patch_in_hubspot(machine: Machine, rita: Browser) -> None:
    lead, hubspot_id = leads_of_rita(machine)[0]
    pressed = rita.post(f"/leads/{lead}/disqualify/", reason="NO_INTEREST")
    assert pressed.status == 303
    wait_until(lambda: applied(machine.portal.patches(hubspot_id)), "the PATCH")
    wait_until(lambda: machine.unsent() == 0, "the answer")
    (patch,) = machine.portal.patches(hubspot_id)
    assert patch["body"]["properties"] == {
        "hs_pipeline_stage": Stage.DISQUALIFIED.value,
        "hs_lead_disqualification_reason": "NO_INTEREST",
    }


def test_the_site_is_safe_behind_its_proxy(machine: Machine, rita: Browser) -> None:
    page = rita.get("/")
    assert page.headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert all(cookie["secure"] for cookie in rita.cookies.values())
    sheet = page.text.partition('<link rel="stylesheet" href="')[2].partition('"')[0]
    assert "immutable" in rita.get(sheet).headers["Cache-Control"]
    ready = json.loads(rita.get("/health/ready").text)
    assert (ready["ready"], ready["reasons"]) == (True, [])


@pytest.mark.parametrize("name", PROCESSES)
def test_each_process_says_that_it_is_well(machine: Machine, name: str) -> None:
    port = [str(machine.port)] if name == "web" else []
    asking = [sys.executable, "-m", "kisscrm.knock", name, *port]
    wait_until(
        lambda: subprocess.run(asking, cwd=ROOT, env=machine.env, check=False).returncode == 0,
        f"an answer of {name}",
    )


def test_a_worker_stopped_in_mid_write_ends_it_first(machine: Machine, rita: Browser) -> None:
    (lead, hubspot_id), (other, _) = leads_of_rita(machine)[:2]
    machine.portal.fault("delay", "PATCH", f"/leads/{hubspot_id}", seconds=1.5)
    assert rita.post(f"/leads/{lead}/disqualify/", reason="NO_INTEREST").status == 303
    wait_until(lambda: machine.portal.patches(hubspot_id), "the PATCH's beginning")
    assert machine.stop("worker-write") == 0
    assert len(applied(machine.portal.patches(hubspot_id))) == 1
    assert machine.unsent() == 0
    note(rita, other, "run without a worker")
    assert machine.unsent() == 1
    machine.start("worker-write")
    wait_until(lambda: machine.unsent() == 0, "the next worker")
    assert len(machine.portal.patches(hubspot_id)) == 1
    assert len(notes_made(machine)) == 1


def test_redis_may_be_restarted_under_load(machine: Machine, rita: Browser) -> None:
    before, leads = notes_made(machine), leads_of_rita(machine)
    for n, (lead, _) in enumerate(leads[:12]):
        if n == 4:
            assert machine.stop("redis") == 0
        if n == 8:
            machine.start_redis()
        note(rita, lead, f"run on while Redis restarts, {n}")
    wait_until(lambda: machine.unsent() == 0, "every write's end")
    assert len(notes_made(machine)) - len(before) == len(leads[:12])
    assert len(set(notes_made(machine))) == len(notes_made(machine))


def test_the_database_may_cut_everybody_off(machine: Machine, rita: Browser) -> None:
    """The site answers on a new line; a write that was on its way is looked for, and not repeated."""
    (first, hubspot_id), *others = leads_of_rita(machine)
    before = notes_made(machine)
    machine.portal.fault("delay", "PATCH", f"/leads/{hubspot_id}", seconds=1.0)
    assert rita.post(f"/leads/{first}/disqualify/", reason="NO_INTEREST").status == 303
    wait_until(lambda: machine.portal.patches(hubspot_id), "the PATCH's beginning")
    for n, (lead, _) in enumerate(others[:4]):
        assert cut_off(machine) > 0
        note(rita, lead, f"run on when the database cuts off, {n}")
    wait_until(lambda: all_sent_though_some_were_cut_off(machine), "every write's end")
    assert len(machine.portal.patches(hubspot_id)) == 1
    assert len(notes_made(machine)) - len(before) == 4


def cut_off(machine: Machine) -> int:
    """How many lines to the database there were."""
    ended = machine.rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    return len(ended)


def all_sent_though_some_were_cut_off(machine: Machine) -> bool:
    """Two minutes after a worker was cut off its write is another's; here that time goes by at once."""
    machine.rows(
        "UPDATE leads_outboundwrite SET claimed_at = claimed_at - interval '5 minutes'"
        " WHERE state = 'sending' AND claimed_at < now() - interval '5 seconds' RETURNING id"
    )
    return machine.unsent() == 0


def test_all_end_well_when_they_are_told_to(machine: Machine, rita: Browser) -> None:
    assert rita.get("/").status == 200
    assert {name: machine.stop(name) for name in reversed(PROCESSES)} == dict.fromkeys(PROCESSES, 0)


def test_a_backup_is_whole_and_can_be_restored(machine: Machine, tmp_path: Path) -> None:
    """The last of them: nothing runs any more, so that both databases can be compared."""
    assert "web" not in machine.running
    address = tmp_path / "backup_url"
    address.write_text(machine.database)
    env = machine.env | {"BACKUP_URL_FILE": str(address), "BACKUP_FOLDER": str(tmp_path)}
    backup = ["docker/backup.sh"]
    assert subprocess.run([*backup, "fresh"], cwd=ROOT, env=env, check=False).returncode == 1
    for _ in range(2):
        subprocess.run([*backup, "once"], cwd=ROOT, env=env | {"BACKUPS_KEPT": "1"}, check=True)
    (dump,) = tmp_path.glob("kisscrm-*.dump")
    assert subprocess.run([*backup, "fresh"], cwd=ROOT, env=env, check=False).returncode == 0
    with own_database(f"restored_run_{os.getpid()}") as restored:
        subprocess.run([*backup, "restore", dump, restored], cwd=ROOT, env=env, check=True)
        assert contents(restored) == contents(machine.database)
        assert contents(restored)["leads_decision"]


def contents(database: str) -> dict[str, list[Any]]:
    """Every row of every table."""
    with psycopg.connect(database) as line:
        tables = line.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
        ).fetchall()
        return {
            name: sorted(line.execute(EVERY_ROW.format(sql.Identifier(name))).fetchall())
            for (name,) in tables
        }
