"""Adds one lead of a story: its name, its road through the stages, and its ties."""

from dataclasses import dataclass
from datetime import datetime

from leads.sandbox.portal import Portal
from leads.sandbox.rows import Row
from leads.sandbox.story_owners import MADE_BY_HAND
from leads.sandbox.story_people import Person

PIPELINE = "lead-pipeline-id"
NEW = "new-stage-id"
ATTEMPTING = "attempting-stage-id"
CONNECTED = "connected-stage-id"
MEETING_BOOKED = "qualified-stage-id"
DISQUALIFIED = "unqualified-stage-id"
BY_INITIAL = {"N": NEW, "A": ATTEMPTING, "C": CONNECTED}
ROAD = (NEW, ATTEMPTING, CONNECTED)

LEAD_TO_PRIMARY_CONTACT = 578
LEAD_TO_PRIMARY_COMPANY = 580

type Road = list[tuple[str, datetime]]


@dataclass(frozen=True)
class Attempt:
    """One lead to be told: `road` is every stage with the moment of entering it, oldest first."""

    person: Person
    road: Road
    owner: str | None
    source: str
    traffic: str = "OFFLINE"
    drill_down: str = "IMPORT"
    channel: str | None = None
    archived_at: datetime | None = None
    by_hand: bool = False
    kind: str | None = "NEW_BUSINESS"

    @property
    def name(self) -> str:
        """Made by hand a lead is called as its contact is; everything else adds the ending."""
        return self.person.name if self.by_hand else f"{self.person.name} lead"


def road_to(stage: str, *moments: datetime) -> Road:
    """The stages up to and with this one; the moments beyond it are not needed."""
    stages = ROAD[: ROAD.index(stage) + 1]
    return list(zip(stages, moments, strict=False))


def add_lead(
    portal: Portal,
    attempt: Attempt,
    *,
    relabelled_at: datetime | None = None,
    reason: str | None = None,
) -> Row:
    """Add the lead with its contact as the primary one, and the contact's company likewise.

    With `relabelled_at` the channel read `Website` until that moment; `reason` is that of a
    disqualified lead.
    """
    raised_at, changed_at = attempt.road[0][1], attempt.road[-1][1]
    history = {"hs_pipeline_stage": attempt.road}
    if relabelled_at and attempt.channel:
        history["hs_lead_label"] = [("Website", raised_at), (attempt.channel, relabelled_at)]
        changed_at = max(changed_at, relabelled_at)
    row = portal.add(
        "leads",
        _properties(attempt) | ({"hs_lead_disqualification_reason": reason} if reason else {}),
        created_at=raised_at,
        updated_at=attempt.archived_at or changed_at,
        archived_at=attempt.archived_at,
        source=attempt.source,
        history=history,
    )
    _tie(portal, row, attempt.person)
    return row


def _properties(attempt: Attempt) -> dict[str, str | None]:
    written = {
        "hs_lead_name": attempt.name,
        "hs_pipeline": PIPELINE,
        "hs_pipeline_stage": attempt.road[-1][0],
        "hs_lead_type": attempt.kind,
        "hs_lead_label": attempt.channel,
        "hs_lead_source": attempt.traffic,
        "hs_lead_source_drill_down_1": attempt.drill_down,
        "hubspot_owner_id": attempt.owner,
        "hs_created_by_user_id": MADE_BY_HAND if attempt.by_hand else None,
    }
    return {name: value for name, value in written.items() if value is not None}


def _tie(portal: Portal, lead: Row, person: Person) -> None:
    portal.link("leads", lead.id, "contacts", person.id, LEAD_TO_PRIMARY_CONTACT)
    if person.company:
        company_id = person.company.id
        portal.link("leads", lead.id, "companies", company_id, LEAD_TO_PRIMARY_COMPANY)
