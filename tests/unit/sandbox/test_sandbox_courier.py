"""The stand-in courier as any client would meet it: what it takes, refuses, makes late, and charges for."""

from typing import Any
from urllib.parse import urlencode

import pytest

from tests.courier import DESTINATION, FIRST, ORIGIN, TOKEN
from tests.unit.sandbox.sandbox_hub import Heard, Hub

ITEM = {
    "description": "Smart lock", "category": "home_appliances", "quantity": 1,
    "declared_currency": "USD", "declared_customs_value": 89,
}  # fmt: skip


class Desk:
    """The courier's API over plain HTTP."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def call(self, method: str, path: str, body: object = None, token: str = TOKEN) -> Heard:
        return self.hub.call(method, f"/2024-09/{path}", body, token)

    def create(self, number: str = "DL-1", **more: Any) -> Heard:
        return self.call("POST", "shipments", order(number, **more))

    def label(self, id: str = FIRST) -> Heard:
        return self.call("POST", f"shipments/{id}/label", {})

    def look(self, id: str = FIRST) -> dict[str, Any]:
        found: dict[str, Any] = self.call("GET", f"shipments/{id}").body["shipment"]
        return found

    def listed(self, **asked: str) -> list[str]:
        body = self.call("GET", f"shipments?{urlencode(asked)}").body
        return [row["easyship_shipment_id"] for row in body["shipments"]]

    def turn(self, **switches: object) -> None:
        self.hub.order("courier", **switches)


def order(number: str, **more: Any) -> dict[str, Any]:
    return {
        "origin_address": ORIGIN,
        "destination_address": DESTINATION,
        "parcels": [{"total_actual_weight": 1, "items": [ITEM]}],
        "order_data": {"platform_order_number": number},
        **more,
    }


@pytest.fixture
def desk(hub: Hub) -> Desk:
    return Desk(hub)


def details(heard: Heard) -> str:
    return " ".join(heard.body["error"]["details"])


def test_a_shipment_is_made_free_of_charge_and_without_a_label(desk: Desk) -> None:
    made = desk.create()
    shipment = made.body["shipment"]
    assert (made.status, shipment["easyship_shipment_id"]) == (201, FIRST)
    assert (shipment["label_state"], shipment["trackings"]) == ("not_created", [])
    assert shipment["tracking_page_url"]
    assert made.headers["X-Request-Id"] == made.body["meta"]["request_id"]


def test_a_wrong_token_is_turned_away(desk: Desk) -> None:
    heard = desk.call("GET", "shipments", token="sand_other")
    assert (heard.status, heard.body["error"]["code"]) == (401, "invalid_token")


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"colour": "red"}, "colour"),
        ({"destination_address": {**DESTINATION, "street": "x"}}, "street"),
        ({"destination_address": {**DESTINATION, "line_1": None}}, "null"),
        ({"destination_address": {**DESTINATION, "line_1": "x" * 36}}, "35"),
        (
            {"destination_address": {k: v for k, v in DESTINATION.items() if k != "contact_phone"}},
            "contact_phone",
        ),
        ({"destination_address": {**DESTINATION, "contact_email": ""}}, "contact_email"),
        ({"parcels": []}, "parcels"),
    ],
)
def test_what_it_cannot_take_is_named(desk: Desk, wrong: dict[str, Any], named: str) -> None:
    heard = desk.create(**wrong)
    assert (heard.status, heard.body["error"]["code"]) == (422, "invalid_content")
    assert named in details(heard)
    assert desk.listed() == []


def test_a_label_follows_after_so_many_looks(desk: Desk) -> None:
    desk.turn(polls_until_label=2)
    desk.create()
    bought = desk.label()
    assert (bought.status, bought.body["shipment"]["label_state"]) == (201, "pending")
    looks = [desk.look()["label_state"] for _ in range(3)]
    assert looks == ["generating", "generated", "generated"]
    assert desk.look()["trackings"][0]["tracking_number"].startswith("9400")


@pytest.mark.parametrize("end", ["failed", "technical_failed", "on_hold"])
def test_a_label_may_end_otherwise(desk: Desk, end: str) -> None:
    desk.turn(polls_until_label=0, label_ends=end)
    desk.create()
    assert desk.label().body["shipment"]["label_state"] == end
    assert desk.look()["trackings"] == []


def test_a_label_is_sold_once(desk: Desk) -> None:
    desk.create()
    assert [desk.label().status, desk.label().status] == [201, 422]
    desk.turn(second_label="same")
    assert desk.label().status == 201
    assert desk.hub.get("/__sandbox__/courier").body["results"][0]["bought"] == 1


def test_no_courier_goes_to_a_po_box_and_says_so_with_202(desk: Desk) -> None:
    heard = desk.create(destination_address={**DESTINATION, "line_1": "P.O. Box 12"})
    assert (heard.status, heard.body["meta"]["status"]) == (202, "partial_success")
    assert heard.body["shipment"]["courier_service"] is None
    assert "No courier delivers to a PO box." in heard.body["meta"]["errors"]
    assert desk.label().status == 422


def test_a_label_that_fails_at_creation_answers_202_with_the_day_it_was_paid(desk: Desk) -> None:
    desk.turn(polls_until_label=0, label_ends="failed")
    heard = desk.create(shipping_settings={"buy_label": True})
    shipment = heard.body["shipment"]
    assert (heard.status, shipment["label_state"]) == (202, "failed")
    assert shipment["label_paid_at"]
    assert heard.body["meta"]["errors"]


@pytest.mark.parametrize("leaves", [True, False])
def test_no_money_may_leave_a_shipment_behind_or_not(desk: Desk, leaves: bool) -> None:
    desk.turn(payment="over_limit", payment_at="create", payment_leaves_shipment=leaves)
    heard = desk.create()
    assert (heard.status, heard.body["error"]["code"]) == (402, "over_limit")
    assert desk.listed(platform_order_number="DL-1") == ([FIRST] if leaves else [])


def test_credit_pays_for_labels_until_it_is_gone(desk: Desk) -> None:
    desk.hub.order("courier/credit", balance=10)
    desk.create()
    desk.create("DL-2")
    assert desk.label().status == 201
    refused = desk.label("ESUS100000002")
    assert (refused.status, refused.body["error"]["code"]) == (402, "payment_required")
    assert desk.call("GET", "account/credit").body["credit"]["balance"] == 0.5


def test_limits_name_the_moment_of_their_end_and_no_retry_after(desk: Desk) -> None:
    desk.turn(per_second=1)
    assert [desk.call("GET", "account/credit").status for _ in range(2)] == [200, 429]
    heard = desk.call("GET", "account/credit")
    assert int(heard.headers["X-Ratelimit-Reset"]) > 0
    assert heard.headers["X-Ratelimit-Limit"] == "1"
    assert heard.headers["X-Ratelimit-Remaining"] == "0"
    assert heard.headers["Retry-After"] is None


def test_a_list_has_pages_and_no_count(desk: Desk) -> None:
    for number in range(3):
        desk.create(f"DL-{number}")
    page = desk.call("GET", "shipments?per_page=2").body
    assert page["meta"]["pagination"] == {"page": 1, "next": 2, "count": None}
    assert (
        desk.call("GET", "shipments?per_page=2&page=2").body["meta"]["pagination"]["next"] is None
    )
    assert desk.call("GET", "shipments?colour=red").status == 422


def test_a_list_may_match_a_part_or_everything_and_may_lag(desk: Desk) -> None:
    desk.create("DL-1")
    desk.create("DL-11")
    assert desk.listed(platform_order_number="DL-1") == [FIRST]
    desk.turn(list_matches_part=True)
    assert len(desk.listed(platform_order_number="DL-1")) == 2
    desk.turn(list_matches_part=False, list_ignores_filter=True)
    assert len(desk.listed(platform_order_number="DL-9")) == 2
    desk.turn(list_ignores_filter=False, list_lag=1)
    desk.create("DL-2")
    assert desk.listed(platform_order_number="DL-2") == []
    assert len(desk.listed(platform_order_number="DL-2")) == 1


def test_a_shipment_without_a_label_is_deleted_and_one_with_a_label_cancelled(desk: Desk) -> None:
    desk.create()
    desk.create("DL-2")
    desk.label("ESUS100000002")
    assert desk.call("DELETE", f"shipments/{FIRST}").status == 200
    assert desk.call("GET", f"shipments/{FIRST}").status == 404
    assert desk.call("DELETE", "shipments/ESUS100000002").status == 404
    assert desk.call("POST", "shipments/ESUS100000002/cancel").status == 200
    assert desk.call("POST", "shipments/ESUS100000002/cancel").status == 422


def test_a_labelled_shipment_is_not_changed_any_more(desk: Desk) -> None:
    desk.create()
    path, longer = f"shipments/{FIRST}", {"destination_address": {**DESTINATION, "city": "Elko"}}
    assert desk.call("PATCH", path, longer).status == 200
    bought = desk.call("PATCH", path, {"shipping_settings": {"buy_label": True}})
    assert bought.body["shipment"]["label_state"] == "pending"
    assert desk.call("PATCH", path, longer).status == 422


def test_the_day_of_arrival_is_a_bare_date(desk: Desk) -> None:
    desk.turn(polls_until_label=0)
    desk.create()
    desk.label()
    row = desk.call("GET", f"shipments/trackings?easyship_shipment_id[]={FIRST}").body["shipments"]
    assert len(row[0]["eta_date"]) == 10


def test_a_reply_can_be_lost_after_the_shipment_was_made(desk: Desk) -> None:
    match = {"method": "POST", "path_regex": "/2024-09/shipments$"}
    desk.hub.order("faults", match=match, action="status_after", status=504)
    assert desk.create().status == 504
    assert desk.listed(platform_order_number="DL-1") == [FIRST]


def test_a_reset_forgets_shipments_and_switches(desk: Desk) -> None:
    desk.create()
    desk.turn(no_courier=True)
    desk.hub.sandbox.reset("empty")
    assert desk.create().status == 201
    heard = desk.hub.call("POST", "/__sandbox__/courier", {"colour": "red"}, token=None)
    assert heard.status == 400
