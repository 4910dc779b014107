"""Links of many records, read in batches: inner pages are followed, and "no links" is believed only
where HubSpot says so, since a link that is merely missing from an answer is not a link removed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import batched
from typing import Any, Protocol

from leads.hubspot.answers import is_absence
from leads.hubspot.errors import Refused
from leads.hubspot.mapping import Json, after, rows, to_edge
from leads.hubspot.port import Edge

SMALLEST = 100
"""Where a batch of so many is refused, its length is not the reason."""

type Inputs = list[dict[str, str]]


class Ask(Protocol):
    """Sends one batch and gives its answer as `reading` takes it."""

    def __call__[T](self, inputs: Inputs, reading: Callable[[Json], T]) -> T: ...


@dataclass(frozen=True, slots=True)
class Answered:
    """What one answer says: links by id, where they go on, and of whom it says there are none."""

    edges: dict[str, list[Edge]]
    further: Inputs
    without: frozenset[str]


def read_answer(body: Json) -> Answered:
    edges: dict[str, list[Edge]] = {}
    further: Inputs = []
    for row in rows(body):
        from_id = str(row["from"]["id"])
        edges.setdefault(from_id, []).extend(to_edge(from_id, link) for link in row.get("to") or [])
        if cursor := after(row):
            further.append({"id": from_id, "after": cursor})
    return Answered(edges, further, frozenset(_without_links(body)))


class EdgeReader:
    """Reads batches of `size`; halves one that the portal finds too long and remembers the size."""

    def __init__(self, size: int = 1000) -> None:
        self.size = size

    def read(self, ids: Iterable[str], ask: Ask) -> dict[str, list[Edge]]:
        """Every id with its links; `ask` sends one batch."""
        waiting = list(dict.fromkeys(ids))
        found: dict[str, list[Edge]] = {}
        while waiting:
            some = waiting[: self.size]
            try:
                found |= _links_of(some, ask)
            except Refused as refusal:
                if refusal.status != 400 or len(some) <= SMALLEST:
                    raise
                self.size = max(SMALLEST, len(some) // 2)
                continue
            waiting = waiting[len(some) :]
        return found


def _links_of(ids: Sequence[str], ask: Ask) -> dict[str, list[Edge]]:
    found, silent = _pages([{"id": each} for each in ids], ask)
    if silent:
        # An answer may be complete and short by mistake: what it left out is asked for once more.
        again, _ = _pages([{"id": each} for each in silent], ask)
        found |= again
    return {each: found.get(each, []) for each in ids}


def _pages(inputs: Inputs, ask: Ask) -> tuple[dict[str, list[Edge]], list[str]]:
    """Links by id, and the ids of which the answers said nothing at all."""
    found: dict[str, list[Edge]] = {}
    told: set[str] = set()
    waiting = inputs
    while waiting:
        answered = ask(waiting, read_answer)
        for from_id, edges in answered.edges.items():
            found.setdefault(from_id, []).extend(edges)
        told |= answered.without
        waiting = answered.further
    silent = [each["id"] for each in inputs if each["id"] not in found.keys() | told]
    return {from_id: _once_each(edges) for from_id, edges in found.items()}, silent


def _once_each(edges: Iterable[Edge]) -> list[Edge]:
    """The same pair may come once for each of its types: one link, several types."""
    links: dict[str, Edge] = {}
    for edge in edges:
        known = links.get(edge.to_id, edge)
        links[edge.to_id] = replace(edge, type_ids=edge.type_ids | known.type_ids)
    return list(links.values())


def _without_links(body: Json) -> Iterator[str]:
    for row in filter(is_absence, body.get("errors") or []):
        context: dict[str, Any] = row.get("context") or {}
        for key in ("fromObjectId", "ids", "id"):
            values = context.get(key) or []
            yield from map(str, values if isinstance(values, list) else [values])


def in_batches(ids: Iterable[str], size: int) -> Iterator[list[str]]:
    """The ids without repetition, at most `size` at a time."""
    for some in batched(dict.fromkeys(ids), size):
        yield list(some)
