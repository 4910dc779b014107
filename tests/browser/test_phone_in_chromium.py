"""On a phone, by touch: a full outcome without dragging, and nothing to scroll sideways."""

import pytest
from playwright.sync_api import expect

from leads.models import Lead
from tests.browser.office import Office
from tests.browser.screen import Screen

IMANI = "Imani Oyelaran"


def on_a_phone(
    office: Office, to: str = "/?wide=disqualified", width: int = 390, who: str = "rita"
) -> Screen:
    return office.sign_in(
        who, to=to, viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True,
        device_scale_factor=2,
    )  # fmt: skip


def tab(screen: Screen, label: str) -> None:
    screen.page.get_by_role("navigation", name="Stages").get_by_role("link", name=label).tap()


def test_a_lead_is_disqualified_by_taps_alone(office: Office) -> None:
    (imani,) = office.with_leads(IMANI)
    screen = on_a_phone(office)
    tab(screen, "Attempting")
    screen.card(IMANI).get_by_role("button", name="More for").tap()
    screen.card(IMANI).get_by_role("link", name="Disqualify").tap()
    screen.sheet.get_by_role("button", name="No interest").tap()
    expect(screen.sheet).to_be_hidden()
    tab(screen, "Disqualified")
    expect(screen.in_column(IMANI, "Disqualified")).to_be_in_viewport()
    office.push()
    assert len(office.patches(imani)) == 1


def test_what_is_tapped_is_large_enough_for_a_finger(office: Office) -> None:
    office.with_leads(IMANI)
    screen = on_a_phone(office)
    tab(screen, "Attempting")
    for button in screen.card(IMANI).get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, button.inner_text()


@pytest.mark.parametrize("width", [320, 390])
def test_no_page_scrolls_sideways(office: Office, width: int) -> None:
    office.with_leads(IMANI)
    lead_id = Lead.objects.get().pk
    screen = on_a_phone(office, "/", width)
    for address in (
        "/",
        f"/?lead={lead_id}",
        f"/leads/{lead_id}/",
        f"/leads/{lead_id}/sheet/disqualify/",
    ):
        screen.goto(address)
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= width, address


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("who", ["rita", "mona", "ada"])
def test_the_bar_fits_and_the_rest_is_behind_more(office: Office, who: str, width: int) -> None:
    screen = on_a_phone(office, "/", width, who)
    bar = screen.page.get_by_role("navigation", name="Main")
    entries = bar.get_by_role("link").or_(bar.get_by_role("button")).all()
    assert len(entries) == 5
    for entry in entries:
        box = entry.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    bar.get_by_role("button", name="More").tap()
    expect(bar.get_by_role("button", name="Keys and help")).to_have_count(0)
    bar.get_by_role("link", name="Playbook").tap()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Working with leads")
    expect(bar.get_by_role("button", name="More")).to_have_attribute("aria-current", "true")
    bar.get_by_role("button", name="More").tap()
    bar.get_by_role("button", name="Sign out").tap()
    expect(screen.page.get_by_role("button", name="Sign in")).to_be_visible()
