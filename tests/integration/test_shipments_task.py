"""The task: on with a token, off without, one round at a time, and on the timetable."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from kisscrm.celery import app
from leads import tasks
from leads.models import Shipment
from leads.sync.lease import lease
from tests.shipping import Dock

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_task_ships_and_writes(dock: Dock) -> None:
    dock.shipped(polls_until_label=0)
    tasks.ship()
    assert Shipment.objects.get().state == Shipment.State.LABELLED
    tasks.push()
    assert dock.in_hubspot(dock.contact().pk)[0] == Shipment.objects.get().tracking_number


def test_without_a_token_nothing_is_asked(dock: Dock) -> None:
    dock.shipped()
    dock.settings.EASYSHIP = replace(dock.settings.EASYSHIP, token="")
    tasks.ship()
    assert dock.desk.journal() == []


def test_one_round_at_a_time(dock: Dock) -> None:
    dock.shipped()
    with lease("shipments", timezone.now(), timedelta(minutes=1)):
        tasks.ship()
    assert dock.desk.journal() == []


def test_the_timetable_names_the_task() -> None:
    assert app.conf.beat_schedule["ship demo locks"]["task"] == tasks.ship.name
