"""A whole day of a rep: what waits at the first coffee, what is done, what HubSpot holds at the end."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from playwright.sync_api import expect
from pytest_django.fixtures import Settings

from leads.domain.pipeline import Stage
from leads.domain.touches import Verdict
from leads.models import Lead, Shipment
from leads.queries.card import Viewer
from tests.browser.office import Office
from tests.browser.screen import Screen
from tests.courier import CourierDesk
from tests.mirror import OFFICE
from tests.portal import Portal
from tests.scenes import RITA
from tests.shipping import Dock
from tests.touching import SENT_AT, ReplyFactory

SILENT, BROKE, LATER, PLANNED = "Ana Brook", "Ben Carver", "Cai Dunn", "Dov Ellery"
SPOKEN, REPLIED, BOOKED, SLIPPED = "Eve Farrow", "Fay Gorse", "Gil Harrow", "Kim Lowell"
CALLED_BACK, STRANGER, ASKING = "Hal Ives", "Ivy Jarrow", "Jan Kestrel"
NOTE = "Prefers the morning."


class Hands(Protocol):
    """One way to work the product. Each verb leaves the board in sight."""

    screen: Screen

    def no_response(self, name: str) -> None: ...
    def undo(self) -> None: ...
    def no_budget(self, name: str) -> None: ...
    def bad_timing(self, name: str) -> None: ...
    def plan(self, name: str) -> None: ...
    def move_to_connected(self, name: str) -> None: ...
    def accept_reply(self, name: str) -> None: ...
    def write_note(self, name: str, text: str) -> None: ...
    def create_deal(self, name: str) -> None: ...
    def call_back(self, name: str) -> None: ...
    def raise_anew(self, name: str) -> None: ...
    def ship(self, name: str) -> None: ...
    def sign_out(self) -> None: ...


@dataclass
class Day:
    office: Office
    ids: dict[str, str]

    def stage(self, name: str) -> str:
        return self.office.stage(self.ids[name])

    def reason(self, name: str) -> str:
        lead = self.office.scene.portal.object("leads", self.ids[name])
        return str(lead["properties"]["hs_lead_disqualification_reason"])


def begin(office: Office, portal: Portal, settings: Settings) -> Day:
    """Eight leads, one callback, one stranger and one who asked for a lock; all of it Rita's."""
    scene = office.scene
    today = Viewer(scene.cast.rita, datetime.now(UTC), OFFICE).today
    first = (SILENT, BROKE, LATER, PLANNED, SPOKEN, REPLIED, SLIPPED)
    ids = {name: office.lead(name) for name in first}
    ids[BOOKED] = office.lead(BOOKED, Stage.CONNECTED)
    ids[CALLED_BACK] = scene.add_lead(
        CALLED_BACK, stage=Stage.DISQUALIFIED.value, hs_lead_label="Marketing",
        hs_lead_disqualification_reason="BAD_TIMING",
        hs_lead_disqualification_note=f"Call back on {today.isoformat()}.",
    )  # fmt: skip
    scene.add_task(ids[SILENT], "Call once more", "2026-08-27T14:00:00Z")
    given, _, family = STRANGER.partition(" ")
    scene.add("contacts", firstname=given, lastname=family, hubspot_owner_id=RITA)
    dock = Dock(scene, CourierDesk(portal), settings)
    dock.asking(ASKING, demo_lock_address="88 Wharf Road, New London, CT 06320")
    office.read()
    lead = Lead.objects.get(hubspot_id=ids[REPLIED])
    ReplyFactory.create(lead=lead, contact=lead.contact, verdict=Verdict.UNSURE.value, rule=0,
                        asks=True, acted_at=SENT_AT)  # fmt: skip
    return Day(office, ids)


def work(hands: Hands) -> None:
    """From the first coffee to the last lead; a pressed outcome is seen before the next one is begun."""
    screen = hands.screen
    expect(screen.page.get_by_role("link", name="Overdue 1")).to_be_visible()
    hands.no_response(SLIPPED)
    expect(screen.toast).to_contain_text(SLIPPED)
    hands.undo()
    expect(screen.in_column(SLIPPED, "Attempting")).to_have_count(1)
    for outcome, name in (
        (hands.no_response, SILENT), (hands.no_budget, BROKE), (hands.bad_timing, LATER),
        (hands.plan, PLANNED), (hands.move_to_connected, SPOKEN), (hands.accept_reply, REPLIED),
        (hands.create_deal, BOOKED),
    ):  # fmt: skip
        outcome(name)
        expect(screen.toast).to_contain_text(name)
    hands.write_note(PLANNED, NOTE)
    expect(screen.toast).to_contain_text("ote")
    hands.call_back(CALLED_BACK)
    hands.raise_anew(STRANGER)
    hands.ship(ASKING)
    hands.sign_out()
    expect(screen.page.get_by_role("button", name="Sign in")).to_be_visible()


def check(day: Day) -> None:
    """HubSpot has all of it, once; shipping is the courier's next round."""
    for minutes in (0, 1, 20, 40):
        day.office.push(minutes_on=minutes)
    closed = Stage.DISQUALIFIED.value
    reasons = {SILENT: "NO_RESPONSE", BROKE: "BUDGET_CONSTRAINTS", LATER: "BAD_TIMING"}
    assert {name: day.reason(name) for name in reasons} == reasons
    assert {day.stage(name) for name in reasons} == {closed}
    assert day.stage(SLIPPED) == day.stage(PLANNED) == Stage.ATTEMPTING.value
    assert day.stage(SPOKEN) == day.stage(REPLIED) == Stage.CONNECTED.value
    assert day.stage(BOOKED) == Stage.MEETING_BOOKED.value
    assert Lead.objects.get(hubspot_id=day.ids[PLANNED]).next_step_on is not None
    portal = day.office.scene.portal
    notes = [one["properties"]["hs_note_body"] for one in portal.objects("notes")]
    assert [NOTE in body for body in notes].count(True) == 1
    names = [one["properties"]["hs_lead_name"] for one in portal.objects("leads")]
    assert [names.count(f"{name} lead") for name in (CALLED_BACK, STRANGER)] == [2, 1]
    assert Shipment.objects.get().contact.last_name == "Kestrel"
