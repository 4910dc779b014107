"""The port over HTTPS. A call that may have arrived is never repeated: a second POST is a second lock."""

import json
import os
import time
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from urllib3 import HTTPResponse, PoolManager, Timeout
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError, ReadTimeoutError

from leads.easyship.answers import Answer, failure, to_shipment, unreadable
from leads.easyship.config import VERSION, EasyShipConfig
from leads.easyship.errors import Busy, Unreachable
from leads.easyship.mapping import from_shipment
from leads.easyship.port import NewShipment, ShipmentRecord

SECONDS = 2
"""A limit that is over this soon is waited for: its sandbox takes one call a second, and a step has three."""
MANY = 100
"""The most that EasyShip lists on one page."""


class EasyShipClient:
    """One EasyShip account. Safe to share between threads, not across a fork: see `connect`."""

    def __init__(self, config: EasyShipConfig, pool: PoolManager | None = None) -> None:
        self._config = config
        self._http = pool or PoolManager(maxsize=4)
        self._timeout = Timeout(connect=config.connect_timeout, read=config.read_timeout)

    def create(self, shipment: NewShipment) -> ShipmentRecord:
        body = from_shipment(shipment, self._config)
        return self._call("POST", "shipments", shipment_in, body=body)

    def find(self, order_number: str) -> list[ShipmentRecord]:
        """The filter has been seen to match too much, so each row's own number is compared."""
        asked = {"platform_order_number": order_number, "per_page": MANY}
        rows = self._call("GET", "shipments", shipments_in, asked=asked)
        gone = {"cancelled", "discarded", "deleted"}
        return [
            one
            for one in rows
            if one.order_number == order_number and one.shipment_state not in gone
        ]

    def look(self, id: str) -> ShipmentRecord:
        return self._call("GET", f"shipments/{quote(id, safe='')}", shipment_in)

    def look_at(self, ids: Collection[str]) -> dict[str, ShipmentRecord]:
        asked = {"easyship_shipment_id[]": list(ids)[:MANY], "per_page": MANY}
        rows = self._call("GET", "shipments", shipments_in, asked=asked)
        return {one.id: one for one in rows if one.id in ids}

    def buy_label(self, id: str) -> ShipmentRecord:
        return self._call("POST", f"shipments/{quote(id, safe='')}/label", shipment_in, body={})

    def discard(self, id: str) -> None:
        self._call("DELETE", f"shipments/{quote(id, safe='')}", nothing)

    def cancel(self, id: str) -> None:
        self._call("POST", f"shipments/{quote(id, safe='')}/cancel", nothing, body={})

    def balance(self) -> str:
        return self._call("GET", "account/credit", balance_in)

    def _call[T](
        self,
        method: str,
        path: str,
        reading: Callable[[Answer], T],
        *,
        body: Mapping[str, Any] | None = None,
        asked: Mapping[str, Any] | None = None,
    ) -> T:
        """Once; or, where EasyShip said that the second was full and did nothing, in the next one."""
        for _ in range(SECONDS):
            try:
                return self._once(method, path, reading, body=body, asked=asked)
            except Busy as error:
                if error.retry_after > SECONDS:
                    raise
                time.sleep(error.retry_after)
        return self._once(method, path, reading, body=body, asked=asked)

    def _once[T](
        self,
        method: str,
        path: str,
        reading: Callable[[Answer], T],
        *,
        body: Mapping[str, Any] | None,
        asked: Mapping[str, Any] | None,
    ) -> T:
        query = f"?{urlencode(asked, doseq=True)}" if asked else ""
        url = f"{self._config.base_url}/{VERSION}/{path}{query}"
        is_write = method != "GET"
        answer = self._answer(method, url, body, is_write)
        if not 200 <= answer.status < 300:
            raise failure(answer, write=is_write)
        try:
            return reading(answer)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise unreadable(answer, write=is_write) from None

    def _answer(
        self, method: str, url: str, body: Mapping[str, Any] | None, is_write: bool
    ) -> Answer:
        """The answer, whatever its status. Raises Unreachable when none comes back whole."""
        headers = {"Authorization": f"Bearer {self._config.token}", "Accept": "application/json"}
        raw = None
        if body is not None:
            raw, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        try:
            heard: HTTPResponse = self._http.request(  # type: ignore[assignment]
                method, url, body=raw, headers=headers,
                timeout=self._timeout, retries=False, redirect=False,
            )  # fmt: skip
        except (HTTPError, OSError) as error:
            raise no_answer(error, is_write) from None
        # Something on the way may quote our own request back at us, key and all.
        safe = heard.data.replace(self._config.token.encode() or b"\0", b"")
        return Answer(heard.status, heard.headers, safe)


def shipment_in(answer: Answer) -> ShipmentRecord:
    return to_shipment(answer.json["shipment"], answer)


def shipments_in(answer: Answer) -> list[ShipmentRecord]:
    return [to_shipment(row, answer) for row in answer.json["shipments"]]


def balance_in(answer: Answer) -> str:
    found = answer.json
    money = found.get("credit") or found
    left = float(money.get("available_balance", money["balance"]))
    return f"{left:.2f} {money.get('currency') or 'USD'}"


def nothing(_: Answer) -> None:
    return None


def no_answer(error: Exception, is_write: bool) -> Unreachable:
    """Only a connection that was never made leaves no doubt about what it carried."""
    if isinstance(error, NewConnectionError | ConnectTimeoutError):
        return Unreachable("EasyShip could not be reached.")
    if isinstance(error, ReadTimeoutError | TimeoutError):
        return Unreachable("EasyShip did not answer in time.", in_doubt=is_write)
    words = "The connection to EasyShip broke before its answer was complete."
    return Unreachable(words, in_doubt=is_write)


def connect(config: EasyShipConfig) -> EasyShipClient:
    """A client of this process, over connections of its own: a fork's two sides must not share any."""
    return EasyShipClient(config, _pool(os.getpid()))


@cache
def _pool(_process: int) -> PoolManager:
    return PoolManager(num_pools=2, maxsize=4)
