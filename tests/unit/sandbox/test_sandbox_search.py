"""Search: every operator, every limit, and the index that lags behind."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.unit.sandbox.sandbox_hub import Hub, Json, where

AUGUST = datetime(2026, 8, 3, 14, tzinfo=UTC)
MODIFIED = "hs_lastmodifieddate"


@pytest.fixture
def names(hub: Hub) -> dict[str, str]:
    """Four companies, id to name."""
    rows = (
        {"name": "Alpha Storage", "number_of_facilities": "3", "current_lock_system": "Padlocks"},
        {"name": "beta boxes", "number_of_facilities": "12", "current_lock_system": "Disc locks"},
        {"name": "Gamma Storage", "number_of_facilities": "120"},
        {"name": "Delta"},
    )
    return {hub.company(**row): row["name"] for row in rows}


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ([where("name", "EQ", "ALPHA storage")], "Alpha Storage"),
        ([where("name", "NEQ", "delta")], "Alpha Storage,beta boxes,Gamma Storage"),
        ([where("current_lock_system", "EQ", "padlocks")], ""),
        ([where("current_lock_system", "EQ", "Padlocks")], "Alpha Storage"),
        ([where("number_of_facilities", "GT", "12")], "Gamma Storage"),
        ([where("number_of_facilities", "GTE", "12")], "beta boxes,Gamma Storage"),
        ([where("number_of_facilities", "LT", "12")], "Alpha Storage"),
        ([where("number_of_facilities", "LTE", "12")], "Alpha Storage,beta boxes"),
        (
            [where("number_of_facilities", "BETWEEN", "3", highValue="12")],
            "Alpha Storage,beta boxes",
        ),
        ([where("name", "IN", values=["delta", "beta boxes"])], "beta boxes,Delta"),
        ([where("name", "NOT_IN", values=["delta", "beta boxes"])], "Alpha Storage,Gamma Storage"),
        ([where("number_of_facilities", "HAS_PROPERTY")], "Alpha Storage,beta boxes,Gamma Storage"),
        ([where("number_of_facilities", "NOT_HAS_PROPERTY")], "Delta"),
        ([where("name", "CONTAINS_TOKEN", "storage")], "Alpha Storage,Gamma Storage"),
        ([where("name", "CONTAINS_TOKEN", "stor")], ""),
        ([where("name", "CONTAINS_TOKEN", "stor*")], "Alpha Storage,Gamma Storage"),
        ([where("name", "NOT_CONTAINS_TOKEN", "storage")], "beta boxes,Delta"),
        (
            [where("name", "CONTAINS_TOKEN", "storage"), where("number_of_facilities", "GT", "3")],
            "Gamma Storage",
        ),
    ],
)
def test_operators(hub: Hub, names: dict[str, str], filters: list[Json], expected: str) -> None:
    found = hub.found("companies", *filters)
    assert [names[row_id] for row_id in found] == [n for n in expected.split(",") if n]


def test_groups_are_alternatives(hub: Hub, names: dict[str, str]) -> None:
    groups = [{"filters": [where("name", "EQ", n)]} for n in ("delta", "beta boxes")]
    heard = hub.post("/crm/v3/objects/companies/search", {"filterGroups": groups})
    assert [names[row["id"]] for row in heard.rows] == ["beta boxes", "Delta"]


@pytest.mark.parametrize("sort", ["-name", {"propertyName": "name", "direction": "DESCENDING"}])
def test_one_sort_either_way(hub: Hub, names: dict[str, str], sort: object) -> None:
    found = [names[row_id] for row_id in hub.found("companies", sorts=[sort])]
    assert found == ["Gamma Storage", "Delta", "beta boxes", "Alpha Storage"]
    assert hub.search("companies", sorts=["name", "domain"]).status == 400
    assert hub.search("companies", sorts=["no_such"]).status == 400


def test_rows_without_the_sorted_value_come_last(hub: Hub, names: dict[str, str]) -> None:
    for sort in ("number_of_facilities", "-number_of_facilities"):
        assert names[hub.found("companies", sorts=[sort])[-1]] == "Delta"


def test_a_query_looks_into_the_names(hub: Hub, names: dict[str, str]) -> None:
    assert [names[i] for i in hub.found("companies", query="gamma stor")] == ["Gamma Storage"]


def test_leads_of_a_contact(hub: Hub) -> None:
    contact = hub.contact(firstname="A")
    lead, _other = hub.lead(contact), hub.lead()
    assert hub.found("leads", where("associations.contact", "EQ", contact)) == [lead]


def test_an_answer_always_has_id_and_dates_and_ignores_unknown_names(hub: Hub) -> None:
    hub.lead()
    (row,) = hub.search("leads", properties=["hs_lead_name", "no_such"]).rows
    assert row["properties"].keys() == {"hs_lead_name", "hs_createdate", MODIFIED, "hs_object_id"}


@pytest.mark.parametrize(
    "body",
    [
        {"limit": 201},
        {"limit": -1},
        {"limit": 200, "after": "9801"},
        {"limit": 10, "after": "10000"},
        {"after": "x"},
        {"filterGroups": [{"filters": [where("no_such", "EQ", "1")]}]},
        {"filterGroups": [{"filters": [where("name", "LIKE", "1")]}]},
        {"filterGroups": [{"filters": [where("name", "EQ")]}]},
        {"filterGroups": [{"filters": []}] * 6},
        {"filterGroups": [{"filters": [where("name", "EQ", "a")] * 7}]},
        {"filterGroups": [{"filters": [where("name", "EQ", "a")] * 5}] * 4},
        {"query": "x" * 3_001},
    ],
)
def test_what_search_refuses(hub: Hub, body: Json) -> None:
    heard = hub.post("/crm/v3/objects/companies/search", body)
    assert (heard.status, heard.body["category"]) == (400, "VALIDATION_ERROR")


def test_the_window_ends_at_ten_thousand(hub: Hub) -> None:
    assert hub.search("companies", limit=200, after="9800").status == 200


def test_a_long_body_is_refused_when_switched(hub: Hub) -> None:
    hub.order("switches", search_body_limit=3000)
    assert hub.search("leads", properties=["hs_lead_name"] * 300).status == 400
    assert hub.search("leads", properties=["hs_lead_name"] * 100).status == 200


@pytest.fixture
def hourly(hub: Hub) -> list[str]:
    """Eight companies, changed an hour apart, entered in no order."""
    ids = {}
    for hour in (3, 7, 0, 5, 1, 6, 2, 4):
        at = AUGUST + timedelta(hours=hour)
        ids[hour] = hub.sandbox.portal.add("companies", {"name": str(hour)}, created_at=at).id
    return [ids[hour] for hour in sorted(ids)]


def ms(hour: int) -> str:
    return str(int((AUGUST + timedelta(hours=hour)).timestamp() * 1000))


def test_a_delta_pages_through_by_modified_date(hub: Hub, hourly: list[str]) -> None:
    since, sorts = (
        where(MODIFIED, "GTE", ms(2)),
        [{"propertyName": MODIFIED, "direction": "ASCENDING"}],
    )
    first = hub.search("companies", since, sorts=sorts, limit=4).body
    assert (first["total"], first["paging"]["next"]) == (6, {"after": "4"})
    second = hub.search("companies", since, sorts=sorts, limit=4, after="4").body
    assert [r["id"] for r in first["results"] + second["results"]] == hourly[2:]
    assert "paging" not in second


@pytest.mark.parametrize(
    ("operator", "more", "start", "end"),
    [
        ("GT", {}, 3, 8),
        ("LT", {}, 0, 2),
        ("LTE", {}, 0, 3),
        ("EQ", {}, 2, 3),
        ("BETWEEN", {"highValue": ms(5)}, 2, 6),
    ],
)
def test_borders_of_the_modified_date(
    hub: Hub, hourly: list[str], operator: str, more: Json, start: int, end: int
) -> None:
    one = where(MODIFIED, operator, ms(2), **more)
    assert hub.found("companies", one, sorts=[MODIFIED]) == hourly[start:end]
    # The same through the slow way, which asks every record.
    both = hub.found("companies", where("name", "HAS_PROPERTY"), one, sorts=[MODIFIED])
    assert both == hourly[start:end]
    assert hub.found("companies", one, sorts=["-" + MODIFIED]) == hourly[start:end][::-1]


def test_iso_dates_are_borne(hub: Hub, hourly: list[str]) -> None:
    assert hub.found("companies", where(MODIFIED, "GTE", "2026-08-03T20:00:00Z")) == hourly[6:]


def test_walking_by_id(hub: Hub, hourly: list[str]) -> None:
    ids = sorted(hourly, key=int)
    found = hub.found("companies", where("hs_object_id", "GT", ids[2]), sorts=["hs_object_id"])
    assert found == ids[3:]


def test_without_a_sort_the_oldest_comes_first(hub: Hub, hourly: list[str]) -> None:
    assert hub.found("companies") == hourly
    assert hub.found("companies", where("name", "HAS_PROPERTY")) == hourly


def test_a_change_moves_a_record_to_the_end_of_the_delta(hub: Hub, hourly: list[str]) -> None:
    hub.patch("companies", hourly[0], name="again")
    assert hub.found("companies", where(MODIFIED, "GT", ms(7))) == [hourly[0]]


def test_a_lagging_index_matches_the_old_and_shows_the_new(hub: Hub) -> None:
    lead = hub.lead(hs_lead_label="Website")
    hub.order("limits", search_lag=60)
    hub.patch("leads", lead, hs_lead_label="Paid")
    found = hub.search(
        "leads", where("hs_lead_label", "EQ", "Website"), properties=["hs_lead_label"]
    )
    assert [row["properties"]["hs_lead_label"] for row in found.rows] == ["Paid"]
    assert hub.found("leads", where("hs_lead_label", "EQ", "Paid")) == []


def test_a_lagging_index_does_not_know_what_is_new(hub: Hub) -> None:
    old = hub.lead()
    hub.order("limits", search_lag=60)
    new = hub.lead()
    assert hub.found("leads") == [old]
    assert hub.get(f"/crm/v3/objects/leads/{new}").status == 200


def test_a_lagging_index_counts_what_was_archived(hub: Hub) -> None:
    kept, gone = hub.lead(), hub.lead()
    hub.order("limits", search_lag=60)
    hub.delete(f"/crm/v3/objects/leads/{gone}")
    heard = hub.search("leads").body
    assert heard["total"] == 2
    assert [row["id"] for row in heard["results"]] == [kept]


def test_one_record_can_be_indexed_late(hub: Hub) -> None:
    late = hub.order("create", kind="companies", properties={"name": "Late"}, index_lag=60)["id"]
    prompt = hub.company(name="Prompt")
    assert hub.found("companies") == [prompt]
    assert hub.read("companies", late, "name")["name"] == "Late"


def test_an_index_without_lag_knows_at_once(hub: Hub) -> None:
    lead = hub.lead(hs_lead_label="Website")
    hub.delete(f"/crm/v3/objects/leads/{lead}")
    assert hub.search("leads").body["total"] == 0
