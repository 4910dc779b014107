"""Lead health worked out a second time, by counting the portal's raw records one by one: nothing of the
product is asked. What the page says must be this."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

OFFICE = ZoneInfo("America/New_York")
STAGES = {
    "new-stage-id": "New",
    "attempting-stage-id": "Attempting",
    "connected-stage-id": "Connected",
    "qualified-stage-id": "Meeting Booked",
    "unqualified-stage-id": "Disqualified",
}
OPEN = {"new-stage-id": 1, "attempting-stage-id": 5, "connected-stage-id": 3}
"""With the working days that each bears."""
DOORS = {
    "Website", "Marketing", "Outbound - Rep", "Outbound - IntentSignal", "Referral", "Tradeshow", "Paid",
}  # fmt: skip
REASONS = {
    "NO_INTEREST": "No interest", "NOT_A_GOOD_FIT": "Not a good fit", "": "No reason",
    "NO_DECISION_MAKING_POWER": "Wrong person", "BUDGET_CONSTRAINTS": "No budget",
}  # fmt: skip
OWNERS = {
    "": "Nobody", "71000001": "Rita Solano", "71000002": "Omar Haddad", "71000003": "Mona Lindqvist",
    "71000005": "Dana Whitlock (former)",
}  # fmt: skip

type Json = dict[str, Any]
type Figures = dict[tuple[str, str, str], str]


@dataclass
class Raw:
    """The portal's records by kind, as its own controls give them."""

    leads: list[Json]
    emails: dict[str, Json]
    tasks: dict[str, Json]
    deals: list[Json]
    retired_stage: str


@dataclass
class One:
    """One lead, read from its raw record."""

    row: Json

    def value(self, name: str) -> str:
        return str(self.row["properties"].get(name) or "")

    @property
    def stage(self) -> str:
        return self.value("hs_pipeline_stage")

    @property
    def is_archived(self) -> bool:
        return bool(self.row["archived"])

    @property
    def is_lost(self) -> bool:
        return self.is_archived and STAGES.get(self.stage) not in {"Meeting Booked", "Disqualified"}

    @property
    def is_open(self) -> bool:
        return not self.is_archived and self.stage in OPEN

    @property
    def has_ended(self) -> bool:
        return self.is_lost or STAGES.get(self.stage) == "Disqualified"

    @property
    def entered_on(self) -> date:
        return day(self.value("hs_v2_date_entered_current_stage"))

    @property
    def ended_on(self) -> date:
        return day(self.row["archivedAt"]) if self.is_lost else self.entered_on

    @property
    def reason(self) -> str:
        return self.value("hs_lead_disqualification_reason")

    @property
    def door(self) -> str:
        return self.value("hs_lead_label")

    @property
    def owner(self) -> str:
        return self.value("hubspot_owner_id")


def day(text: str) -> date:
    return datetime.fromisoformat(text).astimezone(OFFICE).date()


def working_days(start: date, end: date) -> int:
    passed = (start + timedelta(days=n) for n in range(1, (end - start).days + 1))
    return sum(one.isoweekday() <= 5 for one in passed)


def figures(raw: Raw, today: date, *, until: date = date.max, owner: str | None = None) -> Figures:
    """Every number of the page, by table, row and column."""
    leads = [One(row) for row in raw.leads if day(row["createdAt"]) <= until]
    leads = [one for one in leads if owner is None or one.owner == owner]
    deals = [one for one in raw.deals if owner in (None, one["properties"].get("hubspot_owner_id"))]
    return {
        **stands(leads), **lost(leads), **missing(leads), **open_now(leads, raw, today),
        **times(leads, today), **weeks(leads), **reasons(leads), **stray_deals(deals, raw.retired_stage),
    }  # fmt: skip


def row(table: str, label: str, **numbers: int) -> Figures:
    return {
        (table, label, name.replace("_", " ").capitalize()): f"{number:,}"
        for name, number in numbers.items()
    }


def three(table: str, label: str, leads: Iterable[One]) -> Figures:
    leads = list(leads)
    archived = sum(one.is_archived for one in leads)
    return row(table, label, ever=len(leads), live=len(leads) - archived, archived=archived)


def stands(leads: list[One]) -> Figures:
    found = three("stages", "All leads", leads)
    for stage in [*STAGES, *{one.stage for one in leads}]:
        label = STAGES.get(stage, f"Unknown stage {stage}")
        found |= three("stages", label, (one for one in leads if one.stage == stage))
    return found


def lost(leads: list[One]) -> Figures:
    found: Figures = {}
    dead = [one for one in leads if one.is_lost]
    parts: dict[str, Callable[[One], bool]] = {
        STAGES.get(stage, f"Unknown stage {stage}"): (lambda one, stage=stage: one.stage == stage)  # type: ignore[misc]
        for stage in [*OPEN, *(one.stage for one in dead)]
    }
    for label, test in {**parts, "All of them": lambda _: True}.items():
        part = [one for one in dead if test(one)]
        found |= row(
            "lost", label, archived=len(part), no_owner=sum(not one.owner for one in part),
            no_channel=sum(not one.door for one in part),
            no_reason=sum(not one.reason for one in part),
        )  # fmt: skip
    return found


def missing(leads: list[One]) -> Figures:
    found = three("missing", "No owner", (one for one in leads if not one.owner))
    found |= three("missing", "No channel", (one for one in leads if not one.door))
    for door in {one.door for one in leads} - DOORS - {""}:
        label = f"Channel “{door.replace(' - ', ' · ')}”"
        found |= three("missing", label, (one for one in leads if one.door == door))
    untold = (one for one in leads if one.has_ended and not one.reason)
    found |= three("missing", "Ended without a reason", untold)
    found |= three("missing", "With a reason", (one for one in leads if one.reason))
    for source in {one.value("hs_object_source") for one in leads}:
        made = (one for one in leads if one.value("hs_object_source") == source)
        found |= three("sources", source or "Not told", made)
    return found


def open_now(leads: list[One], raw: Raw, today: date) -> Figures:
    found: Figures = {}
    open_ = [one for one in leads if one.is_open]
    stale = [one for one in open_ if is_stale(one, raw, today)]
    silent = [one for one in open_ if STAGES[one.stage] == "Connected" and not replied(one, raw)]
    for label, part in (("Open", open_), ("Stale", stale), ("No reply from a person", silent)):
        by_stage = Counter(STAGES[one.stage] for one in part)
        for name in ("New", "Attempting", "Connected"):
            if part is not silent or name == "Connected":
                found["open", label, name] = f"{by_stage[name]:,}"
        found["open", label, "All"] = f"{len(part):,}"
    return found


def is_stale(one: One, raw: Raw, today: date) -> bool:
    """In these stories nobody touches a lead on a later day than that on which it entered its stage."""
    tasks = [raw.tasks[id]["properties"] for id in one.row["associations"].get("tasks", ())]
    due = [day(task["hs_timestamp"]) for task in tasks if task["hs_task_status"] != "COMPLETED"]
    is_quiet = working_days(one.entered_on, today) > OPEN[one.stage]
    return is_quiet and not (due and min(due) > today)


def replied(one: One, raw: Raw) -> bool:
    """Whether a mail came in that HubSpot itself does not call an absence note."""
    mails = [raw.emails[id]["properties"] for id in one.row["associations"].get("emails", ())]
    return any(
        mail["hs_email_direction"] == "INCOMING_EMAIL"
        and mail["hs_incoming_email_is_out_of_office"] == "false"
        for mail in mails
    )


def times(leads: list[One], today: date) -> Figures:
    found: Figures = {}
    for label, part in (
        ("Open, until today", [one for one in leads if one.is_open]),
        ("Archived in mid-pipeline, until then", [one for one in leads if one.is_lost]),
    ):
        for stage in OPEN:
            spans = [
                working_days(one.entered_on, one.ended_on if one.is_lost else today)
                for one in part
                if one.stage == stage
            ]
            if spans:
                found["times", label, STAGES[stage]] = f"{median(spans):g} d of {len(spans):,}"
    return found


def weeks(leads: list[One]) -> Figures:
    found: Figures = {}
    ended = [one for one in leads if one.has_ended]
    for monday in {one.ended_on - timedelta(days=one.ended_on.weekday()) for one in ended}:
        part = [one for one in ended if 0 <= (one.ended_on - monday).days < 7]
        told = sum(bool(one.reason) for one in part)
        label = f"{monday.day} {monday:%b %Y}"
        found |= row("weeks", label, ended=len(part), with_a_reason=told, without=len(part) - told)
        share = f"{told} of {len(part)}"
        if len(part) >= 10:
            share += f" · {round(100 * told / len(part))} %"
        found["weeks", label, "Share with a reason"] = share
    return found


def reasons(leads: list[One]) -> Figures:
    """Each reason that occurs has a column in every row."""
    found: Figures = {}
    ended = [one for one in leads if one.has_ended]
    heads = {one.reason for one in ended}
    rows: dict[str, list[One]] = {"All of them": ended} if ended else {}
    for one in ended:
        door = one.door.replace(" - ", " · ") or "No channel"
        rows.setdefault(door, []).append(one)
        rows.setdefault(f"{door} / {OWNERS[one.owner]}", []).append(one)
    for label, part in rows.items():
        for reason in heads:
            number = sum(one.reason == reason for one in part)
            found["reasons", label, REASONS[reason]] = f"{number:,}"
        found["reasons", label, "All"] = f"{len(part):,}"
    return found


def stray_deals(deals: list[Json], retired_stage: str) -> Figures:
    stray = [
        deal["properties"] for deal in deals
        if not deal["archived"] and not deal["associations"].get("leads")
    ]  # fmt: skip
    retired = sum(deal["dealstage"] == retired_stage for deal in stray)
    here = sum(deal["pipeline"] == "930425200" for deal in stray)
    return {
        ("deals", "In the Deal Pipeline", "Without a lead"): f"{here:,}",
        ("deals", "In the retired New Opportunity", "Without a lead"): f"{retired:,}",
    }
