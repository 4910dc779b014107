"""Every outcome without a line of JavaScript: plain forms, plain pages, the same rules."""

from datetime import date, timedelta

from playwright.sync_api import expect
from pytest_django.fixtures import Settings

from leads.domain.pipeline import Stage
from leads.models import Shipment
from tests.browser.office import Office
from tests.browser.screen import Screen
from tests.courier import CourierDesk
from tests.portal import Portal
from tests.scenes import RITA
from tests.shipping import Dock

IMANI = "Imani Oyelaran"


def open_lead(office: Office) -> tuple[Screen, str]:
    (imani,) = office.with_leads(IMANI)
    screen = office.sign_in(java_script_enabled=False)
    screen.link(IMANI).click()
    expect(screen.page.get_by_role("heading", name=IMANI, level=1)).to_be_visible()
    return screen, imani


def test_bad_timing_without_a_day_is_refused_and_with_one_it_is_closed(office: Office) -> None:
    screen, imani = open_lead(office)
    page = screen.page
    screen.watch.refusals.add(422)
    page.get_by_text("Disqualify with a reason").click()
    page.get_by_text("Bad timing…").click()
    note = page.get_by_label("Note before you press, if it helps the next attempt")
    note.fill("After the merger")
    with page.expect_response("**/disqualify/") as answered:
        page.get_by_role("button", name="Call back then").click()
    assert answered.value.status == 422
    expect(note).to_have_value("After the merger")
    day = date.today() + timedelta(days=40)  # noqa: DTZ011 - any day to come
    page.get_by_label("or on").fill(day.isoformat())
    page.get_by_role("button", name="Call back then").click()
    expect(page.get_by_text("Bad timing").first).to_be_visible()
    office.push()
    (patch,) = office.patches(imani)
    assert patch["hs_lead_disqualification_reason"] == "BAD_TIMING"


def test_no_response_and_undo_are_buttons_of_the_page(office: Office) -> None:
    screen, imani = open_lead(office)
    page = screen.page
    page.get_by_role("button", name="No response").click()
    expect(page.get_by_text("No response").first).to_be_visible()
    screen.toast.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="No response")).to_be_visible()
    office.push()
    assert office.stage(imani) == Stage.ATTEMPTING.value


def test_the_cards_own_button_works_from_the_board_and_leads_back_to_it(office: Office) -> None:
    (imani,) = office.with_leads(IMANI)
    screen = office.sign_in(java_script_enabled=False)
    screen.press("No response", IMANI)
    screen.expect_in(IMANI, "Disqualified")
    office.push()
    assert len(office.patches(imani)) == 1


def test_a_lead_is_raised_for_somebody_who_is_only_in_hubspot(office: Office) -> None:
    office.scene.add("contacts", firstname="Ivy", lastname="Jarrow", hubspot_owner_id=RITA)
    office.with_leads(IMANI)
    screen = office.sign_in(to="/leads/new/", java_script_enabled=False)
    page = screen.page
    page.get_by_role("searchbox", name="Find the contact").fill("jarrow")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Ivy Jarrow").click()
    page.get_by_label("Channel").select_option("Referral")
    page.get_by_role("button", name="Raise the lead").click()
    expect(page.get_by_role("heading", name="Ivy Jarrow", level=1)).to_be_visible()
    office.push()
    names = [one["properties"]["hs_lead_name"] for one in office.scene.portal.objects("leads")]
    assert names.count("Ivy Jarrow lead") == 1


def test_a_demo_lock_is_shipped_and_an_address_corrected(
    office: Office, portal: Portal, settings: Settings
) -> None:
    dock = Dock(office.scene, CourierDesk(portal), settings)
    dock.asking("Jan Kestrel", demo_lock_address="88 Wharf Road, New London, CT 06320")
    dock.asking("Kit Lowell", demo_lock_address="PO Box 418, Dayton, OH 45402")
    screen = office.sign_in(to="/demo-locks/", java_script_enabled=False)
    page = screen.page
    page.get_by_role("button", name="Ship to Jan Kestrel").click()
    expect(page.get_by_text("Nobody waits for a lock")).to_be_visible()
    assert str(Shipment.objects.get().contact) == "Jan Kestrel"
    page.get_by_role("link", name="Blocked").click()
    page.get_by_label("Address for the lock of Kit Lowell").fill("9 Mill Row, Dayton, OH 45402")
    page.get_by_role("button", name="Keep this address for Kit Lowell").click()
    page.get_by_role("link", name="Asked", exact=False).first.click()
    expect(page.get_by_role("button", name="Ship to Kit Lowell")).to_be_visible()
