"""Creating and changing one record through the API, shared by the single calls and the batches."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from leads.sandbox.association_types import TYPES
from leads.sandbox.calculated import STAGE_PROPERTIES
from leads.sandbox.kinds import KINDS
from leads.sandbox.portal import Portal, Row
from leads.sandbox.properties import checked, default_pipeline
from leads.sandbox.refusals import Refusal, lead_needs_primary, missing_values
from leads.sandbox.shown import names_shown, shown
from leads.sandbox.ties import Tie, attach, ties_asked

SOURCE = "INTEGRATION"

_REQUIRED = {
    "leads": ("hs_lead_name",),
    "emails": ("hs_timestamp", "hs_email_direction"),
    "meetings": ("hs_timestamp",),
    "notes": ("hs_timestamp",),
    "tasks": ("hs_timestamp",),
    "calls": ("hs_timestamp",),
    "communications": ("hs_timestamp",),
}
# What HubSpot echoes beside the values that were sent.
_ECHOED = {
    "leads": ("hs_lead_is_open", "hs_lead_is_qualified", "hs_lead_is_disqualified", "hs_pipeline",
              "hs_pipeline_stage", "hs_primary_contact_id", "hs_primary_company_id"),
    "deals": ("hs_is_closed", "hs_is_closed_won", "pipeline", "dealstage"),
}  # fmt: skip


class Plan(NamedTuple):
    """A create that was found good and can be carried out without a refusal."""

    values: dict[str, str]
    ties: list[Tie]


def plan_create(portal: Portal, kind: str, body: Mapping[str, Any]) -> Plan:
    """Check a create in full; refuses with HubSpot's errors and changes nothing."""
    values = checked(portal, kind, body.get("properties") or {})
    _place_in_pipeline(portal, kind, values)
    required = [*_REQUIRED.get(kind, ()), *portal.switches.required_on_create.get(kind, ())]
    missing = [name for name in required if not values.get(name)]
    if missing:
        raise Refusal(400, missing_values(KINDS[kind].shout, missing))
    ties = ties_asked(portal, kind, body.get("associations"))
    if kind == "leads" and not any(tie.type.id in {578, 580} for tie in ties):
        raise Refusal(400, lead_needs_primary())
    return Plan(values, ties)


def _place_in_pipeline(portal: Portal, kind: str, values: dict[str, str]) -> None:
    pipeline_name, stage_name = STAGE_PROPERTIES.get(kind, ("", ""))
    if not pipeline_name or (kind == "deals" and not values.get(stage_name)):
        return
    chosen = values.setdefault(pipeline_name, default_pipeline(portal, kind))
    if values.get(stage_name):
        return
    if not portal.switches.lead_default_stage:
        raise Refusal(400, missing_values(KINDS[kind].shout, [stage_name]))
    stages = portal.pipelines[kind][chosen].stages
    first = next((s for s in stages if s.metadata.get("leadState") == "NEW"), stages[0])
    values[stage_name] = first.id


def create(portal: Portal, kind: str, plan: Plan, *, source: str = SOURCE) -> Row:
    """Carry out a create that was checked."""
    row = portal.add(kind, dict(plan.values), created_at=portal.now(), source=source)
    for tie in plan.ties:
        attach(portal, row.id, tie)
    if kind == "leads":
        link_primary_company(portal, row)
    if kind == "emails" and portal.switches.reply_moves_to_connected:
        _connect_on_reply(portal, row)
    return row


def link_primary_company(portal: Portal, lead: Row) -> None:
    """HubSpot ties a lead to the primary company of its primary contact by itself."""
    edges = portal.edges
    contact_id = edges.of_type("leads", lead.id, "contacts", 578)
    if contact_id is None or edges.of_type("leads", lead.id, "companies", 580) is not None:
        return
    company_id = edges.of_type("contacts", contact_id, "companies", 1)
    if company_id is not None and portal.row("companies", company_id) is not None:
        portal.tie(lead.id, company_id, TYPES[580])


def _connect_on_reply(portal: Portal, email: Row) -> None:
    if email.properties.get("hs_email_direction") != "INCOMING_EMAIL":
        return
    for contact_id in portal.edges.ends("emails", email.id, "contacts"):
        for lead_id in portal.edges.ends("contacts", contact_id, "leads"):
            lead = portal.row("leads", lead_id)
            if lead is not None and lead.properties.get("hs_lead_is_open") == "1":
                move = {"hs_pipeline_stage": "connected-stage-id"}
                portal.change(lead, move, source="AUTOMATION_PLATFORM")


def update(portal: Portal, row: Row, values: Mapping[str, str]) -> None:
    """Carry out a change that was checked."""
    portal.change(row, values, source=SOURCE)


def written(portal: Portal, row: Row, sent: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a write: what was sent, the usual properties and a few that HubSpot worked out."""
    names = names_shown(portal, row.kind, ())
    known = (name for name in sent if name in portal.definitions[row.kind])
    return shown(portal, row, dict.fromkeys((*known, *names, *_ECHOED.get(row.kind, ()))))
