"""How long one stays signed in, and what ends it."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from tests.cast import PASSWORD, Cast
from tests.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita(cast: Cast) -> Client:
    with time_machine.travel(NOW, tick=False):
        return sign_in("rita")


def sign_in(name: str) -> Client:
    client = Client()
    client.post("/login/", {"username": name, "password": PASSWORD})
    return client


def status(client: Client, path: str = "/changes/", **later: float) -> int:
    with time_machine.travel(NOW + timedelta(**later), tick=False):
        return client.get(path).status_code


def test_whoever_works_stays_in_for_a_fortnight(rita: Client) -> None:
    days = [status(rita, hours=20 * n) for n in range(17)]
    assert days == [200] * 17
    assert status(rita, hours=20 * 17) == 302


def test_a_day_without_a_press_signs_out(rita: Client) -> None:
    assert status(rita, hours=1) == 200
    assert status(rita, hours=24.9) == 200
    assert status(rita, hours=50) == 302
    assert status(rita, hours=50) == 302


def test_a_page_left_open_keeps_nobody_in(rita: Client) -> None:
    assert status(rita) == 200
    assert [status(rita, "/notices/bell/", hours=n) for n in (6, 12, 18)] == [200] * 3
    assert [status(rita, path, hours=25) for path in ("/notices/bell/", "/")] == [302, 302]


def test_a_new_password_ends_every_session(rita: Client, cast: Cast) -> None:
    elsewhere = sign_in("rita")
    cast.rita.set_password("another-password-for-tests")
    cast.rita.save()
    assert [status(client) for client in (rita, elsewhere)] == [302, 302]


def test_signing_in_changes_the_sessions_key(cast: Cast) -> None:
    client = Client()
    client.get("/login/")
    client.session["planted"] = True
    before = client.session.session_key
    client.post("/login/", {"username": "rita", "password": PASSWORD})
    assert client.session.session_key != before
