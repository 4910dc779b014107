"""The press: one lock for one asking, whoever presses how often; and what is refused, in words."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from leads.actions.decide import NoSuchLead, SomebodyWasFirst
from leads.actions.settle_shipment import cancel_shipment
from leads.actions.ship_demo_lock import Wish, ship_demo_lock
from leads.domain.roles import NotAllowed
from leads.domain.shipping import UnableToShip
from leads.models import Contact, Decision, DemoRequest, Door, Shipment
from leads.models.shipment import shipment_waits
from tests.courier import LOCK
from tests.scenes import OMAR
from tests.shipping import ADDRESS, Dock

pytestmark = pytest.mark.django_db

State = Shipment.State


def refused(dock: Dock, contact: str, words: str, **wish: Any) -> None:
    with pytest.raises(UnableToShip, match=words):
        dock.ship(contact, **wish)
    assert not Shipment.objects.exclude(state=State.LABELLED).exists()


def test_a_repeated_form_is_the_first_shipment(dock: Dock) -> None:
    contact = dock.asking()
    first = dock.ship(contact, key="form-1")
    assert dock.ship(contact, key="form-1") == first
    assert (Shipment.objects.count(), Decision.objects.count()) == (1, 1)


def test_a_second_person_hears_that_it_is_on_its_way(dock: Dock) -> None:
    contact = dock.asking()
    dock.ship(contact)
    with pytest.raises(UnableToShip, match="on its way"):
        dock.ship(contact, actor=dock.scene.cast.mona)
    assert Shipment.objects.count() == 1


def test_who_asks_once_more_while_a_lock_is_on_its_way_gets_no_second(dock: Dock) -> None:
    contact = dock.asking()
    dock.ship(contact)
    dock.scene.portal.edit("contacts", contact, sent_date="2026-08-24")
    dock.scene.read()
    with pytest.raises(UnableToShip, match="on its way"):
        dock.ship(contact)
    dock.until_settled()
    with pytest.raises(UnableToShip, match="shipped to this person already"):
        dock.ship(contact)


def test_the_database_itself_keeps_to_one_lock_an_asking(dock: Dock) -> None:
    contact = dock.asking()
    first = dock.ship(contact)
    cancel_shipment(first.pk, actor=dock.scene.cast.rita, key="used", now=dock.now)
    with pytest.raises(SomebodyWasFirst):
        dock.ship(contact, key="used")
    assert Shipment.objects.count() == 1


def test_the_bell_rings_for_a_press(dock: Dock, django_capture_on_commit_callbacks: Any) -> None:
    rung: list[object] = []
    hear = lambda **_: rung.append(1)  # noqa: E731 - held here, or the signal would let it go
    shipment_waits.connect(hear)
    with django_capture_on_commit_callbacks(execute=True):
        dock.ship(dock.asking())
    shipment_waits.disconnect(hear)
    assert rung == [1]


def test_a_shipped_asking_is_not_shipped_again(dock: Dock) -> None:
    contact = dock.asking()
    dock.ship(contact)
    dock.until_settled()
    refused(dock, contact, "for this request already", again=True)


def test_who_asks_again_later_gets_another(dock: Dock) -> None:
    contact = dock.asking()
    dock.ship(contact)
    dock.until_settled()
    later = Shipment.objects.get().labelled_at
    assert later is not None
    Contact.objects.update(asked_on=(later + timedelta(days=30)).date())
    dock.ship(contact)
    dock.until_settled()
    assert dock.desk.locks_on_their_way() == 2


def test_a_lock_that_hubspot_knows_of_needs_a_second_look(dock: Dock) -> None:
    contact = dock.asking(demo_lock_tracking="1Z0000000000000001")
    refused(dock, contact, "1Z0000000000000001")
    assert dock.ship(contact, again=True).state == State.WANTED


def test_a_customer_needs_a_decision_first(dock: Dock) -> None:
    company = dock.scene.add("companies", name="Cedar Gate Storage", locks_purchased="4")
    contact = dock.scene.add(
        "contacts", {279: company}, firstname="Imani", email="i@cedar.example",
        phone="775-555-0142", sent_date="2026-08-20",
    )  # fmt: skip
    dock.scene.read()
    refused(dock, contact, "customer")
    shipped = dock.ship(contact, for_customer=True)
    assert shipped.destination["company_name"] == "Cedar Gate Storage"


def test_who_has_not_asked_gets_none(dock: Dock) -> None:
    refused(dock, dock.asking(sent_date=""), "not asked")


def test_without_a_phone_nothing_is_shipped_until_there_is_one(dock: Dock) -> None:
    contact = dock.asking(phone="")
    refused(dock, contact, "phone number")
    assert dock.ship(contact, phone="775-555-0199").destination["contact_phone"] == "775-555-0199"


def test_the_mobile_phone_will_do(dock: Dock) -> None:
    contact = dock.asking(phone="", mobilephone="775-555-0177")
    assert dock.ship(contact).destination["contact_phone"] == "775-555-0177"


@pytest.mark.parametrize("part", ["street", "city", "state", "zip"])
def test_an_address_that_lacks_a_part_is_not_shipped_to(dock: Dock, part: str) -> None:
    refused(dock, dock.asking(), "address|label", address={**ADDRESS, part: ""})


def test_shipping_that_is_off_says_so(dock: Dock) -> None:
    contact = dock.asking()
    dock.settings.EASYSHIP = replace(dock.settings.EASYSHIP, token="")
    refused(dock, contact, "Shipping is off")


def test_a_lock_type_that_hubspot_does_not_have_is_refused_before_it_leaves(dock: Dock) -> None:
    contact = dock.asking()
    dock.scene.read_vocabulary()
    refused(dock, contact, "no demo lock type", lock_type="Bicycle Lock")
    assert dock.ship(contact, lock_type="Disc Lock").lock_type == "Disc Lock"


def test_the_box_says_which_lock_is_in_it(dock: Dock) -> None:
    assert dock.ship(dock.asking()).lock_type == LOCK


def test_whose_contact_it_is_decides_who_may_ship(dock: Dock) -> None:
    cast = dock.scene.cast
    for actor in (cast.omar,):
        contact = dock.asking()
        with pytest.raises(NotAllowed):
            dock.ship(contact, actor=actor)
    for number, actor in enumerate((cast.rita, cast.mona, cast.ada)):
        dock.ship(dock.asking(f"Imani{number} Oyelaran"), actor=actor)
    dock.ship(dock.asking("Paz Ferrer", hubspot_owner_id=""), actor=cast.omar)
    assert Shipment.objects.count() == 4


def test_the_leads_owner_goes_before_the_contacts(dock: Dock) -> None:
    dock.scene.add_lead(owner=OMAR)
    contact = dock.scene.portal.objects("contacts")[0]["id"]
    dock.scene.portal.edit(
        "contacts", contact, email="i@cedar.example", phone="775-555-0142", sent_date="2026-08-20"
    )
    dock.scene.read()
    with pytest.raises(NotAllowed):
        dock.ship(contact)
    assert dock.ship(contact, actor=dock.scene.cast.omar).lead is not None


def test_a_contact_that_is_gone_gets_none(dock: Dock) -> None:
    with pytest.raises(NoSuchLead):
        dock.ship("404")


def request_of(dock: Dock, contact: str, *, ships: bool = True, **more: Any) -> DemoRequest:
    door = Door.objects.create(name="Website", channel="Website", ships=ships, created_at=dock.now)
    base = {
        "state": DemoRequest.State.TAKEN, "fingerprint": "1", "received_at": dock.now,
        "asked_on": "2026-08-20", "email": "i@cedar.example", "contact_id": contact,
    }  # fmt: skip
    return DemoRequest.objects.create(door=door, **{**base, **more})


def test_what_the_form_said_fills_in_what_hubspot_lacks(dock: Dock) -> None:
    contact = dock.asking(phone="", firstname="", lastname="")
    request = request_of(
        dock, contact, first_name="Imani", last_name="Oyelaran", phone="775-555-0111",
        company="Cedar Gate",
    )  # fmt: skip
    shipped = ship_demo_lock(
        contact, Wish(ADDRESS), actor=dock.scene.cast.mona, key=None, now=dock.now
    )
    assert shipped.request == request
    told = [shipped.destination[f"contact_{name}"] for name in ("name", "phone")]
    assert [*told, shipped.destination["company_name"]] == [
        "Imani Oyelaran",
        "775-555-0111",
        "Cedar Gate",
    ]
