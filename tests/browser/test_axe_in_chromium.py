"""Accessibility rules that a machine can check, on every kind of page, by day and by night."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from leads.domain.pipeline import Stage
from leads.models import Lead
from tests.browser.office import Office
from tests.browser.screen import Screen

IMANI = "Imani Oyelaran"
RULES: dict[str, Any] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


CONTRAST: dict[str, Any] = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
"""All that the other theme of the same page can change."""


def faults_of(screen: Screen, rules: dict[str, Any] = RULES) -> list[str]:
    found = Axe().run(screen.page, options=rules)
    return [
        f"{one['id']}: {node['html'][:200]}"
        for one in found.response["violations"] for node in one["nodes"]
    ]  # fmt: skip


def check(screen: Screen, what: str) -> None:
    assert faults_of(screen) == [], what


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_clean(office: Office, scheme: str) -> None:
    office.lead("Tomas Bell", Stage.NEW)
    office.lead("Ines Ferrara", Stage.DISQUALIFIED)
    office.with_leads(IMANI)
    lead_id = Lead.objects.get(name=f"{IMANI} lead").pk
    screen = office.open(color_scheme=scheme, reduced_motion="reduce")
    check(screen, "sign in")
    screen.sign_in("rita")
    check(screen, "board")
    addresses = ("/?view=list&sort=step", "/?wide=disqualified", f"/leads/{lead_id}/", "/changes/",
                 "/leads/new/", "/playbooks/working-with-leads/")  # fmt: skip
    for address in addresses:
        screen.goto(address)
        check(screen, address)
    screen.goto(f"/?lead={lead_id}")
    check(screen, "board with the panel")
    screen.link(IMANI).focus()
    screen.page.keyboard.press("d")
    screen.sheet.get_by_text("Bad timing…").click()
    check(screen, "sheet")
    screen.page.keyboard.press("Escape")
    for key, what in (("e", "next step"), ("l", "log a call"), ("b", "deal")):
        screen.link(IMANI).focus()
        screen.page.keyboard.press(key)
        expect(screen.sheet).to_be_visible()
        check(screen, what)
        screen.page.keyboard.press("Escape")
    screen.link(IMANI).focus()
    screen.page.keyboard.press("Control+k")
    screen.page.keyboard.type("im")
    expect(screen.page.get_by_role("option", name=IMANI).first).to_be_visible()
    check(screen, "palette")
    screen.page.keyboard.press("Escape")
    screen.press("More for", IMANI)
    check(screen, "menu")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_only_managers_see_is_clean_too(office: Office, scheme: str) -> None:
    office.with_leads(IMANI)
    screen = office.sign_in("mona", to="/changes/?who=all", color_scheme=scheme)
    check(screen, "everybody's changes")
    screen.goto("/desk/deals/")
    check(screen, "deals")
    screen.goto("/?view=list&tab=team&wide=disqualified")
    screen.page.get_by_role("checkbox", name=f"Tick {IMANI}").check()
    screen.page.get_by_text("Move", exact=True).click()
    screen.page.get_by_role("combobox", name="To", exact=True).select_option("attempting")
    screen.watch.refusals.add(422)
    screen.page.get_by_role("button", name="Move all ticked").click()
    expect(screen.page.get_by_role("heading", name="0 done, 1 refused")).to_be_visible()
    check(screen, "bulk result")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_reports_are_clean(office: Office, scheme: str) -> None:
    office.lead("Ines Ferrara", Stage.DISQUALIFIED)
    office.with_leads(IMANI)
    screen = office.sign_in("mona", "/reports/lead-health/", color_scheme=scheme)
    check(screen, "lead health")
    for address in ("/reports/lead-health/leads/", "/reports/lead-health/deals/"):
        screen.goto(address)
        check(screen, address)
    screen.goto("/notices/")
    check(screen, "notices")
    screen.page.set_viewport_size({"width": 390, "height": 844})
    screen.goto("/reports/lead-health/")
    wide = screen.page.evaluate("document.documentElement.scrollWidth")
    assert wide == 390
