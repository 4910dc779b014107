"""The commands that deployments and scripts rely on: what they print, and what they exit with."""

from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django.fixtures import Settings

from leads.actions.move import move
from leads.domain.pipeline import Stage
from leads.hubspot import client
from leads.models import Lead, PortalFinding, PortalProperty, SyncCursor, SyncRun
from tests.scenes import Scene

pytestmark = pytest.mark.django_db

REASON = "/crm/v3/properties/leads/hs_lead_disqualification_reason"


@pytest.fixture(autouse=True)
def own_limits() -> None:
    """The process keeps one client with its rate limits; each test begins with a fresh one."""
    client._connected.cache_clear()


def run(*command: str, **options: Any) -> tuple[int, str]:
    """The exit code and all that was printed, as a shell sees it."""
    out = StringIO()
    try:
        call_command(*command, stdout=out, stderr=out, **options)
    except CommandError as error:
        return error.returncode, f"{out.getvalue()}{error}"
    return 0, out.getvalue()


def choose(scene: Scene, lead: str, stage: Stage = Stage.CONNECTED) -> None:
    move(
        scene.lead(lead).pk, stage=stage, seen=None, actor=scene.cast.rita, key=None,
        now=scene.clock(),
    )  # fmt: skip


def test_a_first_pull_reads_everything_and_counts_it(scene: Scene) -> None:
    scene.add_lead()
    archived = scene.add_lead("Viggo Birchall")
    scene.portal.order("archive", kind="leads", id=archived)
    code, printed = run("pull")
    assert (code, printed.startswith("Complete: ")) == (0, True)
    for words in ("5 owners", "2 companies", "2 contacts", "1 leads", "1 archived leads"):
        assert words in printed
    assert SyncCursor.objects.count() == 4


def test_the_next_pull_asks_only_for_what_changed(scene: Scene) -> None:
    lead = scene.add_lead()
    run("pull")
    scene.portal.order("journal/clear")
    assert run("pull") == (0, "Complete: nothing had changed.\n")
    assert len(scene.portal.journal()) == len(scene.portal.journal(path="/search"))
    scene.portal.edit("leads", lead, hs_lead_label="Paid")
    assert run("pull") == (0, "Complete: 1 leads.\n")


def test_pull_full_reads_everything_again(scene: Scene) -> None:
    scene.add_lead()
    run("pull")
    Lead.objects.update(channel="Nonsense")
    code, printed = run("pull", full=True)
    assert (code, "1 leads" in printed) == (0, True)
    assert Lead.objects.get().channel == ""


def test_a_pull_that_cannot_finish_says_so_and_exits_1(scene: Scene) -> None:
    scene.add_lead()
    scene.portal.fault("status", path="/objects/leads", status=500)
    code, printed = run("pull")
    assert code == 1
    assert printed.startswith("Not complete: ")
    assert "1 companies" in printed
    assert not SyncCursor.objects.exists()
    assert run("pull")[0] == 0


def test_a_pull_with_a_wrong_key_exits_1_and_erases_nothing(scene: Scene) -> None:
    scene.add_lead()
    run("pull")
    scene.portal.order("tokens", token="pat-sandbox", revoked=True)
    code, printed = run("pull", full=True)
    assert (code, "Not complete" in printed) == (1, True)
    assert Lead.objects.filter(archived_at=None).count() == 1


def test_a_pull_without_the_right_to_read_leads_names_the_scope(scene: Scene) -> None:
    granted = [f"crm.objects.{kind}.read" for kind in ("owners", "companies", "contacts", "deals")]
    scene.portal.order("tokens", token="pat-sandbox", scopes=granted)
    code, printed = run("pull")
    assert code == 1
    assert "crm.objects.leads.read" in printed
    assert SyncRun.objects.latest("pk").error


def test_push_sends_what_is_due_and_counts(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    assert run("push") == (0, "0 sent, 0 waiting, 0 need a person.\n")
    choose(scene, lead)
    assert run("push") == (0, "1 sent, 0 waiting, 0 need a person.\n")
    assert len(scene.portal.patches(lead)) == 1


def test_push_exits_1_while_something_is_left(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    choose(scene, lead)
    with scene.portal.down():
        code, printed = run("push")
    assert code == 1
    assert printed.startswith("0 sent, 1 waiting, 0 need a person.\n")


def test_push_exits_0_when_a_person_is_asked(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    choose(scene, lead)
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.NEW)
    assert run("push") == (0, "0 sent, 0 waiting, 1 need a person.\n")


def test_push_with_writes_off_sends_nothing_and_exits_1(scene: Scene, settings: Settings) -> None:
    lead = scene.add_lead()
    scene.read()
    choose(scene, lead)
    settings.HUBSPOT = replace(scene.config, writes=False)
    code, printed = run("push")
    assert (code, "HUBSPOT_WRITES=on" in printed) == (1, True)
    assert scene.portal.patches(lead) == []


def test_check_portal_has_a_line_for_no_response_and_exits_1(scene: Scene) -> None:
    code, printed = run("check_portal")
    lines = [line for line in printed.splitlines() if "NO_RESPONSE" in line]
    assert code == 1
    assert len(lines) == 1
    assert printed.endswith("1 differences.")
    assert PortalFinding.objects.filter(code="reason:NO_RESPONSE").exists()


def test_check_portal_changes_nothing_by_itself(scene: Scene) -> None:
    before = scene.portal.ask("GET", REASON)
    scene.portal.order("journal/clear")
    run("check_portal")
    assert {one["method"] for one in scene.portal.journal()} == {"GET"}
    assert scene.portal.ask("GET", REASON) == before


def test_fix_adds_no_response_and_keeps_the_other_options(scene: Scene) -> None:
    scene.portal.order(
        "option", kind="leads", property="hs_lead_disqualification_reason", value="OUR_OWN",
        label="Our own", hidden=True,
    )  # fmt: skip
    before = scene.portal.ask("GET", REASON)["options"]
    code, printed = run("check_portal", fix=True)
    assert (code, "Added the reason No Response." in printed) == (0, True)
    after = scene.portal.ask("GET", REASON)["options"]
    (added,) = [option for option in after if option["value"] == "NO_RESPONSE"]
    assert (added["label"], added["hidden"]) == ("No Response", False)
    kept = [option for option in after if option["value"] != "NO_RESPONSE"]
    assert as_seen(kept) == as_seen(before)
    assert not PortalFinding.objects.filter(code="reason:NO_RESPONSE").exists()
    known = PortalProperty.objects.get(name="hs_lead_disqualification_reason")
    assert "NO_RESPONSE" in [value for value, *_ in known.options]


def as_seen(options: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return sorted((one["value"], one["label"], one["hidden"]) for one in options)


def test_fix_twice_adds_once(scene: Scene) -> None:
    run("check_portal", fix=True)
    scene.portal.order("journal/clear")
    code, printed = run("check_portal", fix=True)
    assert (code, "Added" in printed) == (0, False)
    assert scene.portal.journal("PATCH") == []


def test_fix_without_the_right_says_what_to_do_by_hand(scene: Scene) -> None:
    read_only = [f"crm.objects.{kind}.read" for kind in ("owners", "leads", "contacts", "deals")]
    scene.portal.order("tokens", token="pat-sandbox", scopes=read_only)
    code, printed = run("check_portal", fix=True)
    assert code == 1
    assert "By hand: Settings, Properties, Lead" in printed
    assert "Added" not in printed
    assert len(scene.portal.ask("GET", REASON)["options"]) == 8


def test_fix_with_writes_off_changes_nothing(scene: Scene, settings: Settings) -> None:
    settings.HUBSPOT = replace(scene.config, writes=False)
    assert run("check_portal", fix=True)[0] == 1
    assert scene.portal.journal("PATCH") == []


OUR_STAGES = {"kind": "leads", "pipeline": "lead-pipeline-id"}
DEAL_STAGE = {"kind": "deals", "pipeline": "930425200", "id": "1428879448"}
DETAIL = {"kind": "deals", "property": "deal_source_detail", "value": "Cold Outreach"}
PAID = {"kind": "leads", "property": "hs_lead_label", "value": "Paid"}


@pytest.mark.parametrize(
    ("order", "body", "words"),
    [
        ("stage", OUR_STAGES | {"id": Stage.CONNECTED.value, "gone": True}, "Connected"),
        ("stage", OUR_STAGES | {"id": "555", "label": "Nurture"}, "Nurture"),
        ("stage", DEAL_STAGE | {"gone": True}, "1428879448"),
        ("option", PAID | {"gone": True}, "Paid"),
        ("option", DETAIL | {"gone": True}, "Cold Outreach"),
    ],
)
def test_each_difference_has_its_line(
    scene: Scene, order: str, body: dict[str, Any], words: str
) -> None:
    scene.portal.add_no_response()
    assert run("check_portal")[0] == 0
    scene.portal.order(order, **body)
    code, printed = run("check_portal")
    lines = [line for line in printed.splitlines() if words in line]
    assert (code, len(lines)) == (1, 1)


def test_check_portal_without_hubspot_says_so(scene: Scene) -> None:
    with scene.portal.down():
        code, printed = run("check_portal")
    assert (code, "could not be asked" in printed) == (1, True)
