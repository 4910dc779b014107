"""Signing in, doors and webhooks are counted by address: what is too often, what is not, and who an
address is behind a proxy."""

import dataclasses
from typing import Any

import pytest
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from kisscrm.settings import RATES
from leads.models import DemoRequest
from leads.web import rates
from tests.cast import PASSWORD, Cast
from tests.doors import knock
from tests.factories import DoorFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few(settings: Settings) -> None:
    """The rates of production where there are few, few where there are many; nothing counted yet."""
    many = {"sign-in from": "12/minute", "door": "3/minute", "no such door": "2/minute"}
    settings.RATES = RATES | many | {"webhook": "2/minute"}
    rates.of_this_process.cache_clear()
    settings.ENV = dataclasses.replace(settings.ENV, redis_url="")


def sign_in(name: str, password: str, **about: Any) -> Any:
    return Client().post("/login/", {"username": name, "password": password}, **about)


def test_after_five_wrong_passwords_one_waits_even_with_the_right_one(cast: Cast) -> None:
    assert {sign_in("rita", "wrong").status_code for _ in range(5)} == {200}
    refused = sign_in("rita", PASSWORD)
    assert refused.status_code == 429
    assert 240 < int(refused["Retry-After"]) <= 300
    assert "Wait 5 minutes" in refused.content.decode()
    assert sign_in("RITA ", PASSWORD).status_code == 429  # the same name


def test_others_and_the_same_person_elsewhere_go_on(cast: Cast) -> None:
    for _ in range(6):
        sign_in("rita", "wrong")
    assert sign_in("omar", PASSWORD).status_code == 302
    assert sign_in("rita", PASSWORD, REMOTE_ADDR="198.51.100.7").status_code == 302


def test_a_right_password_forgets_the_wrong_ones(cast: Cast) -> None:
    for _ in range(2):
        assert {sign_in("rita", "wrong").status_code for _ in range(4)} == {200}
        assert sign_in("rita", PASSWORD).status_code == 302


def test_one_address_cannot_try_many_names(cast: Cast) -> None:
    assert {sign_in(f"name{n}", "wrong").status_code for n in range(12)} == {200}
    assert sign_in("rita", PASSWORD).status_code == 429


def test_one_name_cannot_be_tried_from_many_addresses(cast: Cast, settings: Settings) -> None:
    settings.RATES = settings.RATES | {"sign-in as": "8/hour"}
    for n in range(8):
        assert sign_in("rita", "wrong", REMOTE_ADDR=f"198.51.100.{n}").status_code == 200
    assert sign_in("rita", PASSWORD, REMOTE_ADDR="198.51.100.99").status_code == 429


@pytest.mark.parametrize("at", ["demo-lock", "calculator"])
def test_a_door_takes_only_so_much_from_one_address(at: str) -> None:
    door = DoorFactory.create(daily_cap=100, origins=["https://www.kiss.example"])
    origin = {"HTTP_ORIGIN": "https://www.kiss.example"}
    for n in range(3):
        assert knock(door, {"email": f"noor{n}@juniper.example"}, at=at).status_code == 202
    refused = knock(door, {"email": "noor9@juniper.example"}, at=at, **origin)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60
    assert refused["Access-Control-Allow-Origin"] == origin["HTTP_ORIGIN"]
    assert DemoRequest.objects.count() == 3
    assert knock(door, at=at, REMOTE_ADDR="198.51.100.7").status_code == 202


def test_guessing_links_is_turned_away() -> None:
    assert [knock("no-such-token").status_code for _ in range(3)] == [404, 404, 429]


@pytest.mark.parametrize("path", ["/webhooks/easyship/", "/webhooks/hubspot/"])
def test_a_webhook_takes_only_so_much_from_one_address(path: str) -> None:
    assert [Client().post(path).status_code for _ in range(3)] == [404, 404, 429]


@pytest.mark.parametrize(
    ("hops", "told", "address"),
    [
        (0, "203.0.113.9", "127.0.0.1"),  # nobody vouches for the header
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "10.0.0.1, 203.0.113.9", "203.0.113.9"),  # the visitor wrote the first one
        (2, "10.0.0.1, 203.0.113.9, 192.0.2.1", "203.0.113.9"),
        (2, "203.0.113.9", "127.0.0.1"),  # it came around one of them
        (1, "", "127.0.0.1"),
        (1, "nonsense", "127.0.0.1"),
        (1, "2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
    ],
)
def test_an_address_is_what_our_own_proxies_say(
    settings: Settings, hops: int, told: str, address: str
) -> None:
    settings.ENV = dataclasses.replace(settings.ENV, trusted_proxies=hops)
    assert (
        rates.address_of(RequestFactory().post("/", headers={"X-Forwarded-For": told})) == address
    )


def test_with_redis_away_each_process_counts(settings: Settings, cast: Cast) -> None:
    settings.ENV = dataclasses.replace(settings.ENV, redis_url="redis://127.0.0.1:9/0")
    assert [sign_in("rita", "wrong").status_code for _ in range(6)] == [200] * 5 + [429]


def test_neither_names_nor_addresses_are_kept(cast: Cast) -> None:
    sign_in("rita", "wrong", REMOTE_ADDR="198.51.100.7")
    kept = str(vars(rates.of_this_process().storage))
    assert "sign-in as" in kept
    assert "rita" not in kept
    assert "198.51" not in kept
