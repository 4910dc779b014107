"""What comes in and what goes out: a request as read, a reply as it will be written, a refusal on the way."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import parse_qs

from leads.sandbox.refusals import Refusal, bad_body, invalid


@dataclass
class Request:
    """One request to the API, its query and body read when somebody asks."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    raw: bytes

    @cached_property
    def parameters(self) -> dict[str, list[str]]:
        """All query parameters, repeats kept."""
        return parse_qs(self.query, keep_blank_values=True)

    def one(self, name: str, default: str = "") -> str:
        """The last value of a parameter."""
        return self.parameters.get(name, [default])[-1]

    def many(self, name: str) -> list[str]:
        """A list parameter: repeated, separated by commas, or both."""
        values = self.parameters.get(name, [])
        return [part.strip() for value in values for part in value.split(",") if part.strip()]

    def flag(self, name: str) -> bool:
        """A boolean parameter in any spelling of true; clients send `True`."""
        return self.one(name).lower() == "true"

    def limit(self, default: int, most: int) -> int:
        """The page size; refuses what is no number or beyond the most."""
        text = self.one("limit", str(default))
        if not text.isdigit() or not 1 <= int(text) <= most:
            raise Refusal(400, invalid(f"limit must be between 1 and {most}, but was {text}"))
        return int(text)

    @cached_property
    def body(self) -> dict[str, Any]:
        """The body as a JSON object; refuses anything else as HubSpot does."""
        found = self.json
        if not isinstance(found, dict):
            raise Refusal(
                400, invalid("Invalid input JSON on line 1, column 1: expected an object")
            )
        return found

    @cached_property
    def json(self) -> Any:
        """The body as JSON; refuses an absent or broken one."""
        if not self.raw.strip():
            raise Refusal(400, bad_body())
        try:
            return json.loads(self.raw)
        except ValueError as error:
            line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
            raise Refusal(400, bad_body(line, column)) from error


@dataclass
class Reply:
    """A status with a JSON body, or none for 204."""

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
