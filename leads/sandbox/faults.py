"""Faults to order: which request meets which misfortune, how often, and from which turn on."""

import re
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

ACTIONS = frozenset(
    {
        "status",
        "delay",
        "delay_after",
        "drop_before",
        "drop_after",
        "html",
        "malformed",
        "reset",
        "status_after",
        "empty",
    }
)
DROPS = frozenset({"drop_before", "reset"})


@dataclass
class Fault:
    """One misfortune. `skip` requests pass first; `times` None is until cleared.

    status: refused at once. delay: done late, delay_after: done at once and
    answered late. drop_before: closed before it is done, drop_after:
    after. html: a gateway's page instead of an answer. malformed: done, the answer cut in the middle.
    reset: the connection torn. status_after: done, then answered with an error. empty: done, the
    answer's `results` emptied, paging kept.
    """

    action: str
    method: str = ""
    path: re.Pattern[str] = field(default_factory=lambda: re.compile(""))
    status: int = 503
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    times: int | None = 1
    skip: int = 0

    def meets(self, method: str, path: str) -> bool:
        """Whether a request is one of those meant."""
        return self.method in {"", method} and self.path.search(path) is not None


class Faults:
    """All faults on order, taken in the order in which they were given."""

    def __init__(self) -> None:
        self._orders: list[Fault] = []
        self._lock = Lock()

    def order(self, given: dict[str, Any]) -> Fault:
        """Order a fault. Raises ValueError for an unknown action or a broken pattern."""
        match = given.get("match") or {}
        action = str(given.get("action", ""))
        if action not in ACTIONS:
            raise ValueError(f"{action!r} is none of {sorted(ACTIONS)}")
        try:
            path = re.compile(str(match.get("path_regex") or ""))
        except re.error as error:
            raise ValueError(str(error)) from error
        times = given.get("times", 1)
        fault = Fault(
            action,
            str(match.get("method") or "").upper(),
            path,
            int(given.get("status") or (502 if action == "html" else 503)),
            given.get("body"),
            {str(k): str(v) for k, v in (given.get("headers") or {}).items()},
            float(given.get("seconds") or 0),
            None if times is None else int(times),
            int(given.get("skip") or 0),
        )
        with self._lock:
            self._orders.append(fault)
        return fault

    def clear(self) -> None:
        """Forget all orders."""
        with self._lock:
            self._orders.clear()

    def next_for(self, method: str, path: str) -> Fault | None:
        """The fault that this request meets; it is used up by that."""
        with self._lock:
            for fault in self._orders:
                if not fault.meets(method, path):
                    continue
                if fault.skip:
                    fault.skip -= 1
                    continue
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times <= 0:
                        self._orders.remove(fault)
                return fault
            return None

    def waiting(self) -> list[dict[str, Any]]:
        """The orders not used up, for a person to read."""
        with self._lock:
            return [
                {
                    "action": one.action,
                    "method": one.method,
                    "path_regex": one.path.pattern,
                    "status": one.status,
                    "times": one.times,
                    "skip": one.skip,
                }
                for one in self._orders
            ]


HTML_PAGE = (
    "<!DOCTYPE html>\n<html><head><title>{status} Bad Gateway</title></head>\n"
    "<body><center><h1>{status} Bad Gateway</h1></center><hr><center>cloudflare</center></body></html>\n"
)


def error_body(status: int) -> dict[str, Any]:
    """The body of an ordered status where none was given."""
    messages = {
        401: "Authentication credentials not found.",
        403: "This app hasn't been granted all required scopes to make this call.",
        404: "resource not found",
        423: "The object is locked by another request. Wait at least two seconds.",
        477: "Migration in progress",
        500: "internal error",
        503: "The service is temporarily unavailable",
        504: "Request timed out",
    }
    return {"status": "error", "message": messages.get(status, f"HTTP {status}")}
