"""On a phone, by touch: a full outcome without dragging, and nothing to scroll sideways."""

import pytest
from playwright.sync_api import expect

from leads.models import Lead
from tests.browser.office import Office
from tests.browser.screen import Screen

IMANI = "Imani Oyelaran"


def on_a_phone(office: Office, to: str = "/?wide=disqualified", width: int = 390) -> Screen:
    return office.sign_in(
        to=to, viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True,
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
