"""What may be written: every refusal with HubSpot's code, and how good values are kept."""

import json

import pytest

from tests.unit.sandbox.sandbox_hub import Hub

O = "/crm/v3/objects"  # noqa: E741


@pytest.mark.parametrize(
    ("kind", "name", "value", "code"),
    [
        ("leads", "no_such", "x", "PROPERTY_DOESNT_EXIST"),
        ("leads", "hs_lead_source", "OFFLINE", "READ_ONLY_VALUE"),
        ("leads", "hs_createdate", "2026-08-01", "READ_ONLY_VALUE"),
        ("companies", "locks_purchased", "4", "READ_ONLY_VALUE"),
        ("leads", "hs_lead_disqualification_reason", "NO_RESPONSE", "INVALID_OPTION"),
        ("leads", "hs_lead_type", "NEW BUSINESS", "INVALID_OPTION"),
        ("leads", "hs_lead_label", "website", "INVALID_OPTION"),
        ("leads", "hs_pipeline_stage", "1428879448", "INVALID_OPTION"),
        ("leads", "hs_pipeline", "no-such", "INVALID_OPTION"),
        ("deals", "dealstage", "new-stage-id", "INVALID_OPTION"),
        ("leads", "hubspot_owner_id", "404", "INVALID_OWNER_ID"),
        ("contacts", "email", "nobody", "INVALID_EMAIL"),
        ("contacts", "number_of_facilities", "many", "INVALID_LONG"),
        ("contacts", "number_of_facilities", "nan", "INVALID_LONG"),
        ("contacts", "sent_date", "soon", "INVALID_DATE"),
        ("contacts", "sent_date", "1787911200000", "INVALID_DATE"),
        ("contacts", "firstname", "x" * 65_537, "PROPERTY_VALUE_TOO_LONG"),
        ("contacts", "firstname", {"a": 1}, "INVALID_VALUE"),
    ],
)
def test_a_bad_value_is_refused_by_its_code(
    hub: Hub, kind: str, name: str, value: object, code: str
) -> None:
    row = hub.lead() if kind == "leads" else hub.make(kind).body["id"]
    heard = hub.patch(kind, row, **{name: value})
    assert heard.status == 400
    assert heard.codes == {name: code}
    assert heard.body["category"] == "VALIDATION_ERROR"


def test_all_bad_values_come_in_one_refusal_and_nothing_is_written(hub: Hub) -> None:
    lead = hub.lead()
    heard = hub.patch(
        "leads", lead, hs_lead_source="x", hs_tag_ids="1", hs_lead_name="New", hs_lead_label="?"
    )
    assert heard.codes.keys() == {"hs_lead_source", "hs_tag_ids", "hs_lead_label"}
    start = "Property values were not valid: "
    assert heard.body["message"].startswith(start)
    rows = json.loads(heard.body["message"].removeprefix(start))
    assert {row["name"] for row in rows} == heard.codes.keys()
    assert all(row["isValid"] is False and row["portalId"] == 49584170 for row in rows)
    assert hub.read("leads", lead, "hs_lead_name")["hs_lead_name"] == "Ada lead"


def test_a_calculated_property_is_refused_in_hubspots_words(hub: Hub) -> None:
    heard = hub.patch("leads", hub.lead(), hs_lead_source="OFFLINE")
    words = "hs_lead_source is a calculated property; its value cannot be set."
    assert heard.body["errors"][0]["message"] == words


def test_an_option_refusal_lists_the_options(hub: Hub) -> None:
    heard = hub.patch("leads", hub.lead(), hs_lead_label="Radio")
    message = heard.body["errors"][0]["message"]
    assert message.startswith("Radio was not one of the allowed options: [label: ")
    assert 'value: "Outbound - Rep"' in message


def test_a_foreign_stage_refusal_lists_the_stages(hub: Hub) -> None:
    heard = hub.patch("leads", hub.lead(), hs_pipeline_stage="gone")
    message = heard.body["errors"][0]["message"]
    assert message.startswith("gone is not a valid pipeline stage ID. Valid options are: ")
    assert "connected-stage-id" in message


@pytest.mark.parametrize(
    ("kind", "name", "sent", "kept"),
    [
        ("contacts", "sent_date", "1787875200000", "2026-08-28"),
        ("contacts", "sent_date", "2026-08-28", "2026-08-28"),
        ("deals", "closedate", "1787911200000", "2026-08-28T10:00:00Z"),
        ("deals", "closedate", "2026-08-28T10:00:00.250+02:00", "2026-08-28T08:00:00.250Z"),
        ("deals", "amount", 10000, "10000"),
        ("deals", "amount", 99.5, "99.5"),
        ("deals", "amount", "", ""),
        ("contacts", "firstname", "José 🔒", "José 🔒"),
        ("contacts", "firstname", True, "true"),
    ],
)
def test_a_good_value_is_kept_as_text(
    hub: Hub, kind: str, name: str, sent: object, kept: str
) -> None:
    row = hub.make(kind, **{name: sent}).body["id"]
    assert hub.read(kind, row, name)[name] == kept


def test_null_clears_is_ignored_or_refused_as_switched(hub: Hub) -> None:
    contact = hub.contact(firstname="Ada")
    hub.order("switches", null_write="refuse")
    assert hub.patch("contacts", contact, firstname=None).codes == {"firstname": "INVALID_VALUE"}
    hub.order("switches", null_write="ignore")
    hub.patch("contacts", contact, firstname=None)
    assert hub.read("contacts", contact, "firstname")["firstname"] == "Ada"
    hub.order("switches", null_write="clear")
    hub.patch("contacts", contact, firstname=None)
    assert hub.read("contacts", contact, "firstname")["firstname"] == ""


def test_phone_numbers_are_rewritten_when_switched(hub: Hub) -> None:
    hub.order("switches", normalise_phones=True)
    contact = hub.contact(phone="+1 (555) 010-0199")
    assert hub.read("contacts", contact, "phone")["phone"] == "+15550100199"


def test_an_email_address_belongs_to_one_contact_whatever_its_case(hub: Hub) -> None:
    first = hub.contact(email="Ada@Locks.test")
    second = hub.contact(email="bob@locks.test")
    heard = hub.make("contacts", email="ada@locks.TEST")
    assert heard.status == 409
    assert heard.body["category"] == "CONFLICT"
    assert heard.body["message"] == f"Contact already exists. Existing ID: {first}"
    assert hub.patch("contacts", second, email="ADA@locks.test").status == 409
    assert hub.patch("contacts", first, email="ada@locks.test").status == 200


def test_a_secondary_address_answers_and_is_taken(hub: Hub) -> None:
    ada = hub.contact(email="ada@locks.test", hs_additional_emails="old@locks.test;ada@home.test")
    found = hub.get(f"{O}/contacts/ADA@home.test?idProperty=email")
    assert found.body["id"] == ada
    assert hub.make("contacts", email="old@locks.test").status == 409
    by_email = hub.call("PATCH", f"{O}/contacts/ada@locks.test?idProperty=email",
                        {"properties": {"firstname": "A"}})  # fmt: skip
    assert by_email.body["id"] == ada


def test_an_archived_contact_frees_its_address(hub: Hub) -> None:
    gone = hub.contact(email="ada@locks.test")
    hub.delete(f"{O}/contacts/{gone}")
    assert hub.make("contacts", email="ada@locks.test").status == 201


def test_a_unique_deal_property_refuses_a_second_holder_and_finds_the_first(hub: Hub) -> None:
    unique = {"name": "kisscrm_write_id", "label": "Write id", "type": "string", "fieldType": "text",
              "groupName": "dealinformation", "hasUniqueValue": True}  # fmt: skip
    made = hub.post("/crm/v3/properties/deals", unique)
    assert (made.status, made.body["hasUniqueValue"]) == (201, True)
    deal = hub.make("deals", dealname="A", kisscrm_write_id="w-1").body["id"]
    again = hub.make("deals", dealname="A", kisscrm_write_id="w-1")
    assert again.status == 409
    assert again.body["message"].endswith(f"Existing ID: {deal}")
    assert hub.get(f"{O}/deals/w-1?idProperty=kisscrm_write_id").body["id"] == deal
    assert hub.get(f"{O}/deals/w-2?idProperty=kisscrm_write_id").status == 404
    assert hub.get(f"{O}/deals/A?idProperty=dealname").status == 400


def test_further_properties_can_be_demanded_of_a_create(hub: Hub) -> None:
    hub.order("switches", required_on_create={"deals": ["amount"]})
    heard = hub.make("deals", dealname="A")
    assert heard.status == 400
    assert heard.body["context"] == {"properties": ["amount"]}
    assert hub.make("deals", dealname="A", amount=1).status == 201
