"""The whole ring on HubSpot's dated paths: one setting, and no call goes out by the numbered ones."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from kisscrm.env import read_env
from leads.actions.assign import assign
from leads.actions.set_channel import set_channel
from leads.domain.pipeline import Stage
from leads.hubspot.client import HubSpotClient
from leads.models import Deal, OutboundWrite, Owner, State
from tests.cast import Cast
from tests.handing_off import deals, press, stage_there
from tests.portal import Portal
from tests.scenes import OMAR, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def dated(portal: Portal, settings: Settings, cast: Cast) -> Scene:
    """The scene, its client asking by the paths of a version."""
    return Scene(portal, replace(settings.HUBSPOT, api_version="2026-03"), cast)


def paths(scene: Scene) -> set[str]:
    return {one["path"] for one in scene.portal.journal()}


def test_the_ring_turns_on_dated_paths_alone(dated: Scene) -> None:
    lead = dated.add_lead(stage=Stage.CONNECTED, hs_lead_label="Referral")
    dated.portal.order("journal/clear")
    dated.read_vocabulary()
    dated.read()
    press(dated, lead)
    assert dated.push().needs_person == 0
    dated.read("delta")
    dated.read("sweep")
    (deal,) = deals(dated)
    assert stage_there(dated, lead) == Stage.MEETING_BOOKED
    assert Deal.objects.get(pk=deal["id"]).lead == dated.lead(lead)
    assert set(OutboundWrite.objects.values_list("state", flat=True)) == {State.SENT}
    assert Owner.objects.exists()
    assert [path for path in paths(dated) if path.startswith(("/crm/v3/", "/crm/v4/"))] == []
    kinds = {path.split("/")[2] for path in paths(dated)}
    assert kinds >= {"objects", "associations", "properties", "pipelines", "owners"}


def test_a_refusal_and_a_record_that_is_gone_are_heard_there_too(dated: Scene) -> None:
    kept, gone = dated.add_lead(), dated.add_lead("Omar Other")
    dated.read()
    by: dict[str, Any] = {"actor": dated.cast.ada, "key": None, "now": dated.clock()}
    set_channel(dated.lead(kept).pk, channel="Paid", **by)
    assign(dated.lead(gone).pk, owner_id=OMAR, **by)
    dated.portal.fault("status", "PATCH", f"/crm/objects/2026-03/leads/{kept}", status=400)
    dated.portal.order("archive", kind="leads", id=gone)
    assert dated.push().needs_person == 2
    assert dated.lead(kept).channel == ""


def test_both_kinds_of_paths_read_the_same(portal: Portal, settings: Settings) -> None:
    portal.reset("playbook@2026-08-28")
    numbered, dated = (
        HubSpotClient(replace(settings.HUBSPOT, api_version=version)) for version in ("", "2026-03")
    )
    asked: dict[str, Any] = {
        "properties": ["hs_lead_name"],
        "associations": ["contacts"],
        "archived": True,
    }
    assert numbered.page("leads", **asked) == dated.page("leads", **asked)
    assert list(numbered.owners(archived=True)) == list(dated.owners(archived=True))
    assert numbered.pipelines("leads") == dated.pipelines("leads")
    assert numbered.link_types("leads", "deals") == dated.link_types("leads", "deals")


def test_what_is_no_version_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HUBSPOT_API_VERSION", "v3")
    with pytest.raises(ImproperlyConfigured, match="HUBSPOT_API_VERSION='v3' is not like 2026-03"):
        read_env()
    monkeypatch.setenv("HUBSPOT_API_VERSION", "2026-09")
    assert read_env().hubspot.api_version == "2026-09"
