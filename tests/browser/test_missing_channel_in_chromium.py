"""The missing channel desk in real Chromium: nine leads, nine presses, hands on the keyboard."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from leads.models import Lead
from tests.browser.office import Office
from tests.browser.screen import Screen
from tests.browser.test_axe_in_chromium import check
from tests.scenes import LONG_AGO

DESK = "/desk/missing-channel/"
NAMES = [
    f"{first} Oyelaran" for first in ("Ada", "Ben", "Cai", "Dov", "Eve", "Fay", "Gil", "Hal", "Ian")
]


def by_hand(office: Office, *names: str) -> dict[str, str]:
    """Leads made in HubSpot's own screens: no channel, and named like the contact."""
    ids = {
        name: office.scene.add_lead(name, hs_lead_name=name, hs_createdate=LONG_AGO)
        for name in names
    }
    office.read()
    return ids


def row(screen: Screen, name: str) -> Any:
    return screen.page.locator("[data-desk-row]").filter(
        has=screen.page.get_by_role("link", name=name, exact=True)
    )


def focused(screen: Screen) -> str:
    return str(screen.page.evaluate("document.activeElement.innerText"))


def test_nine_presses_label_nine_leads_and_name_them(office: Office) -> None:
    ids = by_hand(office, *NAMES)
    screen = office.sign_in("ada", DESK)
    screen.page.keyboard.press("j")
    pressed: dict[str, str] = {}
    digits = {"3": "Outbound - Rep", "5": "Referral", "7": "Paid"}
    for number in range(9):
        name, digit = focused(screen), list(digits)[number % 3]
        with screen.page.expect_response(re.compile(DESK)):
            screen.page.keyboard.press(digit)
        expect(screen.page.locator("#progress")).to_contain_text(f"{number + 1} of 9 labelled")
        pressed[name] = digits[digit]
        if number < 8:
            expect(row(screen, name).get_by_role("link", name=name)).not_to_be_focused()
    expect(screen.page.get_by_role("heading", name="Every lead has its channel")).to_be_focused()
    assert len(screen.writes) == 9
    assert set(pressed) == set(NAMES)
    office.push(minutes_on=1)
    for name, id in ids.items():
        wanted = {"hs_lead_label": pressed[name], "hs_lead_name": f"{name} lead"}
        assert office.patches(id) == [wanted]


def test_the_save_state_follows_and_z_takes_the_last_one_back(office: Office) -> None:
    by_hand(office, *NAMES[:2])
    screen = office.sign_in("ada", DESK)
    for key in ("j", "j"):
        screen.page.keyboard.press(key)
    second = focused(screen)
    screen.page.keyboard.press("5")
    expect(row(screen, second)).to_have_attribute("data-sync", "saving")
    office.push(minutes_on=1)
    expect(row(screen, second)).to_have_attribute("data-sync", "saved")
    expect(row(screen, second)).to_contain_text("saved in HubSpot")
    screen.page.keyboard.press("z")
    expect(screen.page.locator("#progress")).to_contain_text("0 of 2 labelled")
    expect(row(screen, second)).to_contain_text("No channel")
    expect(row(screen, second).get_by_role("link", name=second)).to_be_focused()


def test_digits_are_silent_while_letter_keys_are_off(office: Office) -> None:
    by_hand(office, NAMES[0])
    screen = office.sign_in("ada", DESK)
    screen.page.get_by_role("button", name="Keys and help").click()
    screen.page.get_by_label("Letter keys do something").uncheck()
    screen.page.keyboard.press("Escape")
    row(screen, NAMES[0]).get_by_role("link", name=NAMES[0]).focus()
    screen.page.keyboard.press("5")
    screen.page.get_by_label("Letter keys do something").evaluate("box => box.click()")
    row(screen, NAMES[0]).get_by_role("link", name=NAMES[0]).focus()
    screen.page.keyboard.press("7")
    expect(screen.page.locator("#progress")).to_contain_text("1 of 1 labelled")
    assert Lead.objects.get().channel == "Paid"
    assert len(screen.writes) == 1


def test_many_by_ticks_with_a_look_before(office: Office) -> None:
    by_hand(office, *NAMES)
    screen = office.sign_in("ada", DESK)
    screen.page.get_by_role("checkbox", name="Tick all that are shown").check()
    expect(screen.page.locator("[data-bulk-count]")).to_have_text("9 ticked")
    screen.page.get_by_label("Channel for every ticked lead").select_option("Outbound - Rep")
    screen.page.get_by_role("button", name="Show what changes").click()
    expect(screen.page.get_by_role("heading", name="9 leads become Outbound · Rep")).to_be_visible()
    check(screen, "the preview")
    screen.page.get_by_role("button", name="Set Outbound · Rep on 9 leads").click()
    expect(screen.page.get_by_role("heading", name="9 of 9 now Outbound · Rep")).to_be_visible()
    assert set(Lead.objects.values_list("channel", flat=True)) == {"Outbound - Rep"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_desk_is_clean(office: Office, scheme: str) -> None:
    by_hand(office, *NAMES[:2])
    screen = office.sign_in("ada", DESK, color_scheme=scheme, reduced_motion="reduce")
    check(screen, "to label")
    for done in (1, 2):
        screen.page.get_by_role("button", name=re.compile("^Referral for")).first.click()
        expect(screen.page.locator("#progress")).to_contain_text(f"{done} of 2 labelled")
    check(screen, "all labelled")


def test_a_phone_shows_all_of_it_without_sideways_scrolling(office: Office) -> None:
    by_hand(office, *NAMES[:2])
    screen = office.sign_in("ada", DESK, viewport={"width": 390, "height": 844}, has_touch=True)
    assert screen.too_wide() == []
