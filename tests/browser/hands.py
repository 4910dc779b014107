"""Three ways to work: keys alone, a mouse alone, a finger alone."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen

FAR = 160
"""Presses of Tab that come round a whole page."""


class Pointer:
    """What mouse and finger share: everything is a press on something in sight; nothing is dragged."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.page = screen, screen.page

    def press(self, what: Locator) -> None:
        what.click()

    def show(self, stage: str) -> None:
        """Bring a stage into sight, where one is shown at a time."""

    def open_place(self, name: str) -> None:
        rail = self.page.get_by_role("navigation", name="Main")
        self.press(rail.get_by_role("link", name=re.compile(f"^{name}")))

    def button(self, words: str, within: Locator) -> None:
        self.press(within.get_by_role("button", name=re.compile(f"^{re.escape(words)}")))

    def menu(self, name: str) -> Locator:
        self.button("More for", self.screen.card(name))
        return self.screen.card(name).locator("[popover]")

    def no_response(self, name: str) -> None:
        self.show("Attempting")
        self.button("No response", self.screen.card(name))

    def undo(self) -> None:
        self.button("Undo", self.screen.toast)

    def no_budget(self, name: str) -> None:
        self.button("No budget", self.menu(name))

    def bad_timing(self, name: str) -> None:
        self.press(self.menu(name).get_by_role("link", name="Bad timing"))
        self.button("+3 mo", self.screen.sheet)

    def plan(self, name: str) -> None:
        self.button("+3 d", self.menu(name))

    def move_to_connected(self, name: str) -> None:
        self.button("Move to Connected", self.menu(name))

    def accept_reply(self, name: str) -> None:
        self.button("A person", self.screen.card(name))

    def write_note(self, name: str, text: str) -> None:
        self.show("Attempting")
        self.press(self.menu(name).get_by_role("link", name="Note"))
        self.screen.sheet.get_by_role("textbox").fill(text)
        self.button("Add note", self.screen.sheet)

    def create_deal(self, name: str) -> None:
        self.show("Connected")
        self.press(self.menu(name).get_by_role("link", name="Create deal"))
        self.press(self.screen.sheet.locator("label").filter(has_text=re.compile("^Yes")))
        self.button("Create deal", self.screen.sheet)

    def call_back(self, name: str) -> None:
        self.press(self.page.get_by_role("link", name=f"New attempt with {name}"))
        self.fill_in()

    def raise_anew(self, name: str) -> None:
        self.press(self.page.get_by_role("link", name="New attempt", exact=True))
        self.page.get_by_role("searchbox", name="Find the contact").fill(name)
        self.press(self.page.get_by_role("link", name=name))
        self.fill_in()

    def fill_in(self) -> None:
        self.page.get_by_label("Channel").select_option("Referral")
        self.button("Raise the lead", self.page.locator("main"))
        expect(self.page.get_by_role("button", name="Raise the lead")).to_have_count(0)
        self.open_place("Board")

    def ship(self, name: str) -> None:
        self.open_place("Demo locks")
        self.button(f"Ship to {name}", self.page.locator("main"))
        expect(self.page.get_by_role("button", name=f"Ship to {name}")).to_have_count(0)

    def sign_out(self) -> None:
        self.button("Rita Solano", self.page.locator("nav"))
        self.press(self.page.get_by_role("button", name="Sign out"))


class Finger(Pointer):
    def press(self, what: Locator) -> None:
        what.tap()

    def show(self, stage: str) -> None:
        stages = self.page.get_by_role("navigation", name="Stages")
        self.press(stages.get_by_role("link", name=stage))

    def sign_out(self) -> None:
        self.button("More", self.page.locator("nav.places"))
        self.press(self.page.get_by_role("button", name="Sign out"))


class Keys:
    """The board's letters where there are any, Tab and Enter elsewhere."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.page = screen, screen.page

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def walk_to(self, what: Locator) -> None:
        expect(what).to_be_visible()
        for _ in range(FAR):
            if what.evaluate("one => one === document.activeElement"):
                return
            self.key("Tab")
        raise AssertionError(f"Tab never came to {what}")

    def enter(self, what: Locator) -> None:
        self.walk_to(what)
        self.key("Enter")

    def at(self, name: str) -> None:
        """Up to the first card by K, then down by J to this one."""
        link = self.screen.link(name)
        for key in ("k",) * 9 + ("j",) * 9:
            if link.evaluate("one => one === document.activeElement"):
                return
            self.key(key)
        raise AssertionError(f"neither K nor J came to {name}")

    def form(self, name: str, key: str) -> None:
        self.at(name)
        self.key(key)
        expect(self.screen.sheet.locator(":focus")).to_be_visible()

    def find(self, words: str, option: str) -> None:
        self.key("Control+k")
        self.page.keyboard.type(words)
        chosen = self.page.locator("[role=option][aria-selected=true]")
        expect(chosen).to_contain_text(option)
        self.key("Enter")

    def no_response(self, name: str) -> None:
        self.at(name)
        self.key("n")

    def undo(self) -> None:
        self.key("z")

    def no_budget(self, name: str) -> None:
        self.form(name, "d")
        self.key("6")

    def bad_timing(self, name: str) -> None:
        self.form(name, "d")
        self.key("4", "3")

    def plan(self, name: str) -> None:
        self.form(name, "e")
        self.key("3")

    def move_to_connected(self, name: str) -> None:
        self.at(name)
        self.key("m")
        self.enter(self.screen.card(name).get_by_role("button", name="Move to Connected"))

    def accept_reply(self, name: str) -> None:
        self.at(name)
        self.enter(self.screen.card(name).get_by_role("button", name=re.compile("^A person")))

    def write_note(self, name: str, text: str) -> None:
        self.at(name)
        self.key("m")
        self.enter(self.screen.card(name).get_by_role("link", name="Note"))
        expect(self.screen.sheet.get_by_role("textbox")).to_be_focused()
        self.page.keyboard.type(text)
        self.enter(self.screen.sheet.get_by_role("button", name="Add note"))

    def create_deal(self, name: str) -> None:
        self.form(name, "b")
        self.key(" ")
        self.enter(self.screen.sheet.get_by_role("button", name="Create deal"))

    def call_back(self, name: str) -> None:
        self.enter(self.page.get_by_role("link", name=f"New attempt with {name}"))
        self.fill_in()

    def raise_anew(self, name: str) -> None:
        self.find(name, name)
        self.fill_in()

    def fill_in(self) -> None:
        self.walk_to(self.page.get_by_label("Channel"))
        self.key("r")
        self.enter(self.page.get_by_role("button", name="Raise the lead"))
        expect(self.page.get_by_role("button", name="Raise the lead")).to_have_count(0)

    def ship(self, name: str) -> None:
        self.find("demo", "Demo locks")
        ship = self.page.get_by_role("button", name=f"Ship to {name}")
        self.enter(ship)
        expect(ship).to_have_count(0)

    def sign_out(self) -> None:
        self.enter(self.page.get_by_role("button", name="Rita Solano"))
        self.enter(self.page.get_by_role("button", name="Sign out"))
