"""What the courier takes: its closed list of keys, its lengths, and what an American address needs."""

from collections.abc import Mapping
from typing import Any

from leads.sandbox.courier_errors import CourierRefusal

type Json = dict[str, Any]

_TOP = frozenset({
    "origin_address", "origin_address_id", "destination_address", "sender_address",
    "return_address", "parcels", "courier_settings", "shipping_settings", "order_data",
    "metadata", "insurance", "incoterms", "set_as_residential", "return",
    "buyer_regulatory_identifiers", "regulatory_identifiers",
})  # fmt: skip
_LINES = {"line_1": 35, "line_2": 35, "city": 200, "state": 200, "postal_code": 20}
_ORIGIN = {**_LINES, "company_name": 27, "contact_name": 22, "contact_phone": 20,
           "contact_email": 50, "country_alpha2": 2}  # fmt: skip
_DESTINATION = {**_LINES, "company_name": 50, "contact_name": 50, "contact_phone": 20,
                "contact_email": 50, "country_alpha2": 2, "delivery_instructions": 200}  # fmt: skip
_MAY_BE_NULL = frozenset({"line_2", "company_name", "delivery_instructions"})
_NEEDED = ("line_1", "city", "contact_name", "contact_phone", "contact_email")
_PARCEL = frozenset({"total_actual_weight", "box", "items"})
_ITEM = frozenset({
    "description", "declared_currency", "declared_customs_value", "category", "hs_code",
    "quantity", "sku", "actual_weight", "dimensions", "origin_country_alpha2",
    "contains_battery_pi966", "contains_battery_pi967", "contains_liquids", "product",
})  # fmt: skip
_SPEC = "The request does not comply with the OpenAPI Specification."


def check_shipment(body: Json) -> None:
    """Raises CourierRefusal (422) with a detail for each thing that is wrong."""
    wrong = [f"{name} is not a known property" for name in body if name not in _TOP]
    if "origin_address_id" not in body:
        wrong += _address("origin_address", body.get("origin_address"), _ORIGIN)
    wrong += _address("destination_address", body.get("destination_address"), _DESTINATION)
    parcels = body.get("parcels")
    if not isinstance(parcels, list) or not parcels:
        wrong.append("parcels is required")
    else:
        wrong += [text for parcel in parcels for text in _parcel(parcel)]
    if wrong:
        raise CourierRefusal(422, "invalid_content", _SPEC, *wrong)


def _address(name: str, given: Any, lengths: Mapping[str, int]) -> list[str]:
    if not isinstance(given, dict):
        return [f"{name} is required"]
    wrong = [f"{name}/{key} is not a known property" for key in given if key not in lengths]
    needed = [*_NEEDED, *(["company_name"] if name == "origin_address" else [])]
    if given.get("country_alpha2", "US") == "US":
        needed += ["state", "postal_code"]
    wrong += [f"{name} is missing {key}" for key in needed if key not in given]
    for key, value in given.items():
        wrong += _value(f"{name}/{key}", value, lengths.get(key, 200))
    return wrong


def _value(where: str, value: Any, longest: int) -> list[str]:
    if value is None:
        key = where.rpartition("/")[2]
        return [] if key in _MAY_BE_NULL else [f"{where} does not allow null values"]
    if not isinstance(value, str) or not value:
        return [f"{where} is not valid"]
    if len(value) > longest:
        return [f"{where} {value!r} is longer than {longest} characters"]
    return []


def _parcel(parcel: Any) -> list[str]:
    if not isinstance(parcel, dict) or not parcel.get("items"):
        return ["parcels/items is required"]
    wrong = [f"parcels/{key} is not a known property" for key in parcel if key not in _PARCEL]
    for item in parcel["items"]:
        wrong += [f"items/{key} is not a known property" for key in item if key not in _ITEM]
        for key in ("description", "declared_currency", "declared_customs_value"):
            if not item.get(key):
                wrong.append(f"items is missing {key}")
        if not (item.get("category") or item.get("hs_code")):
            wrong.append("items needs category or hs_code")
    return wrong


def goes_to_po_box(body: Json) -> bool:
    """Whether a line of the destination is a post-office box, to which no courier goes."""
    lines = (str(body["destination_address"].get(key) or "") for key in ("line_1", "line_2"))
    plain = " ".join(lines).replace(".", "").lower()
    return any(words in plain for words in ("po box", "p o box", "post office box"))
