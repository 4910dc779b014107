"""Portal health in real Chromium: clean by day and by night, on a phone, and mended by keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from leads import tasks
from leads.hubspot import client as gateway
from leads.models import OutboundWrite, State
from tests.browser.office import Office
from tests.browser.test_axe_in_chromium import check
from tests.factories import WriteFactory

PORTAL = "/desk/portal/"
NOTE = "hs_lead_disqualification_note"


def refused(office: Office) -> OutboundWrite:
    """A note that HubSpot refused, and a stage that somebody changed there meanwhile."""
    WriteFactory.create(state=State.HELD, theirs={"hs_pipeline_stage": "unqualified-stage-id"})
    made: OutboundWrite = WriteFactory.create(
        state=State.REFUSED, properties={NOTE: "Call in may"}, stuck_because="Too long"
    )
    made.attempts.create(at=made.created_at, outcome="refused", http_status=400, message="Too long")
    office.scene.portal.order(
        "option", kind="leads", property="hs_lead_label", value="Paid", gone=True
    )
    gateway._connected.cache_clear()
    tasks.check_portal()
    return made


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_portal_is_clean(office: Office, scheme: str) -> None:
    write = refused(office)
    screen = office.sign_in("ada", PORTAL, color_scheme=scheme, reduced_motion="reduce")
    check(screen, "portal")
    screen.goto(f"{PORTAL}writes/{write.pk}/")
    check(screen, "a write")


def test_a_refused_value_is_corrected_and_a_difference_is_mended_by_press(office: Office) -> None:
    write = refused(office)
    screen = office.sign_in("ada", PORTAL)
    screen.page.get_by_role("link", name=re.compile("^Correct")).press("Enter")
    screen.page.get_by_label("Note").fill("Call in May")
    screen.page.get_by_role("button", name="Send the corrected values").press("Enter")
    expect(screen.page.get_by_role("heading", name="Portal", exact=True)).to_be_visible()
    write.refresh_from_db()
    assert (write.state, write.properties) == (State.WAITING, {NOTE: "Call in May"})
    screen.page.get_by_role("button", name=re.compile("^Add it .*“Paid”")).click()
    expect(screen.page.locator("#differences")).to_contain_text("Waits for its turn.")
    tasks.do_portal_presses()
    expect(screen.page.locator("#differences")).to_contain_text("Done.")
    expect(screen.page.locator("[data-finding='channel:Paid']")).to_have_count(0)


def test_a_phone_shows_the_portal_without_sideways_scrolling(office: Office) -> None:
    write = refused(office)
    screen = office.sign_in("ada", PORTAL, viewport={"width": 390, "height": 844}, has_touch=True)
    for address in (PORTAL, f"{PORTAL}writes/{write.pk}/"):
        screen.goto(address)
        assert screen.too_wide() == []
