"""What HubSpot works out by itself: where a record stands, since when, and whom it belongs to."""

from datetime import datetime
from typing import TYPE_CHECKING
from zlib import crc32

from leads.sandbox.definitions import Stage
from leads.sandbox.instants import iso
from leads.sandbox.rows import Row

if TYPE_CHECKING:
    from leads.sandbox.portal import Portal

STAGE_PROPERTIES = {
    "leads": ("hs_pipeline", "hs_pipeline_stage"),
    "deals": ("pipeline", "dealstage"),
}

# The numbers that HubSpot appends for the stages that have names; that of the New stage is a guess.
_CLOCK_NUMBERS = {
    "new-stage-id": 1208395672,
    "attempting-stage-id": 745667965,
    "connected-stage-id": 2058487257,
    "qualified-stage-id": 233247981,
    "unqualified-stage-id": 1675714327,
}


CLOCKED = tuple(_CLOCK_NUMBERS)
"""The stages of the lead pipeline, which have clocks of their own."""


def clock_name(moment: str, stage_id: str) -> str:
    """`hs_v2_date_<entered|exited>_<stage>`: a numeric id as it is, a named one with its number."""
    if stage_id.isdigit():
        return f"hs_v2_date_{moment}_{stage_id}"
    number = _CLOCK_NUMBERS.get(stage_id, crc32(stage_id.encode()))
    return f"hs_v2_date_{moment}_{stage_id.lower().replace('-', '_')}_{number}"


def entered_stage(
    portal: "Portal", row: Row, stage_id: str, at: datetime, left: str | None
) -> None:
    """Start the clock of a stage, stop that of the one before, and set the flags that follow."""
    if left and left != stage_id:
        row.properties[clock_name("exited", left)] = iso(at)
    row.properties[clock_name("entered", stage_id)] = iso(at)
    row.properties["hs_v2_date_entered_current_stage"] = iso(at)
    if row.kind == "leads":
        row.properties["hs_pipeline_stage_last_updated"] = iso(at)
    set_flags(portal, row)


def set_flags(portal: "Portal", row: Row) -> None:
    """The flags that are true to the stage, whatever anybody wrote into them."""
    if row.kind not in STAGE_PROPERTIES:
        return
    pipeline_name, stage_name = STAGE_PROPERTIES[row.kind]
    stage = portal.stage(
        row.kind, row.properties.get(pipeline_name), row.properties.get(stage_name)
    )
    if stage is not None:
        flags = _lead_flags(stage) if row.kind == "leads" else _deal_flags(stage)
        row.properties.update(flags)


def _lead_flags(stage: Stage) -> dict[str, str]:
    state = stage.metadata.get("leadState", "")
    is_open = state in {"NEW", "IN_PROGRESS"}
    return {
        "hs_lead_is_new": str(int(state == "NEW")),
        "hs_lead_is_in_progress": str(int(state == "IN_PROGRESS")),
        "hs_lead_is_open": str(int(is_open)),
        "hs_lead_is_open_v2": str(int(is_open)),
        "hs_lead_is_qualified": str(int(state == "QUALIFIED")),
        "hs_lead_is_disqualified": str(int(state == "UNQUALIFIED")),
    }


def _deal_flags(stage: Stage) -> dict[str, str]:
    won = stage.closed and stage.metadata.get("probability") == "1.0"
    return {
        "hs_is_closed": str(stage.closed).lower(),
        "hs_is_closed_won": str(won).lower(),
        "hs_deal_stage_probability": stage.metadata.get("probability", ""),
    }


def tell_past(portal: "Portal", row: Row) -> None:
    """Set the clocks of a record that came with its history, or began in the stage where it stands."""
    if row.kind not in STAGE_PROPERTIES:
        return
    given = dict(row.properties)
    left: str | None = None
    for change in reversed(row.changes(STAGE_PROPERTIES[row.kind][1])):
        entered_stage(portal, row, change.value, change.at, left)
        left = change.value
    # What the story says itself stands, even where the portal would work out otherwise.
    row.properties.update({name: value for name, value in given.items() if value is not None})


def relate(portal: "Portal", row: Row) -> None:
    """The facts that a lead borrows from its contact, company and deals; no modified date moves."""
    edges = portal.edges
    contact_id = edges.of_type("leads", row.id, "contacts", 578)
    company_id = edges.of_type("leads", row.id, "companies", 580)
    deals = len(edges.ends("leads", row.id, "deals"))
    contact = portal.row("contacts", contact_id) if contact_id else None
    company = portal.row("companies", company_id) if company_id else None
    row.properties["hs_primary_contact_id"] = contact_id
    row.properties["hs_primary_company_id"] = company_id
    row.properties["hs_lead_associated_deals_count"] = str(deals) if deals else None
    for name in ("firstname", "lastname", "email"):
        row.properties[f"hs_associated_contact_{name}"] = held(contact, name)
    for name in ("name", "domain"):
        row.properties[f"hs_associated_company_{name}"] = held(company, name)


def held(row: Row | None, name: str) -> str | None:
    """A value of a record that may not be there."""
    return row.properties.get(name) if row is not None else None


# What a lead shows of its contact and company: a change there is repeated here.
LENT = {"contacts": {"firstname", "lastname", "email"}, "companies": {"name", "domain"}}
