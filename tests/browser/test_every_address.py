"""Every address that a person may open, in real Chromium: clean for axe by day and by night, and never
wider than a phone of 320 pixels. A new address is looked at without being named here."""

from playwright.sync_api import ViewportSize

from tests.addresses import Address
from tests.browser.office import Office
from tests.browser.screen import Screen
from tests.browser.test_axe_in_chromium import CONTRAST, check, faults_of
from tests.rights import RIGHTS
from tests.walking import House, furnish, the_whole_map

DESK = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=320, height=700)
NO_PAGE = ("doors/<slug:token>/", "health/", "admin/")
"""What a machine reads, or Django draws."""


def opened() -> list[Address]:
    """The addresses that an admin may open in a browser."""
    return [
        one for one in the_whole_map()
        if "ada" in RIGHTS.get(one.pattern, ((), ()))[0] and not one.pattern.startswith(NO_PAGE)
    ]  # fmt: skip


def is_page(screen: Screen, path: str) -> bool:
    """Whether a browser draws it: a whole page, not a file or a part of one."""
    answer = screen.page.request.get(path)
    return answer.ok and "<html" in answer.text()[:500]


def look_at(screen: Screen, path: str) -> None:
    screen.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    screen.page.set_viewport_size(DESK)
    screen.goto(path)
    check(screen, path)
    screen.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert faults_of(screen, CONTRAST) == [], path
    screen.page.set_viewport_size(PHONE)
    assert screen.too_wide() == [], path


def test_every_address_is_clean_in_both_themes_and_fits_a_narrow_phone(office: Office) -> None:
    house: House = furnish(office.scene.cast)
    screen = office.sign_in("ada", "/")
    pages = [path for one in opened() if is_page(screen, path := house.path(one))]
    assert len(pages) > 20
    for path in pages:
        look_at(screen, path)
