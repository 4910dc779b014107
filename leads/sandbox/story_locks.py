"""Who asked for a demo lock and who was sent one: two facts that the story keeps apart.

250 people have asked. 237 of them were sent a lock, and of one of those the address was never kept.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from leads.sandbox.instants import iso
from leads.sandbox.story_days import Days
from leads.sandbox.story_people import Company, History, People, Person

CONTACT_TO_NOTE = 201
LEAD_TO_NOTE = 854

NO_CITY_NO_ZIP = "118 Storage Road"
PO_BOX = "PO Box 418, Dayton, OH 45402"
LOCK_TYPES = ("Disc Lock", "Cylinder Lock", "Smart Latch")


@dataclass(frozen=True)
class Request:
    """One person's asking for a lock, in the story's own dates; `asked_on` is oldest first."""

    asked_on: tuple[date, ...]
    address: str | None
    shipped: bool

    def properties(self, people: People, days: Days) -> dict[str, str]:
        """What the contact carries: the latest asking, and the shipment if there was one."""
        written = {"sent_date": days.on(self.asked_on[-1])}
        if self.address:
            written["demo_lock_address"] = self.address
        if self.shipped:
            written["demo_lock_type"] = people.rng.choice(LOCK_TYPES)
            written["demo_lock_tracking"] = f"1ZX{people.rng.randrange(10**14, 10**15)}"
        return written

    def history(self, days: Days) -> History:
        """The latest asking wins, and the earlier ones stay readable behind it."""
        return {"sent_date": [(days.on(day), self.asked_at(days, day)) for day in self.asked_on]}

    def asked_at(self, days: Days, day: date) -> datetime:
        return days.at(day, 9, 5)


def ask(
    people: People, company: Company | None, kind: str | None, asked_on: date | None
) -> Request | None:
    """The request behind one short word of the cast; None where nobody asked."""
    if kind is None or asked_on is None:
        return None
    unshippable = {"street": NO_CITY_NO_ZIP, "pobox": PO_BOX}
    address = unshippable.get(kind) or people.street_address(company)
    before = (asked_on - timedelta(days=301),) if kind == "again" else ()
    return Request((*before, asked_on), address, shipped=kind in {"shipped", "again"})


def note_requests(
    people: People, days: Days, person: Person, request: Request, lead_id: str | None = None
) -> None:
    """A note for every asking, so that each stays on the timeline with its own date."""
    for day in request.asked_on:
        at = request.asked_at(days, day)
        body = f"Demo lock requested on {days.on(day)}. Ship to: {request.address or 'not kept'}"
        properties = {"hs_timestamp": iso(at), "hs_note_body": body}
        note = people.portal.add("notes", properties, created_at=at, source="AUTOMATION_PLATFORM")
        people.portal.link("contacts", person.id, "notes", note.id, CONTACT_TO_NOTE)
        if lead_id and day == request.asked_on[-1]:
            people.portal.link("leads", lead_id, "notes", note.id, LEAD_TO_NOTE)
