"""A caller of the sandbox portal over plain HTTP, so that the tests see what any client would see."""

import json
from dataclasses import dataclass
from email.message import Message
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from leads.sandbox.server import Sandbox

type Json = dict[str, Any]

TOKEN = "pat-sandbox"


@dataclass
class Heard:
    """An answer as it came over the wire."""

    status: int
    raw: bytes
    headers: Message

    @property
    def body(self) -> Any:
        return json.loads(self.raw) if self.raw else None

    @property
    def rows(self) -> list[Json]:
        found: list[Json] = self.body["results"]
        return found

    @property
    def codes(self) -> dict[str, str]:
        """Of a refused write: property name to HubSpot's code."""
        return {e["context"]["propertyName"][0]: e["code"] for e in self.body["errors"]}


class Hub:
    """The portal seen from outside, with short ways to make records."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox

    def call(self, method: str, path: str, body: object = None, token: str | None = TOKEN) -> Heard:
        raw = (
            body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        )
        request = Request(self.sandbox.url + path, raw, method=method)  # noqa: S310
        request.add_header("Content-Type", "application/json")
        if token is not None:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with urlopen(request, timeout=10) as reply:  # noqa: S310
                return Heard(reply.status, reply.read(), reply.headers)
        except HTTPError as error:
            with error:
                return Heard(error.code, error.read(), error.headers)

    def get(self, path: str) -> Heard:
        return self.call("GET", path)

    def post(self, path: str, body: object = None) -> Heard:
        return self.call("POST", path, body)

    def patch(self, kind: str, row_id: str, **properties: object) -> Heard:
        return self.call("PATCH", f"/crm/v3/objects/{kind}/{row_id}", {"properties": properties})

    def delete(self, path: str) -> Heard:
        return self.call("DELETE", path)

    def order(self, name: str, **body: object) -> Any:
        heard = self.call("POST", f"/__sandbox__/{name}", body, token=None)
        assert heard.status == 200, heard.raw
        return heard.body

    def make(
        self, kind: str, ties: list[tuple[str, int]] | None = None, /, **values: object
    ) -> Heard:
        body = {"properties": values, "associations": [tie(*one) for one in ties or []]}
        return self.post(f"/crm/v3/objects/{kind}", body)

    def contact(self, **values: object) -> str:
        found: str = self.make("contacts", **values).body["id"]
        return found

    def company(self, **values: object) -> str:
        found: str = self.make("companies", **values).body["id"]
        return found

    def lead(self, contact_id: str | None = None, **values: object) -> str:
        contact_id = contact_id or self.contact(firstname="Ada")
        values.setdefault("hs_lead_name", "Ada lead")
        found: str = self.make("leads", [(contact_id, 578)], **values).body["id"]
        return found

    def read(self, kind: str, row_id: str, *names: str) -> dict[str, str | None]:
        asked = ",".join(names)
        heard = self.get(f"/crm/v3/objects/{kind}/{row_id}?properties={asked}")
        found: dict[str, str | None] = heard.body["properties"]
        return found

    def search(self, kind: str, *filters: Json, **more: object) -> Heard:
        groups = [{"filters": list(filters)}] if filters else []
        return self.post(f"/crm/v3/objects/{kind}/search", {"filterGroups": groups, **more})

    def found(self, kind: str, *filters: Json, **more: object) -> list[str]:
        return [row["id"] for row in self.search(kind, *filters, **more).rows]

    def ends(self, kind: str, row_id: str, to_kind: str) -> dict[str, list[int]]:
        """Ids at the other end, each with its type ids."""
        heard = self.get(f"/crm/v4/objects/{kind}/{row_id}/associations/{to_kind}")
        return {
            str(row["toObjectId"]): [t["typeId"] for t in row["associationTypes"]]
            for row in heard.rows
        }


def tie(to_id: str, type_id: int) -> Json:
    """An inline association of a create."""
    spec = {"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": type_id}
    return {"to": {"id": to_id}, "types": [spec]}


def where(name: str, operator: str, value: object = None, **more: object) -> Json:
    """One filter of a search."""
    body: Json = {"propertyName": name, "operator": operator, **more}
    return body if value is None else body | {"value": value}
