"""Single records: the exact statuses, the shapes of rows and pages, and what stands in them."""

import re
from datetime import UTC, datetime

import pytest

from tests.unit.sandbox.sandbox_hub import Hub

O = "/crm/v3/objects"  # noqa: E741
KINDS = ("contacts", "companies", "deals", "orders")
ACTIVITIES = ("notes", "tasks", "emails", "meetings", "calls", "communications")


@pytest.mark.parametrize("kind", KINDS + ACTIVITIES)
def test_every_kind_can_be_made_read_changed_and_archived(hub: Hub, kind: str) -> None:
    values = {"hs_timestamp": "2026-08-28T12:00:00Z"} if kind in ACTIVITIES else {}
    values |= {"hs_email_direction": "EMAIL"} if kind == "emails" else {}
    made = hub.make(kind, **values)
    path = f"{O}/{kind}/{made.body['id']}"
    assert made.status == 201
    assert hub.get(path).status == 200
    assert hub.call("PATCH", path, {"properties": {}}).status == 200
    gone = hub.delete(path)
    assert (gone.status, gone.raw) == (204, b"")
    assert hub.get(path).status == 404


def test_a_kind_is_known_by_plural_singular_and_number(hub: Hub) -> None:
    lead = hub.lead()
    for name in ("leads", "lead", "0-136"):
        assert hub.get(f"{O}/{name}/{lead}").body["id"] == lead
    assert hub.get(f"{O}/leeds/{lead}").status == 400


def test_the_dated_paths_answer_the_same(hub: Hub) -> None:
    lead = hub.lead()
    for old, new in (
        (f"{O}/leads/{lead}", f"/crm/objects/2026-03/leads/{lead}"),
        (f"{O}/leads", "/crm/objects/2026-03/0-136"),
        ("/crm/v3/properties/leads/hs_lead_label", "/crm/properties/2026-03/leads/hs_lead_label"),
        ("/crm/v3/pipelines/leads", "/crm/pipelines/2026-03/leads"),
        ("/crm/v3/owners", "/crm/owners/2026-03"),
        ("/crm/v4/associations/leads/deals/labels", "/crm/associations/2026-03/leads/deals/labels"),
        ("/crm/v4/associations/leads/deals/labels", "/crm/associations/v4/leads/deals/labels"),
        (
            f"/crm/v4/objects/leads/{lead}/associations/contacts",
            f"/crm/objects/2026-03/leads/{lead}/associations/contacts",
        ),
    ):
        assert hub.get(old).status == 200
        assert hub.get(new).body == hub.get(old).body


def test_lists_come_by_id_and_the_last_page_names_no_other(hub: Hub) -> None:
    ids = [hub.contact(email=f"p{n}@people.test") for n in range(5)]
    first = hub.get(f"{O}/contacts?limit=3").body
    assert [row["id"] for row in first["results"]] == ids[:3]
    after = first["paging"]["next"]["after"]
    assert after == ids[3]
    last = hub.get(f"{O}/contacts?limit=3&after={after}").body
    assert [row["id"] for row in last["results"]] == ids[3:]
    assert "paging" not in last


@pytest.mark.parametrize("limit", ["0", "101", "many"])
def test_a_page_has_one_to_a_hundred_rows(hub: Hub, limit: str) -> None:
    assert hub.get(f"{O}/leads?limit={limit}").status == 400
    assert hub.get(f"{O}/leads?limit=100").status == 200


def test_a_page_with_histories_has_fifty_rows_at_most(hub: Hub) -> None:
    assert hub.get(f"{O}/leads?limit=51&propertiesWithHistory=hs_pipeline_stage").status == 400
    assert hub.get(f"{O}/leads?limit=50&propertiesWithHistory=hs_pipeline_stage").status == 200


def test_archived_lists_only_the_archived(hub: Hub) -> None:
    kept, gone = hub.contact(firstname="Kay"), hub.contact(firstname="Guy")
    hub.delete(f"{O}/contacts/{gone}")
    assert [row["id"] for row in hub.get(f"{O}/contacts").rows] == [kept]
    for spelling in ("true", "True"):
        (row,) = hub.get(f"{O}/contacts?archived={spelling}").rows
        assert (row["id"], row["archived"]) == (gone, True)
        assert row["archivedAt"]


def test_an_archived_record_is_found_only_as_archived_and_cannot_be_written(hub: Hub) -> None:
    lead = hub.lead()
    hub.delete(f"{O}/leads/{lead}")
    assert hub.get(f"{O}/leads/{lead}").status == 404
    assert hub.patch("leads", lead, hs_lead_name="x").status == 404
    assert hub.get(f"{O}/leads/{lead}?archived=True").body["archived"] is True


def test_archiving_twice_or_what_never_was_is_no_error(hub: Hub) -> None:
    lead = hub.lead()
    assert hub.delete(f"{O}/leads/{lead}").status == 204
    assert hub.delete(f"{O}/leads/{lead}").status == 204
    assert hub.delete(f"{O}/leads/99").status == 204
    hub.order("switches", unknown_delete_status=404)
    assert hub.delete(f"{O}/leads/99").status == 404


def test_unknown_and_impossible_ids_are_told_apart(hub: Hub) -> None:
    unknown, impossible = hub.get(f"{O}/leads/999").body, hub.get(f"{O}/leads/abc").body
    assert unknown["message"] == "resource not found"
    assert "category" not in unknown
    assert impossible["category"] == "OBJECT_NOT_FOUND"
    assert impossible["message"] == "Object not found.  objectId are usually numeric."
    assert impossible["context"] == {"id": ["abc"]}


def test_values_are_text_unset_ones_null_and_unknown_names_absent(hub: Hub) -> None:
    company = hub.company(number_of_facilities=12, name="Nine Locks")
    read = hub.read("companies", company, "number_of_facilities", "city", "no_such", "name")
    assert read["number_of_facilities"] == "12"
    assert read["city"] is None
    assert "no_such" not in read


def test_repeated_and_comma_lists_mean_the_same(hub: Hub) -> None:
    lead = hub.lead()
    repeated = hub.get(f"{O}/leads/{lead}?properties=hs_lead_name&properties=hs_lead_type")
    comma = hub.get(f"{O}/leads/{lead}?properties=hs_lead_name,hs_lead_type")
    assert repeated.body == comma.body
    assert {"hs_lead_name", "hs_lead_type"} <= comma.body["properties"].keys()


def test_a_cleared_value_reads_empty_or_null_as_switched(hub: Hub) -> None:
    contact = hub.contact(firstname="Ada")
    hub.patch("contacts", contact, firstname="")
    assert hub.read("contacts", contact, "firstname")["firstname"] == ""
    hub.order("switches", cleared_reads_null=True)
    assert hub.read("contacts", contact, "firstname")["firstname"] is None


def test_contacts_name_their_dates_otherwise_than_leads(hub: Hub) -> None:
    contact = hub.contact(firstname="Ada")
    lead = hub.lead(contact)
    assert {"createdate", "lastmodifieddate"} <= hub.read("contacts", contact).keys()
    assert {"hs_createdate", "hs_lastmodifieddate"} <= hub.read("leads", lead).keys()


def test_a_fraction_of_zero_is_left_out(hub: Hub) -> None:
    whole = hub.sandbox.portal.add("notes", {}, created_at=datetime(2026, 8, 3, tzinfo=UTC))
    part = datetime(2026, 8, 3, 1, 2, 3, 40_900, tzinfo=UTC)
    parted = hub.sandbox.portal.add("notes", {}, created_at=part)
    assert hub.get(f"{O}/notes/{whole.id}").body["createdAt"] == "2026-08-03T00:00:00Z"
    assert hub.get(f"{O}/notes/{parted.id}").body["createdAt"] == "2026-08-03T01:02:03.040Z"


def test_histories_are_newest_first_and_short(hub: Hub) -> None:
    contact = hub.contact(jobtitle="0")
    deal = hub.make("deals", dealname="0").body["id"]
    for n in range(1, 60):
        hub.sandbox.portal.change(hub.sandbox.portal.shelves["contacts"].rows[contact],
                                  {"jobtitle": str(n)}, source="CRM_UI")  # fmt: skip
        hub.sandbox.portal.change(hub.sandbox.portal.shelves["deals"].rows[deal],
                                  {"dealname": str(n)}, source="CRM_UI")  # fmt: skip
    held = hub.get(f"{O}/contacts/{contact}?propertiesWithHistory=jobtitle").body
    values = [one["value"] for one in held["propertiesWithHistory"]["jobtitle"]]
    assert values == [str(n) for n in range(59, 14, -1)]
    held = hub.get(f"{O}/deals/{deal}?propertiesWithHistory=dealname").body
    assert len(held["propertiesWithHistory"]["dealname"]) == 20


def test_a_history_says_through_which_door_a_value_came(hub: Hub) -> None:
    lead = hub.lead()
    hub.patch("leads", lead, hs_lead_label="Website")
    hub.order(
        "edit",
        kind="leads",
        id=lead,
        properties={"hs_lead_label": "Paid"},
        source="AUTOMATION_PLATFORM",
    )
    history = hub.get(f"{O}/leads/{lead}?propertiesWithHistory=hs_lead_label").body
    doors = [
        (h["value"], h["sourceType"]) for h in history["propertiesWithHistory"]["hs_lead_label"]
    ]
    assert doors == [("Paid", "AUTOMATION_PLATFORM"), ("Website", "INTEGRATION")]


def test_associations_in_a_row_name_the_kind_and_are_absent_where_none(hub: Hub) -> None:
    contact = hub.contact(firstname="Ada")
    lead = hub.lead(contact)
    body = hub.get(f"{O}/leads/{lead}?associations=contacts,companies").body
    assert body["associations"] == {
        "contacts": {
            "results": [
                {"id": contact, "type": "lead_to_primary_contact"},
                {"id": contact, "type": "lead_to_contact"},
            ]
        }
    }
    assert "associations" not in hub.get(f"{O}/leads/{lead}?associations=deals").body


def test_an_answer_to_a_write_holds_more_than_was_sent(hub: Hub) -> None:
    made = hub.make("leads", [(hub.contact(firstname="A"), 578)], hs_lead_name="A lead").body
    assert made["properties"]["hs_object_id"] == made["id"]
    assert made["properties"]["hs_pipeline_stage"] == "new-stage-id"
    assert made["properties"]["hs_lead_is_open"] == "1"


def test_writing_what_is_there_already_moves_no_date(hub: Hub) -> None:
    contact = hub.contact(firstname="Ada")
    before = hub.read("contacts", contact)["lastmodifieddate"]
    hub.patch("contacts", contact, firstname="Ada")
    assert hub.read("contacts", contact)["lastmodifieddate"] == before
    hub.order("switches", unchanged_write_bumps=True)
    hub.patch("contacts", contact, firstname="Ada")
    assert hub.read("contacts", contact)["lastmodifieddate"] != before


@pytest.mark.parametrize("raw", [b"", b"{", b"[1]"])
def test_a_missing_or_broken_body_is_refused(hub: Hub, raw: bytes) -> None:
    heard = hub.call("POST", f"{O}/contacts", raw)
    assert (heard.status, heard.body["category"]) == (400, "VALIDATION_ERROR")
    assert re.match("Invalid (JSON input|input JSON)", heard.body["message"])


def test_wrong_paths_and_methods(hub: Hub) -> None:
    assert hub.get("/crm/v3/nothing").status == 404
    assert hub.call("PUT", f"{O}/leads/1", {}).status == 405
    assert hub.get(f"{O}/leads?properties=" + "x" * 16_400).status == 414


def test_errors_carry_the_id_of_the_header(hub: Hub) -> None:
    heard = hub.get(f"{O}/leads/999")
    assert heard.body["status"] == "error"
    assert heard.body["correlationId"] == heard.headers["X-HubSpot-Correlation-Id"]
    assert heard.headers["Content-Type"] == "application/json;charset=utf-8"
    assert hub.get(f"{O}/leads").headers["X-HubSpot-Correlation-Id"]


def test_a_name_in_the_path_may_be_percent_encoded(hub: Hub) -> None:
    id = hub.contact(email="ana.ruiz@cedar.example")
    found = hub.get("/crm/v3/objects/contacts/ana.ruiz%40cedar.example?idProperty=email")
    assert found.body["id"] == id
