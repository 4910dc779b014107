"""EasyShip's JSON to records, and its refusals to our four errors; both read leniently, since shapes and
states have changed without notice."""

import json
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from leads.easyship.errors import Busy, EasyShipError, Gone, Refused, Unreachable
from leads.easyship.port import ShipmentRecord

LONGEST = 400
NO_RESET = 60.0
_PAGE = re.compile(r"<\s*(!doctype|html|body|head)\b", re.IGNORECASE)
_NOISE = "does not comply with the OpenAPI Specification"


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer. `headers` is looked up without regard to case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        """The body as a JSON object. Raises ValueError or TypeError when it is none."""
        found = json.loads(self.body)
        if not isinstance(found, dict):
            raise TypeError("not a JSON object")
        return found

    @property
    def envelope(self) -> dict[str, Any]:
        """The error object, in the new shape or an older one; empty when there is none to read."""
        try:
            body = self.json
        except (ValueError, TypeError):
            return {}
        error = body.get("error")
        return error if isinstance(error, dict) else body

    @property
    def request_id(self) -> str:
        return str(self.headers.get("X-Request-Id") or self.envelope.get("request_id") or "")[:64]


def failure(answer: Answer, *, write: bool) -> EasyShipError:
    """The error that this answer is; `write` says whether something may have been changed."""
    words, status = in_words(answer), answer.status
    signed = {"status": status, "request_id": answer.request_id}
    if status == 429:
        wait = until_reset(answer.headers, words)
        return Busy(words or "EasyShip asks us to wait.", retry_after=wait, **signed)  # type: ignore[arg-type]
    if status == 404 and answer.envelope:
        return Gone(words or "EasyShip has no such shipment.", **signed)  # type: ignore[arg-type]
    if 400 <= status < 500 and status not in {404, 408}:
        code = str(answer.envelope.get("code") or "")
        text = words or f"EasyShip refused this ({status})."
        return Refused(text, code=code, **signed)  # type: ignore[arg-type]
    done_nothing = 300 <= status < 400 or status == 404
    text = f"EasyShip answered with an error of its own ({status})."
    return Unreachable(text, in_doubt=write and not done_nothing, **signed)  # type: ignore[arg-type]


def unreadable(answer: Answer, *, write: bool) -> Unreachable:
    """A success that we cannot read."""
    return Unreachable(
        "EasyShip's answer could not be read.",
        status=answer.status, request_id=answer.request_id, in_doubt=write,
    )  # fmt: skip


def in_words(answer: Answer) -> str:
    """The details, which say what is wrong; the message is the same for everything."""
    body = answer.envelope
    details = body.get("details") or body.get("errors") or []
    texts = details if isinstance(details, list) else [details]
    said = [plain(text) for text in texts if _NOISE not in str(text)]
    return " · ".join(filter(None, said)) or plain(body.get("message"))


def plain(text: object) -> str:
    """One line of EasyShip's own words; empty for a page of HTML or no text at all."""
    if not isinstance(text, str) or _PAGE.search(text):
        return ""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"


def until_reset(headers: Mapping[str, str], words: str) -> float:
    """Seconds until the limit is over: EasyShip names the moment, and no Retry-After."""
    text = str(headers.get("X-Ratelimit-Reset") or "")
    if not text.isdigit():
        return 1.0 if "per second" in words else NO_RESET
    return min(max(float(text) - time.time(), 1.0), 3600.0)


def to_shipment(body: Mapping[str, Any], answer: Answer) -> ShipmentRecord:
    """A shipment object. Raises KeyError or TypeError for what is none."""
    service = body.get("courier_service") or {}
    meta = answer.json.get("meta") or {}
    return ShipmentRecord(
        id=str(body["easyship_shipment_id"]),
        order_number=text(body.get("order_data") or {}, "platform_order_number"),
        shipment_state=text(body, "shipment_state"),
        label_state=text(body, "label_state"),
        delivery_state=text(body, "delivery_state"),
        courier=text(service, "umbrella_name") or text(service, "name"),
        tracking_number=number_of(body.get("trackings") or []),
        tracking_page=text(body, "tracking_page_url"),
        problems=tuple(problems_of(body, meta)),
        status=answer.status,
        request_id=answer.request_id,
    )


def number_of(trackings: list[Mapping[str, Any]]) -> str:
    """The number of the first leg that has one."""
    legs = sorted(trackings, key=lambda leg: leg.get("leg_number") or 0)
    return next((found for leg in legs if (found := text(leg, "tracking_number"))), "")


def problems_of(body: Mapping[str, Any], meta: Mapping[str, Any]) -> Iterator[str]:
    for said in meta.get("errors") or []:
        yield plain(said)
    for said in body.get("last_failure_http_response_messages") or []:
        yield plain(said.get("content")) if isinstance(said, dict) else plain(said)


def text(body: Mapping[str, Any], name: str) -> str:
    """A value as text that any database can keep."""
    raw = body.get(name)
    return str(raw).replace("\x00", "").strip() if raw not in (None, "") else ""
