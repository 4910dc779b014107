"""A loading dock for tests: people who asked for a lock, the courier, and the round turned by hand."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pytest_django.fixtures import Settings

from leads.actions.ship_demo_lock import Wish, ship_demo_lock
from leads.easyship.client import EasyShipClient
from leads.models import Contact, OutboundWrite, Person, Shipment
from leads.sync.shipments import ship_due
from tests.courier import CourierDesk, config_of
from tests.portal import Json
from tests.scenes import RITA, Scene

ADDRESS = {"street": "77 Larch Street", "city": "Reno", "state": "NV", "zip": "89501"}
ASKED = "2026-08-20"
CREATE, LABEL, LIST = "/2024-09/shipments$", "/label$", "/2024-09/shipments$"


@dataclass
class Dock:
    """Contacts are made in the portal and read into the mirror; ids are HubSpot's."""

    scene: Scene
    desk: CourierDesk
    settings: Settings

    def __post_init__(self) -> None:
        self.settings.EASYSHIP = config_of(self.scene.portal.url)
        self.courier = EasyShipClient(self.settings.EASYSHIP)

    def asking(self, name: str = "Imani Oyelaran", **properties: str) -> str:
        """A contact of Rita's who asked for a lock, read into the mirror."""
        first, _, last = name.partition(" ")
        base = {
            "firstname": first, "lastname": last, "email": f"{first.lower()}@cedar.example",
            "phone": "775-555-0142", "sent_date": ASKED, "hubspot_owner_id": RITA,
        }  # fmt: skip
        contact = self.scene.add("contacts", None, **base | properties)
        self.scene.read()
        return contact

    def ship(self, contact: str, *, actor: Person | None = None, key: str | None = None,
             **wish: Any) -> Shipment:  # fmt: skip
        return ship_demo_lock(
            contact, Wish(**{"address": ADDRESS} | wish),
            actor=actor or self.scene.cast.rita, key=key, now=self.now,
        )  # fmt: skip

    def shipped(self, **switches: Any) -> Shipment:
        """A lock that somebody wants, before the first round."""
        self.desk.turn(**switches)
        return self.ship(self.asking())

    @property
    def now(self) -> datetime:
        return self.scene.clock()

    def turn(self, times: int = 1, *, minutes: float = 2) -> Shipment:
        """Rounds of the shipping task, some minutes between them; the only (or last) shipment after."""
        for _ in range(times):
            ship_due(self.courier, self.scene.clock)
            self.scene.later(minutes=minutes)
        return Shipment.objects.latest("pk")

    def until_settled(self, rounds: int = 12) -> Shipment:
        return self.turn(rounds, minutes=70)

    def contact(self) -> Contact:
        return Contact.objects.get()

    def in_hubspot(self, contact: str) -> tuple[str, str]:
        """Tracking and type as HubSpot has them."""
        found = self.scene.portal.object("contacts", contact)["properties"]
        return found.get("demo_lock_tracking") or "", found.get("demo_lock_type") or ""

    def told_hubspot(self) -> list[Json]:
        return self.scene.sent_bodies("contacts")

    def writes(self) -> list[OutboundWrite]:
        return list(OutboundWrite.objects.filter(object_type="contacts"))


def steps(shipment: Shipment) -> list[str]:
    return [f"{one.step}: {one.outcome}" for one in shipment.attempts.all()]
