"""Absence: what a complete reading did not show is looked for by id before anything is believed of it:
live after all, archived, merged into another record, or gone."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Q

from leads.hubspot.errors import Gone
from leads.hubspot.port import Port
from leads.models import SweepHold
from leads.sync.doubt import ask, live, settle
from leads.sync.forget import forget
from leads.sync.linked import merge, with_links
from leads.sync.listing import WITH
from leads.sync.progress import Clock
from leads.sync.survivors import hand_over
from leads.sync.wanted import wanted

MOST, PERCENT, A_HANDFUL = 50, 2, 5
"""A reading that would drop more than 50 records, or more than 2 % of them, stops and asks."""
AT_ONCE = 1000


def unseen(kind: str, since: datetime, among: Collection[str] | None = None) -> list[str]:
    """The live rows of which nothing was heard since a reading began."""
    rows = live(kind).filter(Q(read_at=None) | Q(read_at__lt=since))
    if among is not None:
        rows = rows.filter(hubspot_id__in=among)
    return list(rows.values_list("hubspot_id", flat=True))


def settle_absent(
    port: Port, kind: str, ids: Sequence[str], clock: Clock, *, is_whole: bool = False
) -> int:
    """Look for these by id, and forget those that HubSpot denies twice. Returns how many.

    What is unseen counts as absent only after a reading that was complete and free of errors;
    `is_whole` says that the ids are all of that kind, so that nothing else is left to ask about.
    """
    denied: list[str] = []
    for start in range(0, len(ids), AT_ONCE):
        denied += not_in_batches(port, kind, ids[start : start + AT_ONCE], clock)
    if not may_drop(kind, denied, clock()):
        return 0
    for _ in range(2):  # a 404 may be the last word of a key that was just refused: ask again
        denied = [id for id in denied if not is_there(port, kind, id, clock)]
    if is_whole:
        settle(f"gone:{kind}")
    return forget(kind, denied, clock())


def not_in_batches(port: Port, kind: str, ids: Sequence[str], clock: Clock) -> list[str]:
    """Those that are neither live nor archived; the others are taken in as they are now."""
    found = port.read_many(kind, ids, properties=wanted(kind))
    merge(kind, with_links(port, kind, found), clock())
    return not_archived(port, kind, set(ids) - {record.id for record in found}, clock)


def not_archived(port: Port, kind: str, ids: Collection[str], clock: Clock) -> list[str]:
    """Those that are not archived either, by id; the archived ones are taken in."""
    rest = sorted(ids, key=int)
    archived = port.read_many(kind, rest, properties=wanted(kind), archived=True) if rest else []
    merge(kind, archived, clock())
    return [id for id in rest if id not in {record.id for record in archived}]


def may_drop(kind: str, ids: Collection[str], now: datetime) -> bool:
    """The brake. What an admin has let pass is dropped; more than that is asked about anew."""
    held = live(kind).count()
    if len(ids) <= min(MOST, max(A_HANDFUL, held * PERCENT // 100)):
        return True
    code = f"gone:{kind}"
    passed = SweepHold.objects.filter(code=code, allowed_at__isnull=False).first()
    if passed and set(ids) <= set(passed.ids):
        return True
    words = f"{len(ids):,} of {held:,} {kind} are not in HubSpot any more, not by id either."
    mend = "Nothing was taken away here. If they were really removed in HubSpot, go on."
    ask(code, words, mend, now, ids)
    return False


def is_there(port: Port, kind: str, id: str, clock: Clock) -> bool:
    """One record asked for alone: an answer under another id is the survivor of a merge."""
    try:
        record = port.read(kind, id, properties=wanted(kind), associations=WITH[kind])
    except Gone:
        return False
    merge(kind, [record], clock())
    if record.id != id:
        hand_over(kind, {id}, record.id)
    return True
