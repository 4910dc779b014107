"""How a request to the API is received: fault, token, limit, call, journal, in this order."""

import json
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any

from leads.sandbox.courier import PREFIX as COURIER
from leads.sandbox.courier import Courier
from leads.sandbox.faults import DROPS, HTML_PAGE, Fault, Faults, error_body
from leads.sandbox.journal import Entry, Journal
from leads.sandbox.limits import Limits, burst_refusal
from leads.sandbox.messages import Reply, Request
from leads.sandbox.owners import daily_usage
from leads.sandbox.portal import Portal
from leads.sandbox.refusals import Refusal, invalid, method_not_allowed, not_found
from leads.sandbox.routes import Found, canonical, path_exists, route
from leads.sandbox.scopes import Tokens
from leads.sandbox.webhooks import Webhooks

_LONGEST_URL = 16_300
_USAGE = "/account-info/v3/api-usage/daily/private-apps"


class Dropped(Exception):
    """The connection ends without an answer; torn when `reset`."""

    def __init__(self, *, reset: bool = False) -> None:
        super().__init__()
        self.reset = reset


@dataclass
class Answer:
    """What goes over the wire."""

    status: int
    raw: bytes
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Reception:
    """The portal's front desk."""

    portal: Portal
    tokens: Tokens
    courier: Courier
    limits: Limits = field(default_factory=Limits)
    faults: Faults = field(default_factory=Faults)
    journal: Journal = field(default_factory=Journal)
    webhooks: Webhooks = field(default_factory=Webhooks)
    down_until: float | None = 0.0

    def receive(self, request: Request) -> Answer:
        """Answer a request and write it down first. Raises Dropped where no answer is to go out."""
        entry = self.journal.open(request.method, request.path, request.query, request.raw)
        started = monotonic()
        try:
            answer = self._answer(request, entry)
            answer.headers.setdefault("X-HubSpot-Correlation-Id", entry.correlation_id)
            entry.status = answer.status
            return answer
        finally:
            entry.took_ms = round((monotonic() - started) * 1000, 3)

    def is_down(self) -> bool:
        """Whether the portal accepts connections only to close them."""
        return self.down_until is None or monotonic() < self.down_until

    def _answer(self, request: Request, entry: Entry) -> Answer:
        if self.is_down():
            entry.fault = "down"
            raise Dropped
        fault = self.faults.next_for(request.method, request.path)
        if fault is None:
            return self._carried_out(request, entry)
        entry.fault = fault.action
        if fault.seconds and fault.action != "delay_after":
            sleep(fault.seconds)
        return self._before(fault, entry) or self._after(fault, request, entry)

    def _before(self, fault: Fault, entry: Entry) -> Answer | None:
        """What befalls a request that is not done."""
        if fault.action in DROPS:
            raise Dropped(reset=fault.action == "reset")
        if fault.action == "status":
            return _ordered(fault, entry)
        if fault.action == "html":
            page = HTML_PAGE.format(status=fault.status).encode()
            return Answer(fault.status, page, {"Content-Type": "text/html", **fault.headers})
        return None

    def _after(self, fault: Fault, request: Request, entry: Entry) -> Answer:
        """What befalls a request that is done all the same."""
        answer = self._carried_out(request, entry)
        if fault.action == "delay_after":
            sleep(fault.seconds)
        if fault.action == "drop_after":
            raise Dropped
        if fault.action == "status_after":
            return _ordered(fault, entry)
        if fault.action == "malformed":
            answer.raw = answer.raw[: max(len(answer.raw) // 2, 1)] or b"{"
            answer.status = 200 if answer.status == 204 else answer.status
        if fault.action == "empty":
            answer.raw = _emptied(answer.raw)
        return answer

    def _carried_out(self, request: Request, entry: Entry) -> Answer:
        if request.path.startswith(COURIER):
            reply = self.courier.answer(request, entry.correlation_id)
            entry.applied = reply.status < 400
            return Answer(reply.status, as_json(reply.body), reply.headers)
        path = canonical(request.path)
        found = route(request.method, path)
        family = found.family if found is not None else "account"
        try:
            reply = self._reply(request, path, found, family)
        except Refusal as refusal:
            body = {**refusal.body, "correlationId": entry.correlation_id}
            reply = Reply(refusal.status, body, refusal.headers)
        entry.applied = reply.status < 400
        raw = b"" if reply.status == 204 else as_json(reply.body)
        return Answer(reply.status, raw, {**self.limits.headers(family), **reply.headers})

    def _reply(self, request: Request, path: str, found: Found | None, family: str) -> Reply:
        if len(request.path) + len(request.query) > _LONGEST_URL:
            raise Refusal(414, invalid("The request URI is too long"))
        self.tokens.admit(request, found)
        self.limits.count(family, self.portal)
        with self.portal.lock:
            if found is not None:
                return found.call(self.portal, request, **found.names)
            if path == _USAGE and request.method == "GET":
                resets_at = self.limits.resets_at(self.portal)
                return daily_usage(
                    self.portal, self.limits.used_today, self.limits.daily, resets_at
                )
        if path_exists(path):
            raise Refusal(405, method_not_allowed())
        raise Refusal(404, not_found())


def as_json(body: Any) -> bytes:
    """The bytes of a body, as HubSpot packs them: UTF-8, no blanks."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return text.encode(errors="replace")


def _ordered(fault: Fault, entry: Entry) -> Answer:
    body = fault.body
    if isinstance(body, str):
        return Answer(fault.status, body.encode(), dict(fault.headers))
    if body is None:
        body = burst_refusal() if fault.status == 429 else error_body(fault.status)
    headers = dict(fault.headers)
    if fault.status == 477:
        headers.setdefault("Retry-After", "30")
    if isinstance(body, dict) and "correlationId" not in body:
        body = {**body, "correlationId": entry.correlation_id}
    return Answer(fault.status, b"" if fault.status == 204 else as_json(body), headers)


def _emptied(raw: bytes) -> bytes:
    body = json.loads(raw) if raw else {}
    return as_json({**body, "results": []}) if isinstance(body, dict) else raw
