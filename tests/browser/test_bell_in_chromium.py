"""The bell on an open board: it counts what has come, and the keyboard alone sees it all."""

from django.utils import timezone
from playwright.sync_api import expect

from leads.models import BoardClock, Lead
from tests.browser.office import Office
from tests.touching import ReplyFactory

IMANI = "Imani Oyelaran"


def test_a_reply_rings_the_bell_and_a_key_quiets_it(office: Office) -> None:
    office.with_leads(IMANI)
    screen = office.sign_in("rita")
    bell = screen.page.get_by_role("link", name="Notices")
    expect(bell).to_have_text("Notices")
    lead = Lead.objects.get(name=f"{IMANI} lead")
    ReplyFactory.create(lead=lead, at=timezone.now(), acted_at=timezone.now())
    BoardClock.objects.update(ticks=lead.version + 1)
    Lead.objects.filter(pk=lead.pk).update(version=lead.version + 1)
    screen.beat()
    expect(bell).to_have_text("Notices1 new")
    bell.focus()
    screen.page.keyboard.press("Enter")
    expect(screen.page.get_by_text("A person replied")).to_be_visible()
    screen.page.get_by_role("button", name="Mark all as seen").focus()
    screen.page.keyboard.press("Enter")
    expect(screen.page.get_by_role("status").filter(has_text="Nothing new")).to_be_visible()
    expect(screen.page.get_by_role("link", name="Notices")).to_have_text("Notices")
    office.check_quiet()
