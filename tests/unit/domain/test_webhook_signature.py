"""HubSpot's third signature: what it covers, and how old it may be."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from leads.domain.webhook_signature import is_from_hubspot, plain

SENT = datetime.fromtimestamp(1693657560, UTC)
# HubSpot's own example, by which every implementation can be tried.
EXAMPLE: dict[str, Any] = {
    "secret": "yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy",
    "signature": "K36dawei4A+QBNolUOqo7s91KQDWQ5MXZ/QufNYuk/Y=",
    "stamp": "1693657560000",
    "method": "POST",
    "uri": "https://www.example.com/webhook_uri",
    "body": b"{'example_field':'example_value'}",
    "now": SENT,
}


def test_hubspots_own_example_is_from_hubspot() -> None:
    assert is_from_hubspot(**EXAMPLE)


@pytest.mark.parametrize(
    "other",
    [
        {"secret": "another"},
        {"signature": ""},
        {"signature": "K36dawei4A"},
        {"signature": "ünicode"},
        {"method": "PUT"},
        {"uri": "https://www.example.com/webhook_uri?x=1"},
        {"body": b"{}"},
        {"stamp": "1693657560001"},
        {"stamp": ""},
        {"stamp": "yesterday"},
        {"stamp": "-1"},
        {"stamp": "9" * 40},
    ],
)
def test_anything_else_is_not(other: dict[str, Any]) -> None:
    assert not is_from_hubspot(**EXAMPLE | other)


@pytest.mark.parametrize(("late", "holds"), [(299, True), (301, False), (-30, True), (-61, False)])
def test_a_post_lives_five_minutes(late: int, holds: bool) -> None:
    assert is_from_hubspot(**EXAMPLE | {"now": SENT + timedelta(seconds=late)}) is holds


def test_only_some_escapes_are_undone() -> None:
    assert plain("https://x.example/a%3Ab%2fc%20d%26?e=%40") == "https://x.example/a:b/c%20d%26?e=@"
