"""Each misfortune that the stand-in portal can be told to have, and the one error that it becomes."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from leads.hubspot.client import HubSpotClient
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.errors import Busy, HubSpotError, Refused, Unreachable
from leads.hubspot.limiter import LocalLimiter, Unlimited
from leads.sandbox.server import Sandbox

AUGUST = datetime(2026, 8, 3, 14, tzinfo=UTC)
DEAL = {"dealname": "Harbor Demo", "pipeline": "930425200", "dealstage": "1428879448"}


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
    config = HubSpotConfig(sandbox.url, "pat-sandbox", writes=True, read_timeout=10.0)
    return HubSpotClient(config, Unlimited())


def order(sandbox: Sandbox, action: str, **more: Any) -> None:
    sandbox.reception.faults.order({"action": action} | more)


def make_deal(client: HubSpotClient) -> object:
    return client.create("deals", DEAL, {})


def list_deals(client: HubSpotClient) -> object:
    return client.page("deals", properties=["dealname"])


def deals(sandbox: Sandbox) -> int:
    return len(sandbox.portal.shelves["deals"].rows)


def error_of(call: Callable[[HubSpotClient], object], client: HubSpotClient) -> HubSpotError:
    with pytest.raises(HubSpotError) as error:
        call(client)
    return error.value


@pytest.mark.parametrize(
    ("action", "more", "made"),
    [
        ("status", {"status": 500}, 0),
        ("status_after", {"status": 500}, 1),
        ("status", {"status": 503}, 0),
        ("status_after", {"status": 503}, 1),
        ("html", {}, 0),
        ("html", {"status": 524}, 0),
        ("drop_before", {}, 0),
        ("drop_after", {}, 1),
        ("reset", {}, 0),
        ("malformed", {}, 1),
    ],
)
def test_whether_it_was_done_or_not_a_create_is_in_doubt(
    sandbox: Sandbox, client: HubSpotClient, action: str, more: dict[str, Any], made: int
) -> None:
    order(sandbox, action, **more)
    error = error_of(make_deal, client)
    assert isinstance(error, Unreachable)
    assert error.in_doubt
    assert "<" not in error.message
    assert deals(sandbox) == made
    assert len(sandbox.reception.journal) == 1


@pytest.mark.parametrize("action", ["status", "html", "drop_before", "drop_after", "malformed"])
def test_a_read_that_is_lost_leaves_no_doubt(
    sandbox: Sandbox, client: HubSpotClient, action: str
) -> None:
    order(sandbox, action)
    error = error_of(list_deals, client)
    assert isinstance(error, Unreachable)
    assert not error.in_doubt
    assert list_deals(client)


def test_an_answer_that_is_too_late_leaves_a_write_in_doubt(sandbox: Sandbox) -> None:
    config = HubSpotConfig(sandbox.url, "pat-sandbox", writes=True, read_timeout=0.1)
    hasty = HubSpotClient(config, Unlimited())
    order(sandbox, "delay", seconds=0.5)
    error = error_of(make_deal, hasty)
    assert isinstance(error, Unreachable)
    assert error.in_doubt
    assert error.took_ms >= 100


@pytest.mark.parametrize(
    ("body", "policy"),
    [
        (None, "burst"),
        (
            {"message": "You have reached your secondly limit.", "category": "RATE_LIMITS"},
            "secondly",
        ),
        ({"message": "You have reached your daily limit.", "policyName": "DAILY"}, "daily"),
        ("<html>Too many requests</html>", "other"),
    ],
)
def test_each_limit_is_told_apart_and_nothing_was_done(
    sandbox: Sandbox, client: HubSpotClient, body: Any, policy: str
) -> None:
    order(sandbox, "status", status=429, body=body)
    error = error_of(make_deal, client)
    assert isinstance(error, Busy)
    assert error.policy == policy
    assert error.retry_after > 0
    assert deals(sandbox) == 0


@pytest.mark.parametrize(
    ("status", "headers", "wait"),
    [
        (423, {}, 2.0),
        (477, {"Retry-After": "86400"}, 86400.0),
        (503, {"Retry-After": "4"}, 4.0),
        (429, {"Retry-After": "7"}, 7.0),
    ],
)
def test_a_portal_that_asks_for_time_is_busy(
    sandbox: Sandbox, client: HubSpotClient, status: int, headers: dict[str, str], wait: float
) -> None:
    order(sandbox, "status", status=status, headers=headers)
    error = error_of(make_deal, client)
    assert isinstance(error, Busy)
    assert (error.status, error.retry_after) == (status, wait)
    assert error.correlation_id


def test_the_portals_own_limits_are_told_apart(sandbox: Sandbox, client: HubSpotClient) -> None:
    limit = sandbox.reception.limits.set
    limit({"burst": 1, "search": 1}, sandbox.portal)
    list_deals(client)
    burst = error_of(list_deals, client)
    client.search("deals", text="harbor", properties=[])
    secondly = error_of(lambda client: client.search("deals", text="x", properties=[]), client)
    limit({"daily": 1}, sandbox.portal)
    daily = error_of(list_deals, client)
    errors = (burst, secondly, daily)
    assert [error.policy for error in errors if isinstance(error, Busy)] == [
        "burst",
        "secondly",
        "daily",
    ]


def test_the_maximum_is_learned_from_the_portal(sandbox: Sandbox) -> None:
    sandbox.reception.limits.set({"burst": 250}, sandbox.portal)
    limiter = LocalLimiter()
    config = HubSpotConfig(sandbox.url, "pat-sandbox")
    HubSpotClient(config, limiter).page("deals", properties=[])
    assert limiter.maximum == 250
    assert limiter.day_left() == pytest.approx(1.0, abs=0.01)


def test_a_conflict_is_refused_with_hubspots_words(sandbox: Sandbox, client: HubSpotClient) -> None:
    sandbox.portal.add("contacts", {"email": "pat@harbor.example"}, created_at=AUGUST)
    with pytest.raises(Refused) as refusal:
        client.create("contacts", {"email": "pat@harbor.example"}, {})
    assert refusal.value.status == 409
    assert refusal.value.message.startswith("Contact already exists. Existing ID: ")


def test_links_that_an_answer_lost_are_asked_for_again(
    sandbox: Sandbox, client: HubSpotClient
) -> None:
    contact = sandbox.portal.add("contacts", {"email": "p@h.example"}, created_at=AUGUST).id
    lead = sandbox.portal.add("leads", {"hs_lead_name": "H lead"}, created_at=AUGUST).id
    sandbox.portal.link("leads", lead, "contacts", contact, 578)
    order(sandbox, "empty")
    assert [edge.to_id for edge in client.edges("leads", [lead], "contacts")[lead]] == [contact]
    assert len(sandbox.reception.journal) == 2


def test_a_failed_read_of_links_is_never_none(sandbox: Sandbox, client: HubSpotClient) -> None:
    order(sandbox, "status", status=500)
    with pytest.raises(Unreachable):
        client.edges("leads", ["1"], "contacts")


def test_a_portal_that_is_down_is_unreachable_and_then_is_not(
    sandbox: Sandbox, client: HubSpotClient
) -> None:
    list_deals(client)
    sandbox.reception.down_until = None
    assert isinstance(error_of(list_deals, client), Unreachable)
    sandbox.reception.down_until = 0.0
    assert list_deals(client)
