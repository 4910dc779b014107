"""Batches of records: half successes, trace ids, ids that are missing, and merged ids left out."""

import pytest

from tests.unit.sandbox.sandbox_hub import Hub, Json

O = "/crm/v3/objects"  # noqa: E741


def batch(inputs: list[Json], **more: object) -> Json:
    return {"inputs": inputs, "properties": [], "propertiesWithHistory": [], **more}


def test_a_read_of_known_ids_is_200_and_of_some_unknown_207(hub: Hub) -> None:
    lead = hub.lead()
    good = hub.post(f"{O}/leads/batch/read", batch([{"id": lead}], properties=["hs_lead_name"]))
    assert (good.status, "errors" in good.body, "numErrors" in good.body) == (200, False, False)
    assert good.rows[0]["properties"]["hs_lead_name"] == "Ada lead"
    part = hub.post(f"{O}/leads/batch/read", batch([{"id": i} for i in (lead, "77", "88")]))
    assert (part.status, len(part.rows), part.body["numErrors"]) == (207, 1, 1)
    (error,) = part.body["errors"]
    assert error["category"] == "OBJECT_NOT_FOUND"
    assert error["context"] == {"ids": ["77", "88"]}
    assert error["message"].startswith("Could not get some LEAD objects, they may be deleted")


def test_a_read_by_a_unique_property(hub: Hub) -> None:
    ada = hub.contact(email="ada@locks.test", hs_additional_emails="a@home.test")
    body = batch([{"id": "ADA@locks.test"}, {"id": "a@home.test"}], idProperty="email")
    assert [row["id"] for row in hub.post(f"{O}/contacts/batch/read", body).rows] == [ada]


def test_a_read_of_archived_ids(hub: Hub) -> None:
    lead = hub.lead()
    hub.delete(f"{O}/leads/{lead}")
    assert hub.post(f"{O}/leads/batch/read", batch([{"id": lead}])).status == 207
    heard = hub.post(f"{O}/leads/batch/read?archived=true", batch([{"id": lead}]))
    assert (heard.status, heard.rows[0]["archived"]) == (200, True)


@pytest.mark.parametrize(
    ("history", "given", "status"), [([], 101, 400), (["hs_lead_name"], 51, 400)]
)
def test_batches_have_a_most(hub: Hub, history: list[str], given: int, status: int) -> None:
    body = batch([{"id": str(n)} for n in range(given)], propertiesWithHistory=history)
    assert hub.post(f"{O}/leads/batch/read", body).status == status


def creates(hub: Hub, *labels: str, traces: bool) -> Json:
    inputs: list[Json] = []
    for n, label in enumerate(labels):
        spec = [{"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 578}]
        ends = [{"to": {"id": hub.contact(firstname=str(n))}, "types": spec}]
        values = {"hs_lead_name": f"{n} lead", "hs_lead_label": label}
        trace = {"objectWriteTraceId": f"t{n}"} if traces else {}
        inputs.append({"properties": values, "associations": ends} | trace)
    return {"inputs": inputs}


def test_one_bad_row_refuses_a_whole_create(hub: Hub) -> None:
    body = creates(hub, "Website", "Radio", traces=False)
    assert hub.post(f"{O}/leads/batch/create", body).status == 400
    assert hub.search("leads").body["total"] == 0


def test_trace_ids_let_the_good_rows_of_a_create_through(hub: Hub) -> None:
    heard = hub.post(f"{O}/leads/batch/create", creates(hub, "Website", "Radio", traces=True))
    assert (heard.status, heard.body["numErrors"]) == (207, 1)
    assert [row["objectWriteTraceId"] for row in heard.rows] == ["t0"]
    assert heard.body["errors"][0]["context"]["objectWriteTraceId"] == ["t1"]
    good = hub.post(f"{O}/leads/batch/create", creates(hub, "Paid", traces=True))
    assert good.status == 201


def updates(*pairs: tuple[str, str]) -> Json:
    return {"inputs": [{"id": i, "properties": {"hs_lead_label": label}} for i, label in pairs]}


def test_one_bad_row_refuses_a_whole_update(hub: Hub) -> None:
    one, two = hub.lead(), hub.lead()
    assert hub.post(f"{O}/leads/batch/update", updates((one, "Paid"), (two, "Radio"))).status == 400
    assert hub.read("leads", one, "hs_lead_label")["hs_lead_label"] is None
    hub.order("switches", batch_applies_before_failing=True)
    assert hub.post(f"{O}/leads/batch/update", updates((one, "Paid"), (two, "Radio"))).status == 400
    assert hub.read("leads", one, "hs_lead_label")["hs_lead_label"] == "Paid"


def test_an_update_leaves_unknown_ids_out_or_reports_them_as_switched(hub: Hub) -> None:
    lead = hub.lead()
    silent = hub.post(f"{O}/leads/batch/update", updates((lead, "Paid"), ("77", "Paid")))
    assert (silent.status, [row["id"] for row in silent.rows]) == (200, [lead])
    hub.order("switches", batch_update_missing="error")
    told = hub.post(f"{O}/leads/batch/update", updates((lead, "Paid"), ("77", "Paid")))
    assert (told.status, told.body["errors"][0]["context"]) == (207, {"ids": ["77"]})


def test_an_upsert_says_what_is_new(hub: Hub) -> None:
    ada = hub.contact(email="ada@locks.test")
    inputs = [
        {"id": mail, "idProperty": "email", "properties": {"firstname": "N"}}
        for mail in ("Ada@locks.test", "new@locks.test")
    ]
    heard = hub.post(f"{O}/contacts/batch/upsert", {"inputs": inputs})
    assert heard.status == 200
    assert [row["new"] for row in heard.rows] == [False, True]
    assert heard.rows[0]["id"] == ada
    assert hub.get(f"{O}/contacts/new@locks.test?idProperty=email").status == 200
    inputs[0]["idProperty"] = "firstname"
    assert hub.post(f"{O}/contacts/batch/upsert", {"inputs": inputs}).status == 400


def test_a_batch_archive_is_204(hub: Hub) -> None:
    lead = hub.lead()
    heard = hub.post(f"{O}/leads/batch/archive", {"inputs": [{"id": lead}, {"id": "77"}]})
    assert heard.status == 204
    assert hub.get(f"{O}/leads/{lead}").status == 404


@pytest.fixture
def merged(hub: Hub) -> tuple[str, str, str]:
    """The survivor, the contact merged into it, and the lead that this one had."""
    survivor = hub.contact(email="ada@locks.test", firstname="Ada")
    other = hub.contact(email="eva@locks.test", lastname="Stone")
    lead = hub.lead(other)
    body = {"primaryObjectId": survivor, "objectIdToMerge": other}
    heard = hub.post(f"{O}/contacts/merge", body)
    assert (heard.status, heard.body["id"]) == (200, survivor)
    assert heard.body["properties"]["hs_merged_object_ids"] == other
    return survivor, other, lead


def test_a_merged_id_answers_as_the_survivor(hub: Hub, merged: tuple[str, str, str]) -> None:
    survivor, other, lead = merged
    assert hub.get(f"{O}/contacts/{other}").body["id"] == survivor
    assert hub.patch("contacts", other, jobtitle="Owner").body["id"] == survivor
    assert hub.read("contacts", survivor, "lastname")["lastname"] == "Stone"
    assert hub.get(f"{O}/contacts/eva@locks.test?idProperty=email").body["id"] == survivor
    assert hub.ends("leads", lead, "contacts") == {survivor: [578, 608]}
    assert hub.read("leads", lead, "hs_primary_contact_id")["hs_primary_contact_id"] == survivor


def test_batches_leave_a_merged_id_out_without_a_word(
    hub: Hub, merged: tuple[str, str, str]
) -> None:
    _, other, _ = merged
    read = hub.post(f"{O}/contacts/batch/read", batch([{"id": other}]))
    assert (read.status, read.rows) == (200, [])
    inputs = [{"id": other, "properties": {"jobtitle": "x"}}]
    assert hub.post(f"{O}/contacts/batch/update", {"inputs": inputs}).rows == []


def test_a_merge_may_make_a_new_id(hub: Hub) -> None:
    hub.order("switches", merge_makes_new_id=True)
    one, two = (hub.make("deals", dealname=n).body["id"] for n in "AB")
    body = {"primaryObjectId": one, "objectIdToMerge": two}
    new = hub.post(f"{O}/deals/merge", body).body["id"]
    assert new not in {one, two}
    assert {hub.get(f"{O}/deals/{i}").body["id"] for i in (one, two)} == {new}
    assert hub.search("deals").body["total"] == 1


def test_leads_cannot_be_merged(hub: Hub) -> None:
    body = {"primaryObjectId": hub.lead(), "objectIdToMerge": hub.lead()}
    assert hub.post(f"{O}/leads/merge", body).status == 400


def test_a_purged_contact_leaves_nothing(hub: Hub) -> None:
    contact = hub.contact(email="ada@locks.test")
    lead = hub.lead(contact)
    body = {"objectId": "ada@locks.test", "idProperty": "email"}
    assert hub.post(f"{O}/contacts/gdpr-delete", body).status == 204
    assert hub.get(f"{O}/contacts/{contact}").status == 404
    assert hub.get(f"{O}/contacts/{contact}?archived=true").status == 404
    assert hub.ends("leads", lead, "contacts") == {}
    assert hub.post(f"{O}/contacts/gdpr-delete", body).status == 204
