"""Doors in a real browser: a campaign's reader asks, and the admin's page works also without a script."""

import pytest
from playwright.sync_api import expect

from leads.models import DemoRequest, Door
from tests.browser.office import Office
from tests.browser.test_axe_in_chromium import check
from tests.factories import DoorFactory

NASTY = "<img src=x onerror=document.body.remove()>"
AT = "/desk/doors/"


@pytest.fixture
def door(office: Office) -> Door:
    made: Door = DoorFactory.create(name=f"August {NASTY}")
    return made


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_of_doors_is_clean_and_runs_nothing(
    office: Office, door: Door, scheme: str
) -> None:
    DoorFactory.create(name="Old", is_active=False, daily_cap=0)
    screen = office.open(color_scheme=scheme, reduced_motion="reduce")
    screen.sign_in("ada")
    for address in (AT, f"{AT}{door.pk}/", f"{AT}new/", f"/doors/{door.token}/demo-lock/"):
        screen.goto(address)
        check(screen, address)
        expect(screen.page.get_by_role("main")).to_be_visible()


def test_the_link_is_copied_and_the_cap_raised_with_one_press_each(
    office: Office, door: Door
) -> None:
    screen = office.open(permissions=["clipboard-read", "clipboard-write"])
    screen.sign_in("ada")
    screen.goto(AT)
    page = screen.page
    page.get_by_role("button", name=f"Copy the link of {door.name}").click()
    expect(page.locator("#live")).to_have_text(f"The link of {door.name} is copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"/doors/{door.token}/demo-lock/")
    page.get_by_role("button", name="Raise the cap to 20").click()
    expect(page.locator("b", has_text="0 of 20")).to_be_visible()
    assert page.url.endswith(f"{AT}#door-{door.pk}")


def test_without_a_script_a_reader_asks_and_the_admin_makes_a_new_link(
    office: Office, door: Door
) -> None:
    reader = office.blank(java_script_enabled=False)
    link = f"/doors/{door.token}/demo-lock/"
    reader.goto(link)
    reader.page.get_by_label("E-mail").fill("noor@juniper.example")
    reader.page.get_by_label("Where shall we send it?").fill("12 Elm St, Albany, NY 12203")
    reader.page.get_by_role("button", name="Ask for a lock").click()
    expect(reader.page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert DemoRequest.objects.get().door == door
    screen = office.sign_in("ada", java_script_enabled=False)
    screen.goto(AT)
    expect(screen.page.get_by_label("Link of")).to_have_attribute("readonly", "")
    screen.page.locator("summary", has_text="New link").click()
    screen.page.get_by_role("button", name="Make a new link").click()
    expect(screen.page.get_by_text("Made a new link").first).to_be_visible()
    reader.watch.refusals.add(404)
    assert reader.page.goto(link).status == 404  # type: ignore[union-attr]
