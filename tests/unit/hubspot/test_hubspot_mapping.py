"""HubSpot's JSON to records and back."""

from datetime import UTC, datetime
from typing import Any

import pytest

from leads.hubspot import mapping
from leads.hubspot.port import NewLink, OptionRecord

LEAD: dict[str, Any] = {
    "id": "501",
    "properties": {"hs_lead_name": "Harbor Demo lead", "hs_lead_label": "", "hs_lead_type": None},
    "createdAt": "2026-08-01T10:00:00Z",
    "updatedAt": "2026-08-02T10:00:00.250Z",
    "archived": False,
}


def test_a_record_folds_its_empties_and_keeps_its_text() -> None:
    record = mapping.to_record(LEAD)
    assert record.properties == {
        "hs_lead_name": "Harbor Demo lead",
        "hs_lead_label": None,
        "hs_lead_type": None,
    }
    assert record.created_at == datetime(2026, 8, 1, 10, tzinfo=UTC)
    assert record.updated_at.microsecond == 250_000
    assert record.archived_at is None


def test_an_archived_record_says_when() -> None:
    archived = LEAD | {"archived": True, "archivedAt": "2026-08-03T10:00:00Z"}
    assert mapping.to_record(archived).archived_at == datetime(2026, 8, 3, 10, tzinfo=UTC)


def test_an_archived_record_without_a_time_is_archived_all_the_same() -> None:
    record = mapping.to_record(LEAD | {"archived": True})
    assert record.archived_at == record.updated_at


def test_a_record_without_stamps_takes_those_of_its_properties() -> None:
    row = {"id": 7, "properties": {"createdate": "2026-08-01T10:00:00Z"}}
    record = mapping.to_record(row)
    assert record.id == "7"
    assert record.created_at == record.updated_at == datetime(2026, 8, 1, 10, tzinfo=UTC)


def test_a_row_without_an_id_is_no_record() -> None:
    with pytest.raises(KeyError):
        mapping.to_record({"properties": {}})


def test_a_body_without_results_is_not_an_empty_page() -> None:
    with pytest.raises(KeyError):
        mapping.to_page({"status": "ok"})
    with pytest.raises(TypeError):
        mapping.to_page({"results": None})


def test_a_page_knows_whether_another_follows() -> None:
    paging = {"next": {"after": 200, "link": "https://portal.example/next"}}
    assert mapping.to_page({"results": [LEAD], "paging": paging, "total": 1}).after == "200"
    assert mapping.to_page({"results": [LEAD]}).after is None


def test_a_pair_linked_twice_is_one_id() -> None:
    contacts = {"results": [{"id": "201", "type": "lead_to_primary_contact"}, {"id": "201"}]}
    record = mapping.to_record(LEAD | {"associations": {"0-1": contacts}})
    assert record.associations == {"contacts": ("201",)}


def test_associations_cut_short_are_named() -> None:
    paging = {"next": {"after": "9"}}
    row = LEAD | {"associations": {"contacts": {"results": [{"id": "2"}], "paging": paging}}}
    assert mapping.cut_short([row, LEAD]) == {"contacts": ["501"]}


def test_a_far_end_may_be_a_number_or_text() -> None:
    types = [{"category": "HUBSPOT_DEFINED", "typeId": 578, "label": "Primary"}, {"typeId": 608}]
    for to_id in (201, "201"):
        edge = mapping.to_edge("501", {"toObjectId": to_id, "associationTypes": types})
        assert (edge.from_id, edge.to_id) == ("501", "201")
        assert edge.type_ids == {578, 608}


def test_a_deactivated_owner_keeps_its_user() -> None:
    row = {"id": "77", "email": "dana@crew.example", "userId": None}
    owner = mapping.to_owner(row | {"userIdIncludingInactive": 9, "archived": True})
    assert (owner.user_id, owner.archived, owner.first_name) == ("9", True, "")


def test_stages_come_in_the_portals_order_and_live_ones_only() -> None:
    stages = [
        {"id": "b", "label": "B", "displayOrder": 2, "metadata": {"leadState": "QUALIFIED"}},
        {"id": "x", "label": "X", "displayOrder": 1, "archived": True},
        {"id": "a", "label": "A", "displayOrder": 0, "metadata": {}},
    ]
    pipeline = mapping.to_pipeline({"id": "lead-pipeline-id", "label": "Leads", "stages": stages})
    assert [stage.id for stage in pipeline.stages] == ["a", "b"]
    assert pipeline.stages[1].metadata == {"leadState": "QUALIFIED"}


def test_writability_is_read_only_value_alone() -> None:
    row = {"name": "hs_lead_type", "label": "Lead type", "type": "enumeration", "calculated": True}
    metadata = {"readOnlyDefinition": True, "readOnlyValue": False}
    assert not mapping.to_property(row | {"modificationMetadata": metadata}).read_only
    metadata = {"readOnlyDefinition": False, "readOnlyValue": True}
    assert mapping.to_property(row | {"modificationMetadata": metadata}).read_only


def test_options_come_back_as_they_came() -> None:
    options = [
        {"label": "Bad timing", "value": "BAD_TIMING", "hidden": True, "displayOrder": 3}
        | {"description": "Not now"}
    ]
    record = mapping.to_property({"name": "reason", "options": options})
    assert record.options == (OptionRecord("BAD_TIMING", "Bad timing", True, 3, "Not now"),)
    assert mapping.from_options(record.options) == options


def test_history_is_newest_first_whatever_the_order() -> None:
    history = [
        {"value": "old", "timestamp": "2026-08-01T10:00:00Z", "sourceType": "CRM_UI"},
        {"value": "", "timestamp": "2026-08-02T10:00:00Z", "sourceType": "INTEGRATION"},
    ]
    changes = mapping.to_changes({"propertiesWithHistory": {"sent_date": history}}, "sent_date")
    assert [(change.value, change.source) for change in changes] == [
        (None, "INTEGRATION"),
        ("old", "CRM_UI"),
    ]


def test_a_property_without_history_has_none() -> None:
    assert mapping.to_changes({"id": "1"}, "sent_date") == ()


def test_links_go_inline_with_their_type() -> None:
    assert mapping.from_links({"contacts": [NewLink("201", 578)]}) == [
        {
            "to": {"id": "201"},
            "types": [{"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 578}],
        }
    ]
