"""What may be written to the stand-in portal, what is refused there, and what never leaves us."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from leads.hubspot.client import HubSpotClient
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.errors import Busy, Refused
from leads.hubspot.limiter import Unlimited
from leads.hubspot.port import NewLink
from leads.sandbox.server import Sandbox

AUGUST = datetime(2026, 8, 3, 14, tzinfo=UTC)
STAGE = {"pipeline": "930425200", "dealstage": "1428879448"}


@pytest.fixture(scope="module")
def served() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(served: Sandbox) -> Sandbox:
    served.reset("empty")
    return served


@pytest.fixture
def client(sandbox: Sandbox) -> HubSpotClient:
    return HubSpotClient(HubSpotConfig(sandbox.url, "pat-sandbox", writes=True), Unlimited())


def add_lead(sandbox: Sandbox) -> str:
    properties = {"hs_lead_name": "Harbor Demo lead", "hs_pipeline": "lead-pipeline-id"}
    stage = {"hs_pipeline_stage": "new-stage-id"}
    return sandbox.portal.add("leads", properties | stage, created_at=AUGUST).id


def add_contact(sandbox: Sandbox) -> str:
    return sandbox.portal.add("contacts", {"email": "pat@harbor.example"}, created_at=AUGUST).id


def calls(sandbox: Sandbox) -> list[str]:
    return [f"{one['method']} {one['path']}" for one in sandbox.reception.journal.entries()]


def test_a_deal_is_made_with_its_links_in_one_call(sandbox: Sandbox, client: HubSpotClient) -> None:
    contact, lead = add_contact(sandbox), add_lead(sandbox)
    properties = {"dealname": "Harbor Demo", "deal_source": "Outbound"} | STAGE
    links = {
        "leads": [NewLink(lead, client.link_type("deals", "leads"))],
        "contacts": [NewLink(contact, client.link_type("deals", "contacts"))],
    }
    sandbox.reception.journal.clear()
    deal = client.create("deals", properties, links)
    assert deal.properties["dealname"] == "Harbor Demo"
    assert calls(sandbox) == ["POST /crm/v3/objects/deals"]
    (edge,) = client.edges("leads", [lead], "deals")[lead]
    assert edge.to_id == deal.id


def test_an_update_sets_and_clears(sandbox: Sandbox, client: HubSpotClient) -> None:
    lead = add_lead(sandbox)
    record = client.update("leads", lead, {"hs_lead_label": "Referral"})
    assert record.properties["hs_lead_label"] == "Referral"
    client.update("leads", lead, {"hs_lead_label": ""})
    read = client.read("leads", lead, properties=["hs_lead_label"])
    assert read.properties["hs_lead_label"] is None


def test_a_link_may_be_made_twice(sandbox: Sandbox, client: HubSpotClient) -> None:
    contact, lead = add_contact(sandbox), add_lead(sandbox)
    for _ in range(2):
        client.link("leads", lead, "contacts", contact, 608)
    assert [edge.to_id for edge in client.edges("leads", [lead], "contacts")[lead]] == [contact]


def test_a_lead_without_its_contact_is_refused(client: HubSpotClient) -> None:
    with pytest.raises(Refused) as refusal:
        client.create("leads", {"hs_lead_name": "Nobody lead"}, {})
    assert refusal.value.category == "VALIDATION_ERROR"


def test_a_refusal_names_the_property_and_the_reason(
    sandbox: Sandbox, client: HubSpotClient
) -> None:
    lead = add_lead(sandbox)
    with pytest.raises(Refused) as refusal:
        client.update("leads", lead, {"hs_lead_label": "Billboard", "hs_pipeline_stage": "nowhere"})
    reasons = refusal.value.properties or {}
    assert set(reasons) == {"hs_lead_label", "hs_pipeline_stage"}
    assert reasons["hs_lead_label"].startswith("Billboard was not one of the allowed options: ")
    assert "\n" not in refusal.value.message
    assert "{" not in refusal.value.message


WRITES: dict[str, Callable[[HubSpotClient], object]] = {
    "update": lambda client: client.update("leads", "1", {"hs_lead_name": "Harbor Demo lead"}),
    "create": lambda client: client.create("deals", {"dealname": "Harbor"}, {}),
    "link": lambda client: client.link("leads", "1", "contacts", "2", 578),
    "set_options": lambda client: client.set_options("leads", "hs_lead_label", []),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_nothing_is_sent_where_writing_is_switched_off(
    sandbox: Sandbox, write: Callable[[HubSpotClient], object]
) -> None:
    with pytest.raises(Busy):
        write(HubSpotClient(HubSpotConfig(sandbox.url, "pat-sandbox"), Unlimited()))
    assert calls(sandbox) == []


@pytest.mark.parametrize("name", ["hs_lead_source", "hs_object_id", "made_up"])
def test_what_is_not_ours_to_write_is_not_sent(
    sandbox: Sandbox, client: HubSpotClient, name: str
) -> None:
    properties = {"hs_lead_name": "Harbor Demo lead", name: "1"}
    with pytest.raises(ValueError, match=name):
        client.update("leads", add_lead(sandbox), properties)
    with pytest.raises(ValueError, match=name):
        client.create("leads", properties, {})
    assert calls(sandbox) == []


def test_the_portals_own_pair_may_be_written_on_deals_only(
    sandbox: Sandbox, client: HubSpotClient
) -> None:
    deal = sandbox.portal.add("deals", {"dealname": "Harbor"} | STAGE, created_at=AUGUST).id
    pair = {"deal_source": "Outbound", "deal_source_detail": "Cold Outreach"}
    client.update("deals", deal, pair)
    assert pair.items() <= client.read("deals", deal, properties=pair).properties.items()
    with pytest.raises(ValueError, match="deal_source"):
        client.update("leads", add_lead(sandbox), pair)


def test_null_is_never_sent(sandbox: Sandbox, client: HubSpotClient) -> None:
    nothing: Any = None
    with pytest.raises(ValueError, match="amount"):
        client.update("deals", "9", {"amount": nothing})
    assert calls(sandbox) == []
