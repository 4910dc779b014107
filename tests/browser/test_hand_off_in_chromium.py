"""One press makes one deal, however it is pressed: twice, held, after going back, in two windows."""

import re

import pytest
from playwright.sync_api import expect

from leads.domain.handoff import DEAL_PIPELINE
from leads.domain.pipeline import Stage
from tests.browser.office import Office
from tests.browser.screen import Screen

IMANI = "Imani Oyelaran"


@pytest.fixture
def lead(office: Office) -> str:
    """A lead that talks to us, on a portal that has the deal pipeline."""
    return office.with_leads(IMANI, stage=Stage.CONNECTED)[0]


def open_sheet(screen: Screen) -> None:
    screen.link(IMANI).focus()
    screen.page.keyboard.press("b")
    expect(screen.sheet).to_be_visible()
    screen.sheet.get_by_role("radio", name="Yes").check()


def deals(office: Office) -> list[str]:
    found = office.scene.portal.objects("deals")
    return [one["id"] for one in found if one["properties"]["pipeline"] == DEAL_PIPELINE]


def carry(office: Office) -> None:
    for minutes in (0, 1, 20, 40):
        office.push(minutes_on=minutes)


def expect_one_deal(office: Office, lead: str) -> None:
    carry(office)
    assert len(deals(office)) == 1
    assert office.stage(lead) == Stage.MEETING_BOOKED


def test_a_double_click_makes_one_deal(office: Office, lead: str) -> None:
    screen = office.sign_in(to="/?wide=meeting-booked")
    open_sheet(screen)
    screen.sheet.get_by_role("button", name=re.compile("^Create deal")).dblclick()
    expect(screen.sheet).to_be_hidden()
    expect_one_deal(office, lead)
    screen.refresh()
    screen.expect_in(IMANI, "Meeting Booked")


def test_enter_held_down_makes_one_deal(office: Office, lead: str) -> None:
    screen = office.sign_in(to="/?wide=meeting-booked")
    open_sheet(screen)
    screen.sheet.get_by_role("button", name=re.compile("^Create deal")).focus()
    for _ in range(6):  # a held key repeats its way down without coming up
        screen.page.keyboard.down("Enter")
    screen.page.keyboard.up("Enter")
    expect(screen.sheet).to_be_hidden()
    expect_one_deal(office, lead)


def test_going_back_after_it_and_pressing_again_makes_no_second(office: Office, lead: str) -> None:
    screen = office.sign_in(to="/", java_script_enabled=False)
    screen.page.get_by_role("link", name=IMANI, exact=True).first.click()
    page = screen.page
    page.get_by_text("create deal", exact=False).first.click()
    page.get_by_role("radio", name="Yes").check()
    page.get_by_role("button", name=re.compile("^Create deal")).click()
    page.go_back()
    again = page.get_by_role("button", name=re.compile("^Create deal"))
    if again.count() and again.is_visible():
        page.get_by_role("radio", name="Yes").check()
        again.click()
    expect_one_deal(office, lead)


def test_two_windows_make_one_deal_and_the_second_hears_of_the_first(
    office: Office, lead: str
) -> None:
    first, second = office.sign_in(to="/"), office.sign_in("mona", to="/?tab=team")
    second.watch.refusals.add(409)
    open_sheet(first)
    open_sheet(second)
    first.sheet.get_by_role("button", name=re.compile("^Create deal")).click()
    expect(first.sheet).to_be_hidden()
    second.sheet.get_by_role("button", name=re.compile("^Create deal")).click()
    expect(second.page.get_by_text(re.compile("Rita Solano")).first).to_be_visible()
    expect_one_deal(office, lead)
