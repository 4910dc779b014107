"""The URL map as tests walk it: every address of the product, its arguments filled in from one lead."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

PUBLIC = ("health/", "login/", "webhooks/", "doors/")
"""What answers strangers; all else wants a person."""
OTHERS = ("admin/", "static/")
"""Django's own, with its own tests."""


@dataclass(frozen=True)
class Address:
    """A pattern of the map such as `leads/<int:lead_id>/move/`."""

    pattern: str
    name: str

    @property
    def is_public(self) -> bool:
        return self.pattern.startswith(PUBLIC)

    @property
    def is_about_a_lead(self) -> bool:
        """Whether it names one lead, or one write of a lead."""
        return bool(re.search("<[a-z]+:(lead|write|touch)_id>", self.pattern))

    def at(self, **ids: object) -> str:
        """The path, its arguments taken by name; what is not given is 1 or "x"."""

        def filled(match: re.Match[str]) -> str:
            kind, name = match[1] or "str", match[2]
            return str(ids.get(name, 1 if kind == "int" else "x"))

        return "/" + re.sub(r"<(?:([a-z]+):)?([a-z_]+)>", filled, self.pattern)

    def __str__(self) -> str:
        return self.name or self.pattern


def every_address() -> list[Address]:
    found = walk(get_resolver().url_patterns, "")
    return [address for address in found if not address.pattern.startswith(OTHERS)]


def walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[Address]:
    for one in patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from walk(one.url_patterns, path)
        else:
            yield Address(path, one.name or "")
