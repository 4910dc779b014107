"""The palette with the hands on the keyboard: deeds first, then whoever a few letters mean."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.office import Office
from tests.browser.screen import Screen

IMANI, TOMAS = "Imani Oyelaran", "Tomas Bell"


def option(screen: Screen, name: str) -> Locator:
    return screen.page.get_by_role("option", name=name)


@pytest.mark.parametrize("chord", ["Control+k", "Meta+k"])
def test_a_deed_is_chosen_by_arrows_and_enter_and_is_the_cards_own(
    office: Office, chord: str
) -> None:
    office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    keyboard = screen.page.keyboard
    screen.link(IMANI).focus()
    keyboard.press(chord)
    expect(option(screen, "No response")).to_have_attribute("aria-selected", "true")
    keyboard.press("ArrowDown")
    expect(option(screen, "Disqualify…")).to_have_attribute("aria-selected", "true")
    chosen = screen.page.get_by_role("combobox").get_attribute("aria-activedescendant")
    assert chosen == option(screen, "Disqualify…").get_attribute("id")
    keyboard.press("ArrowUp")
    keyboard.press("Enter")
    screen.expect_in(IMANI, "Disqualified")
    assert len(screen.writes) == 1


def test_esc_gives_the_focus_back_and_changes_nothing(office: Office) -> None:
    office.with_leads(IMANI)
    screen = office.sign_in()
    screen.link(IMANI).focus()
    screen.page.keyboard.press("Control+k")
    expect(option(screen, "Next step")).to_be_visible()
    screen.page.keyboard.type("nd")
    screen.page.keyboard.press("Escape")
    expect(screen.page.get_by_role("combobox")).to_be_hidden()
    expect(screen.link(IMANI)).to_be_focused()
    assert screen.writes == []


def test_a_few_letters_open_a_lead_beside_the_board(office: Office) -> None:
    office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    screen.page.keyboard.press("Control+k")
    screen.page.keyboard.type("tomás b")
    expect(option(screen, TOMAS).first).to_have_attribute("aria-selected", "true")
    screen.page.keyboard.press("Enter")
    panel = screen.page.get_by_role("complementary", name="Lead")
    expect(panel.get_by_role("heading", name=TOMAS)).to_be_visible()


def test_from_another_page_it_leads_to_the_leads_own(office: Office) -> None:
    office.with_leads(IMANI)
    screen = office.sign_in(to="/changes/")
    screen.page.get_by_role("button", name="Find or do").click()
    screen.page.get_by_role("combobox").fill("imani")
    option(screen, IMANI).first.click()
    expect(screen.page.get_by_role("heading", name=IMANI, level=1)).to_be_visible()
