"""On a phone, by touch: a full outcome without dragging, and nothing to scroll sideways."""

import pytest
from playwright.sync_api import Locator, expect

from leads.models import Lead
from tests.browser.office import Office
from tests.browser.screen import Screen

IMANI = "Imani Oyelaran"


def on_a_phone(
    office: Office, to: str = "/?wide=disqualified", width: int = 390, who: str = "rita"
) -> Screen:
    return office.sign_in(
        who, to=to, viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True,
        device_scale_factor=2,
    )  # fmt: skip


def tab(screen: Screen, label: str) -> None:
    screen.page.get_by_role("navigation", name="Stages").get_by_role("link", name=label).tap()


def test_a_lead_is_disqualified_by_taps_alone(office: Office) -> None:
    (imani,) = office.with_leads(IMANI)
    screen = on_a_phone(office)
    tab(screen, "Attempting")
    screen.card(IMANI).get_by_role("button", name="More for").tap()
    screen.card(IMANI).get_by_role("link", name="Disqualify").tap()
    screen.sheet.get_by_role("button", name="No interest").tap()
    expect(screen.sheet).to_be_hidden()
    tab(screen, "Disqualified")
    expect(screen.in_column(IMANI, "Disqualified")).to_be_in_viewport()
    office.push()
    assert len(office.patches(imani)) == 1


def test_what_is_tapped_is_large_enough_for_a_finger(office: Office) -> None:
    office.with_leads(IMANI)
    screen = on_a_phone(office)
    tab(screen, "Attempting")
    for button in screen.card(IMANI).get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, button.inner_text()


@pytest.mark.parametrize("width", [320, 390])
def test_no_page_scrolls_sideways(office: Office, width: int) -> None:
    office.with_leads(IMANI)
    lead_id = Lead.objects.get().pk
    screen = on_a_phone(office, "/", width)
    for address in (
        "/",
        f"/?lead={lead_id}",
        f"/leads/{lead_id}/",
        f"/leads/{lead_id}/sheet/disqualify/",
    ):
        screen.goto(address)
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= width, address


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("who", ["rita", "mona", "ada"])
def test_the_bar_fits_and_the_rest_is_behind_more(office: Office, who: str, width: int) -> None:
    screen = on_a_phone(office, "/", width, who)
    bar = screen.page.get_by_role("navigation", name="Main")
    entries = bar.get_by_role("link").or_(bar.get_by_role("button")).all()
    assert len(entries) == 5
    for entry in entries:
        box = entry.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    bar.get_by_role("button", name="More").tap()
    expect(bar.get_by_role("button", name="Keys and help")).to_have_count(0)
    bar.get_by_role("link", name="Playbook").tap()
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Working with leads")
    expect(bar.get_by_role("button", name="More")).to_have_attribute("aria-current", "true")
    bar.get_by_role("button", name="More").tap()
    bar.get_by_role("button", name="Sign out").tap()
    expect(screen.page.get_by_role("button", name="Sign in")).to_be_visible()


class Finger:
    """One finger on the glass, by Chromium's own input events; it never leaves by itself."""

    def __init__(self, screen: Screen) -> None:
        self.glass = screen.page.context.new_cdp_session(screen.page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def down(self, x: float, y: float) -> None:
        self.send("touchStart", (x, y))

    def to(self, x: float, y: float) -> None:
        self.send("touchMove", (x, y))

    def up(self) -> None:
        self.send("touchEnd")


def on_a_tablet(office: Office) -> Screen:
    """All columns in sight, and a clock that stands until it is moved on."""
    wide = {"width": 1180, "height": 820}
    screen = office.sign_in(to="/", viewport=wide, has_touch=True, is_mobile=True)
    screen.page.clock.install()
    screen.page.reload()
    screen.page.clock.pause_at(screen.page.evaluate("Date.now() + 1000"))
    return screen


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_card_held_for_a_quarter_of_a_second_is_lifted_and_dropped(office: Office) -> None:
    (imani,) = office.with_leads(IMANI)
    screen = on_a_tablet(office)
    finger, ghost = Finger(screen), screen.page.locator(".ghost")
    finger.down(*middle(screen.card(IMANI).get_by_text("Oyelaran Storage")))
    screen.page.clock.run_for(240)
    expect(ghost).to_have_count(0)
    screen.page.clock.run_for(20)
    expect(ghost).to_have_count(1)
    finger.to(*middle(screen.column("Connected")))
    expect(screen.column("Connected")).to_have_class("column takes over")
    finger.up()
    screen.expect_in(IMANI, "Connected")
    expect(screen.toast).to_contain_text("Connected")
    office.push()
    assert len(office.patches(imani)) == len(screen.writes) == 1


POINT = """([kind, id, x, y]) => document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(kind, {
    bubbles: true, pointerId: id, pointerType: "touch", clientX: x, clientY: y}))"""


@pytest.mark.parametrize(("drift", "lifts"), [(7, 1), (10, 0)])
def test_a_drift_of_more_than_8_px_is_no_hold_and_a_second_finger_counts_for_nothing(
    office: Office, drift: int, lifts: int
) -> None:
    """The browser keeps so small a drift from the page, other browsers do not: events by hand."""
    office.with_leads(IMANI)
    screen = on_a_tablet(office)
    x, y = middle(screen.card(IMANI).get_by_text("Oyelaran Storage"))
    events = (("pointerdown", 5, x), ("pointermove", 6, x + 60), ("pointermove", 5, x + drift))
    for kind, finger, at in events:
        screen.page.evaluate(POINT, [kind, finger, at, y])
    screen.page.clock.run_for(300)
    expect(screen.page.locator(".ghost")).to_have_count(lifts)
    screen.page.evaluate(POINT, ["pointerup", 5, x, y])
    expect(screen.page.locator(".ghost")).to_have_count(0)
    assert screen.writes == []


def test_a_swipe_over_cards_scrolls_and_sends_nothing(office: Office) -> None:
    office.with_leads(*[f"Name{n} Oyelaran" for n in range(9)])
    screen = on_a_phone(office, "/")
    tab(screen, "Attempting")
    screen.expect_in("Name0 Oyelaran", "Attempting")
    cards = screen.column("Attempting").locator("[data-cards]")
    asked: list[str] = []
    screen.page.on("request", lambda one: asked.append(one.url))
    finger = Finger(screen)
    finger.down(190, 600)
    for y in range(590, 200, -30):
        finger.to(190, y)
    finger.up()
    expect(screen.page.locator(".ghost")).to_have_count(0)
    screen.page.wait_for_function("one => one.scrollTop > 100", arg=cards.element_handle())
    assert [url for url in asked if "/board/changes/" not in url] == []
