"""Lists: every record of a kind, page by page, each with its links."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from leads.hubspot.port import Page, Port, Record
from leads.sync.wanted import wanted

WITH: Mapping[str, tuple[str, ...]] = {
    "leads": ("contacts", "companies"),
    "contacts": ("companies",),
    "deals": ("leads", "contacts"),
    "companies": (),
}
"""The links that a record is read with."""
LISTED_WITH = {**WITH, "leads": (*WITH["leads"], "deals")}
"""In a list more links cost nothing: the lead's own word about its deals is the surer one."""


def pages(port: Port, kind: str, *, archived: bool = False) -> Iterator[tuple[Record, ...]]:
    after: str | None = None
    while True:
        page = port.page(
            kind,
            properties=wanted(kind),
            associations=LISTED_WITH[kind],
            archived=archived,
            after=after,
        )
        yield with_empty_links(kind, page)
        if (after := page.after) is None:
            return


def with_empty_links(kind: str, page: Page) -> tuple[Record, ...]:
    """A list leaves out the links that a record has none of: asked for and absent means none."""
    none: dict[str, tuple[str, ...]] = dict.fromkeys(LISTED_WITH[kind], ())
    return tuple(
        replace(record, associations=none | dict(record.associations)) for record in page.records
    )
