"""Cards dragged with a mouse: where they may go, where not, and what a change of mind leaves behind."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, expect

from leads.domain.pipeline import Stage
from tests.browser.office import Office
from tests.browser.screen import Screen

IMANI, TOMAS = "Imani Oyelaran", "Tomas Bell"


def move_to(screen: Screen, target: Locator) -> None:
    box = target.bounding_box()
    assert box is not None
    screen.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)


@contextmanager
def held(screen: Screen, name: str) -> Iterator[None]:
    """The card in the hand, by its company's name; let go at the end."""
    move_to(screen, screen.card(name).get_by_text("Storage"))
    screen.page.mouse.down()
    yield
    screen.page.mouse.up()


def test_a_card_dropped_on_an_allowed_column_moves_there(office: Office) -> None:
    imani, _ = office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    with held(screen, IMANI):
        move_to(screen, screen.column("Connected"))
    screen.expect_in(IMANI, "Connected")
    expect(screen.toast).to_contain_text("Connected")
    office.push()
    screen.refresh()
    screen.expect_in(IMANI, "Connected")
    screen.page.reload()
    screen.expect_in(IMANI, "Connected")
    assert office.patches(imani) == [{"hs_pipeline_stage": Stage.CONNECTED.value}]
    assert len(screen.writes) == 1


def test_a_forbidden_column_says_why_and_sends_nothing(office: Office) -> None:
    office.with_leads(IMANI)
    screen = office.sign_in()
    with held(screen, IMANI):
        move_to(screen, screen.column("New"))
        expect(screen.column("New")).to_have_class("column refuses over")
        expect(screen.column("New")).to_have_attribute("data-why", "New empties itself")
    screen.beat()
    screen.expect_in(IMANI, "Attempting")
    assert screen.writes == []


def test_esc_puts_the_card_back(office: Office) -> None:
    office.with_leads(IMANI)
    screen = office.sign_in()
    with held(screen, IMANI):
        move_to(screen, screen.column("Connected"))
        screen.page.keyboard.press("Escape")
    screen.beat()
    screen.expect_in(IMANI, "Attempting")
    assert screen.writes == []


def test_dropped_in_place_sends_nothing(office: Office) -> None:
    office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    with held(screen, IMANI):
        move_to(screen, screen.column("Attempting"))
    screen.beat()
    screen.expect_in(IMANI, "Attempting")
    assert screen.writes == []


def test_dropped_on_disqualified_it_asks_why_and_cancel_changes_nothing(office: Office) -> None:
    office.with_leads(IMANI, TOMAS)
    screen = office.sign_in(to="/")
    before = counts(screen)
    with held(screen, IMANI):
        move_to(screen, screen.column("Disqualified"))
    expect(screen.sheet.get_by_role("button", name="No response")).to_be_visible()
    screen.sheet.get_by_role("button", name="Cancel").click()
    expect(screen.sheet).to_be_hidden()
    screen.expect_in(IMANI, "Attempting")
    expect(screen.card(IMANI).locator(":focus")).to_have_count(1)
    screen.beat()
    assert counts(screen) == before
    assert screen.writes == []


def test_dropped_on_disqualified_with_a_reason_it_is_closed(office: Office) -> None:
    imani, _ = office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    with held(screen, IMANI):
        move_to(screen, screen.column("Disqualified"))
    screen.sheet.get_by_role("button", name="Not a good fit").click()
    screen.expect_in(IMANI, "Disqualified")
    office.push()
    (patch,) = office.patches(imani)
    assert patch["hs_lead_disqualification_reason"] == "NOT_A_GOOD_FIT"


def counts(screen: Screen) -> list[str]:
    return screen.page.locator("[data-count-words]").all_inner_texts()
