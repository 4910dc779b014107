"""The whole ring, seen from the chair: one press on a card, one PATCH in HubSpot, and the truth about it."""

from playwright.sync_api import expect

from tests.browser.office import Office

IMANI = "Imani Oyelaran"
CLOSED = {
    "hs_pipeline_stage": "unqualified-stage-id",
    "hs_lead_disqualification_reason": "NO_RESPONSE",
}
REFUSED = {
    "status": "error",
    "message": "A reason is demanded by your admin.",
    "category": "VALIDATION_ERROR",
}


def test_one_press_says_saving_then_saved_and_is_one_patch(office: Office) -> None:
    (imani,) = office.with_leads(IMANI)
    screen = office.open()
    screen.sign_in("rita")
    screen.goto("/?wide=disqualified")
    screen.expect_in(IMANI, "Attempting")
    screen.press("No response", IMANI)
    screen.expect_in(IMANI, "Disqualified")
    expect(screen.card(IMANI)).to_contain_text("saving")
    assert office.patches(imani) == []
    office.push()
    expect(screen.card(IMANI)).not_to_contain_text("saving")
    screen.expect_in(IMANI, "Disqualified")
    assert office.patches(imani) == [CLOSED]
    assert len(screen.writes) == 1


def test_a_double_click_is_one_press(office: Office) -> None:
    (imani,) = office.with_leads(IMANI)
    screen = office.sign_in()
    screen.card(IMANI).get_by_role("button", name="No response").dblclick()
    screen.expect_in(IMANI, "Disqualified")
    expect(screen.toast).to_contain_text("No response")
    office.push()
    expect(screen.card(IMANI)).not_to_contain_text("saving")
    assert office.patches(imani) == [CLOSED]


def test_while_hubspot_is_down_the_card_waits_and_it_is_saved_after_once(office: Office) -> None:
    (imani,) = office.with_leads(IMANI)
    screen = office.sign_in()
    with office.scene.portal.down():
        screen.press("No response", IMANI)
        expect(screen.card(IMANI)).to_contain_text("saving")
        office.push()
        expect(screen.card(IMANI)).to_contain_text("waiting for HubSpot")
        screen.expect_in(IMANI, "Disqualified")
    office.push(minutes_on=6)
    office.push(minutes_on=12)
    screen.refresh()
    expect(screen.card(IMANI)).not_to_contain_text("waiting")
    screen.expect_in(IMANI, "Disqualified")
    assert office.patches(imani) == [CLOSED]


def test_a_refusal_returns_the_card_with_hubspots_words(office: Office) -> None:
    (imani,) = office.with_leads(IMANI)
    screen = office.sign_in()
    office.scene.portal.fault("status", "PATCH", "/leads/", status=400, body=REFUSED)
    screen.press("No response", IMANI)
    screen.expect_in(IMANI, "Disqualified")
    office.push()
    screen.expect_in(IMANI, "Attempting")
    expect(screen.card(IMANI)).to_contain_text("A reason is demanded by your admin.")
    assert office.patches(imani) == []


def test_what_was_refused_is_tried_again_with_one_press(office: Office) -> None:
    (imani,) = office.with_leads(IMANI)
    screen = office.sign_in()
    office.scene.portal.fault("status", "PATCH", "/leads/", status=400, body=REFUSED)
    screen.press("No response", IMANI)
    screen.expect_in(IMANI, "Disqualified")
    office.push()
    screen.expect_in(IMANI, "Attempting")
    screen.press("Try again", IMANI)
    screen.expect_in(IMANI, "Disqualified")
    office.push()
    expect(screen.card(IMANI)).not_to_contain_text("saving")
    assert office.patches(imani) == [CLOSED]
