"""The whole URL map walked by a stranger, somebody without a role, and each of the cast: everybody gets
what tests/rights.py says, and nothing else."""

from typing import Any

import pytest
from django.test import Client

from tests.addresses import Address
from tests.cast import PASSWORD, Cast
from tests.rights import ADMIN, PEOPLE, RIGHTS, SIGNED
from tests.walking import WHO, House, furnish, is_let_in, taken_back, the_whole_map

pytestmark = pytest.mark.django_db

MAP = the_whole_map()
LISTED = [one for one in MAP if one.pattern in RIGHTS]
POSTED = [one for one in LISTED if RIGHTS[one.pattern][1]]
OF_THE_ADMIN = [one for one in MAP if one.pattern.startswith(ADMIN)]
AWAY = {"/login/", "/admin/login/", "/admin/"}
"""Where the admin sends whom it does not let in."""


@pytest.fixture
def house(cast: Cast) -> House:
    return furnish(cast)


def ask(client: Client, method: str, path: str, said: dict[str, Any]) -> Any:
    return client.post(path, said) if method == "POST" else client.get(path)


def let_in(house: House, method: str, address: Address) -> tuple[str, ...]:
    path, said = house.path(address), house.body(address)
    found = []
    for who in WHO:
        client = house.client(who)
        with taken_back():
            if is_let_in(ask(client, method, path, said)):
                found.append(who)
    return tuple(found)


@pytest.mark.parametrize("address", LISTED, ids=lambda one: one.pattern)
def test_who_may_look_and_who_may_post(house: House, address: Address) -> None:
    expected = RIGHTS[address.pattern]
    assert (let_in(house, "GET", address), let_in(house, "POST", address)) == expected


@pytest.mark.parametrize("address", POSTED, ids=lambda one: one.pattern)
@pytest.mark.parametrize("who", ["stranger", "outsider", "omar"])
def test_no_post_of_others_touches_what_is_ritas(house: House, address: Address, who: str) -> None:
    before, client = house.of_rita(), house.client(who)
    client.post(house.path(address), house.body(address))
    assert house.of_rita() == before


@pytest.mark.parametrize("who", WHO[:-1])
def test_the_admin_is_closed_to_all_but_admins(house: House, who: str) -> None:
    client = house.client(who)
    for address in OF_THE_ADMIN:
        for method in ("GET", "POST"):
            answer = ask(client, method, house.path(address), {})
            where = answer.headers.get("Location", "").partition("?")[0]
            assert answer.status_code in {403, 405} or where in AWAY, address


def test_the_admin_has_no_second_way_to_sign_in(house: House) -> None:
    stranger = house.client("stranger")
    assert stranger.get("/admin/login/?next=/admin/")["Location"] == "/login/?next=%2Fadmin%2F"
    assert (
        stranger.post("/admin/login/", {"username": "ada", "password": PASSWORD}).status_code == 405
    )


@pytest.mark.parametrize("pattern", sorted(SIGNED))
@pytest.mark.parametrize("who", WHO)
def test_a_machines_address_answers_nobody_without_a_signature(
    house: House, pattern: str, who: str
) -> None:
    client = house.client(who)
    assert client.get(f"/{pattern}").status_code == 405
    assert client.post(f"/{pattern}", {}).status_code in {401, 403, 404}


def test_somebody_without_a_role_is_told_why_and_can_leave(house: House) -> None:
    client = house.client("outsider")
    answer = client.get("/")
    assert answer.status_code == 403
    assert "no role here yet" in answer.content.decode()
    assert client.post("/logout/").status_code == 302
    assert client.get("/").status_code == 302


def test_the_walk_tells_the_cast_apart(house: House) -> None:
    """The scene is one in which rights differ: else every row above would pass for nothing."""
    assert {row for pair in RIGHTS.values() for row in pair} >= {PEOPLE, ("rita", "mona", "ada")}
    assert house.lead.owner == house.cast.rita.owner != house.cast.omar.owner
