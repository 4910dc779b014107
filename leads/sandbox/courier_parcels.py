"""A shipment at the courier's: made without a label, bought once, and then on its way at its own pace."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from leads.sandbox.courier_switches import CourierSwitches
from leads.sandbox.instants import iso

type Json = dict[str, Any]

SERVICE = {"id": "5c1c1a6e-0b7e-4f3e-9c55-0000000000a1", "name": "USPS - Ground Advantage",
           "umbrella_name": "USPS"}  # fmt: skip
PRICE = 9.5
"""Dollars for any label."""
_FAILED = ("failed", "technical_failed")
_WORDS = "The courier could not make this label. Check the address and try again."


@dataclass
class Parcel:
    """One shipment. `polls_left` counts the looks until its label is there."""

    id: str
    body: Json
    created_at: datetime
    courier: Json | None
    updated_at: datetime
    shipment_state: str = "created"
    label_state: str = "not_created"
    delivery_state: str = "not_created"
    paid_at: datetime | None = None
    generated_at: datetime | None = None
    tracking_number: str = ""
    polls_left: int = 0
    bought: int = 0
    lists_missed: int = 0
    failures: list[Json] = field(default_factory=list)

    @property
    def order_number(self) -> str:
        return str((self.body.get("order_data") or {}).get("platform_order_number") or "")

    @property
    def is_bought(self) -> bool:
        return self.label_state not in {"not_created", *_FAILED}

    def buy(self, now: datetime, switches: CourierSwitches) -> None:
        """Pay for the label; it is made now, or after some looks."""
        self.bought += 1
        self.paid_at = self.updated_at = now
        self.failures = []
        self.label_state = "pending"
        self.polls_left = switches.polls_until_label
        if self.polls_left <= 0:
            self._finish(now, switches)

    def looked_at(self, now: datetime, switches: CourierSwitches) -> None:
        """The label comes along a little with every look."""
        if self.label_state not in {"pending", "generating"}:
            return
        self.polls_left -= 1
        if self.polls_left <= 0:
            self._finish(now, switches)
        else:
            self.label_state = "generating"

    def _finish(self, now: datetime, switches: CourierSwitches) -> None:
        self.label_state, self.updated_at = switches.label_ends, now
        if self.label_state in _FAILED:
            self.failures = [{"code": 422, "content": _WORDS}]
        elif self.label_state == "generated":
            self.generated_at, self.delivery_state = now, "pending"
            self.tracking_number = f"9400{int(self.id[4:]):018d}"

    def shown(self) -> Json:
        """The shipment object; the tracking page is there before any label is."""
        address = self.body["destination_address"]
        tracking = {"tracking_number": self.tracking_number, "local_tracking_number": None,
                    "alternate_tracking_number": None, "leg_number": 1, "handler": "USPS",
                    "tracking_state": "active"}  # fmt: skip
        return {
            "easyship_shipment_id": self.id,
            "created_at": iso(self.created_at),
            "updated_at": iso(self.updated_at),
            "label_paid_at": iso(self.paid_at) if self.paid_at else None,
            "label_generated_at": iso(self.generated_at) if self.generated_at else None,
            "destination_address": {**address, "country_alpha2": "US"},
            "order_data": {"platform_name": None, **(self.body.get("order_data") or {})},
            "metadata": self.body.get("metadata") or {},
            "parcels": [{**parcel, "tracking_number": None} for parcel in self.body["parcels"]],
            "courier_service": self.courier,
            "rates": [{"courier_service": self.courier, "total_charge": PRICE}]
            if self.courier
            else [],
            "shipment_state": self.shipment_state,
            "label_state": self.label_state,
            "delivery_state": self.delivery_state,
            "pickup_state": "not_requested",
            "trackings": [tracking] if self.tracking_number else [],
            "tracking_page_url": f"https://track.easyship.example/{self.id}",
            "shipping_documents": [],
            "last_failure_http_response_messages": self.failures,
            "currency": "USD",
        }
