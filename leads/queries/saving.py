"""Saving: what HubSpot has heard of a lead's changes, in the words that its card shows."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from leads.models import OutboundWrite, State
from leads.models.outbox import UNSENT_STATES


class Sync(StrEnum):
    """What HubSpot has heard of this lead; the value of `data-sync`."""

    SAVED = "saved"
    SAVING = "saving"
    WAITING = "waiting"
    REFUSED = "refused"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class SyncMark:
    """The save state in words. `write_id` is the write that needs a person, if one does."""

    state: Sync = Sync.SAVED
    words: str = ""
    write_id: int | None = None


SAVING_LASTS = timedelta(seconds=20)
"""A first try that takes longer than this is no longer called saving."""

RANK = {Sync.SAVED: 0, Sync.SAVING: 1, Sync.WAITING: 2, Sync.REFUSED: 3, Sync.CONFLICT: 4}


def sync_marks(lead_ids: Iterable[int], now: datetime) -> dict[int, SyncMark]:
    """The worst unsettled write of each lead, the first of equals, in words; leads with none are left out."""
    marks: dict[int, SyncMark] = {}
    unsettled = (*UNSENT_STATES, State.REFUSED)
    rows = OutboundWrite.objects.filter(lead_id__in=list(lead_ids), state__in=unsettled)
    for write in rows.order_by("pk").select_related("depends_on").defer("links", "base"):
        lead_id = write.lead_id or 0
        marks[lead_id] = worse(marks.get(lead_id), sync_mark(write, now))
    return marks


def worse(one: SyncMark | None, other: SyncMark) -> SyncMark:
    return other if one is None or RANK[other.state] > RANK[one.state] else one


def sync_mark(write: OutboundWrite, now: datetime) -> SyncMark:
    match write.state:
        case State.HELD:
            return SyncMark(Sync.CONFLICT, stuck_words(write), write.pk)
        case State.REFUSED:
            return SyncMark(Sync.REFUSED, stuck_words(write), write.pk)
        case State.IN_DOUBT:
            return SyncMark(Sync.WAITING, write.stuck_because, write.pk)
    doing = doing_words(write)
    if write.stuck_because or now - write.created_at > SAVING_LASTS:
        words = write.stuck_because or "waiting for HubSpot"
        return SyncMark(Sync.WAITING, f"{doing}: {words}" if doing else words, write.pk)
    return SyncMark(Sync.SAVING, doing or "saving", write.pk)


def closes_with_deal(write: OutboundWrite) -> bool:
    """Whether this closes a lead whose deal was made from it. Wants `depends_on` loaded."""
    return write.depends_on is not None and write.depends_on.makes_deal


def doing_words(write: OutboundWrite) -> str:
    """What is being done, where that is more than saving a change."""
    if write.makes_deal:
        return "creating the deal"
    if write.kind == OutboundWrite.Kind.LINK:
        return "linking the deal"
    return "deal made, closing the lead" if closes_with_deal(write) else ""


def stuck_words(write: OutboundWrite) -> str:
    """What became of a write that needs a person, and why."""
    if write.makes_deal:
        return f"The deal was not created: {write.stuck_because}"
    if write.kind == OutboundWrite.Kind.LINK:
        return f"The deal was not linked: {write.stuck_because}"
    if closes_with_deal(write):
        what = "held" if write.state == State.HELD else "refused"
        return f"Deal made, closing {what}: {write.stuck_because}"
    return write.stuck_because
