"""Lists of shipments: filters that may match too much, pages without a count, and tracking rows."""

from typing import TYPE_CHECKING, Any

from leads.sandbox.courier_errors import CourierRefusal
from leads.sandbox.courier_parcels import Parcel
from leads.sandbox.messages import Reply, Request

if TYPE_CHECKING:
    from leads.sandbox.courier import Courier

_FILTERS = frozenset({
    "page", "per_page", "easyship_shipment_id[]", "platform_order_number", "shipment_state",
    "label_state[]", "delivery_state[]", "created_at_from", "created_at_to", "updated_at_from",
    "updated_at_to",
})  # fmt: skip


def listed(courier: "Courier", request: Request, request_id: str) -> Reply:
    """The shipments that match, newest first; `count` is null by design, `next` leads on."""
    wrong = [name for name in request.parameters if name not in _FILTERS]
    page, per_page = number(request, "page", 1, 10_000), number(request, "per_page", 20, 100)
    if wrong:
        raise CourierRefusal(422, "invalid_url_param", f"{wrong[0]} is not a known parameter")
    found = [one for one in reversed(courier.parcels.values()) if matches(courier, one, request)]
    start = (page - 1) * per_page
    rows = found[start : start + per_page]
    for parcel in rows:
        parcel.looked_at(courier.clock(), courier.switches)
    pagination = {"page": page, "next": page + 1 if len(found) > start + per_page else None,
                  "count": None}  # fmt: skip
    meta = {"pagination": pagination, "request_id": request_id}
    return Reply(200, {"shipments": [parcel.shown() for parcel in rows], "meta": meta})


def matches(courier: "Courier", parcel: Parcel, request: Request) -> bool:
    if parcel.shipment_state == "deleted":
        return False
    if parcel.lists_missed:
        parcel.lists_missed -= 1
        return False
    if courier.switches.list_ignores_filter:
        return True
    wanted = request.one("platform_order_number")
    number = parcel.order_number
    same = wanted in number if courier.switches.list_matches_part else wanted in {"", number}
    ids = request.parameters.get("easyship_shipment_id[]", [parcel.id])
    labels = request.parameters.get("label_state[]", [parcel.label_state])
    state = request.one("shipment_state") or parcel.shipment_state
    return (
        same
        and parcel.id in ids
        and parcel.label_state in labels
        and state == parcel.shipment_state
    )


def number(request: Request, name: str, default: int, most: int) -> int:
    text = request.one(name, str(default))
    if not text.isdigit() or not 1 <= int(text) <= most:
        raise CourierRefusal(422, "invalid_url_param", f"{name} must be between 1 and {most}")
    return int(text)


def trackings(courier: "Courier", request: Request, request_id: str) -> Reply:
    """A row for each shipment that was asked for; the day of arrival is a bare date."""
    ids = request.parameters.get("easyship_shipment_id[]", [])
    numbers = request.parameters.get("platform_order_number[]", [])
    rows = [
        tracking(one)
        for one in courier.parcels.values()
        if one.id in ids or one.order_number in numbers
    ]
    return Reply(200, {"shipments": rows, "meta": {"request_id": request_id}})


def tracking(parcel: Parcel) -> dict[str, Any]:
    shown = parcel.shown()
    status = "Label Ready" if parcel.tracking_number else "Label Pending"
    return {
        "easyship_shipment_id": parcel.id,
        "platform_order_number": parcel.order_number,
        "status": status,
        "eta_date": parcel.generated_at.date().isoformat() if parcel.generated_at else None,
        "trackings": shown["trackings"],
        "tracking_page_url": shown["tracking_page_url"],
        "checkpoints": [],
    }
