"""Someone in HubSpot, the pages for a person to watch, and starting over."""

from datetime import UTC, date, datetime

import pytest

from leads.sandbox.server import Sandbox
from tests.unit.sandbox.sandbox_hub import Hub, tie

O = "/crm/v3/objects"  # noqa: E741


@pytest.mark.parametrize("bump", [True, False])
def test_a_calculated_value_changes_with_or_without_its_date(hub: Hub, bump: bool) -> None:
    company = hub.company(name="Nine Locks")
    before = hub.read("companies", company)["hs_lastmodifieddate"]
    hub.order("edit", kind="companies", id=company, properties={"locks_purchased": 4}, bump=bump,
              source="CALCULATED")  # fmt: skip
    after = hub.read("companies", company, "locks_purchased")
    assert after["locks_purchased"] == "4"
    assert (after["hs_lastmodifieddate"] != before) is bump


def test_a_move_in_hubspot_keeps_the_clocks(hub: Hub) -> None:
    lead = hub.lead()
    hub.order("edit", kind="leads", id=lead, properties={"hs_pipeline_stage": "qualified-stage-id"})
    name = "hs_v2_date_entered_qualified_stage_id_233247981"
    read = hub.read("leads", lead, name, "hs_lead_is_qualified")
    assert read[name] == read["hs_lastmodifieddate"]
    assert read["hs_lead_is_qualified"] == "1"


def test_a_change_can_bear_an_older_date(hub: Hub) -> None:
    lead = hub.lead()
    hub.order("edit", kind="leads", id=lead, properties={"hs_lead_label": "Paid"},
              updated_at="2026-08-03T10:00:00Z")  # fmt: skip
    assert hub.get(f"{O}/leads/{lead}").body["updatedAt"] == "2026-08-03T10:00:00Z"


def test_a_lead_made_by_hand_in_the_past(hub: Hub) -> None:
    contact = hub.contact(firstname="A")
    made = hub.order("create", kind="leads", properties={"hs_lead_name": "By hand"},
                     associations=[tie(contact, 578)], created_at="2026-08-03T10:00:00Z")  # fmt: skip
    read = hub.read("leads", made["id"], "hs_object_source")
    assert read["hs_object_source"] == "CRM_UI"
    assert read["hs_createdate"] == "2026-08-03T10:00:00Z"
    assert made["associations"] == {"contacts": {contact: [578, 608]}}


def test_archived_and_restored_in_hubspot(hub: Hub) -> None:
    contact = hub.contact(firstname="A")
    lead = hub.lead(contact)
    hub.order("archive", kind="leads", id=lead)
    assert hub.get(f"{O}/leads/{lead}").status == 404
    assert hub.order("restore", kind="leads", id=lead)["archived"] is False
    assert hub.get(f"{O}/leads/{lead}").body["archived"] is False
    assert hub.ends("leads", lead, "contacts") == {contact: [578, 608]}


def test_tied_merged_and_purged_in_hubspot(hub: Hub) -> None:
    lead, company = hub.lead(), hub.company(name="Nine Locks")
    ends = {"from_kind": "leads", "from_id": lead, "to_kind": "companies", "to_id": company}
    hub.order("link", **ends, type_id=610)
    assert hub.ends("leads", lead, "companies") == {company: [610]}
    hub.order("unlink", **ends)
    assert hub.ends("leads", lead, "companies") == {}
    one, two = hub.contact(firstname="A"), hub.contact(firstname="B")
    assert hub.order("merge", kind="contacts", primary=one, merged=two)["id"] == one
    hub.order("purge", kind="contacts", id=one)
    assert hub.get(f"{O}/contacts/{two}").status == 404


def test_stages_options_and_owners_come_and_go(hub: Hub) -> None:
    stages = {
        "kind": "leads",
        "pipeline": "lead-pipeline-id",
        "metadata": {"leadState": "IN_PROGRESS"},
    }
    hub.order("stage", **stages, id="_01A")
    hub.order("stage", **stages, id="_01a")
    lead = hub.lead(hs_pipeline_stage="_01a")
    hub.order("stage", **stages, id="_01a", gone=True)
    assert hub.read("leads", lead, "hs_pipeline_stage")["hs_pipeline_stage"] == "_01a"
    reason = {"kind": "leads", "property": "hs_lead_disqualification_reason"}
    assert (
        hub.order("option", **reason, value="NO_RESPONSE", label="No Response")["options"][-1]
        == "NO_RESPONSE"
    )
    assert (
        "BAD_TIMING" not in hub.order("option", **reason, value="BAD_TIMING", gone=True)["options"]
    )
    hub.order("owner", id="9001", email="dana@kiss.example", first_name="Dana")
    assert hub.get("/crm/v3/owners/9001").status == 200
    hub.order("owner", id="9001", archived=True)
    assert hub.get("/crm/v3/owners/9001").status == 404


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("edit", {"kind": "leads", "id": "404"}),
        ("edit", {"kind": "leeds", "id": "1"}),
        ("switches", {"no_such": True}),
        ("limits", {"no_such": 1}),
        ("reset", {"story": "no such story"}),
    ],
)
def test_orders_that_make_no_sense_are_refused(
    hub: Hub, name: str, order: dict[str, object]
) -> None:
    assert hub.call("POST", f"/__sandbox__/{name}", order, token=None).status == 400


def test_the_raw_records_are_all_there(hub: Hub) -> None:
    live, gone = hub.lead(), hub.lead()
    hub.delete(f"{O}/leads/{gone}")
    rows = hub.call("GET", "/__sandbox__/objects/leads", token=None).rows
    assert [(row["id"], row["archived"]) for row in rows] == [(live, False), (gone, True)]
    one = hub.call("GET", f"/__sandbox__/objects/leads/{live}", token=None).body
    assert one["properties"]["hs_lead_name"] == "Ada lead"


def test_starting_over_forgets_everything(hub: Hub) -> None:
    hub.lead()
    hub.order("switches", to_object_id_text=True)
    hub.order("faults", action="status", times=None)
    hub.order("reset", story="empty")
    assert hub.get(f"{O}/leads").rows == []
    assert hub.sandbox.portal.switches.to_object_id_text is False
    assert hub.call("GET", "/__sandbox__/journal", token=None).body["last"] == 1


def test_the_front_page_shows_leads_and_requests_escaped(hub: Hub) -> None:
    lead = hub.lead(hs_lead_name="<script>alert(1)</script>", hs_lead_label="Website")
    heard = hub.call("GET", "/", token=None)
    page = heard.raw.decode()
    assert (heard.status, heard.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script" not in page
    assert f'href="/record/0-136/{lead}"' in page
    assert "/crm/v3/objects/leads" in page


@pytest.mark.parametrize("prefix", ["", "/contacts/49584170"])
def test_each_record_has_its_page_under_hubspots_own_path(hub: Hub, prefix: str) -> None:
    contact = hub.contact(firstname="Ada", lastname="O'Brien & <Son>")
    lead = hub.lead(contact)
    hub.patch("leads", lead, hs_pipeline_stage="connected-stage-id")
    page = hub.call("GET", f"{prefix}/record/0-136/{lead}", token=None).raw.decode()
    assert "Connected" in page
    assert f'href="/record/0-1/{contact}"' in page
    assert "O&#x27;Brien &amp; &lt;Son&gt;" in page
    assert hub.call("GET", f"{prefix}/record/0-1/{contact}", token=None).status == 200
    assert hub.call("GET", f"{prefix}/record/0-136/404", token=None).status == 404


def test_a_sandbox_keeps_the_clock_it_is_given() -> None:
    at = datetime(2026, 8, 28, 9, 30, tzinfo=UTC)
    with Sandbox(today=date(2026, 8, 28), clock=lambda: at) as sandbox:
        made = Hub(sandbox).make("contacts", firstname="A")
        assert made.body["createdAt"] == "2026-08-28T09:30:00Z"


def test_an_unknown_story_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="no such story"):
        Sandbox(story="no such story")
