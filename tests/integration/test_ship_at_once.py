"""A door that ships: a request goes from the form to the courier by itself, once, unless there is a doubt."""

from datetime import timedelta
from typing import Any

import pytest

from leads.actions.settle_shipment import cancel_shipment
from leads.actions.ship_at_once import ship_if_wanted, ship_taken_in
from leads.models import DemoRequest, Door, Shipment
from tests.asking import a_door, ask, contact_of, turn
from tests.scenes import RITA
from tests.shipping import Dock

pytestmark = pytest.mark.django_db

EMAIL, PHONE = "nadia@harbour.example", "860-555-0133"
State = Shipment.State


@pytest.fixture
def door(dock: Dock) -> Door:
    return a_door(dock.scene, ships=True, owner_id=RITA)


def taken(dock: Dock, door: Door, **more: Any) -> DemoRequest:
    request = ask(dock.scene, door, EMAIL, **{"phone": PHONE} | more)
    turn(dock.scene)
    request.refresh_from_db()
    return request


def test_a_request_goes_from_the_form_to_the_tracking_by_itself(dock: Dock, door: Door) -> None:
    request = taken(dock, door)
    assert ship_taken_in(dock.now) == 1
    shipment = dock.until_settled()
    assert (shipment.request, shipment.pressed_by) == (request, None)
    assert shipment.destination["line_1"] == "88 Wharf Road"
    dock.scene.push()
    assert dock.in_hubspot(contact_of(dock.scene, EMAIL)["id"])[0] == shipment.tracking_number


def test_looked_at_again_and_again_it_is_one_lock(dock: Dock, door: Door) -> None:
    request = taken(dock, door)
    assert ship_if_wanted(request, dock.now) == ship_if_wanted(request, dock.now)
    ship_taken_in(dock.now)
    dock.until_settled()
    ship_taken_in(dock.now)
    assert Shipment.objects.count() == 1


def test_what_a_person_has_cancelled_is_not_shipped_by_itself_again(dock: Dock, door: Door) -> None:
    taken(dock, door)
    ship_taken_in(dock.now)
    shipment = Shipment.objects.get()
    cancel_shipment(shipment.pk, actor=dock.scene.cast.mona, key=None, now=dock.now)
    ship_taken_in(dock.now)
    assert [one.state for one in Shipment.objects.all()] == [State.CANCELLED]


@pytest.mark.parametrize(
    "said",
    [
        {"address": "PO Box 12, Reno, NV 89501"},
        {"address": "88 Wharf Road"},
        {"address": ""},
        {"phone": ""},
        {"address": "12 High Street, Toronto, ON M5V 2T6"},
    ],
)
def test_a_doubt_waits_for_a_person(dock: Dock, door: Door, said: dict[str, str]) -> None:
    taken(dock, door, **said)
    assert ship_taken_in(dock.now) == 0
    assert Shipment.objects.count() == 0


def test_a_second_request_while_the_first_lock_travels_waits_for_a_person(
    dock: Dock, door: Door
) -> None:
    taken(dock, door)
    ship_taken_in(dock.now)
    ask(dock.scene, door, EMAIL, phone=PHONE)
    turn(dock.scene)
    assert ship_taken_in(dock.now) == 0
    assert Shipment.objects.count() == 1


@pytest.mark.parametrize(
    "other",
    [
        {"state": DemoRequest.State.CUSTOMER},
        {"state": DemoRequest.State.OVER_CAP},
        {"state": DemoRequest.State.STUCK},
        {"kind": DemoRequest.Kind.CALCULATOR},
    ],
)
def test_only_what_was_taken_in_as_a_lock_is_shipped(
    dock: Dock, door: Door, other: dict[str, str]
) -> None:
    request = taken(dock, door)
    DemoRequest.objects.filter(pk=request.pk).update(**other)
    assert ship_taken_in(dock.now) == 0


def test_a_door_that_only_asks_ships_nothing(dock: Dock, door: Door) -> None:
    Door.objects.update(ships=False)
    taken(dock, door)
    assert ship_taken_in(dock.now) == 0


def test_an_old_request_is_a_persons(dock: Dock, door: Door) -> None:
    taken(dock, door)
    assert ship_taken_in(dock.now + timedelta(days=2)) == 0


def test_a_customer_gets_none_by_itself(dock: Dock, door: Door) -> None:
    company = dock.scene.add("companies", name="Harbour Storage", locks_purchased="3")
    dock.scene.add("contacts", {279: company}, firstname="Nadia", email=EMAIL)
    assert taken(dock, door).state == DemoRequest.State.CUSTOMER
    assert ship_taken_in(dock.now) == 0
