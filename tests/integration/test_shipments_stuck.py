"""What the courier will not do is said in words, and a person can mend it: top up, try again, cancel."""

import pytest

from leads.actions.decide import SomebodyWasFirst
from leads.actions.settle_shipment import cancel_shipment, ship_again
from leads.domain.roles import NotAllowed
from leads.domain.shipping import MONEY, UnableToShip
from leads.models import Decision, Shipment
from leads.sync.shipments import claim
from tests.courier import FIRST
from tests.shipping import ADDRESS, CREATE, LABEL, Dock

pytestmark = pytest.mark.django_db

State = Shipment.State


def again(dock: Dock, shipment: Shipment) -> Shipment:
    return ship_again(shipment.pk, actor=dock.scene.cast.rita, key=None, now=dock.now)


def cancel(dock: Dock, shipment: Shipment) -> Shipment:
    return cancel_shipment(shipment.pk, actor=dock.scene.cast.rita, key=None, now=dock.now)


def test_credit_runs_out_is_topped_up_and_the_label_bought_once(dock: Dock) -> None:
    dock.desk.top_up(3.2)
    dock.shipped()
    stuck = dock.turn()
    assert (stuck.state, stuck.may_retry) == (State.STUCK, True)
    assert stuck.stuck_because == f"{MONEY['payment_required']} Balance now: 3.20 USD."
    dock.turn(3, minutes=70)
    assert len(dock.desk.purchases()) == 1  # nobody tries again by itself
    dock.desk.top_up(100)
    again(dock, stuck)
    assert dock.until_settled().state == State.LABELLED
    assert (len(dock.desk.creates()), dock.desk.labels_bought()) == (1, 1)


@pytest.mark.parametrize("code", MONEY)
@pytest.mark.parametrize("leaves", [True, False])
def test_no_money_at_the_create_may_leave_a_shipment_that_is_found_again(
    dock: Dock, code: str, leaves: bool
) -> None:
    dock.shipped(payment=code, payment_at="create", payment_leaves_shipment=leaves)
    stuck = dock.turn()
    assert stuck.stuck_because.startswith(MONEY[code])
    dock.desk.turn(payment="")
    again(dock, stuck)
    assert dock.until_settled().state == State.LABELLED
    assert len(dock.desk.shipments()) == 1


def test_an_address_that_nobody_goes_to_says_so(dock: Dock) -> None:
    dock.ship(dock.asking(), address=ADDRESS | {"street": "PO Box 12"})
    stuck = dock.turn()
    assert stuck.state == State.STUCK
    assert "No courier goes to this address." in stuck.stuck_because
    assert "No courier delivers to a PO box." in stuck.stuck_because
    assert dock.desk.purchases() == []
    with pytest.raises(UnableToShip, match="cannot help"):
        again(dock, stuck)


def test_what_easyship_does_not_take_is_shown_in_its_own_words(dock: Dock) -> None:
    dock.shipped()
    body = {"error": {"code": "invalid_content", "details": ["city is unknown"], "message": "No"}}
    dock.scene.portal.fault("status", "POST", CREATE, status=422, body=body)
    stuck = dock.turn()
    assert stuck.stuck_because == "EasyShip refused this. EasyShip says: city is unknown"
    assert not stuck.may_retry


@pytest.mark.parametrize("end", ["failed", "technical_failed"])
def test_a_failed_label_shows_why_and_may_be_tried_once_more(dock: Dock, end: str) -> None:
    dock.shipped(label_ends=end)
    stuck = dock.until_settled()
    assert (stuck.state, stuck.label_state, stuck.may_retry) == (State.STUCK, end, True)
    assert "could not make this label" in stuck.stuck_because
    again(dock, stuck)
    stuck = dock.until_settled()
    assert (stuck.state, stuck.may_retry) == (State.STUCK, False)
    assert dock.contact().demo_lock_tracking == ""


def test_a_label_that_works_the_second_time_ships_one_lock(dock: Dock) -> None:
    dock.shipped(label_ends="failed")
    stuck = dock.until_settled()
    dock.desk.turn(label_ends="generated")
    again(dock, stuck)
    again(dock, stuck)  # pressed twice
    assert dock.until_settled().state == State.LABELLED
    assert dock.desk.locks_on_their_way() == 1
    assert Decision.objects.filter(summary="Demo lock: shipping tried again").count() == 1


def test_one_that_vanished_before_its_label_was_bought_is_made_anew(dock: Dock) -> None:
    dock.desk.top_up(0)
    dock.shipped()
    dock.turn()
    dock.courier.discard(FIRST)
    dock.desk.top_up(100)
    again(dock, Shipment.objects.get())
    stuck = dock.turn()
    assert (stuck.state, stuck.easyship_id, stuck.may_retry) == (State.STUCK, "", True)
    again(dock, stuck)
    assert dock.until_settled().easyship_id == "ESUS100000002"


def test_one_that_vanished_with_its_label_is_never_made_anew(dock: Dock) -> None:
    dock.shipped(polls_until_label=99)
    dock.turn(2)
    del dock.scene.portal.sandbox.reception.courier.parcels[FIRST]
    stuck = dock.turn(3, minutes=70)
    assert (stuck.state, stuck.may_retry) == (State.STUCK, False)
    assert "though its label may be bought" in stuck.stuck_because
    assert len(dock.desk.creates()) == 1


def test_one_that_was_cancelled_at_easyship_is_for_a_person(dock: Dock) -> None:
    dock.shipped(polls_until_label=99)
    dock.turn()
    dock.courier.cancel(FIRST)
    stuck = dock.turn(2)
    assert (stuck.state, stuck.label_state) == (State.STUCK, "voided")
    cancel(dock, stuck)
    dock.ship(stuck.contact_id)
    dock.desk.turn(polls_until_label=0)
    assert dock.until_settled().state == State.LABELLED
    assert dock.desk.locks_on_their_way() == 1


def test_cancelled_before_the_first_round_nothing_is_asked_of_easyship(dock: Dock) -> None:
    shipment = dock.shipped()
    assert cancel(dock, shipment).state == State.CANCELLED
    dock.turn(3)
    assert dock.desk.journal() == []


def test_a_cancelled_one_goes_at_easyship_too_and_a_new_one_may_follow(dock: Dock) -> None:
    dock.desk.top_up(0)
    dock.shipped()
    stuck = dock.turn()
    cancel(dock, stuck)
    dock.turn(2)
    assert [one["shipment_state"] for one in dock.desk.shipments()] == ["deleted"]
    assert len(dock.desk.journal("DELETE")) == 1
    dock.desk.top_up(100)
    dock.ship(stuck.contact_id)
    assert dock.until_settled().state == State.LABELLED
    assert dock.desk.locks_on_their_way() == 1


def test_a_failed_label_is_cancelled_at_easyship(dock: Dock) -> None:
    dock.shipped(label_ends="failed")
    cancel(dock, dock.until_settled())
    dock.turn(2)
    assert [one["shipment_state"] for one in dock.desk.shipments()] == ["cancelled"]


def test_what_easyship_will_not_take_back_is_told(dock: Dock) -> None:
    dock.shipped(label_ends="failed")
    cancel(dock, dock.until_settled())
    dock.scene.portal.fault("status", "POST", "/cancel$", status=422, body={"message": "Too late."})
    dock.turn()
    assert Shipment.objects.get().stuck_because == "Cancel it at EasyShip: Too late."
    asked = len(dock.desk.journal("POST"))
    dock.turn(2)
    assert len(dock.desk.journal("POST")) == asked


def test_a_bought_label_or_a_call_under_way_is_not_cancelled(dock: Dock) -> None:
    shipment = dock.shipped(polls_until_label=99)
    claim(Shipment.objects.get(), dock.now)
    with pytest.raises(UnableToShip, match="just now"):
        cancel(dock, shipment)
    Shipment.objects.update(claimed_at=None, state=State.WANTED)
    dock.turn()
    with pytest.raises(UnableToShip, match="bought already"):
        cancel(dock, shipment)


def test_a_row_that_a_worker_just_took_is_not_cancelled(dock: Dock) -> None:
    shipment = dock.shipped()
    Shipment.objects.update(state=State.CREATED)
    claim(Shipment.objects.get(), dock.now)
    with pytest.raises(SomebodyWasFirst):
        cancel(dock, shipment)


def test_a_lock_that_has_left_is_not_cancelled(dock: Dock) -> None:
    dock.shipped()
    with pytest.raises(UnableToShip, match="has left"):
        cancel(dock, dock.until_settled())


def test_only_who_may_ship_may_settle(dock: Dock) -> None:
    shipment = dock.shipped()
    with pytest.raises(NotAllowed):
        cancel_shipment(shipment.pk, actor=dock.scene.cast.omar, key=None, now=dock.now)
    with pytest.raises(NotAllowed):
        ship_again(shipment.pk, actor=dock.scene.cast.omar, key=None, now=dock.now)
    with pytest.raises(UnableToShip, match="no such"):
        ship_again(0, actor=dock.scene.cast.mona, key=None, now=dock.now)


def test_a_no_that_means_bought_already_is_looked_into(dock: Dock) -> None:
    dock.shipped()
    dock.scene.portal.fault("status_after", "POST", LABEL, status=422, body={"message": "Twice?"})
    assert dock.until_settled().state == State.LABELLED
    assert dock.desk.labels_bought() == 1
