"""Two people on one lead: the second is told who was first, and sees how it is now."""

from playwright.sync_api import expect

from tests.browser.office import Office

IMANI = "Imani Oyelaran"


def test_a_stale_page_is_told_who_was_first_and_nothing_is_sent_twice(office: Office) -> None:
    (imani,) = office.with_leads(IMANI)
    first, second = (
        office.sign_in("rita"),
        office.sign_in("mona", to="/?tab=team&wide=disqualified"),
    )
    second.expect_in(IMANI, "Attempting")
    first.press("No response", IMANI)
    first.expect_in(IMANI, "Disqualified")
    second.watch.refusals |= {409, 422}
    second.press("More for", IMANI)
    second.card(IMANI).get_by_role("button", name="Move to Connected").click()
    expect(second.toast).to_contain_text("Rita")
    second.expect_in(IMANI, "Disqualified")
    office.push()
    assert len(office.patches(imani)) == 1


def test_one_persons_press_shows_in_the_other_tab(office: Office) -> None:
    office.with_leads(IMANI)
    first, second = office.sign_in("rita"), office.sign_in("rita")
    first.press("No response", IMANI)
    first.expect_in(IMANI, "Disqualified")
    second.beat()
    second.expect_in(IMANI, "Disqualified")
