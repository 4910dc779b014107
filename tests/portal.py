"""A test's hand on the sandbox portal: order faults, act as someone in HubSpot, read the journal."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

from leads.sandbox.server import Sandbox

type Json = dict[str, Any]


class Portal:
    """Speaks to the sandbox over HTTP, as a person at its controls would."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.url = sandbox.url

    def order(self, name: str, **body: Any) -> Json:
        return self.ask("POST", f"/__sandbox__/{name}", body)

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        raw = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, data=raw, method=method)  # noqa: S310 - loopback
        request.add_header("Authorization", "Bearer pat-sandbox")
        request.add_header("Content-Type", "application/json")
        with urlopen(request, timeout=10) as reply:  # noqa: S310 - loopback
            return json.loads(reply.read() or b"{}")  # type: ignore[no-any-return]

    def reset(self, story: str) -> None:
        self.order("reset", story=story)

    def fault(self, action: str, method: str = "", path: str = "", **more: Any) -> None:
        self.order("faults", match={"method": method, "path_regex": path}, action=action, **more)

    @contextmanager
    def down(self) -> Iterator[None]:
        """Connections end without an answer until the block is left."""
        self.order("down")
        try:
            yield
        finally:
            self.order("up")

    def journal(self, method: str = "", path: str = "") -> list[Json]:
        found = self.ask("GET", f"/__sandbox__/journal?method={method}&path={path}")["results"]
        return list(found)

    def patches(self, lead_id: str) -> list[Json]:
        return self.journal("PATCH", f"/leads/{lead_id}")

    def objects(self, kind: str) -> list[Json]:
        return list(self.ask("GET", f"/__sandbox__/objects/{kind}")["results"])

    def object(self, kind: str, id: str) -> Json:
        return self.ask("GET", f"/__sandbox__/objects/{kind}/{id}")

    def edit(self, kind: str, id: str, **properties: str) -> None:
        """Somebody changes a record in HubSpot."""
        self.order("edit", kind=kind, id=id, properties=properties)

    def add_no_response(self) -> None:
        """Somebody adds the option in HubSpot."""
        path = "/crm/v3/properties/leads/hs_lead_disqualification_reason"
        options = self.ask("GET", path)["options"]
        added = {
            "value": "NO_RESPONSE",
            "label": "No Response",
            "displayOrder": -1,
            "hidden": False,
        }
        self.ask("PATCH", path, {"options": [added, *options]})
