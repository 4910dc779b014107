"""The channel report worked out a second time, from the portal's raw records and nothing of the product."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

OFFICE = ZoneInfo("America/New_York")
CLOCK = "hs_v2_date_entered_"
SEVEN = (
    "Website",
    "Marketing",
    "Outbound - Rep",
    "Outbound - IntentSignal",
    "Referral",
    "Tradeshow",
    "Paid",
)

type Json = dict[str, Any]


@dataclass
class Tally:
    """The figures of one line."""

    raised: int = 0
    touched: int = 0
    connected: int = 0
    meetings: int = 0
    disqualified: int = 0
    still_open: int = 0
    archived: int = 0
    deals: int = 0
    reasons: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    hours: list[float] = field(default_factory=list)

    @property
    def median_hours(self) -> float | None:
        return round(median(self.hours), 6) if self.hours else None


def moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).astimezone(UTC) if text else None


def entered(lead: Json, word: str) -> datetime | None:
    """HubSpot's clock of the stage whose id holds this word."""
    for name, value in lead["properties"].items():
        if name.startswith(f"{CLOCK}{word}_"):
            return moment(value)
    return None


def office_day(lead: Json) -> date:
    created = moment(lead["properties"]["hs_createdate"])
    assert created is not None
    return created.astimezone(OFFICE).date()


def tallies(
    leads: list[Json], deals: list[Json], part: Callable[[Json], str],
    since: date = date.min, until: date = date.max, owner: str | None = None,
) -> dict[str, Tally]:  # fmt: skip
    """One tally a part, of the leads created on these days."""
    found: dict[str, Tally] = defaultdict(Tally)
    for lead in leads:
        if not since <= office_day(lead) <= until:
            continue
        if owner is not None and (lead["properties"].get("hubspot_owner_id") or "") != owner:
            continue
        count(found[part(lead)], lead)
        found[part(lead)].deals += sum(
            lead["id"] in deal["associations"].get("leads", ()) and not deal["archived"]
            for deal in deals
        )
    return dict(found)


def count(tally: Tally, lead: Json) -> None:
    said = lead["properties"]
    stage, archived = said.get("hs_pipeline_stage"), bool(lead["archived"])
    met = stage == "qualified-stage-id" or entered(lead, "qualified_stage_id") is not None
    spoke = met or entered(lead, "connected_stage_id") is not None
    wrote = spoke or entered(lead, "attempting_stage_id") is not None
    closed = stage in {"qualified-stage-id", "unqualified-stage-id"}
    tally.raised += 1
    tally.touched += wrote
    tally.connected += spoke
    tally.meetings += met
    tally.disqualified += stage == "unqualified-stage-id"
    tally.archived += archived and not closed
    tally.still_open += not archived and not closed
    if stage == "unqualified-stage-id":
        tally.reasons[said.get("hs_lead_disqualification_reason") or ""] += 1
    first = entered(lead, "attempting_stage_id") or entered(lead, "connected_stage_id")
    first = first or entered(lead, "qualified_stage_id")
    created = moment(said["hs_createdate"])
    if first and created:
        tally.hours.append(max((first - created).total_seconds() / 3600, 0.0))


def by_channel(lead: Json) -> str:
    return str(lead["properties"].get("hs_lead_label") or "")


def by_owner(lead: Json) -> str:
    return str(lead["properties"].get("hubspot_owner_id") or "")
