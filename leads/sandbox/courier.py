"""The stand-in for EasyShip on the sandbox's own port: shipments, labels, tracking, credit and limits, as
its API of 2024-09 answers them."""

import json
import re
from collections import deque
from collections.abc import Callable
from datetime import datetime
from threading import RLock
from time import monotonic, time
from typing import Any

from leads.sandbox.courier_checks import check_shipment, goes_to_po_box
from leads.sandbox.courier_errors import CourierRefusal
from leads.sandbox.courier_list import listed, trackings
from leads.sandbox.courier_parcels import PRICE, SERVICE, Parcel
from leads.sandbox.courier_switches import CourierSwitches
from leads.sandbox.messages import Reply, Request

type Json = dict[str, Any]

PREFIX = "/2024-09/"
FIRST_ID = 100_000_001
NO_RATE = (
    "Sorry, we couldn't find any shipping solutions based on the information provided.",
    "No courier delivers to a PO box.",
)
_CANCELLABLE = ("pending", "generated", "printed", "failed", "technical_failed", "reported")


class Courier:
    """One EasyShip account. Ids are drawn in order, so that a test knows them beforehand."""

    def __init__(
        self,
        clock: Callable[[], datetime],
        token: str = "sand_sandbox",  # noqa: S107 - opens nothing
    ) -> None:
        self.token = token
        self.lock = RLock()
        self.switches = CourierSwitches()
        self.credit = 1000.0
        self.parcels: dict[str, Parcel] = {}
        self.clock = clock
        self._calls: deque[float] = deque()

    def answer(self, request: Request, request_id: str) -> Reply:
        """Answer one call; every answer carries the id of the request."""
        try:
            with self.lock:
                self._admit(request)
                reply = self._called(request, request_id)
        except CourierRefusal as refusal:
            reply = refusal.reply(request_id)
        reply.headers["X-Request-Id"] = request_id
        return reply

    def _admit(self, request: Request) -> None:
        if request.headers.get("Authorization", "") != f"Bearer {self.token}":
            raise CourierRefusal(401, "invalid_token", "The access token is invalid.")
        now = monotonic()
        while self._calls and self._calls[0] <= now - 60:
            self._calls.popleft()
        second = sum(at > now - 1 for at in self._calls)
        limits = (
            (self.switches.per_second, second, "second", 1),
            (self.switches.per_minute, len(self._calls), "minute", 60),
        )
        for most, made, span, resets in limits:
            if most and made >= most:
                raise too_many(most, span, resets)
        self._calls.append(now)

    def _called(self, request: Request, request_id: str) -> Reply:
        path = request.path.removeprefix(PREFIX).strip("/")
        plain: dict[tuple[str, str], Callable[[], Reply]] = {
            ("POST", "shipments"): lambda: self._create(read(request), request_id),
            ("GET", "shipments"): lambda: listed(self, request, request_id),
            ("GET", "shipments/trackings"): lambda: trackings(self, request, request_id),
            ("GET", "account/credit"): lambda: self._credit(request_id),
        }
        if found := plain.get((request.method, path)):
            return found()
        if match := re.fullmatch(r"shipments/([^/]+)(?:/(label|cancel))?", path):
            return self._one(request, match.group(1), match.group(2) or "", request_id)
        raise CourierRefusal(404, "invalid_endpoint", "This endpoint does not exist.")

    def _one(self, request: Request, id: str, step: str, request_id: str) -> Reply:
        calls: dict[tuple[str, str], Callable[[Parcel], Json]] = {
            ("GET", ""): self._look,
            ("PATCH", ""): lambda parcel: self._patch(parcel, read(request)),
            ("DELETE", ""): self._delete,
            ("POST", "label"): self._label,
            ("POST", "cancel"): self._cancel,
        }
        call = calls.get((request.method, step))
        if call is None:
            raise CourierRefusal(404, "invalid_endpoint", "This endpoint does not exist.")
        parcel = self.parcels.get(id)
        if parcel is None or parcel.shipment_state == "deleted":
            raise CourierRefusal(404, "resource_not_found", "The Shipment was not found")
        status = 201 if step == "label" else 200
        return Reply(status, {**call(parcel), "meta": {"request_id": request_id}})

    def _create(self, body: Json, request_id: str) -> Reply:
        check_shipment(body)
        buys = bool((body.get("shipping_settings") or {}).get("buy_label"))
        refused = self.switches.payment if self.switches.payment_at == "create" else ""
        if refused and not self.switches.payment_leaves_shipment:
            raise CourierRefusal(402, refused, "Top up your account.")
        parcel = self._made(body)
        if refused:
            raise CourierRefusal(402, refused, "Top up your account.")
        meta: Json = {"request_id": request_id, "unavailable_couriers": []}
        problems: list[str] = []
        if parcel.courier is None:
            problems = list(NO_RATE[: 2 if goes_to_po_box(body) else 1])
        elif buys:
            self._pay()
            parcel.buy(self.clock(), self.switches)
            problems = [one["content"] for one in parcel.failures]
        if problems:
            meta |= {"status": "partial_success", "errors": problems}
        return Reply(202 if problems else 201, {"shipment": parcel.shown(), "meta": meta})

    def _made(self, body: Json) -> Parcel:
        now = self.clock()
        id = f"ESUS{FIRST_ID + len(self.parcels)}"
        served = not (self.switches.no_courier or goes_to_po_box(body))
        parcel = Parcel(id, body, now, dict(SERVICE) if served else None, now)
        parcel.lists_missed = self.switches.list_lag
        self.parcels[id] = parcel
        return parcel

    def _look(self, parcel: Parcel) -> Json:
        parcel.looked_at(self.clock(), self.switches)
        return {"shipment": parcel.shown()}

    def _patch(self, parcel: Parcel, body: Json) -> Json:
        if parcel.is_bought:
            words = "Shipments with generated labels cannot be updated"
            raise CourierRefusal(422, "invalid_content", words)
        merged = {**parcel.body, **{k: v for k, v in body.items() if k != "shipping_settings"}}
        check_shipment(merged)
        parcel.body, parcel.updated_at = merged, self.clock()
        if (body.get("shipping_settings") or {}).get("buy_label"):
            return self._label(parcel)
        return {"shipment": parcel.shown()}

    def _label(self, parcel: Parcel) -> Json:
        if parcel.is_bought:
            if self.switches.second_label == "same":
                return {"shipment": parcel.shown()}
            words = "Shipments not found or labels already requested"
            raise CourierRefusal(422, "invalid_content", words)
        if parcel.courier is None:
            raise CourierRefusal(422, "invalid_content", NO_RATE[0])
        self._pay()
        parcel.buy(self.clock(), self.switches)
        return {"shipment": parcel.shown()}

    def _pay(self) -> None:
        if self.switches.payment and self.switches.payment_at == "label":
            raise CourierRefusal(402, self.switches.payment, "Top up your account.")
        if self.credit < PRICE:
            raise CourierRefusal(402, "payment_required", "Top up your account.")
        self.credit -= PRICE

    def _delete(self, parcel: Parcel) -> Json:
        if parcel.label_state != "not_created":
            raise CourierRefusal(404, "resource_not_found", "The Shipment was not found")
        parcel.shipment_state = "deleted"
        return {"success": {"message": "Shipment successfully deleted"}}

    def _cancel(self, parcel: Parcel) -> Json:
        early = parcel.delivery_state in {"not_created", "pending", "info_received", "expired"}
        if parcel.label_state not in _CANCELLABLE or not early:
            words = "This Shipment cannot be cancelled. Please contact our support."
            raise CourierRefusal(422, "invalid_content", words)
        parcel.shipment_state, parcel.label_state = "cancelled", "voided"
        return {"success": {"message": "Shipment successfully cancelled"}}

    def _credit(self, request_id: str) -> Reply:
        money = {"balance": self.credit, "available_balance": self.credit, "currency": "USD"}
        return Reply(200, {"credit": money, "meta": {"request_id": request_id}})


def read(request: Request) -> Json:
    """The body, or the courier's own refusal of one that is no JSON object."""
    try:
        body = json.loads(request.raw or b"")
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise CourierRefusal(400, "invalid_request", "The body is not a JSON object.")
    return body


def too_many(most: int, span: str, resets: int) -> CourierRefusal:
    """429 with its three headers and, as seen from the real one, without Retry-After."""
    words = f"You have reached the maximum number of requests per {span}."
    return CourierRefusal(
        429, "too_many_requests", words,
        X_Ratelimit_Limit=str(most), X_Ratelimit_Remaining="0",
        X_Ratelimit_Reset=str(int(time()) + resets),
    )  # fmt: skip
