"""The portal check and its presses: every difference with what it breaks, mended where the API allows."""

from dataclasses import replace
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from leads import tasks
from leads.actions.press_portal import UnableToMend, press_portal
from leads.domain.pipeline import Stage
from leads.domain.roles import NotAllowed
from leads.hubspot import client as gateway
from leads.models import PortalFinding, PortalPress, PortalProperty, SyncRun
from leads.sync.portal_check import check_portal
from tests.pressing import client
from tests.scenes import Scene

pytestmark = pytest.mark.django_db
PAIR = ("deal_source", "deal_source_detail")
PAGE, PRESS = "/desk/portal/", "/desk/portal/press/"
READS = [
    f"crm.objects.{kind}.read" for kind in ("owners", "leads", "contacts", "companies", "deals")
] + ["sales-email-read"]


@pytest.fixture(autouse=True)
def own_limits() -> None:
    """The process keeps one client with its rate limits; each test begins with a fresh one."""
    gateway._connected.cache_clear()


def page(scene: Scene) -> str:
    return client(scene.cast.ada).get(PAGE).content.decode()


def press(scene: Scene, what: str = "check") -> PortalPress:
    """Pressed on the page, and done by the task."""
    assert client(scene.cast.ada).post(PRESS, {"what": what}).status_code == 303
    tasks.do_portal_presses()
    return PortalPress.objects.filter(what=what).latest("pressed_at")


def codes(scene: Scene) -> set[str]:
    return {one.code for one in check_portal(scene.port, PAIR)}


def test_a_furnished_portal_differs_in_the_one_reason(scene: Scene) -> None:
    assert codes(scene) == {"reason:NO_RESPONSE", "write-id"}


def test_a_press_asks_nothing_by_itself_and_the_task_does_it_once(scene: Scene) -> None:
    scene.portal.order("journal/clear")
    for _ in range(2):
        client(scene.cast.ada).post(PRESS, {"what": "check"})
    assert scene.portal.journal() == []
    assert PortalPress.objects.count() == 1
    assert "a press waits for its turn" in page(scene)
    tasks.do_portal_presses()
    assert PortalPress.objects.get().outcome == "Checked: 1 difference."
    assert "leads cannot be closed with it" in page(scene)
    scene.portal.order("journal/clear")
    tasks.do_portal_presses()
    assert scene.portal.journal() == []


def test_no_response_is_added_by_a_press_and_the_difference_is_gone(scene: Scene) -> None:
    press(scene)
    assert "Add it in HubSpot" in page(scene)
    done = press(scene, "no-response")
    assert (done.outcome, done.is_refused) == ("Done.", False)
    assert not PortalFinding.objects.filter(code="reason:NO_RESPONSE").exists()
    known = PortalProperty.objects.get(name="hs_lead_disqualification_reason")
    assert "NO_RESPONSE" in [value for value, *_ in known.options]


def test_the_write_id_is_added_by_a_press(scene: Scene) -> None:
    press(scene)
    assert press(scene, "write-id").outcome == "Done."
    assert PortalProperty.objects.get(name="kisscrm_write_id").unique


def test_a_missing_channel_option_is_added_and_the_others_are_kept(scene: Scene) -> None:
    where = "/crm/v3/properties/leads/hs_lead_label"
    before = {one["value"] for one in scene.portal.ask("GET", where)["options"]}
    scene.portal.order("option", kind="leads", property="hs_lead_label", value="Paid", gone=True)
    press(scene)
    assert press(scene, "channel:Paid").outcome == "Done."
    assert {one["value"] for one in scene.portal.ask("GET", where)["options"]} == before
    assert not PortalFinding.objects.filter(code="channel:Paid").exists()


def test_403_is_told_as_hubspot_said_it_with_the_steps_by_hand(scene: Scene) -> None:
    press(scene)
    scene.portal.order("tokens", token="pat-sandbox", scopes=READS)
    done = press(scene, "no-response")
    assert done.is_refused
    assert done.outcome.startswith("HubSpot refused:")
    assert "By hand: HubSpot, Settings, Properties, Lead" in done.outcome
    assert "HubSpot refused:" in page(scene)
    assert PortalFinding.objects.filter(code="reason:NO_RESPONSE").exists()


def test_with_writes_off_nothing_is_added(scene: Scene, settings: Settings) -> None:
    press(scene)
    settings.HUBSPOT = replace(scene.config, writes=False)
    done = press(scene, "no-response")
    assert (done.is_refused, "HUBSPOT_WRITES=on" in done.outcome) == (True, True)
    assert scene.portal.journal("PATCH") == []


def test_while_hubspot_is_away_the_press_waits(scene: Scene) -> None:
    with scene.portal.down():
        waiting = press(scene)
    assert waiting.done_at is None
    assert SyncRun.objects.get(name="check").error
    assert "the last check failed" in page(scene)
    tasks.do_portal_presses()
    waiting.refresh_from_db()
    assert waiting.done_at is not None


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        ("crm.objects.companies.read", "may not read companies: no company and no customer"),
        ("crm.objects.owners.read", "may not read owners: nobody can be matched"),
        ("sales-email-read", "may not read emails: sends and replies are not seen"),
    ],
)
def test_a_missing_scope_is_a_difference_with_what_it_breaks(
    scene: Scene, lost: str, words: str
) -> None:
    scene.portal.order("tokens", token="pat-sandbox", scopes=[one for one in READS if one != lost])
    press(scene)
    shown = page(scene)
    assert words in shown
    assert "Scopes: add what is named" in shown
    assert lost in shown


def test_another_refusal_than_403_is_no_missing_scope(scene: Scene) -> None:
    scene.portal.fault("status", "GET", "/objects/notes", status=400)
    tasks.check_portal()
    assert not PortalFinding.objects.exists()
    assert SyncRun.objects.get(name="check").error


def test_a_key_that_is_no_key_is_no_difference(scene: Scene) -> None:
    scene.portal.order("tokens", token="pat-sandbox", revoked=True)
    tasks.check_portal()
    assert not PortalFinding.objects.exists()
    assert SyncRun.objects.get(name="check").error


@pytest.mark.parametrize(
    ("kind", "name"),
    [("leads", "lead_origin"), ("leads", "contact_source"), ("leads", "calling_source"),
     ("contacts", "lead_origin")],
)  # fmt: skip
def test_a_retired_property_that_is_back_is_a_difference(
    scene: Scene, kind: str, name: str
) -> None:
    group = "lead_information" if kind == "leads" else "contactinformation"
    shape = {"name": name, "label": name, "type": "string", "fieldType": "text", "groupName": group}
    scene.portal.ask("POST", f"/crm/v3/properties/{kind}", shape)
    assert f"retired:{kind}:{name}" in codes(scene)


OURS = {"kind": "leads", "pipeline": "lead-pipeline-id"}


@pytest.mark.parametrize(
    ("order", "body", "code"),
    [
        ("stage", OURS | {"id": Stage.CONNECTED.value, "gone": True}, "stage:connected"),
        ("stage", OURS | {"id": "555", "label": "Nurture"}, "extra-stage:555"),
        ("stage", {"kind": "deals", "pipeline": "930425200", "id": "1428879448", "gone": True},
         "deal-stage"),
        ("option", {"kind": "deals", "property": "deal_source", "value": "Outbound", "gone": True},
         "deal-options:deal_source"),
    ],
)  # fmt: skip
def test_what_the_api_cannot_mend_has_written_steps_and_no_press(
    scene: Scene, order: str, body: dict[str, Any], code: str
) -> None:
    scene.portal.order(order, **body)
    found = next(one for one in check_portal(scene.port, PAIR) if one.code == code)
    assert (bool(found.mend), found.fix) == (True, "")
    assert ":" in found.message


def test_only_an_admin_presses_and_only_what_was_found(scene: Scene) -> None:
    now = scene.clock()
    with pytest.raises(NotAllowed):
        press_portal("check", actor=scene.cast.mona, now=now)
    for what in ("no-response", "", "archive-everything"):
        with pytest.raises(UnableToMend):
            press_portal(what, actor=scene.cast.ada, now=now)
    assert client(scene.cast.ada).post(PRESS, {"what": "write-id"}).status_code == 303
    assert not PortalPress.objects.exists()
