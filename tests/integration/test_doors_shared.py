"""Which sites' pages may post to a door and read the answer (CORS)."""

import json

import pytest
from django.test import Client

from leads.models import Door
from tests.doors import ASKED, knock
from tests.factories import DoorFactory

pytestmark = pytest.mark.django_db

SITE = "https://www.kiss-locks.example"
ALLOW = "Access-Control-Allow-Origin"


@pytest.fixture
def door() -> Door:
    made: Door = DoorFactory.create(origins=[SITE])
    return made


def test_a_listed_site_may_ask_first_and_then_post(door: Door) -> None:
    answer = Client().options(f"/doors/{door.token}/demo-lock/", headers={"Origin": SITE})
    assert (answer.status_code, answer[ALLOW]) == (204, SITE)
    assert "POST" in answer["Access-Control-Allow-Methods"]
    assert "Content-Type, Idempotency-Key" in answer["Access-Control-Allow-Headers"]
    assert knock(door, headers={"Origin": SITE})[ALLOW] == SITE


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://www.kiss-locks.example", f"{SITE}:8443", f"{SITE}.evil.example",
     "https://kiss-locks.example", "*", "http://["],
)  # fmt: skip
def test_no_other_site_may_read_anything(door: Door, origin: str) -> None:
    asked = Client().options(f"/doors/{door.token}/calculator/", headers={"Origin": origin})
    assert asked.status_code == 204
    for answer in (asked, knock(door, headers={"Origin": origin})):
        assert not [name for name in answer.headers if name.startswith("Access-Control")]
        assert "Origin" in answer["Vary"]


def test_a_listed_site_reads_refusals_too(door: Door) -> None:
    Door.objects.update(daily_cap=0)
    headers = {"Origin": SITE}
    full = knock(door, headers=headers)
    wrong = knock(door, {"email": ""}, headers=headers)
    long = knock(door, json.dumps(ASKED | {"message": "a" * 17_000}), headers=headers)
    other = knock(door, b"x", content_type="text/plain", headers=headers)
    assert [full.status_code, wrong.status_code, long.status_code, other.status_code] == [
        429,
        422,
        413,
        415,
    ]
    assert {answer[ALLOW] for answer in (full, wrong, long, other)} == {SITE}
    assert "Retry-After" in full["Access-Control-Expose-Headers"]


def test_nobodys_cookies_are_asked_for(door: Door) -> None:
    answer = knock(door, headers={"Origin": SITE})
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert not answer.cookies
