"""Records with their links, and the records that a lead names: search brings neither along."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from leads.hubspot.port import Edge, Port, Record
from leads.models import Company, Contact
from leads.sync.doubt import check_values
from leads.sync.listing import WITH
from leads.sync.merge import merge_leads, merge_records
from leads.sync.wanted import wanted


def with_links(
    port: Port, kind: str, records: Sequence[Record], ends: Sequence[str] | None = None
) -> list[Record]:
    """The records with their links, read in one call a pair for up to a thousand of them."""
    ids = [record.id for record in records]
    if not ids:
        return []
    links = {
        to: primary_first(port, kind, to, port.edges(kind, ids, to)) for to in ends or WITH[kind]
    }
    return [
        replace(record, associations={to: found.get(record.id, ()) for to, found in links.items()})
        for record in records
    ]


def primary_first(
    port: Port, kind: str, to: str, edges: Mapping[str, Sequence[Edge]]
) -> dict[str, tuple[str, ...]]:
    """The ids at the other ends. Which of several is the primary one, the type of its link says."""
    several = any(len(found) > 1 for found in edges.values())
    first = port.link_type(kind, to) if several else 0
    return {
        id: tuple(edge.to_id for edge in sorted(found, key=lambda one: first not in one.type_ids))
        for id, found in edges.items()
    }


def merge(kind: str, records: Sequence[Record], now: datetime) -> int:
    """Lay what was read into the mirror. Raises Doubtful where it would empty what we hold."""
    check_values(kind, records, now)
    if kind == "leads":
        return merge_leads(records, now)
    return merge_records(kind, records, now)


def fetch_named(port: Port, leads: Sequence[Record], now: datetime, *, again: bool = False) -> int:
    """Contacts and companies that a lead names and the mirror does not hold yet; with `again` all of
    them, since links and calculated values (locks_purchased) move no modified date."""
    done = 0
    for kind, model in (("companies", Company), ("contacts", Contact)):
        wanted = {id for lead in leads for id in lead.associations.get(kind, ())}
        held = (
            set()
            if again
            else set(model.objects.filter(pk__in=wanted).values_list("pk", flat=True))
        )
        if missing := sorted(wanted - held):
            done += fetch_known(port, kind, missing, now)
    return done


def fetch_known(port: Port, kind: str, ids: Iterable[str], now: datetime) -> int:
    """These records as they are now, whether or not their modified date has moved."""
    found = port.read_many(kind, sorted(ids), properties=wanted(kind))
    return merge(kind, with_links(port, kind, found), now)
