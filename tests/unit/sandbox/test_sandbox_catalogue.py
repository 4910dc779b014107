"""The portal's own shape over HTTP: properties and options, pipelines and stages, owners, the account."""

import pytest

from tests.unit.sandbox.sandbox_hub import Hub, Json

REASON = "/crm/v3/properties/leads/hs_lead_disqualification_reason"


def test_writability_stands_in_the_modification_metadata(hub: Hub) -> None:
    rows = {
        row["name"]: row["modificationMetadata"] for row in hub.get("/crm/v3/properties/0-136").rows
    }
    assert rows["hs_lead_source"]["readOnlyValue"] is True
    assert rows["hs_lead_label"]["readOnlyValue"] is False
    assert rows["hs_lead_type"]["readOnlyDefinition"] is True
    assert rows["hs_lead_type"]["readOnlyOptions"] is False
    companies = {row["name"]: row for row in hub.get("/crm/v3/properties/companies").rows}
    assert companies["locks_purchased"]["calculated"] is True
    assert companies["hubspot_owner_id"]["referencedObjectType"] == "OWNER"


def test_the_portal_starts_with_eight_reasons_and_seven_channels(hub: Hub) -> None:
    reasons = [option["value"] for option in hub.get(REASON).body["options"]]
    assert len(reasons) == 8
    assert "NO_RESPONSE" not in reasons
    assert len(hub.get("/crm/v3/properties/leads/hs_lead_label").body["options"]) == 7


def test_a_patch_replaces_the_options_as_a_whole(hub: Hub) -> None:
    options = hub.get(REASON).body["options"]
    added: Json = {"label": "No Response", "value": "NO_RESPONSE", "hidden": False}
    heard = hub.call("PATCH", REASON, {"options": [added, *options]})
    assert heard.status == 200
    assert heard.body["options"][0]["value"] == "NO_RESPONSE"
    assert (
        hub.patch("leads", hub.lead(), hs_lead_disqualification_reason="NO_RESPONSE").status == 200
    )
    kept = hub.call("PATCH", REASON, {"label": "Reason"}).body
    assert (kept["label"], len(kept["options"])) == ("Reason", 9)
    assert len(hub.call("PATCH", REASON, {"options": [added]}).body["options"]) == 1
    assert (
        hub.patch("leads", hub.lead(), hs_lead_disqualification_reason="NO_INTEREST").status == 400
    )


def test_a_definition_that_is_fixed_lets_only_its_options_change(hub: Hub) -> None:
    path = "/crm/v3/properties/leads/hs_lead_type"
    assert hub.call("PATCH", path, {"label": "Kind"}).status == 400
    assert hub.call("PATCH", path, {"options": [{"label": "New", "value": "NEW"}]}).status == 200


def test_a_property_is_made_once_archived_and_revived(hub: Hub) -> None:
    new = {
        "name": "region",
        "label": "Region",
        "type": "string",
        "fieldType": "text",
        "groupName": "g",
    }
    path = "/crm/v3/properties/companies"
    assert hub.post(path, new).status == 201
    again = hub.post(path, new)
    assert (again.status, again.body["category"]) == (409, "OBJECT_ALREADY_EXISTS")
    assert again.body["subCategory"] == "Properties.PROPERTY_WITH_NAME_EXISTS"
    assert hub.delete(f"{path}/region").status == 204
    assert hub.get(f"{path}/region").status == 404
    assert [row["name"] for row in hub.get(f"{path}?archived=true").rows] == ["region"]
    assert hub.make("companies", region="x").codes == {"region": "PROPERTY_DOESNT_EXIST"}
    assert hub.post(path, new).status == 201


def test_hubspots_own_properties_cannot_be_archived_and_say_why(hub: Hub) -> None:
    heard = hub.delete("/crm/v3/properties/leads/hs_lead_label")
    assert heard.status == 400
    assert heard.body["description"]


@pytest.mark.parametrize("path", ["/crm/v3/schemas/0-136", "/crm-object-schemas/v3/schemas/leads"])
def test_object_wide_settings_are_refused(hub: Hub, path: str) -> None:
    heard = hub.call("PATCH", path, {"requiredProperties": ["hs_lead_label"]})
    assert heard.status == 400
    assert heard.body["message"] == "Cannot modify HubSpot defined object type"


def test_the_lead_pipeline_has_five_stages_with_text_metadata(hub: Hub) -> None:
    (pipeline,) = hub.get("/crm/v3/pipelines/leads").rows
    assert pipeline["id"] == "lead-pipeline-id"
    states = [
        (s["id"], s["metadata"]["leadState"], s["metadata"]["isClosed"]) for s in pipeline["stages"]
    ]
    assert states == [
        ("new-stage-id", "NEW", "false"),
        ("attempting-stage-id", "IN_PROGRESS", "false"),
        ("connected-stage-id", "IN_PROGRESS", "false"),
        ("qualified-stage-id", "QUALIFIED", "true"),
        ("unqualified-stage-id", "UNQUALIFIED", "true"),
    ]
    assert pipeline["createdAt"] == "1970-01-01T00:00:00Z"


def test_the_deal_pipeline_opens_with_evaluation(hub: Hub) -> None:
    first = hub.get("/crm/v3/pipelines/deals/930425200").body["stages"][0]
    assert (first["id"], first["label"]) == ("1428879448", "Evaluation")
    assert hub.get("/crm/v3/pipelines/deals/default").body["label"] == "Sales Pipeline"
    assert hub.get("/crm/v3/pipelines/deals/404").status == 404


def test_only_stages_in_progress_may_be_added(hub: Hub) -> None:
    path = "/crm/v3/pipelines/leads/lead-pipeline-id/stages"
    for state, status in (("NEW", 400), ("QUALIFIED", 400), ("IN_PROGRESS", 201)):
        body = {"label": "Waiting", "displayOrder": 2, "metadata": {"leadState": state}}
        heard = hub.post(path, body)
        assert heard.status == status
    stage = heard.body["id"]
    assert hub.patch("leads", hub.lead(), hs_pipeline_stage=stage).status == 200
    assert hub.call("PATCH", f"{path}/{stage}", {"label": "Wait"}).status == 400
    renamed = hub.call("PATCH", f"{path}/{stage}", {"label": "Wait", "metadata": {}})
    assert renamed.body["label"] == "Wait"
    used = hub.delete(f"{path}/{stage}?validateReferencesBeforeDelete=true")
    assert used.body["subCategory"] == "PipelineError.STAGE_ID_IN_USE"
    assert hub.delete(f"{path}/{stage}").status == 204


def test_owners_with_and_without_the_slash(hub: Hub) -> None:
    portal = hub.sandbox.portal
    portal.owners.clear()
    for n in range(1, 4):
        portal.add_owner(str(n), f"o{n}@kiss.example", "O", str(n), user_id=50 + n, archived=n == 3)
    page = hub.get("/crm/v3/owners/?limit=1").body
    assert [row["id"] for row in page["results"]] == ["1"]
    assert [row["id"] for row in hub.get("/crm/v3/owners?limit=1&after=2").rows] == ["2"]
    (gone,) = hub.get("/crm/v3/owners/?archived=True").rows
    assert (gone["id"], gone["userId"], gone["userIdIncludingInactive"]) == ("3", None, 53)
    assert [row["id"] for row in hub.get("/crm/v3/owners?email=O2@kiss.example").rows] == ["2"]
    assert hub.get("/crm/v3/owners/52?idProperty=userId").body["id"] == "2"
    assert hub.get("/crm/v3/owners/3").status == 404
    assert hub.patch("leads", hub.lead(), hubspot_owner_id="2").status == 200
    assert hub.patch("leads", hub.lead(), hubspot_owner_id="3").status == 400


def test_the_account_tells_which_portal_it_is(hub: Hub) -> None:
    details = hub.get("/account-info/v3/details").body
    assert (details["portalId"], details["timeZone"]) == (49584170, "America/New_York")
    assert hub.sandbox.url.endswith(details["uiDomain"])
