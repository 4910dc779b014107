"""Each call of the port against the stand-in portal, over real HTTP and through the real SDK."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from leads.hubspot.client import HubSpotClient
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.errors import Gone, Refused
from leads.hubspot.limiter import Unlimited
from leads.hubspot.port import NewLink, OptionRecord, Port
from leads.hubspot.properties import READ
from leads.sandbox.server import Sandbox

AUGUST = datetime(2026, 8, 3, 14, tzinfo=UTC)
NAME = ["hs_lead_name"]
STAGE = {"pipeline": "930425200", "dealstage": "1428879448"}


@pytest.fixture(scope="module")
def served() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(served: Sandbox) -> Sandbox:
    served.reset("empty")
    served.reception.limits.set({"search": 0}, served.portal)
    return served


@pytest.fixture
def client(sandbox: Sandbox) -> HubSpotClient:
    return client_of(sandbox)


def client_of(sandbox: Sandbox, key: str = "pat-sandbox") -> HubSpotClient:
    config = HubSpotConfig(sandbox.url, key, writes=True, read_timeout=10.0)
    return HubSpotClient(config, Unlimited())


def add_lead(sandbox: Sandbox, name: str, *, at: datetime = AUGUST, **more: Any) -> str:
    properties = {"hs_lead_name": name, "hs_pipeline": "lead-pipeline-id"}
    stage = {"hs_pipeline_stage": "new-stage-id"}
    return sandbox.portal.add("leads", properties | stage, created_at=at, **more).id


def add_contact(sandbox: Sandbox, email: str) -> str:
    return sandbox.portal.add("contacts", {"email": email}, created_at=AUGUST).id


def linked_lead(sandbox: Sandbox, *contacts: str) -> str:
    lead = add_lead(sandbox, "Harbor Demo lead")
    for contact in contacts:
        sandbox.portal.link("leads", lead, "contacts", contact, 578)
    return lead


def calls(sandbox: Sandbox) -> list[str]:
    return [f"{one['method']} {one['path']}" for one in sandbox.reception.journal.entries()]


def test_the_client_is_the_port(client: HubSpotClient) -> None:
    port: Port = client
    assert port.account().portal_id == "49584170"
    assert port.account().time_zone == "America/New_York"


def test_owners_are_read_to_the_last_page(sandbox: Sandbox, client: HubSpotClient) -> None:
    before = len(list(client.owners(archived=False)))
    for number in range(250):
        email = f"rep{number}@crew.example"
        sandbox.portal.add_owner(str(9000 + number), email, "Rep", str(number), user_id=number)
    sandbox.portal.add_owner("99999", "dana@crew.example", "Dana", "Lo", user_id=7, archived=True)
    assert len(list(client.owners(archived=False))) == before + 250
    former = {owner.id: owner for owner in client.owners(archived=True)}
    assert (former["99999"].user_id, former["99999"].archived) == ("7", True)


def test_the_lead_pipeline_has_its_stages_with_their_states(client: HubSpotClient) -> None:
    (pipeline,) = client.pipelines("leads")
    states = [stage.metadata["leadState"] for stage in pipeline.stages]
    assert states == ["NEW", "IN_PROGRESS", "IN_PROGRESS", "QUALIFIED", "UNQUALIFIED"]


def test_every_property_that_we_read_is_defined(client: HubSpotClient) -> None:
    for kind, names in READ.items():
        defined = {definition.name for definition in client.properties(kind)}
        assert set(names) <= defined, kind


def test_an_option_is_added_beside_the_others(client: HubSpotClient) -> None:
    def options() -> tuple[OptionRecord, ...]:
        found = {each.name: each for each in client.properties("leads")}
        return found["hs_lead_disqualification_reason"].options

    before = options()
    new = OptionRecord("NO_RESPONSE", "No Response", order=len(before))
    client.set_options("leads", "hs_lead_disqualification_reason", [*before, new])
    assert options() == (*before, new)


def test_pages_hold_a_hundred_and_lead_to_the_end(sandbox: Sandbox, client: HubSpotClient) -> None:
    ids = [add_lead(sandbox, f"Lead {number} lead") for number in range(230)]
    first = client.page("leads", properties=NAME)
    second = client.page("leads", properties=NAME, after=first.after)
    third = client.page("leads", properties=NAME, after=second.after)
    assert [len(page.records) for page in (first, second, third)] == [100, 100, 30]
    assert [record.id for page in (first, second, third) for record in page.records] == ids
    assert third.after is None


def test_a_page_shows_what_was_asked_for(sandbox: Sandbox, client: HubSpotClient) -> None:
    contact = add_contact(sandbox, "pat@harbor.example")
    lead = linked_lead(sandbox, contact)
    asked = ["hs_lead_name", "hs_lead_type", "made_up"]
    (record,) = client.page("leads", properties=asked, associations=["contacts"]).records
    assert (record.id, record.created_at) == (lead, AUGUST)
    assert record.properties["hs_lead_name"] == "Harbor Demo lead"
    assert record.properties["hs_lead_type"] is None
    assert "made_up" not in record.properties
    assert record.associations == {"contacts": (contact,)}


def test_archived_records_are_a_list_of_their_own(sandbox: Sandbox, client: HubSpotClient) -> None:
    add_lead(sandbox, "Live lead")
    gone = AUGUST + timedelta(days=2)
    archived = add_lead(sandbox, "Old lead", archived_at=gone)
    (record,) = client.page("leads", properties=NAME, archived=True).records
    assert (record.id, record.archived_at) == (archived, gone)
    assert [one.id for one in client.read_many("leads", [archived], properties=NAME)] == []
    (again,) = client.read_many("leads", [archived], properties=NAME, archived=True)
    assert again.archived_at == gone


@pytest.mark.parametrize(
    ("kind", "modified"), [("leads", "hs_lastmodifieddate"), ("contacts", "lastmodifieddate")]
)
def test_changed_records_come_oldest_first_from_the_moment_given(
    sandbox: Sandbox, client: HubSpotClient, kind: str, modified: str
) -> None:
    ids = [
        sandbox.portal.add(
            kind, {}, created_at=AUGUST, updated_at=AUGUST + timedelta(hours=hours)
        ).id
        for hours in (5, 1, 3)
    ]
    page = client.changed(kind, since=AUGUST + timedelta(hours=3), properties=[modified])
    assert [record.id for record in page.records] == [ids[2], ids[0]]
    assert (page.total, page.after) == (2, None)


def test_changes_go_on_over_pages_of_two_hundred(sandbox: Sandbox, client: HubSpotClient) -> None:
    for number in range(250):
        add_lead(sandbox, f"Lead {number} lead")
    first = client.changed("leads", since=AUGUST, properties=NAME)
    second = client.changed("leads", since=AUGUST, properties=NAME, after=first.after)
    assert (len(first.records), len(second.records), second.after) == (200, 50, None)


def test_beyond_ten_thousand_a_search_is_refused(client: HubSpotClient) -> None:
    with pytest.raises(Refused):
        client.changed("leads", since=AUGUST, properties=NAME, after="10000")


def test_search_finds_by_text(sandbox: Sandbox, client: HubSpotClient) -> None:
    found = add_contact(sandbox, "pat@harbor.example")
    add_contact(sandbox, "kim@quay.example")
    page = client.search("contacts", text="harbor", properties=["email"])
    assert [record.id for record in page.records] == [found]


def test_one_record_with_its_links(sandbox: Sandbox, client: HubSpotClient) -> None:
    contact = add_contact(sandbox, "pat@harbor.example")
    lead = linked_lead(sandbox, contact)
    record = client.read("leads", lead, properties=NAME, associations=["contacts", "deals"])
    assert record.associations["contacts"] == (contact,)
    assert record.associations.get("deals", ()) == ()


def test_a_record_that_is_not_there_is_gone(client: HubSpotClient) -> None:
    with pytest.raises(Gone) as gone:
        client.read("leads", "404404", properties=NAME)
    assert gone.value.correlation_id


def test_a_merged_record_answers_under_its_new_id(sandbox: Sandbox, client: HubSpotClient) -> None:
    kept, merged = (add_contact(sandbox, f"{name}@harbor.example") for name in ("pat", "patricia"))
    sandbox.portal.merged["contacts"][merged] = kept
    assert client.read("contacts", merged, properties=["email"]).id == kept


def test_a_record_is_found_by_a_unique_property(sandbox: Sandbox, client: HubSpotClient) -> None:
    sandbox.portal.define("deals", "kisscrm_write_id", label="KISS CRM write", unique=True)
    deal = client.create("deals", {"dealname": "Harbor", "kisscrm_write_id": "w-7"} | STAGE, {})
    read = client.read("deals", "w-7", properties=[], id_property="kisscrm_write_id")
    assert read.id == deal.id
    with pytest.raises(Gone):
        client.read("deals", "w-8", properties=[], id_property="kisscrm_write_id")


def test_those_of_many_that_exist_come_in_batches(sandbox: Sandbox, client: HubSpotClient) -> None:
    ids = [add_lead(sandbox, f"Lead {number} lead") for number in range(120)]
    records = client.read_many("leads", [*ids, "404404", ids[0]], properties=NAME)
    assert [record.id for record in records] == ids
    assert calls(sandbox) == ["POST /crm/v3/objects/leads/batch/read"] * 2


def test_history_is_newest_first(sandbox: Sandbox, client: HubSpotClient) -> None:
    moments = [AUGUST + timedelta(days=days) for days in range(3)]
    values = ["2026-08-03", "", "2026-08-20"]
    history = {"sent_date": list(zip(values, moments, strict=True))}
    contact = sandbox.portal.add("contacts", {}, created_at=AUGUST, history=history).id
    changes = client.history("contacts", contact, "sent_date")
    assert [change.value for change in changes] == ["2026-08-20", None, "2026-08-03"]
    assert [change.at for change in changes] == moments[::-1]
    assert changes[0].source == "CRM_UI"


@pytest.mark.parametrize("text", [False, True])
def test_edges_with_all_their_types(sandbox: Sandbox, client: HubSpotClient, text: bool) -> None:
    sandbox.portal.switches.to_object_id_text = text
    contact = add_contact(sandbox, "pat@harbor.example")
    lead, alone = linked_lead(sandbox, contact), add_lead(sandbox, "Alone lead")
    found = client.edges("leads", [lead, alone], "contacts")
    (edge,) = found[lead]
    assert (edge.from_id, edge.to_id) == (lead, contact)
    assert 578 in edge.type_ids
    assert found[alone] == []


def test_edges_beyond_one_inner_page(sandbox: Sandbox, client: HubSpotClient) -> None:
    sandbox.portal.switches.association_page = 100
    company = sandbox.portal.add("companies", {"name": "Harbor"}, created_at=AUGUST).id
    contacts = [add_contact(sandbox, f"p{number}@harbor.example") for number in range(350)]
    for contact in contacts:
        sandbox.portal.link("contacts", contact, "companies", company, 279)
    edges = client.edges("companies", [company], "contacts")[company]
    assert {edge.to_id for edge in edges} == set(contacts)
    assert len(edges) == 350


def test_a_portal_that_takes_shorter_batches_is_borne(
    sandbox: Sandbox, client: HubSpotClient
) -> None:
    sandbox.portal.switches.association_batch_read = 100
    ids = [add_lead(sandbox, f"Lead {number} lead") for number in range(300)]
    assert set(client.edges("leads", ids, "contacts")) == set(ids)


def test_the_portals_own_type_numbers_are_used(sandbox: Sandbox, client: HubSpotClient) -> None:
    sandbox.portal.switches.turn({"renumbered_types": {578: 900578}})
    assert client.link_type("leads", "contacts") == 900578
    assert client.link_types("leads", "contacts") == (900578, 608)
    contact = add_contact(sandbox, "pat@harbor.example")
    links = {"contacts": [NewLink(contact, client.link_type("leads", "contacts"))]}
    assert client.create("leads", {"hs_lead_name": "Harbor Demo lead"}, links).id


def test_kinds_that_hubspot_does_not_link_have_no_type(client: HubSpotClient) -> None:
    assert client.link_types("leads", "orders") == ()
    with pytest.raises(ValueError, match="orders"):
        client.link_type("leads", "orders")


def test_a_key_that_may_not_see_labels_has_the_usual_numbers(sandbox: Sandbox) -> None:
    sandbox.reception.tokens.grant("pat-few", ["crm.objects.owners.read"])
    assert client_of(sandbox, "pat-few").link_type("leads", "contacts") == 578


def test_a_key_without_the_scope_is_told_which(sandbox: Sandbox) -> None:
    sandbox.reception.tokens.grant("pat-few", ["crm.objects.owners.read"])
    with pytest.raises(Refused) as refusal:
        client_of(sandbox, "pat-few").page("leads", properties=NAME)
    assert refusal.value.concerns_access
    assert "crm.objects.leads.read" in refusal.value.message


def test_a_key_that_is_revoked_concerns_access(sandbox: Sandbox) -> None:
    with pytest.raises(Refused) as refusal:
        client_of(sandbox, "pat-none").page("leads", properties=NAME)
    assert refusal.value.status == 401
    assert refusal.value.concerns_access
    assert "pat-none" not in repr(refusal.value)
