"""One page as a person sees it: cards, columns, the sheet and the panel by name, never by structure."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.watch import Watch
from tests.cast import PASSWORD

TOO_WIDE = """[...document.querySelectorAll("main *, nav *, header *")].filter((one) => {
    if (!one.checkVisibility() || one.getBoundingClientRect().right <= innerWidth + 1) return false
    for (let up = one.parentElement; up && !up.matches("main, body"); up = up.parentElement)
        if (getComputedStyle(up).overflowX !== "visible") return false
    return true
}).map((one) => one.outerHTML.slice(0, 120))"""
"""What sticks out of the page to the right and can be reached by no scrolling of its own."""


@dataclass
class Screen:
    page: Page
    watch: Watch
    writes: list[str] = field(default_factory=list)
    """Addresses that this page has posted to, signing in left out."""

    def __post_init__(self) -> None:
        self.page.on("request", self.on_request)

    def on_request(self, asked: Request) -> None:
        if asked.method == "POST":
            self.writes.append(asked.url)

    def sign_in(self, who: str) -> None:
        self.page.get_by_label("Name").fill(who)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page.get_by_role("navigation", name="Main")).to_be_visible()
        self.writes.clear()

    def goto(self, address: str) -> None:
        answer = self.page.goto(address)
        assert answer is not None
        assert answer.status == 200, address

    def card(self, name: str) -> Locator:
        return self.page.get_by_role("article").filter(
            has=self.page.get_by_role("link", name=name, exact=True)
        )

    def link(self, name: str) -> Locator:
        """The card's own link, which carries the focus of the card."""
        return self.card(name).get_by_role("link", name=name, exact=True).first

    def column(self, label: str) -> Locator:
        return self.page.get_by_role("region", name=label, exact=True)

    def in_column(self, name: str, label: str) -> Locator:
        return (
            self.column(label)
            .get_by_role("article")
            .filter(has=self.page.get_by_role("link", name=name, exact=True))
        )

    def expect_in(self, name: str, label: str) -> None:
        expect(self.in_column(name, label)).to_be_visible()
        expect(self.card(name)).to_have_count(1)

    def press(self, button: str, lead: str) -> None:
        self.card(lead).get_by_role("button", name=re.compile(f"^{button}")).click()

    def pick(self, item: str, lead: str) -> None:
        """An item of the card's menu."""
        self.press("More for", lead)
        self.card(lead).get_by_text(item, exact=False).last.click()

    def too_wide(self) -> list[str]:
        """What makes the page scroll sideways."""
        found: list[str] = self.page.evaluate(TOO_WIDE)
        return found

    def refresh(self) -> None:
        """Ask what changed, as the page does by itself every 15 seconds."""
        with self.page.expect_response(re.compile("/board/changes/")):
            self.page.get_by_role("link", name="Refresh the board").click()

    def beat(self) -> None:
        """The page's own question what changed, now, with nothing pressed."""
        with self.page.expect_response(re.compile("/board/changes/")):
            self.page.locator("[data-pulse]").dispatch_event("pulse")

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def toast(self) -> Locator:
        return self.page.locator("[data-toast]")
