"""The gateway to EasyShip against the stand-in over real HTTP: each answer becomes a record or one of four
errors, and nothing is ever sent twice."""

import logging

import pytest

from leads.easyship.client import EasyShipClient
from leads.easyship.errors import Busy, EasyShipError, Gone, Refused, Unreachable
from leads.easyship.port import NewShipment
from tests.courier import DESTINATION, FIRST, TOKEN, CourierDesk, config_of
from tests.portal import Portal

WANTED = NewShipment("DL-1", DESTINATION, {"contact": "2001"})
CREATE, LABEL = "/2024-09/shipments$", "/label$"


@pytest.fixture
def desk(portal: Portal) -> CourierDesk:
    return CourierDesk(portal)


@pytest.fixture
def courier(portal: Portal) -> EasyShipClient:
    return EasyShipClient(config_of(portal.url))


def test_a_shipment_is_made_labelled_and_looked_at(
    desk: CourierDesk, courier: EasyShipClient
) -> None:
    made = courier.create(WANTED)
    assert (made.id, made.courier, made.label_state) == (FIRST, "USPS", "not_created")
    assert made.request_id
    assert not made.is_ready
    assert not courier.buy_label(FIRST).is_ready
    courier.look(FIRST)
    ready = courier.look(FIRST)
    assert ready.is_ready
    assert ready.tracking_number == desk.shipments()[0]["trackings"][0]["tracking_number"]


def test_what_is_sent_has_no_empty_text_and_asks_for_no_label(
    desk: CourierDesk, courier: EasyShipClient
) -> None:
    courier.create(NewShipment("DL-1", {**DESTINATION, "line_2": "", "company_name": ""}, {}))
    sent = desk.creates()[0]["body"]
    assert set(sent["destination_address"]) == {*DESTINATION, "country_alpha2"} - {"company_name"}
    assert sent["shipping_settings"]["buy_label"] is False
    assert sent["parcels"][0]["total_actual_weight"] == 0.9


def test_a_saved_warehouse_is_sent_by_its_id(portal: Portal, desk: CourierDesk) -> None:
    EasyShipClient(config_of(portal.url, origin={"id": "0b1c"})).create(WANTED)
    assert desk.creates()[0]["body"]["origin_address_id"] == "0b1c"


@pytest.mark.parametrize("fault", ["list_matches_part", "list_ignores_filter"])
def test_rows_of_others_are_not_taken_for_ours(
    desk: CourierDesk, courier: EasyShipClient, fault: str
) -> None:
    desk.turn(**{fault: True})
    courier.create(NewShipment("DL-11", DESTINATION, {}))
    assert courier.find("DL-1") == []
    assert [one.id for one in courier.find("DL-11")] == [FIRST]
    assert courier.look_at(["ESUS9"]) == {}


def test_a_discarded_or_cancelled_shipment_is_not_found_again(courier: EasyShipClient) -> None:
    courier.create(WANTED)
    courier.discard(FIRST)
    second = courier.create(WANTED)
    courier.buy_label(second.id)
    courier.cancel(second.id)
    assert courier.find("DL-1") == []
    with pytest.raises(Gone):
        courier.look(FIRST)


def test_many_are_looked_at_in_one_call(desk: CourierDesk, courier: EasyShipClient) -> None:
    ids = [courier.create(NewShipment(f"DL-{n}", DESTINATION, {})).id for n in range(3)]
    asked = len(desk.journal("GET"))
    assert list(courier.look_at(ids[:2])) == [ids[1], ids[0]]
    assert len(desk.journal("GET")) == asked + 1


def test_no_courier_is_told_by_an_empty_courier_and_the_reason(
    desk: CourierDesk, courier: EasyShipClient
) -> None:
    desk.turn(no_courier=True)
    made = courier.create(WANTED)
    assert (made.courier, made.status) == ("", 202)
    assert "couldn't find any shipping solutions" in made.problems[0]


def test_a_failed_label_brings_the_reason(desk: CourierDesk, courier: EasyShipClient) -> None:
    desk.turn(polls_until_label=0, label_ends="failed")
    courier.create(WANTED)
    assert "could not make this label" in courier.buy_label(FIRST).problems[0]


def test_a_refusal_says_what_is_wrong_and_keeps_easyships_number(courier: EasyShipClient) -> None:
    with pytest.raises(Refused) as raised:
        courier.create(NewShipment("DL-1", {**DESTINATION, "line_1": "x" * 36}, {}))
    assert "longer than 35" in raised.value.message
    assert "OpenAPI" not in raised.value.message
    assert (raised.value.status, raised.value.code) == (422, "invalid_content")
    assert raised.value.request_id


def test_no_money_is_told_apart(desk: CourierDesk, courier: EasyShipClient) -> None:
    desk.top_up(3.2)
    courier.create(WANTED)
    with pytest.raises(Refused) as raised:
        courier.buy_label(FIRST)
    assert raised.value.concerns_money
    assert courier.balance() == "3.20 USD"


def test_a_wrong_token_concerns_everything(portal: Portal) -> None:
    portal.sandbox.reception.courier.token = "sand_changed"
    with pytest.raises(Refused) as raised:
        EasyShipClient(config_of(portal.url)).find("DL-1")
    assert raised.value.concerns_access


def test_a_limit_is_waited_for_as_long_as_easyship_says(
    desk: CourierDesk, courier: EasyShipClient
) -> None:
    desk.turn(per_minute=1)
    courier.find("DL-1")
    with pytest.raises(Busy) as raised:
        courier.find("DL-1")
    assert 1 <= raised.value.retry_after <= 61


def test_a_full_second_is_waited_for(desk: CourierDesk, courier: EasyShipClient) -> None:
    """EasyShip's own sandbox takes one call a second: a step of three must get through."""
    desk.turn(per_second=1)
    courier.find("DL-1")
    assert courier.create(WANTED).id == FIRST
    assert len(desk.shipments()) == 1


@pytest.mark.parametrize("action", ["drop_after", "status_after", "malformed", "reset", "html"])
@pytest.mark.parametrize("step", [CREATE, LABEL])
def test_a_post_whose_answer_is_lost_is_in_doubt_and_goes_out_once(
    portal: Portal, desk: CourierDesk, courier: EasyShipClient, action: str, step: str
) -> None:
    if step == LABEL:
        courier.create(WANTED)
    portal.fault(action, "POST", step)
    with pytest.raises(Unreachable) as raised:
        courier.create(WANTED) if step == CREATE else courier.buy_label(FIRST)
    assert raised.value.in_doubt
    assert len(desk.creates() if step == CREATE else desk.purchases()) == 1


def test_an_answer_that_comes_too_late_is_in_doubt(portal: Portal) -> None:
    portal.fault("delay_after", "POST", CREATE, seconds=0.6)
    with pytest.raises(Unreachable) as raised:
        EasyShipClient(config_of(portal.url, read_timeout=0.2)).create(WANTED)
    assert raised.value.in_doubt


def test_a_look_is_never_in_doubt(portal: Portal, courier: EasyShipClient) -> None:
    portal.fault("drop_after", "GET", CREATE)
    with pytest.raises(Unreachable) as raised:
        courier.find("DL-1")
    assert not raised.value.in_doubt


def test_a_server_that_is_not_there_was_told_nothing() -> None:
    with pytest.raises(Unreachable) as raised:
        EasyShipClient(config_of("http://127.0.0.1:9")).create(WANTED)
    assert not raised.value.in_doubt


@pytest.mark.parametrize(
    "body",
    ['{"message": "Nope", "errors": ["line_1 is odd"]}', '{"error": "line_1 is odd"}', "odd"],
)
def test_older_shapes_of_errors_are_read_too(
    portal: Portal, courier: EasyShipClient, body: str
) -> None:
    portal.fault("status", "POST", CREATE, status=422, body=body)
    with pytest.raises(Refused) as raised:
        courier.create(WANTED)
    assert raised.value.message


def test_a_page_on_the_way_is_not_easyships_404(portal: Portal, courier: EasyShipClient) -> None:
    portal.fault("html", "GET", f"/{FIRST}$", status=404)
    with pytest.raises(Unreachable):
        courier.look(FIRST)


def test_the_token_shows_nowhere(
    portal: Portal, courier: EasyShipClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    body = {"error": {"code": "x", "details": [f"Bearer {TOKEN} is odd"]}}
    portal.fault("status", "POST", CREATE, status=422, body=body)
    with pytest.raises(EasyShipError) as raised:
        courier.create(WANTED)
    assert "is odd" in str(raised.value)
    assert TOKEN not in f"{raised.value!r} {config_of(portal.url)!r} {caplog.text}"
