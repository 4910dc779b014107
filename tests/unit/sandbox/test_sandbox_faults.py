"""Faults on demand, and a journal that says what was done whatever the client heard."""

import http.client
from typing import Any

import pytest

from tests.unit.sandbox.sandbox_hub import Hub

O = "/crm/v3/objects"  # noqa: E741
BROKEN = (ConnectionError, http.client.RemoteDisconnected, OSError)
DEAL = {"properties": {"dealname": "D"}}


def fault(hub: Hub, action: str, **more: object) -> None:
    hub.order("faults", match={"method": "POST", "path_regex": "deals$"}, action=action, **more)


def last(hub: Hub) -> dict[str, Any]:
    found: dict[str, Any] = hub.call("GET", "/__sandbox__/journal", token=None).rows[-1]
    return found


def deals(hub: Hub) -> int:
    total: int = hub.search("deals").body["total"]
    return total


@pytest.mark.parametrize("status", [400, 423, 500, 503, 524])
def test_an_ordered_status_is_answered_once_and_nothing_done(hub: Hub, status: int) -> None:
    fault(hub, "status", status=status)
    heard = hub.post(f"{O}/deals", DEAL)
    assert (heard.status, heard.body["status"]) == (status, "error")
    entry = last(hub)
    assert (entry["status"], entry["applied"], entry["fault"]) == (status, False, "status")
    assert deals(hub) == 0
    assert hub.post(f"{O}/deals", DEAL).status == 201


def test_a_moving_data_centre_says_when_to_come_back(hub: Hub) -> None:
    fault(hub, "status", status=477)
    assert hub.post(f"{O}/deals", DEAL).headers["Retry-After"] == "30"


def test_body_and_headers_may_be_given(hub: Hub) -> None:
    fault(hub, "status", status=429, body={"message": "later"}, headers={"Retry-After": "7"})
    heard = hub.post(f"{O}/deals", DEAL)
    assert (heard.body["message"], heard.headers["Retry-After"]) == ("later", "7")


def test_a_gateways_page_instead_of_an_answer(hub: Hub) -> None:
    fault(hub, "html")
    heard = hub.post(f"{O}/deals", DEAL)
    assert (heard.status, heard.headers["Content-Type"]) == (502, "text/html")
    assert heard.raw.startswith(b"<!DOCTYPE html>")
    assert deals(hub) == 0


@pytest.mark.parametrize(("action", "done"), [("drop_before", 0), ("reset", 0), ("drop_after", 1)])
def test_an_answer_that_never_comes(hub: Hub, action: str, done: int) -> None:
    fault(hub, action)
    with pytest.raises(BROKEN):
        hub.post(f"{O}/deals", DEAL)
    entry = last(hub)
    assert (entry["status"], entry["applied"]) == (None, bool(done))
    assert deals(hub) == done


def test_done_and_then_called_a_failure(hub: Hub) -> None:
    fault(hub, "status_after")
    assert hub.post(f"{O}/deals", DEAL).status == 503
    assert (last(hub)["status"], last(hub)["applied"]) == (503, True)
    assert deals(hub) == 1


def test_an_answer_cut_in_the_middle(hub: Hub) -> None:
    fault(hub, "malformed")
    heard = hub.post(f"{O}/deals", DEAL)
    assert heard.status == 201
    with pytest.raises(ValueError, match=r"line 1"):
        heard.body  # noqa: B018
    assert deals(hub) == 1


def test_a_page_that_is_empty_though_there_are_more(hub: Hub) -> None:
    ids = [hub.contact(firstname=n) for n in "ABC"]
    hub.order("faults", match={"path_regex": "contacts$"}, action="empty", skip=1)
    assert [row["id"] for row in hub.get(f"{O}/contacts?limit=1").rows] == ids[:1]
    second = hub.get(f"{O}/contacts?limit=1&after={ids[1]}").body
    assert (second["results"], second["paging"]["next"]["after"]) == ([], ids[2])
    assert hub.get(f"{O}/contacts?limit=1&after={ids[1]}").rows


@pytest.mark.parametrize("action", ["delay", "delay_after"])
def test_a_late_answer_is_a_good_one(hub: Hub, action: str) -> None:
    fault(hub, action, seconds=0.01)
    assert hub.post(f"{O}/deals", DEAL).status == 201
    assert (last(hub)["fault"], last(hub)["applied"]) == (action, True)
    assert deals(hub) == 1


def test_faults_meet_only_what_they_match_and_end_when_cleared(hub: Hub) -> None:
    fault(hub, "status", times=None)
    assert hub.get(f"{O}/deals").status == 200
    assert hub.post(f"{O}/contacts", {"properties": {}}).status == 201
    assert [hub.post(f"{O}/deals", DEAL).status for _ in range(3)] == [503] * 3
    assert hub.call("DELETE", "/__sandbox__/faults", token=None).status == 200
    assert hub.post(f"{O}/deals", DEAL).status == 201


@pytest.mark.parametrize(
    "order", [{"action": "explode"}, {"action": "status", "match": {"path_regex": "("}}]
)
def test_a_fault_that_makes_no_sense_is_refused(hub: Hub, order: dict[str, Any]) -> None:
    assert hub.call("POST", "/__sandbox__/faults", order, token=None).status == 400


def test_a_portal_that_is_down_closes_every_connection_but_hears_its_keeper(hub: Hub) -> None:
    hub.order("down")
    with pytest.raises(BROKEN):
        hub.get(f"{O}/leads")
    assert (last(hub)["fault"], last(hub)["applied"]) == ("down", False)
    hub.order("up")
    assert hub.get(f"{O}/leads").status == 200
    hub.order("down", seconds=60)
    with pytest.raises(BROKEN):
        hub.get(f"{O}/leads")
    hub.order("down", seconds=0)
    assert hub.get(f"{O}/leads").status == 200


def test_the_journal_holds_every_request_in_order(hub: Hub) -> None:
    hub.get(f"{O}/leads?limit=1")
    hub.post(f"{O}/deals", DEAL)
    refused = hub.post(f"{O}/deals", {"properties": {"x": 1}})
    hub.call("GET", "/", token=None)
    body = hub.call("GET", "/__sandbox__/journal", token=None).body
    assert [e["n"] for e in body["results"]] == [1, 2, 3]
    assert body["last"] == 3
    assert [(e["status"], e["applied"]) for e in body["results"]] == [
        (200, True),
        (201, True),
        (400, False),
    ]
    assert (body["results"][0]["query"], body["results"][0]["body"]) == ("limit=1", None)
    assert body["results"][1]["body"] == DEAL
    assert body["results"][2]["correlation_id"] == refused.body["correlationId"]


def test_the_journal_can_be_asked_for_a_part(hub: Hub) -> None:
    hub.get(f"{O}/leads")
    hub.post(f"{O}/deals", DEAL)
    hub.get(f"{O}/deals")

    def numbers(query: str) -> list[int]:
        rows = hub.call("GET", f"/__sandbox__/journal?{query}", token=None).rows
        return [row["n"] for row in rows]

    assert numbers("since=1") == [2, 3]
    assert numbers("method=GET") == [1, 3]
    assert numbers("path=/deals") == [2, 3]
    assert numbers("since=2&method=POST") == []
