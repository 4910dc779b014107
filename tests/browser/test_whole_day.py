"""One working day three times over: by keys alone, by clicks alone, by a finger on a phone without a drag."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from tests.browser.hands import Finger, Keys, Pointer
from tests.browser.office import Office
from tests.browser.rep_day import Hands, begin, check, work
from tests.browser.screen import Screen
from tests.portal import Portal

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WAYS: list[tuple[Callable[[Screen], Hands], dict[str, Any]]] = [
    (Keys, {}),
    (Pointer, {}),
    (Finger, PHONE),
]


@pytest.mark.parametrize(("hands", "context"), WAYS, ids=["keys", "clicks", "a finger at 390 px"])
def test_a_rep_works_from_the_first_coffee_to_the_last_lead(
    office: Office, portal: Portal, settings: Settings,
    hands: Callable[[Screen], Hands], context: dict[str, Any],
) -> None:  # fmt: skip
    day = begin(office, portal, settings)
    work(hands(office.sign_in(to="/", **context)))
    check(day)
