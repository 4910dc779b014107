"""Reconcile: the mirror beside the portal, record by record. Read page by page; of the whole only the ids
are kept, and whatever looks unlike is looked at a second time, since both sides move meanwhile."""

from collections.abc import Iterator, Sequence
from itertools import batched

from leads.hubspot.port import OwnerRecord, Port
from leads.hubspot.properties import READ
from leads.models import Owner
from leads.sync.doubt import live
from leads.sync.linked import with_links
from leads.sync.listing import LISTED_WITH, pages
from leads.sync.unlike import unlike

KINDS = ("companies", "contacts", "leads", "deals")
AT_ONCE = 100


def differences(port: Port) -> Iterator[str]:
    """One line for each difference, owners first. Open writes laid over a record are none."""
    yield from owners_unlike(port)
    for kind in KINDS:
        suspects = list(suspected(port, kind))
        for some in batched(suspects, AT_ONCE):
            yield from second_look(port, kind, some)


def owners_unlike(port: Port) -> Iterator[str]:
    held = {owner.hubspot_id: owner for owner in Owner.objects.all()}
    for said in (*port.owners(archived=False), *port.owners(archived=True)):
        if (here := held.get(said.id)) is None:
            yield f"owner {said.id}: in HubSpot and not here"
        elif told(said) != known(here):
            yield f"owner {said.id}: {told(said)} in HubSpot, {known(here)} here"


def told(said: OwnerRecord) -> tuple[str, ...]:
    left = "left" if said.archived else "here"
    return said.email, said.first_name[:100], said.last_name[:100], left


def known(owner: Owner) -> tuple[str, ...]:
    left = "left" if owner.left_at else "here"
    return owner.email, owner.first_name, owner.last_name, left


def suspected(port: Port, kind: str) -> Iterator[str]:
    """Ids that look unlike in the lists, or that are live here and in no list."""
    seen: set[int] = set()
    for archived in (False, True) if kind == "leads" else (False,):
        for records in pages(port, kind, archived=archived):
            seen.update(int(record.id) for record in records)
            yield from (id for id, lines in unlike(kind, records) if lines)
    for id in live(kind).values_list("hubspot_id", flat=True).iterator(chunk_size=1000):
        if int(id) not in seen:
            yield id


def second_look(port: Port, kind: str, ids: Sequence[str]) -> Iterator[str]:
    """These read by id, both sides anew."""
    found = port.read_many(kind, ids, properties=READ[kind])
    found = with_links(port, kind, found, LISTED_WITH[kind])
    rest = sorted(set(ids) - {record.id for record in found}, key=int)
    archived = port.read_many(kind, rest, properties=READ[kind], archived=True) if rest else []
    for id, lines in unlike(kind, [*found, *archived]):
        yield from (f"{kind} {id}: {line}" for line in lines)
    nowhere = set(rest) - {record.id for record in archived}
    for id in live(kind).filter(hubspot_id__in=nowhere).values_list("hubspot_id", flat=True):
        yield f"{kind} {id}: here and not in HubSpot"
