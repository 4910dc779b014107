"""Read again what HubSpot has named: the webhook says that something happened, never what."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from leads.hubspot.port import Port
from leads.models.nudge import Nudge
from leads.sync.absent import is_there, not_archived
from leads.sync.linked import fetch_named, merge, with_links
from leads.sync.wanted import wanted

BATCH = 100
"""HubSpot reads so many records in one call."""
KINDS = ("companies", "contacts", "leads", "deals")
"""In an order in which a record finds the others that it names."""

type Clock = Callable[[], datetime]


def read_nudged(port: Port, clock: Clock) -> int:
    """Every record that was named, by kind, a hundred a call. Returns how many were read.

    A nudge is dropped only once its record was read, and not if it was named again meanwhile.
    Raises what the port raises; what is left waits for the next round.
    """
    done = 0
    for kind in KINDS:
        while named := list(Nudge.objects.filter(kind=kind)[:BATCH]):
            done += read_some(port, kind, [one.record_id for one in named], clock)
            for one in named:
                Nudge.objects.filter(pk=one.pk, heard_at=one.heard_at).delete()
    return done


def read_some(port: Port, kind: str, ids: Sequence[str], clock: Clock) -> int:
    live = port.read_many(kind, ids, properties=wanted(kind))
    linked = with_links(port, kind, list(live))
    if kind == "leads":
        fetch_named(port, linked, clock())
    merge(kind, linked, clock())
    missing = set(ids) - {record.id for record in live}
    return len(live) + read_elsewhere(port, kind, missing, clock)


def read_elsewhere(port: Port, kind: str, ids: Collection[str], clock: Clock) -> int:
    """Archived, or merged into another; what is nowhere is left to the sweep, which looks twice."""
    left = not_archived(port, kind, ids, clock)
    return len(ids) - len(left) + sum(is_there(port, kind, id, clock) for id in left)
