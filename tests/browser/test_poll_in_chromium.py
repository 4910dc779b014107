"""Changes from elsewhere arrive on the open page, and take nothing from under a person's hands."""

from playwright.sync_api import expect

from leads.domain.pipeline import Stage
from tests.browser.office import Office

IMANI, TOMAS = "Imani Oyelaran", "Tomas Bell"


def test_a_card_moved_in_hubspot_moves_on_the_open_board(office: Office) -> None:
    imani, _ = office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    office.scene.portal.edit("leads", imani, hs_pipeline_stage=Stage.CONNECTED)
    office.read()
    screen.beat()
    screen.expect_in(IMANI, "Connected")
    screen.expect_in(TOMAS, "Attempting")
    expect(screen.column("Connected").locator("[data-count-words]")).to_have_text("1")


def test_the_page_asks_by_itself(office: Office) -> None:
    imani, _ = office.with_leads(IMANI, TOMAS)
    screen = office.open()
    screen.page.clock.install()
    screen.sign_in("rita")
    office.scene.portal.edit("leads", imani, hs_pipeline_stage=Stage.CONNECTED)
    office.read()
    screen.page.clock.fast_forward(16_000)
    screen.expect_in(IMANI, "Connected")


def test_a_note_half_typed_keeps_its_words_and_the_caret(office: Office) -> None:
    imani, _ = office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    screen.link(IMANI).click()
    note = screen.page.get_by_role("textbox", name="Note on")
    note.fill("They asked for a")
    note.press("Home")
    office.scene.portal.edit("leads", imani, hs_pipeline_stage=Stage.CONNECTED)
    office.read()
    screen.beat()
    screen.expect_in(IMANI, "Connected")
    expect(note).to_be_focused()
    screen.page.keyboard.type("Call: ")
    expect(note).to_have_value("Call: They asked for a")


def test_a_card_with_an_open_menu_is_caught_up_with_when_it_closes(office: Office) -> None:
    imani, _ = office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    screen.press("More for", IMANI)
    menu_item = screen.card(IMANI).get_by_role("button", name="Move to Connected")
    office.scene.portal.edit("leads", imani, hs_pipeline_stage=Stage.CONNECTED)
    office.read()
    screen.beat()
    expect(menu_item).to_be_visible()
    screen.expect_in(IMANI, "Attempting")
    screen.page.keyboard.press("Escape")
    screen.expect_in(IMANI, "Connected")


def test_the_focus_follows_its_card(office: Office) -> None:
    imani, _ = office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    screen.link(IMANI).focus()
    office.scene.portal.edit("leads", imani, hs_pipeline_stage=Stage.CONNECTED)
    office.read()
    screen.beat()
    screen.expect_in(IMANI, "Connected")
    expect(screen.link(IMANI)).to_be_focused()


def test_who_is_to_be_called_back_appears_and_goes_with_what_changes(office: Office) -> None:
    imani, _ = office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    strip = screen.page.get_by_text("Call back today")
    expect(strip).to_be_hidden()
    office.scene.portal.edit(
        "leads", imani, hs_pipeline_stage=Stage.DISQUALIFIED,
        hs_lead_disqualification_reason="BAD_TIMING",
        hs_lead_disqualification_note="Call back on 2026-01-05. After the season.",
    )  # fmt: skip
    office.read()
    screen.beat()
    expect(strip).to_be_visible()
    strip.click()
    screen.link(TOMAS).focus()
    office.scene.portal.edit("leads", imani, hs_lead_disqualification_note="Never mind.")
    office.read()
    screen.beat()
    expect(strip).to_be_hidden()
