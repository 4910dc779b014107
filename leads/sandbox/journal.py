"""What was asked of the portal and what became of it: every request, in the order of arrival."""

import json
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from threading import Lock
from typing import Any
from uuid import uuid4

from leads.sandbox.instants import iso


@dataclass
class Entry:
    """One request. `status` is what the client was sent, None when it was sent nothing (or not yet);
    `applied` tells whether it was done, which after a fault can differ from what the client heard."""

    n: int
    at: str
    method: str
    path: str
    query: str
    body: Any
    status: int | None = None
    applied: bool = False
    correlation_id: str = field(default_factory=lambda: str(uuid4()))
    fault: str | None = None
    took_ms: float = 0.0


_MOST = 100_000


class Journal:
    """Entries from the start of the story, numbered from 1; of very many the oldest are let go."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._let_go = 0
        self._lock = Lock()

    def open(self, method: str, path: str, query: str, raw: bytes) -> Entry:
        """Write down an arrival; the caller fills in the outcome before he answers."""
        at = iso(datetime.now(UTC))
        body = _read(raw)
        with self._lock:
            entry = Entry(len(self) + 1, at, method, path, query, body)
            self._entries.append(entry)
            if len(self._entries) > 2 * _MOST:
                del self._entries[:_MOST]
                self._let_go += _MOST
        return entry

    def entries(self, *, since: int = 0, method: str = "", path: str = "") -> list[dict[str, Any]]:
        """Entries numbered above `since`, of one method, with `path` somewhere in their path."""
        with self._lock:
            found = self._entries[max(since - self._let_go, 0) :]
        return [
            asdict(one) for one in found if method.upper() in {"", one.method} and path in one.path
        ]

    def last(self, count: int) -> list[Entry]:
        """The newest entries, newest first."""
        with self._lock:
            return self._entries[: -count - 1 : -1]

    def clear(self) -> None:
        """Start again at 1."""
        with self._lock:
            self._entries.clear()
            self._let_go = 0

    def __len__(self) -> int:
        return self._let_go + len(self._entries)


def _read(raw: bytes) -> Any:
    if not raw:
        return None
    try:
        return json.loads(raw)
    except ValueError:
        return raw.decode(errors="replace")
