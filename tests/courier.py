"""A test's hand on the stand-in courier: its switches, what it has, and what it was asked."""

from typing import Any

from leads.easyship.config import EasyShipConfig, ParcelConfig
from tests.portal import Json, Portal

TOKEN = "sand_sandbox"
ORIGIN = {
    "line_1": "400 Depot Road", "city": "Albany", "state": "NY", "postal_code": "12203",
    "company_name": "KISS Warehouse", "contact_name": "Shipping Desk",
    "contact_phone": "518-555-0100", "contact_email": "shipping@kiss.example",
}  # fmt: skip
DESTINATION = {
    "line_1": "77 Larch Street", "city": "Reno", "state": "NV", "postal_code": "89501",
    "company_name": "Cedar Gate Storage", "contact_name": "Imani Oyelaran",
    "contact_phone": "775-555-0142", "contact_email": "imani@cedar.example",
}  # fmt: skip
LOCK = "Noke Style Padlock"
FIRST = "ESUS100000001"
"""The id that the stand-in gives to its first shipment."""


def config_of(url: str, **more: Any) -> EasyShipConfig:
    parcel = ParcelConfig(lock_type=LOCK, weight=0.9, length=20, width=15, height=10, value=89)
    base: Json = {"origin": ORIGIN, "parcel": parcel, "read_timeout": 1.0}
    return EasyShipConfig(url, TOKEN, **base | more)


class CourierDesk:
    """Speaks to the stand-in over HTTP, as a person at its controls would."""

    def __init__(self, portal: Portal) -> None:
        self.portal = portal

    def turn(self, **switches: Any) -> None:
        self.portal.order("courier", **switches)

    def top_up(self, balance: float) -> None:
        self.portal.order("courier/credit", balance=balance)

    def shipments(self) -> list[Json]:
        return list(self.portal.ask("GET", "/__sandbox__/courier")["results"])

    def labels_bought(self) -> int:
        return sum(one["bought"] for one in self.shipments())

    def locks_on_their_way(self) -> int:
        """Shipments with a paid label: how many locks leave the warehouse."""
        bought = {"pending", "generating", "generated", "printed"}
        return sum(one["label_state"] in bought for one in self.shipments())

    def journal(self, method: str = "", path: str = "/2024-09/") -> list[Json]:
        return self.portal.journal(method, path)

    def creates(self) -> list[Json]:
        return [one for one in self.journal("POST") if one["path"].endswith("/shipments")]

    def purchases(self) -> list[Json]:
        return [one for one in self.journal("POST") if one["path"].endswith("/label")]
