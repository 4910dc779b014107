"""A day's work with the hands on the keyboard."""

from playwright.sync_api import expect

from leads.domain.pipeline import Stage
from tests.browser.office import Office
from tests.browser.screen import Screen

IMANI, TOMAS = "Imani Oyelaran", "Tomas Bell"


def focus(screen: Screen, name: str) -> None:
    """Go there by J, as often as it takes."""
    for _ in range(4):
        screen.page.keyboard.press("j")
        if screen.link(name).evaluate("link => link === document.activeElement"):
            return
    raise AssertionError(f"J never came to {name}")


def test_d_and_a_reasons_key_disqualify_and_z_takes_it_back(office: Office) -> None:
    imani, _ = office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    focus(screen, IMANI)
    screen.page.keyboard.press("d")
    expect(screen.sheet.get_by_role("button", name="No response")).to_be_focused()
    screen.page.keyboard.press("2")
    screen.expect_in(IMANI, "Disqualified")
    expect(screen.sheet).to_be_hidden()
    expect(screen.link(IMANI)).to_be_focused()
    screen.page.keyboard.press("z")
    screen.expect_in(IMANI, "Attempting")
    expect(screen.link(IMANI)).to_be_focused()
    office.push()
    assert office.stage(imani) == Stage.ATTEMPTING.value


def test_where_the_closed_are_folded_the_next_card_has_the_focus(office: Office) -> None:
    office.with_leads(IMANI, TOMAS)
    screen = office.sign_in(to="/")
    focus(screen, IMANI)
    screen.page.keyboard.press("n")
    expect(screen.card(IMANI)).to_be_hidden()
    expect(screen.link(TOMAS)).to_be_focused()
    screen.page.keyboard.press("n")
    expect(screen.column("Attempting").get_by_role("heading", name="Attempting")).to_be_focused()


def test_m_opens_the_menu_and_esc_leaves_it_on_its_card(office: Office) -> None:
    office.with_leads(IMANI)
    screen = office.sign_in()
    focus(screen, IMANI)
    screen.page.keyboard.press("m")
    item = screen.card(IMANI).get_by_role("button", name="Move to Connected")
    expect(item).to_be_visible()
    screen.page.keyboard.press("Escape")
    expect(item).to_be_hidden()
    focused = screen.card(IMANI).locator(":focus")
    expect(focused).to_have_count(1)


def test_j_and_k_walk_the_board_and_the_panel_with_it(office: Office) -> None:
    office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    panel = screen.page.get_by_role("complementary", name="Lead")
    focus(screen, IMANI)
    screen.page.keyboard.press("Enter")
    expect(panel.get_by_role("heading", name=IMANI)).to_be_visible()
    focus(screen, TOMAS) if first(screen) == IMANI else screen.page.keyboard.press("k")
    expect(panel.get_by_role("heading", name=TOMAS)).to_be_visible()
    expect(screen.link(TOMAS)).to_be_focused()
    screen.page.keyboard.press("Escape")
    expect(panel.get_by_role("heading", name=TOMAS)).to_be_hidden()
    expect(screen.link(TOMAS)).to_be_focused()


def first(screen: Screen) -> str:
    return (
        screen.column("Attempting")
        .get_by_role("article")
        .first.get_by_role("link")
        .first.inner_text()
    )


def test_slash_goes_to_the_search_where_letters_are_only_letters(office: Office) -> None:
    office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    screen.page.keyboard.press("/")
    search = screen.page.get_by_role("searchbox")
    expect(search).to_be_focused()
    screen.page.keyboard.type("ndbell")
    expect(search).to_have_value("ndbell")
    expect(screen.card(TOMAS)).to_be_hidden()
    screen.page.keyboard.press("Escape")
    expect(search).to_have_value("")
    expect(screen.card(TOMAS)).to_be_visible()
    assert screen.writes == []


def test_letter_keys_can_be_switched_off(office: Office) -> None:
    office.with_leads(IMANI)
    screen = office.sign_in()
    screen.page.keyboard.press("?")
    box = screen.page.get_by_role("checkbox", name="Letter keys do something")
    expect(box).to_be_visible()
    box.uncheck()
    screen.page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    screen.link(IMANI).focus()
    screen.page.keyboard.press("n")
    screen.page.reload()
    screen.link(IMANI).focus()
    screen.page.keyboard.press("d")
    screen.beat()
    expect(screen.sheet).to_be_hidden()
    assert screen.writes == []


def test_letters_are_silent_behind_an_open_sheet(office: Office) -> None:
    office.with_leads(IMANI)
    screen = office.sign_in()
    focus(screen, IMANI)
    screen.page.keyboard.press("d")
    expect(screen.sheet.get_by_role("button", name="No response")).to_be_focused()
    for letter in "ndmz":
        screen.page.keyboard.press(letter)
    expect(screen.sheet).to_be_visible()
    screen.page.keyboard.press("Escape")
    expect(screen.sheet).to_be_hidden()
    expect(screen.card(IMANI).locator(":focus")).to_have_count(1)
    screen.beat()
    screen.expect_in(IMANI, "Attempting")
    assert screen.writes == []


def test_ticked_leads_are_moved_by_keys_alone_with_a_word_for_each_that_stays(
    office: Office,
) -> None:
    office.lead(TOMAS, Stage.CONNECTED)
    (imani,) = office.with_leads(IMANI)
    screen = office.sign_in(to="/?view=list")
    keyboard = screen.page.keyboard
    for name in (IMANI, TOMAS):
        screen.page.get_by_role("checkbox", name=f"Tick {name}").focus()
        keyboard.press(" ")
    keyboard.press("m")
    expect(screen.page.get_by_role("combobox", name="To", exact=True)).to_be_focused()
    keyboard.press("c")
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(screen.page.get_by_role("heading", name="1 done, 1 refused")).to_be_visible()
    refused = screen.page.get_by_role("row", name=TOMAS)
    expect(refused.get_by_role("checkbox")).to_be_checked()
    expect(refused).to_contain_text("Connected")
    office.push()
    assert office.stage(imani) == Stage.CONNECTED.value


def test_every_key_that_the_help_names_does_what_it_says(office: Office) -> None:
    office.lead(TOMAS, Stage.CONNECTED)
    office.with_leads(IMANI)
    screen = office.sign_in()
    keyboard, page = screen.page.keyboard, screen.page
    keyboard.press("?")
    named = page.locator("#help dt").all_inner_texts()
    panel = page.get_by_role("complementary", name="Lead")
    shows = {
        "N": screen.toast.get_by_text("No response"),
        "D": screen.sheet.get_by_role("button", name="No budget"),
        "E": screen.sheet.get_by_role("button", name="Save next step"),
        "L": screen.sheet.get_by_role("button", name="Left voicemail"),
        "B": screen.sheet.get_by_role("button", name="Create deal"),
        "M": screen.card(IMANI).get_by_role("button", name="Move to Connected"),
        "Enter": panel.get_by_role("heading", name=IMANI),
        "Ctrl+K": page.get_by_role("combobox", name="Find or do"),
        "?": page.get_by_role("heading", name="Keys"),
    }
    elsewhere = {"J K", "Z", "/", "Esc", "1 to 7", "1 to 9"}
    assert {words.replace("Ctrl K", "Ctrl+K") for words in named} == set(shows) | elsewhere
    keyboard.press("Escape")
    for key, shown in reversed(shows.items()):
        screen.link(IMANI).focus()
        keyboard.press(key.replace("Ctrl", "Control"))
        expect(shown.first).to_be_visible()
        keyboard.press("Escape")
        if key != "N":
            expect(shown.first).to_be_hidden()


def test_help_offers_no_keys_where_fingers_are_the_hands(office: Office) -> None:
    office.with_leads(IMANI)
    screen = office.sign_in(has_touch=True, is_mobile=True)
    rail = screen.page.get_by_role("navigation", name="Main")
    expect(rail.get_by_role("button", name="Find or do")).to_be_visible()
    expect(rail.get_by_role("button", name="Keys and help")).to_be_hidden()
    expect(screen.page.locator(".search kbd")).to_be_hidden()
