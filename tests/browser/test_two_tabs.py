"""Two people on one lead: the second is told who was first, and sees how it is now."""

from playwright.sync_api import expect

from leads.domain.pipeline import Stage
from leads.models import Decision, Lead
from tests.browser.office import Office

IMANI, TOMAS = "Imani Oyelaran", "Tomas Bell"


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


def test_what_was_changed_in_hubspot_between_open_and_press_is_shown_field_by_field(
    office: Office,
) -> None:
    (imani,) = office.with_leads(IMANI)
    screen = office.sign_in()
    office.scene.portal.edit("leads", imani, hs_pipeline_stage=Stage.CONNECTED)
    screen.press("No response", IMANI)
    screen.expect_in(IMANI, "Disqualified")
    office.push()
    assert office.stage(imani) == Stage.CONNECTED
    screen.beat()
    expect(screen.card(IMANI)).to_have_attribute("data-sync", "conflict")
    screen.link(IMANI).click()
    table = screen.page.get_by_role("complementary", name="Lead").get_by_role("table")
    expect(table.get_by_role("row", name="Stage")).to_contain_text("Attempting")
    for words in ("Attempting", "Disqualified", "Connected"):
        expect(
            table.get_by_role("row", name="Stage").get_by_role("cell", name=words)
        ).to_have_count(1)


def test_the_second_tab_of_one_person_overwrites_nothing_and_says_why_in_plain_words(
    office: Office,
) -> None:
    office.with_leads(IMANI)
    first, second = office.sign_in(), office.sign_in()
    for screen in (first, second):
        screen.link(IMANI).focus()
        screen.page.keyboard.press("e")
        expect(screen.sheet).to_be_visible()
    first.page.keyboard.press("3")
    expect(first.toast).to_contain_text("Next step")
    planned = Lead.objects.get().next_step_on
    second.watch.refusals.add(409)
    second.page.keyboard.press("1")
    expect(second.sheet.locator(".error")).to_contain_text("Rita Solano was first: Next step")
    assert Lead.objects.get().next_step_on == planned
    office.push()
    assert len(office.scene.portal.objects("tasks")) == 1


def test_what_a_form_saw_travels_in_that_form_and_not_in_the_lead_last_looked_at(
    office: Office,
) -> None:
    imani, tomas = office.with_leads(IMANI, TOMAS)
    first, second = office.sign_in(), office.sign_in()
    first.link(IMANI).click()
    mine = first.page.get_by_role("complementary", name="Lead")
    expect(mine.get_by_role("heading", name=IMANI)).to_be_visible()
    second.pick("Move to Connected", IMANI)
    second.expect_in(IMANI, "Connected")
    second.link(TOMAS).click()
    first.watch.refusals.add(409)
    mine.get_by_role("button", name="No response").click()
    expect(
        first.page.locator("#live, .error, [data-toast]").filter(has_text="first").first
    ).to_be_attached()
    office.push()
    assert office.patches(imani) == [{"hs_pipeline_stage": Stage.CONNECTED.value}]
    assert office.patches(tomas) == []


def test_a_refused_move_returns_alone_and_the_move_after_it_stands(office: Office) -> None:
    imani, tomas = office.with_leads(IMANI, TOMAS)
    screen = office.sign_in()
    no = {"status": "error", "message": "Not today.", "category": "VALIDATION_ERROR"}
    office.scene.portal.fault("status", "PATCH", f"/leads/{imani}", status=400, body=no)
    for name in (IMANI, TOMAS):
        screen.pick("Move to Connected", name)
        screen.expect_in(name, "Connected")
    office.push()
    screen.beat()
    screen.expect_in(IMANI, "Attempting")
    screen.expect_in(TOMAS, "Connected")
    expect(screen.card(IMANI)).to_contain_text("Not today.")
    assert (office.stage(imani), office.stage(tomas)) == (Stage.ATTEMPTING, Stage.CONNECTED)


def test_of_two_moves_in_one_second_the_later_is_held_and_shown_the_first(office: Office) -> None:
    (imani,) = office.with_leads(IMANI, stage=Stage.NEW)
    first, second = office.sign_in("rita"), office.sign_in("mona", to="/?tab=team")
    second.watch.refusals |= {409, 422}
    second.press("More for", IMANI)
    first.pick("Move to Attempting", IMANI)
    first.expect_in(IMANI, "Attempting")
    second.card(IMANI).get_by_role("button", name="Move to Connected").click()
    expect(second.toast).to_contain_text("Rita Solano was first: Moved to Attempting")
    second.expect_in(IMANI, "Attempting")
    office.push()
    assert office.patches(imani) == [{"hs_pipeline_stage": Stage.ATTEMPTING.value}]
    assert list(Decision.objects.values_list("summary", flat=True)) == ["Moved to Attempting"]


def test_a_sync_between_opening_and_pressing_does_not_block_the_press(office: Office) -> None:
    (imani,) = office.with_leads(IMANI, stage=Stage.CONNECTED)
    screen = office.sign_in(to="/?wide=meeting-booked")
    screen.link(IMANI).focus()
    screen.page.keyboard.press("b")
    expect(screen.sheet).to_be_visible()
    contact = Lead.objects.get().contact_id
    office.scene.portal.edit("contacts", str(contact), phone="775-555-0142")
    office.scene.portal.edit("leads", imani, hs_lead_type="NEW_BUSINESS")
    office.read()
    screen.sheet.get_by_role("radio", name="Yes").check()
    screen.sheet.get_by_role("button", name="Create deal").click()
    expect(screen.sheet).to_be_hidden()
    for minutes in (0, 1, 20, 40):
        office.push(minutes_on=minutes)
    assert office.stage(imani) == Stage.MEETING_BOOKED
