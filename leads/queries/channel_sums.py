"""The sums of the channel report: the leads of a period, counted by the database in a handful of queries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from statistics import median
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce, TruncWeek

from leads.models import Deal, Lead, PortalStage
from leads.queries.behind import (
    DID_CONNECT,
    DID_MEET,
    DID_TOUCH,
    IS_DISQUALIFIED,
    IS_LOST,
    IS_OPEN,
    Behind,
    counted,
    created_within,
)
from leads.queries.card import Viewer


class By(StrEnum):
    """What the leads of a period are parted by."""

    CHANNEL = "channel"
    PAIR = "pair"
    OWNER = "owner"
    WEEK = "week"

    @property
    def label(self) -> str:
        return {"pair": "Deal pair"}.get(self.value, self.value.capitalize())


@dataclass(slots=True)
class Sums:
    """What became of some leads. Times are in hours, one a lead that got so far."""

    raised: int = 0
    touched: int = 0
    connected: int = 0
    meetings: int = 0
    disqualified: int = 0
    still_open: int = 0
    archived: int = 0
    with_deal: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    to_touch: list[float] = field(default_factory=list)
    to_meeting: list[float] = field(default_factory=list)
    deals: int = 0
    won: int = 0
    amount: Decimal = Decimal(0)
    won_amount: Decimal = Decimal(0)
    deal_stages: Counter[str] = field(default_factory=Counter)

    @property
    def median_to_touch(self) -> float | None:
        return median(self.to_touch) if self.to_touch else None

    @property
    def median_to_meeting(self) -> float | None:
        return median(self.to_meeting) if self.to_meeting else None


COUNTS: Mapping[str, Q] = {
    "touched": DID_TOUCH,
    "connected": DID_CONNECT,
    "meetings": DID_MEET,
    "disqualified": IS_DISQUALIFIED,
    "still_open": IS_OPEN,
    "archived": IS_LOST,
}


def together(some: Iterable[Sums]) -> Sums:
    """Several sums as one."""
    total = Sums()
    for sums in some:
        for name in ("raised", *COUNTS, "with_deal", "deals", "won", "amount", "won_amount"):
            setattr(total, name, getattr(total, name) + getattr(sums, name))
        total.reasons.update(sums.reasons)
        total.deal_stages.update(sums.deal_stages)
        total.to_touch += sums.to_touch
        total.to_meeting += sums.to_meeting
    return total


def sums_of(scope: Behind, by: By, viewer: Viewer) -> dict[str, Sums]:
    """The sums of the leads created within the period, by HubSpot's own value of what parts them."""
    leads = parted(created_within(counted(viewer), scope, viewer), by, viewer)
    found: dict[str, Sums] = defaultdict(Sums)
    counts = {name: Count("pk", filter=rule) for name, rule in COUNTS.items()}
    for row in leads.values("part").annotate(raised=Count("pk"), **counts).order_by():
        sums = found[part_of(row)]
        for name in ("raised", *COUNTS):
            setattr(sums, name, row[name])
    for row in (
        leads.filter(IS_DISQUALIFIED).values("part", "reason").annotate(n=Count("pk")).order_by()
    ):
        found[part_of(row)].reasons[row["reason"]] = row["n"]
    add_times(found, leads)
    add_deals(found, leads)
    return dict(found)


def parted(leads: QuerySet[Lead], by: By, viewer: Viewer) -> Any:
    """The leads with what they are parted by as `part`."""
    match by:
        case By.OWNER:
            return leads.annotate(part=F("owner_id"))
        case By.WEEK:
            return leads.annotate(part=TruncWeek("created_at", tzinfo=viewer.zone))
    return leads.annotate(part=F("channel"))


def part_of(row: Mapping[str, Any]) -> str:
    part = row["part"]
    return part.date().isoformat() if isinstance(part, datetime) else str(part or "")


def add_times(found: dict[str, Sums], leads: Any) -> None:
    """How long from being raised to the first touch, and to the meeting."""
    touched_at = Coalesce("attempting_at", "connected_at", "meeting_booked_at")
    rows = leads.filter(DID_TOUCH).annotate(touched_at=touched_at).order_by()
    for row in rows.values("part", "created_at", "touched_at", "meeting_booked_at").iterator():
        sums = found[part_of(row)]
        if (hours := between(row["created_at"], row["touched_at"])) is not None:
            sums.to_touch.append(hours)
        if (hours := between(row["created_at"], row["meeting_booked_at"])) is not None:
            sums.to_meeting.append(hours)


def between(start: datetime | None, end: datetime | None) -> float | None:
    """Hours, never less than none: clocks of two systems may cross."""
    return max((end - start).total_seconds() / 3600, 0.0) if start and end else None


def add_deals(found: dict[str, Sums], leads: Any) -> None:
    """The deals that came of these leads, wherever they stand by now."""
    deals = Deal.objects.live().filter(lead__in=leads.values("pk")).select_related(None)
    parts = dict(leads.filter(deals__isnull=False).values_list("pk", "part"))
    labels = {
        (pipeline, stage): label
        for pipeline, stage, label in PortalStage.objects.filter(object_type="deals").values_list(
            "pipeline", "stage", "label"
        )
    }
    with_deal: dict[str, set[int]] = defaultdict(set)
    rows = deals.values_list("lead_id", "pipeline", "stage", "amount", "is_won")
    for lead_id, pipeline, stage, amount, is_won in rows:
        part = part_of({"part": parts.get(lead_id or 0)})
        add_deal(found[part], labels.get((pipeline, stage), stage), amount, is_won=bool(is_won))
        with_deal[part].add(lead_id or 0)
    for part, ids in with_deal.items():
        found[part].with_deal = len(ids)


def add_deal(sums: Sums, stage: str, amount: Decimal | None, *, is_won: bool) -> None:
    sums.deals += 1
    sums.amount += amount or 0
    sums.deal_stages[stage] += 1
    if is_won:
        sums.won += 1
        sums.won_amount += amount or 0


def weeks(found: Iterable[str]) -> list[date]:
    return sorted((date.fromisoformat(part) for part in found if part), reverse=True)
