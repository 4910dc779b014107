"""Whatever is lost on the way, and whoever dies: one asking, one lock."""

import pytest

from leads.easyship.client import EasyShipClient
from leads.easyship.port import NewShipment, ShipmentRecord
from leads.models import Shipment
from leads.sync.shipments import LEASE, claim, ship_due
from tests.courier import FIRST
from tests.shipping import CREATE, LABEL, Dock, steps

pytestmark = pytest.mark.django_db(transaction=True)

State = Shipment.State
LOST = ("drop_after", "status_after", "malformed")
NOT_DONE = ("drop_before", "status", "html", "reset")


@pytest.mark.parametrize("action", [*LOST, *NOT_DONE])
@pytest.mark.parametrize("step", [CREATE, LABEL])
def test_a_lost_answer_never_ships_two_locks(dock: Dock, step: str, action: str) -> None:
    dock.shipped()
    dock.scene.portal.fault(action, "POST", step)
    assert dock.until_settled().state == State.LABELLED
    assert (dock.desk.labels_bought(), dock.desk.locks_on_their_way()) == (1, 1)
    made = 2 if action in NOT_DONE and step == CREATE else 1
    assert len(dock.desk.creates()) == made
    assert len(dock.writes()) == 1


@pytest.mark.parametrize("step", [CREATE, LABEL])
def test_answers_lost_again_and_again_still_ship_one_lock(dock: Dock, step: str) -> None:
    dock.shipped()
    dock.scene.portal.fault("drop_after", "POST", step, times=3)
    dock.scene.portal.fault("status", "GET", "/2024-09/shipments", times=3, status=502)
    assert dock.until_settled(20).state == State.LABELLED
    assert dock.desk.labels_bought() == 1


def test_a_list_that_lags_is_asked_twice_before_anything_is_made_again(dock: Dock) -> None:
    shipment = dock.shipped(list_lag=2)
    dock.scene.portal.fault("drop_after", "POST", CREATE)
    dock.turn(minutes=0)
    shipment.refresh_from_db()
    assert shipment.state == State.UNKNOWN
    dock.turn(minutes=0)
    assert len(dock.desk.journal("GET")) == 1  # not before a minute has gone
    dock.scene.later(seconds=61)
    dock.turn(2, minutes=1.1)
    assert "look: not there" in steps(shipment)
    assert dock.until_settled().state == State.LABELLED
    assert (len(dock.desk.creates()), dock.desk.locks_on_their_way()) == (2, 1)


def test_one_that_is_found_is_adopted(dock: Dock) -> None:
    shipment = dock.shipped()
    dock.scene.portal.fault("drop_after", "POST", CREATE)
    dock.until_settled()
    shipment.refresh_from_db()
    assert shipment.easyship_id == FIRST
    assert "look: adopted" in steps(shipment)
    assert len(dock.desk.creates()) == 1


def test_two_of_one_number_are_for_a_person(dock: Dock) -> None:
    shipment = dock.shipped()
    for _ in range(2):
        dock.courier.create(NewShipment(shipment.order_number, shipment.destination, {}))
    stuck = dock.turn()
    assert (stuck.state, stuck.may_retry) == (State.STUCK, True)
    assert "2 shipments" in stuck.stuck_because
    assert dock.desk.labels_bought() == 0


def test_rows_that_only_look_alike_are_not_adopted(dock: Dock) -> None:
    dock.desk.turn(list_matches_part=True, list_ignores_filter=True)
    shipment = dock.shipped()
    dock.courier.create(NewShipment(f"{shipment.order_number}-x", shipment.destination, {}))
    assert dock.until_settled().easyship_id == "ESUS100000002"


def test_a_label_that_is_bought_already_is_not_bought_again(dock: Dock) -> None:
    dock.shipped()
    made = dock.courier.create(
        NewShipment(Shipment.objects.get().order_number, Shipment.objects.get().destination, {})
    )
    dock.courier.buy_label(made.id)
    assert dock.until_settled().state == State.LABELLED
    assert len(dock.desk.purchases()) == 1


class Killed(BaseException):
    """The worker is gone in the middle of a call."""


class Mortal(EasyShipClient):
    """Dies in one of its calls, before or after EasyShip has heard it."""

    def __init__(self, dock: Dock, dies_in: str, *, after: bool) -> None:
        super().__init__(dock.settings.EASYSHIP)
        self.dies_in, self.after = dies_in, after

    def create(self, shipment: NewShipment) -> ShipmentRecord:
        self.die("create", lambda: super(Mortal, self).create(shipment))
        return super().create(shipment)

    def buy_label(self, id: str) -> ShipmentRecord:
        self.die("buy_label", lambda: super(Mortal, self).buy_label(id))
        return super().buy_label(id)

    def die(self, step: str, call: object) -> None:
        if step == self.dies_in:
            if self.after and callable(call):
                call()
            raise Killed


@pytest.mark.parametrize("after", [True, False])
@pytest.mark.parametrize("step", ["create", "buy_label"])
def test_a_killed_workers_shipment_is_looked_up_by_the_next(
    dock: Dock, step: str, after: bool
) -> None:
    dock.shipped()
    with pytest.raises(Killed):
        ship_due(Mortal(dock, step, after=after), dock.scene.clock)
    dock.turn()
    before = len(dock.desk.journal())
    dock.turn()
    assert len(dock.desk.journal()) == before  # it is still another worker's
    dock.scene.later(seconds=LEASE.total_seconds() + 1)
    assert dock.until_settled().state == State.LABELLED
    assert (dock.desk.labels_bought(), dock.desk.locks_on_their_way()) == (1, 1)


def test_two_workers_never_work_on_one_row(dock: Dock) -> None:
    dock.shipped()
    one, other = Shipment.objects.get(), Shipment.objects.get()
    assert claim(one, dock.now)
    assert not claim(other, dock.now)
    dock.turn()
    assert dock.desk.journal() == []


class Slow(EasyShipClient):
    """Takes so long over a create that another worker takes its row over and ships it."""

    dock: Dock

    def create(self, shipment: NewShipment) -> ShipmentRecord:
        made = super().create(shipment)
        self.dock.scene.later(seconds=LEASE.total_seconds() + 1)
        self.dock.until_settled()
        return made


def test_a_worker_that_was_thought_dead_buys_no_second_label(dock: Dock) -> None:
    dock.shipped()
    slow = Slow(dock.settings.EASYSHIP)
    slow.dock = dock
    ship_due(slow, dock.scene.clock)
    dock.until_settled()
    assert Shipment.objects.get().state == State.LABELLED
    assert (dock.desk.labels_bought(), len(dock.writes())) == (1, 1)


def test_a_courier_that_is_down_loses_nothing(dock: Dock) -> None:
    dock.shipped()
    dock.scene.portal.fault("drop_before", path="/2024-09/", times=None)
    waiting = dock.turn(3)
    assert waiting.state == State.WANTED
    assert "broke" in waiting.stuck_because
    dock.scene.portal.ask("DELETE", "/__sandbox__/faults")
    assert dock.until_settled().state == State.LABELLED
    assert dock.desk.labels_bought() == 1


def test_no_way_to_easyship_stops_the_round(dock: Dock) -> None:
    for name in ("Imani Oyelaran", "Tove Lind"):
        dock.ship(dock.asking(name))
    dock.scene.portal.fault("drop_before", path="/2024-09/", times=None)
    dock.turn()
    assert len(dock.desk.journal()) == 1


def test_a_limit_is_kept_to(dock: Dock) -> None:
    dock.desk.turn(per_minute=1)
    dock.shipped()
    waiting = dock.turn(minutes=0)
    assert waiting.state == State.WANTED
    assert 0 < (waiting.not_before - dock.now).total_seconds() <= 61
    asked = len(dock.desk.journal())
    dock.turn(minutes=0)
    assert len(dock.desk.journal()) == asked
    dock.desk.turn(per_minute=0)
    assert dock.until_settled().state == State.LABELLED


def test_a_wrong_token_waits_for_everybody_and_says_so(dock: Dock) -> None:
    dock.shipped()
    dock.scene.portal.sandbox.reception.courier.token = "sand_other"
    waiting = dock.turn()
    assert (waiting.state, waiting.stuck_because) == (State.WANTED, "The access token is invalid.")
    dock.scene.portal.sandbox.reception.courier.token = "sand_sandbox"
    assert dock.until_settled().state == State.LABELLED


def test_a_purchase_that_was_told_to_wait_is_made_later(dock: Dock) -> None:
    dock.shipped()
    dock.scene.portal.fault("status", "POST", LABEL, status=429)
    waiting = dock.turn(minutes=0)
    assert waiting.state == State.CREATED
    assert (waiting.not_before - dock.now).total_seconds() == 60
    assert dock.until_settled().state == State.LABELLED
    assert dock.desk.labels_bought() == 1
