"""Ties between records: labels, both directions, primaries, batches and their half successes."""

import pytest

from tests.unit.sandbox.sandbox_hub import Hub, Json, tie

PAIRS = "/crm/v4/associations"


def put(hub: Hub, kind: str, row: str, to: str, other: str, type_id: int) -> int:
    path = f"/crm/v4/objects/{kind}/{row}/associations/{to}/{other}"
    return hub.call("PUT", path, tie(other, type_id)["types"]).status


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("leads", "contacts", [(578, "Primary"), (608, None)]),
        ("contacts", "leads", [(579, "Primary"), (609, None)]),
        ("leads", "companies", [(580, "Primary"), (610, None)]),
        ("leads", "deals", [(582, "Primary"), (1037, None)]),
        ("contacts", "companies", [(1, "Primary"), (279, None)]),
        ("orders", "contacts", [(507, None)]),
        ("0-136", "0-123", []),
        ("0-123", "0-136", []),
    ],
)
def test_labels(hub: Hub, start: str, end: str, expected: list[tuple[int, str | None]]) -> None:
    heard = hub.get(f"{PAIRS}/{start}/{end}/labels")
    assert heard.status == 200
    assert [(row["typeId"], row["label"]) for row in heard.rows] == expected
    assert hub.get(f"/crm/associations/v4/{start}/{end}/labels").body == heard.body


def test_a_labelled_tie_answers_201_and_stands_in_both_directions(hub: Hub) -> None:
    deal, lead = hub.make("deals", dealname="D").body["id"], hub.lead()
    path = f"/crm/v4/objects/leads/{lead}/associations/deals/{deal}"
    heard = hub.call("PUT", path, tie(deal, 582)["types"])
    assert (heard.status, heard.body["labels"]) == (201, ["Primary"])
    assert hub.ends("leads", lead, "deals") == {deal: [582, 1037]}
    assert hub.ends("deals", deal, "leads") == {lead: [583, 1038]}


def test_the_default_tie_answers_200_with_both_directions(hub: Hub) -> None:
    deal, lead = hub.make("deals", dealname="D").body["id"], hub.lead()
    heard = hub.call("PUT", f"/crm/v4/objects/leads/{lead}/associations/default/deals/{deal}")
    assert heard.status == 200
    assert [row["associationSpec"]["associationTypeId"] for row in heard.rows] == [1037, 1038]


def test_a_contacts_first_company_becomes_the_primary_one(hub: Hub) -> None:
    contact = hub.contact(firstname="A")
    first, second = hub.company(name="One"), hub.company(name="Two")
    for company in (first, second):
        hub.call(
            "PUT", f"/crm/v4/objects/contacts/{contact}/associations/default/companies/{company}"
        )
    assert hub.ends("contacts", contact, "companies") == {first: [1, 279], second: [279]}
    assert put(hub, "contacts", contact, "companies", second, 1) == 201
    assert hub.ends("contacts", contact, "companies") == {first: [279], second: [1, 279]}
    assert hub.ends("companies", first, "contacts") == {contact: [280]}


def test_a_company_is_primary_to_many(hub: Hub) -> None:
    company, people = hub.company(name="One"), [hub.contact(firstname=n) for n in "AB"]
    for person in people:
        assert put(hub, "companies", company, "contacts", person, 2) == 201
    assert hub.ends("companies", company, "contacts") == {person: [2, 280] for person in people}


@pytest.mark.parametrize(
    ("type_id", "context"), [(424242, "INVALID_ASSOCIATION_TYPE_ID"), (579, None), (608, None)]
)
def test_wrong_types_are_refused(hub: Hub, type_id: int, context: str | None) -> None:
    deal = hub.make("deals", [(hub.contact(firstname="A"), type_id)], dealname="D")
    assert deal.status == 400
    if context is not None:
        assert list(deal.body["context"]) == [context]
    else:
        assert "invalid from object type 0-3" in deal.body["message"]


def test_a_tie_to_nobody_is_refused(hub: Hub) -> None:
    heard = hub.make("deals", [("404", 3)], dealname="D")
    assert heard.body["message"] == "One or more associations are invalid"
    assert heard.body["context"] == {"INVALID_OBJECT_IDS": ["CONTACT=404 is not valid"]}
    assert hub.search("deals").body["total"] == 0


def test_type_numbers_are_the_portals_own_affair(hub: Hub) -> None:
    hub.order("switches", renumbered_types={"578": 900578})
    labels = hub.get(f"{PAIRS}/leads/contacts/labels").rows
    assert [row["typeId"] for row in labels] == [900578, 608]
    contact = hub.contact(firstname="A")
    assert hub.make("leads", [(contact, 578)], hs_lead_name="A lead").status == 400
    lead = hub.make("leads", [(contact, 900578)], hs_lead_name="A lead").body["id"]
    assert hub.ends("leads", lead, "contacts") == {contact: [900578, 608]}


def test_the_other_end_is_a_number_or_text_as_switched(hub: Hub) -> None:
    lead = hub.lead()
    path = f"/crm/v4/objects/leads/{lead}/associations/contacts"
    assert isinstance(hub.get(path).rows[0]["toObjectId"], int)
    hub.order("switches", to_object_id_text=True)
    assert isinstance(hub.get(path).rows[0]["toObjectId"], str)


def test_a_batch_read_reports_those_without_ties_and_still_answers(hub: Hub) -> None:
    contact = hub.contact(firstname="A")
    lead, other = hub.lead(contact), hub.lead()
    hub.order("unlink", from_kind="leads", from_id=other, to_kind="contacts",
              to_id=next(iter(hub.ends("leads", other, "contacts"))))  # fmt: skip
    inputs = {"inputs": [{"id": lead}, {"id": other}]}
    heard = hub.post(f"{PAIRS}/leads/contacts/batch/read", inputs)
    assert (heard.status, heard.body["status"], heard.body["numErrors"]) == (207, "COMPLETE", 1)
    assert [row["from"]["id"] for row in heard.rows] == [lead]
    (error,) = heard.body["errors"]
    assert error["subCategory"] == "crm.associations.NO_ASSOCIATIONS_FOUND"
    assert error["context"]["fromObjectId"] == [other]
    alone = hub.post(f"{PAIRS}/leads/contacts/batch/read", {"inputs": [{"id": lead}]})
    assert (alone.status, "errors" in alone.body) == (200, False)


def test_a_record_with_many_ties_is_paged(hub: Hub) -> None:
    hub.order("switches", association_page=2)
    company, people = hub.company(name="One"), [hub.contact(firstname=n) for n in "ABCDE"]
    for person in people:
        hub.sandbox.portal.link("companies", company, "contacts", person, 280)
    found: list[str] = []
    one: Json = {"id": company}
    while True:
        (row,) = hub.post(f"{PAIRS}/companies/contacts/batch/read", {"inputs": [one]}).rows
        found += [str(end["toObjectId"]) for end in row["to"]]
        if "paging" not in row:
            break
        one = {"id": company, "after": row["paging"]["next"]["after"]}
    assert found == people
    page = hub.get(f"/crm/v4/objects/companies/{company}/associations/contacts?limit=2").body
    assert page["paging"]["next"]["after"] == people[2]


@pytest.mark.parametrize(
    ("most", "given", "status"), [(1000, 1001, 400), (100, 101, 400), (100, 100, 207)]
)
def test_a_batch_read_has_a_most(hub: Hub, most: int, given: int, status: int) -> None:
    hub.order("switches", association_batch_read=most)
    body = {"inputs": [{"id": str(n)} for n in range(given)]}
    assert hub.post(f"{PAIRS}/leads/contacts/batch/read", body).status == status


def test_batches_tie_and_untie(hub: Hub) -> None:
    contact, deal = hub.contact(firstname="A"), hub.make("deals", dealname="D").body["id"]
    pair = {"from": {"id": deal}, "to": {"id": contact}}
    good = pair | {"types": tie(contact, 3)["types"]}
    bad = good | {"to": {"id": "404"}}
    heard = hub.post(f"{PAIRS}/deals/contacts/batch/create", {"inputs": [good, bad]})
    assert (heard.status, len(heard.rows), heard.body["numErrors"]) == (207, 1, 1)
    assert hub.post(f"{PAIRS}/deals/contacts/batch/create", {"inputs": [good]}).status == 201
    many = {"from": {"id": deal}, "to": [{"id": contact}]}
    assert hub.post(f"{PAIRS}/deals/contacts/batch/archive", {"inputs": [many]}).status == 204
    assert hub.ends("deals", deal, "contacts") == {}
    default = hub.post(f"{PAIRS}/deals/contacts/batch/associate/default", {"inputs": [pair]})
    assert (default.status, len(default.rows)) == (200, 2)


def test_one_label_can_be_taken_alone(hub: Hub) -> None:
    deal, lead = hub.make("deals", dealname="D").body["id"], hub.lead()
    put(hub, "leads", lead, "deals", deal, 582)
    pair = {"from": {"id": lead}, "to": {"id": deal}, "types": tie(deal, 582)["types"]}
    assert hub.post(f"{PAIRS}/leads/deals/batch/labels/archive", {"inputs": [pair]}).status == 204
    assert hub.ends("leads", lead, "deals") == {deal: [1037]}


def test_the_deals_side_may_be_blind(hub: Hub) -> None:
    lead = hub.lead()
    deal = hub.make("deals", [(lead, 583)], dealname="D").body["id"]
    assert hub.ends("deals", deal, "leads") == {lead: [583, 1038]}
    hub.order("switches", deal_side_blind=True)
    assert hub.ends("deals", deal, "leads") == {}
    assert hub.ends("leads", lead, "deals") == {deal: [582, 1037]}


def test_a_tie_moves_no_date_unless_switched(hub: Hub) -> None:
    lead, deal = hub.lead(), hub.make("deals", dealname="D").body["id"]
    before = hub.read("leads", lead)["hs_lastmodifieddate"]
    put(hub, "leads", lead, "deals", deal, 1037)
    assert hub.read("leads", lead)["hs_lastmodifieddate"] == before
    hub.order("switches", association_change_bumps=True)
    put(hub, "leads", lead, "deals", deal, 582)
    assert hub.read("leads", lead)["hs_lastmodifieddate"] != before


def test_archived_ends_are_not_shown(hub: Hub) -> None:
    lead = hub.lead()
    deal = hub.make("deals", [(lead, 583)], dealname="D").body["id"]
    hub.delete(f"/crm/v3/objects/deals/{deal}")
    assert hub.ends("leads", lead, "deals") == {}
    hub.order("restore", kind="deals", id=deal)
    assert hub.ends("leads", lead, "deals") == {deal: [582, 1037]}
