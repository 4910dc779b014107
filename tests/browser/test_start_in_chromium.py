"""Set-up in real Chromium: clean by day and by night, on a phone without sideways scrolling."""

from dataclasses import replace

import pytest
from pytest_django.fixtures import Settings

from tests.browser.office import Office
from tests.browser.test_axe_in_chromium import check

START = "/desk/start/"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_set_up_is_clean(office: Office, settings: Settings, scheme: str) -> None:
    office.with_leads("Imani Oyelaran")
    settings.HUBSPOT = replace(settings.HUBSPOT, writes=False)
    screen = office.sign_in("ada", START, color_scheme=scheme, reduced_motion="reduce")
    check(screen, "set-up")


def test_a_phone_shows_set_up_and_every_place_without_sideways_scrolling(office: Office) -> None:
    office.with_leads("Imani Oyelaran")
    screen = office.sign_in("ada", START, viewport={"width": 390, "height": 844}, has_touch=True)
    assert screen.too_wide() == []
