"""Our records to EasyShip's JSON. It refuses a key that it does not know, and an empty text where it
expects none: what is absent is left out."""

from typing import Any

from leads.easyship.config import EasyShipConfig
from leads.easyship.port import NewShipment

COUNTRY = "US"


def from_shipment(shipment: NewShipment, config: EasyShipConfig) -> dict[str, Any]:
    """The body of a create without a label."""
    return {
        **origin(config),
        "destination_address": {**filled(shipment.destination), "country_alpha2": COUNTRY},
        "parcels": [parcel(config)],
        "shipping_settings": {
            "buy_label": False,
            "units": {"weight": "kg", "dimensions": "cm"},
        },
        "order_data": {
            "platform_name": "KISS CRM",
            "platform_order_number": shipment.order_number,
        },
        "metadata": dict(shipment.metadata),
    }


def origin(config: EasyShipConfig) -> dict[str, Any]:
    """The warehouse: an address that is saved at EasyShip, or the address itself."""
    if saved := config.origin.get("id"):
        return {"origin_address_id": saved}
    return {"origin_address": {**filled(config.origin), "country_alpha2": COUNTRY}}


def filled(parts: Any) -> dict[str, str]:
    return {name: text for name, text in parts.items() if text}


def parcel(config: EasyShipConfig) -> dict[str, Any]:
    box = config.parcel
    if box is None:
        raise LookupError("There is no parcel to ship: EASYSHIP_PARCEL is empty.")
    item = {
        "description": box.description,
        "category": box.category,
        "quantity": 1,
        "declared_currency": "USD",
        "declared_customs_value": box.value,
    }
    sides = {"length": box.length, "width": box.width, "height": box.height}
    return {"total_actual_weight": box.weight, "box": sides, "items": [item]}
