"""A lock on its way: from the press to the tracking number in HubSpot, and no sooner."""

import pytest

from leads.models import Decision, Shipment
from tests.courier import DESTINATION, FIRST, LOCK
from tests.shipping import Dock, steps

pytestmark = pytest.mark.django_db

State = Shipment.State


def test_a_press_ships_one_lock_and_writes_its_tracking(dock: Dock) -> None:
    contact = dock.asking()
    dock.ship(contact)
    dock.turn()
    assert dock.in_hubspot(contact) == ("", "")
    shipment = dock.turn(3)
    number = dock.desk.shipments()[0]["trackings"][0]["tracking_number"]
    assert (shipment.state, shipment.tracking_number) == (State.LABELLED, number)
    assert (shipment.easyship_id, shipment.courier) == (FIRST, "USPS")
    dock.scene.push()
    assert dock.in_hubspot(contact) == (number, LOCK)
    assert (len(dock.desk.creates()), dock.desk.labels_bought()) == (1, 1)


def test_what_stands_on_the_parcel_is_what_was_pressed(dock: Dock) -> None:
    dock.shipped()
    dock.turn()
    sent = dock.desk.creates()[0]["body"]
    wanted = {**DESTINATION, "contact_email": "imani@cedar.example", "country_alpha2": "US"}
    del wanted["company_name"]
    assert sent["destination_address"] == wanted
    shipment = Shipment.objects.get()
    assert sent["order_data"]["platform_order_number"] == f"DL-{shipment.shipment_id}"
    assert sent["metadata"] == {"contact": shipment.contact_id}


def test_tracking_is_written_exactly_once_and_only_when_it_is_there(dock: Dock) -> None:
    dock.shipped(polls_until_label=3)
    for _ in range(3):
        dock.turn(minutes=10)
        assert dock.writes() == []
        assert dock.contact().demo_lock_tracking == ""
    shipment = dock.turn(6, minutes=70)
    dock.scene.push()
    dock.scene.read("delta")
    assert [one.properties for one in dock.writes()] == [
        {"demo_lock_tracking": shipment.tracking_number, "demo_lock_type": LOCK}
    ]
    assert dock.writes()[0].base == {"demo_lock_tracking": "", "demo_lock_type": ""}
    assert len(dock.told_hubspot()) == 1
    assert dock.contact().demo_lock_tracking == shipment.tracking_number


def test_the_page_that_is_there_from_the_start_proves_nothing(dock: Dock) -> None:
    dock.shipped(polls_until_label=9)
    shipment = dock.turn(3)
    assert dock.desk.shipments()[0]["tracking_page_url"]
    assert (shipment.state, shipment.tracking_page) == (State.LABEL_WANTED, "")
    assert dock.contact().demo_lock_type == ""


def test_a_label_without_a_number_is_not_there_yet(dock: Dock) -> None:
    dock.shipped(polls_until_label=0)
    dock.scene.portal.fault("status", "POST", "/label$", status=500)
    dock.turn()
    parcel = dock.scene.portal.sandbox.reception.courier.parcels[FIRST]
    parcel.label_state = "generated"
    assert dock.turn(2).state == State.LABEL_WANTED
    parcel.tracking_number = "9400000000000000000001"
    assert dock.turn(2, minutes=70).state == State.LABELLED
    assert dock.desk.labels_bought() == 0


def test_a_state_that_nobody_has_heard_of_is_kept_and_looked_at_again(dock: Dock) -> None:
    dock.shipped(polls_until_label=0, label_ends="on_hold")
    shipment = dock.turn(3)
    assert (shipment.state, shipment.label_state) == (State.LABEL_WANTED, "on_hold")
    assert dock.desk.labels_bought() == 1


def test_a_label_is_looked_for_soon_and_then_more_and_more_seldom(dock: Dock) -> None:
    dock.shipped(polls_until_label=99)
    waits = []
    for _ in range(6):
        shipment = dock.turn(minutes=0)
        waits.append((shipment.not_before - dock.now).total_seconds())
        dock.scene.later(seconds=waits[-1])
    assert waits == [15, 60, 300, 3600, 3600, 3600]


def test_many_labels_are_looked_for_in_one_call(dock: Dock) -> None:
    dock.desk.turn(polls_until_label=1)
    for name in ("Imani Oyelaran", "Tove Lind", "Paz Ferrer"):
        dock.ship(dock.asking(name))
    dock.turn()
    before = len(dock.desk.journal("GET"))
    dock.turn()
    assert len(dock.desk.journal("GET")) == before + 1
    dock.turn()
    assert set(Shipment.objects.values_list("state", flat=True)) == {State.LABELLED}
    assert dock.desk.labels_bought() == 3


def test_one_that_the_list_leaves_out_is_looked_at_by_itself(dock: Dock) -> None:
    dock.desk.turn(polls_until_label=1)
    for name in ("Imani Oyelaran", "Tove Lind"):
        dock.ship(dock.asking(name))
    dock.turn()
    parcels = dock.scene.portal.sandbox.reception.courier.parcels
    parcels[FIRST].lists_missed = 9
    dock.turn(4, minutes=10)
    assert set(Shipment.objects.values_list("state", flat=True)) == {State.LABELLED}


def test_each_exchange_is_on_record_with_easyships_number(dock: Dock) -> None:
    shipment = dock.shipped(polls_until_label=2)
    dock.turn(3)
    assert steps(shipment) == ["create: created", "look: on its way", "look: on its way",
                               "look: labelled"]  # fmt: skip
    assert all(one.request_id and one.http_status for one in shipment.attempts.all())


def test_the_timeline_tells_who_wanted_it(dock: Dock) -> None:
    shipment = dock.shipped()
    decision = Decision.objects.get(verb=Decision.Verb.SHIP)
    assert decision.summary == "Demo lock to 77 Larch Street, Reno, NV 89501"
    assert (decision.actor, decision.contact_id) == (dock.scene.cast.rita, shipment.contact_id)


def test_the_write_shows_on_the_leads_card(dock: Dock) -> None:
    lead = dock.scene.add_lead()
    contact = dock.scene.portal.objects("contacts")[0]["id"]
    dock.scene.portal.edit(
        "contacts", contact, email="i@cedar.example", phone="775-555-0142", sent_date="2026-08-20"
    )
    dock.scene.read()
    dock.ship(contact)
    dock.turn(3)
    assert [one.on_lead.hubspot_id for one in dock.writes()] == [lead]
    assert dock.desk.creates()[0]["body"]["metadata"]["lead"] == lead


def test_somebody_who_wrote_a_tracking_in_hubspot_meanwhile_is_not_overwritten(dock: Dock) -> None:
    dock.shipped()
    dock.turn(3)
    contact = dock.contact().pk
    dock.scene.portal.edit("contacts", contact, demo_lock_tracking="1Z0000000000000001")
    dock.scene.push()
    assert dock.in_hubspot(contact)[0] == "1Z0000000000000001"
    assert dock.writes()[0].state == "held"
