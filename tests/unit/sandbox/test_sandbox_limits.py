"""Rate limits with true headers and three different refusals; tokens and their scopes."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.unit.sandbox.sandbox_hub import Hub

O = "/crm/v3/objects"  # noqa: E741
LIMIT = "X-HubSpot-RateLimit-"


def test_headers_count_down_and_the_burst_is_refused(hub: Hub) -> None:
    hub.order("limits", burst=3)
    left = [hub.get(f"{O}/leads").headers[LIMIT + "Remaining"] for _ in range(3)]
    assert left == ["2", "1", "0"]
    refused = hub.get(f"{O}/leads")
    assert refused.status == 429
    assert refused.body["message"] == "You have reached your ten_secondly_rolling limit."
    assert (refused.body["errorType"], refused.body["policyName"]) == (
        "RATE_LIMIT",
        "TEN_SECONDLY_ROLLING",
    )
    assert "category" not in refused.body
    assert refused.headers["Retry-After"] is None
    assert refused.headers[LIMIT + "Max"] == "3"
    assert refused.headers[LIMIT + "Interval-Milliseconds"] == "10000"


def test_search_has_a_limit_of_its_own_and_tells_only_of_the_day(hub: Hub) -> None:
    hub.order("limits", burst=1, search=2)
    heard = [hub.search("leads") for _ in range(3)]
    assert [one.status for one in heard] == [200, 200, 429]
    assert heard[0].headers[LIMIT + "Daily"] == "625000"
    assert heard[0].headers[LIMIT + "Max"] is None
    assert heard[2].body["message"] == "You have reached your secondly limit."
    assert heard[2].body["category"] == "RATE_LIMITS"
    assert "policyName" not in heard[2].body
    assert hub.get(f"{O}/leads").status == 200


def test_one_search_over_the_limit_may_wait_for_its_turn_and_no_second_one(hub: Hub) -> None:
    hub.order("limits", search=1, patience=1)
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda _: hub.search("leads").status, range(8)))
    assert sorted(statuses) == [200, 200] + [429] * 6


def test_by_default_a_sandbox_has_hubspots_limits(hub: Hub) -> None:
    hub.sandbox.reset("empty")
    limits = hub.sandbox.reception.limits
    assert (limits.burst, limits.search, limits.daily) == (190, 5, 625_000)


def test_association_batches_are_outside_the_ten_seconds(hub: Hub) -> None:
    hub.order("limits", burst=1)
    path = "/crm/v4/associations/leads/contacts/batch/read"
    assert {hub.post(path, {"inputs": [{"id": "1"}]}).status for _ in range(3)} == {207}


def test_the_day_ends_and_says_so(hub: Hub) -> None:
    hub.order("limits", daily=10, used_today=8)
    first = hub.get(f"{O}/leads")
    assert first.headers[LIMIT + "Daily-Remaining"] == "1"
    usage = hub.get("/account-info/v3/api-usage/daily/private-apps").rows[0]
    assert (usage["usageLimit"], usage["currentUsage"]) == (10, 10)
    refused = hub.get(f"{O}/leads")
    assert (refused.status, refused.body["policyName"]) == (429, "DAILY")
    assert refused.body["message"] == "You have reached your daily limit."
    assert refused.body["requestId"]


@pytest.mark.parametrize("token", [None, "wrong", ""])
def test_without_the_token_nothing_is_told(hub: Hub, token: str | None) -> None:
    heard = hub.call("GET", f"{O}/leads", token=token)
    assert (heard.status, heard.body["category"]) == (401, "INVALID_AUTHENTICATION")


def test_a_token_can_do_what_it_was_granted(hub: Hub) -> None:
    hub.order(
        "tokens", token="pat-reader", scopes=["crm.objects.leads.read", "crm.objects.leads.write"]
    )
    lead = hub.lead()
    change = {"properties": {"hs_lead_name": "B lead"}}
    for method, path, body, status in (
        ("GET", f"{O}/leads/{lead}", None, 200),
        ("PATCH", f"{O}/leads/{lead}", change, 200),
        ("GET", f"{O}/contacts", None, 403),
        ("GET", "/crm/v3/owners", None, 403),
        ("GET", "/crm/v3/properties/leads", None, 200),
        ("PATCH", "/crm/v3/properties/leads/hs_lead_label", {"label": "L"}, 403),
        ("GET", "/crm/v4/associations/leads/contacts/labels", None, 200),
    ):
        assert hub.call(method, path, body, token="pat-reader").status == status, path


def test_a_missing_scope_is_named(hub: Hub) -> None:
    hub.order("tokens", token="pat-poor", scopes=[])
    heard = hub.call("POST", f"{O}/leads/search", {}, token="pat-poor").body
    assert heard["category"] == "MISSING_SCOPES"
    assert heard["errors"][0]["context"]["requiredGranularScopes"] == ["crm.objects.leads.read"]


def test_a_revoked_token_is_turned_away(hub: Hub) -> None:
    hub.order("tokens", token="pat-sandbox", revoked=True)
    assert hub.get(f"{O}/leads").status == 401
    hub.order("tokens", token="pat-sandbox", scopes=None)
    assert hub.get(f"{O}/leads").status == 200
