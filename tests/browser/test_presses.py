"""How many presses an outcome costs by mouse: on the card itself, or once its form is open."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from leads.models import Lead
from tests.browser.office import Office
from tests.browser.screen import Screen

IMANI, KOFI = "Imani Oyelaran", "Kofi Marchetti"


class Finger:
    """Presses what has a name, and counts."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.presses = screen, 0

    def press(self, name: str) -> None:
        self.screen.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).click()
        self.presses += 1

    def choose(self, reason: str) -> None:
        self.screen.sheet.get_by_role("radio", name=reason).click()
        self.presses += 1


def at_the_card(office: Office) -> Finger:
    office.with_leads(IMANI)
    screen = office.sign_in()
    screen.link(IMANI).focus()
    return Finger(screen)


def at_the_form(office: Office, key: str) -> Finger:
    finger = at_the_card(office)
    finger.screen.page.keyboard.press(key)
    expect(finger.screen.sheet).to_be_visible()
    return finger


def test_no_response_is_one_press_and_its_undo_one(office: Office) -> None:
    finger = at_the_card(office)
    finger.press("No response")
    finger.screen.expect_in(IMANI, "Disqualified")
    assert finger.presses == 1
    finger.press("Undo")
    finger.screen.expect_in(IMANI, "Attempting")
    assert finger.presses == 2


def test_another_reason_is_two_presses(office: Office) -> None:
    finger = at_the_form(office, "d")
    finger.choose("No budget")
    finger.press("Disqualify")
    finger.screen.expect_in(IMANI, "Disqualified")
    assert finger.presses == 2


def test_bad_timing_with_its_day_is_three(office: Office) -> None:
    finger = at_the_form(office, "d")
    finger.choose("Bad timing")
    finger.press("+3 mo")
    finger.press("Disqualify")
    finger.screen.expect_in(IMANI, "Disqualified")
    assert finger.presses == 3


def test_a_next_step_three_days_on_is_two(office: Office) -> None:
    finger = at_the_form(office, "e")
    finger.press("+3 d")
    finger.press("Save next step")
    expect(finger.screen.sheet).to_be_hidden()
    assert finger.presses == 2
    assert Lead.objects.get().next_step_on is not None


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
