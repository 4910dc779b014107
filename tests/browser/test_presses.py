"""How many presses an outcome costs, from the card on: by mouse and by keyboard."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, expect

from leads.models import Lead
from tests.browser.office import Office
from tests.browser.screen import Screen

IMANI, KOFI = "Imani Oyelaran", "Kofi Marchetti"


class Hand:
    """Presses what is in sight, or a key, and counts."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.presses = screen, 0

    @property
    def card(self) -> Locator:
        return self.screen.card(IMANI)

    def press(self, what: Locator) -> None:
        what.click()
        self.presses += 1

    def button(self, name: str, within: Locator | None = None) -> None:
        found = (within or self.card).get_by_role("button", name=re.compile(f"^{re.escape(name)}"))
        self.press(found)

    def menu(self) -> Locator:
        self.button("More for")
        return self.card.locator("[popover]")

    def key(self, key: str) -> None:
        self.screen.page.keyboard.press(key)
        self.presses += 1

    def keys(self, form_key: str, *more: str) -> None:
        """The key that opens a form, then those within it once it stands there."""
        self.key(form_key)
        expect(self.screen.sheet.locator(":focus")).to_be_visible()
        for key in more:
            self.key(key)


def at_the_card(office: Office) -> Hand:
    office.with_leads(IMANI)
    screen = office.sign_in()
    screen.link(IMANI).focus()
    return Hand(screen)


def mouse_no_response(hand: Hand) -> None:
    hand.button("No response")


def mouse_other_reason(hand: Hand) -> None:
    hand.button("No budget", hand.menu())


def mouse_bad_timing(hand: Hand) -> None:
    hand.press(hand.menu().get_by_role("link", name="Bad timing"))
    hand.button("+3 mo", hand.screen.sheet)


CLOSING: list[tuple[int, Callable[[Hand], None], str]] = [
    (1, mouse_no_response, "NO_RESPONSE"),
    (1, lambda hand: hand.key("n"), "NO_RESPONSE"),
    (2, mouse_other_reason, "BUDGET_CONSTRAINTS"),
    (2, lambda hand: hand.keys("d", "6"), "BUDGET_CONSTRAINTS"),
    (3, mouse_bad_timing, "BAD_TIMING"),
    (3, lambda hand: hand.keys("d", "4", "3"), "BAD_TIMING"),
]


@pytest.mark.parametrize(
    ("presses", "close", "reason"),
    CLOSING,
    ids=["mouse 1", "key 1", "mouse 2", "keys 2", "mouse 3", "keys 3"],
)
def test_closing_costs_no_more_than_that_and_its_undo_one(
    office: Office, presses: int, close: Callable[[Hand], None], reason: str
) -> None:
    hand = at_the_card(office)
    close(hand)
    hand.screen.expect_in(IMANI, "Disqualified")
    assert hand.presses == presses
    assert Lead.objects.get().reason == reason
    if presses % 2:
        hand.button("Undo", hand.screen.toast)
    else:
        hand.key("z")
    hand.screen.expect_in(IMANI, "Attempting")
    assert hand.presses == presses + 1


def mouse_next_step(hand: Hand) -> None:
    hand.button("+3 d", hand.menu())


@pytest.mark.parametrize(
    "plan", [mouse_next_step, lambda hand: hand.keys("e", "3")], ids=["by mouse", "by keys"]
)
def test_a_next_step_three_days_on_is_two(office: Office, plan: Callable[[Hand], None]) -> None:
    hand = at_the_card(office)
    plan(hand)
    expect(hand.screen.toast).to_contain_text("Next step")
    assert hand.presses == 2
    assert Lead.objects.get().next_step_on is not None


def test_a_rare_reason_is_seen_before_its_key_closes(office: Office) -> None:
    hand = at_the_card(office)
    hand.keys("d", "8")
    expect(hand.screen.sheet.get_by_role("button", name="Technical limits")).to_be_focused()
    hand.key("8")
    hand.screen.expect_in(IMANI, "Disqualified")


def test_a_press_where_a_card_has_just_gone_does_not_close_the_next(office: Office) -> None:
    office.with_leads(IMANI, KOFI)
    screen = office.sign_in()
    page, noon = screen.page, datetime(2026, 11, 30, 12, tzinfo=UTC)
    page.clock.set_fixed_time(noon)
    spot = page.get_by_role("button", name=re.compile("^No response")).first.bounding_box()
    assert spot is not None
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    page.mouse.click(x, y)
    expect(screen.column("Disqualified")).to_have_attribute("data-count", "1")
    page.mouse.click(x, y)
    assert len(screen.writes) == 1
    page.clock.set_fixed_time(noon + timedelta(seconds=2))
    page.mouse.click(x, y)
    expect(screen.column("Disqualified")).to_have_attribute("data-count", "2")
