"""A create whose answer was lost: look among the lead's own links for the record that it may have made.
Links are read by id and so never late; search lags and is not asked."""

from datetime import datetime, timedelta

from leads.domain.pipeline import Stage
from leads.hubspot.errors import Gone
from leads.hubspot.port import Port, Record
from leads.hubspot.properties import READ, WRITE_ID
from leads.models import OutboundWrite
from leads.models.outbox import DOUBT
from leads.models.raw import as_moment

LOOK_AFTER = timedelta(seconds=30)
"""HubSpot may still be busy with a request whose answer was lost: look no earlier than this."""
QUIET = timedelta(minutes=10)
"""Before a deal is sent again that HubSpot cannot tell from the first by its write id."""

TELLING = {
    "notes": ("hs_note_body", "hs_timestamp"),
    "tasks": ("hs_task_subject", "hs_timestamp"),
    "calls": ("hs_call_title", "hs_timestamp"),
    "leads": ("hs_lead_name",),
}
"""The properties by which a record is recognised as the one that we tried to make."""
STANDING = {"leads": ("hs_pipeline_stage",), "tasks": ("hs_task_status",)}
"""What says whether it still stands."""


def adopt(port: Port, write: OutboundWrite) -> Record | None:
    """The record that the write made without our hearing of it, or None."""
    if write.object_type == "contacts":
        return by_email(port, write)
    anchor_kind, anchor_id = anchor(write)
    if not anchor_id:
        return None
    edges = port.edges(anchor_kind, [anchor_id], write.object_type).get(anchor_id, [])
    names = [*TELLING.get(write.object_type, ()), *STANDING.get(write.object_type, ())]
    records = port.read_many(write.object_type, [edge.to_id for edge in edges], properties=names)
    return next((record for record in records if is_ours(write, record)), None)


def by_email(port: Port, write: OutboundWrite) -> Record | None:
    """A contact is told by its e-mail, of which HubSpot keeps one: whoever has it is the one."""
    try:
        return port.read(
            "contacts", write.properties["email"], properties=READ["contacts"], id_property="email"
        )
    except Gone:
        return None


def anchor(write: OutboundWrite) -> tuple[str, str]:
    """The record to look from: the lead itself, for a new lead or without one the contact."""
    if write.object_type != "leads" and write.lead:
        return "leads", write.on_lead.hubspot_id or ""
    return next(((kind, id) for kind, id in write.links if kind == "contacts"), ("contacts", ""))


def is_ours(write: OutboundWrite, record: Record) -> bool:
    """By what it says, never by when HubSpot made it: two clocks differ. A note or call carries the
    moment of the press; of leads and tasks only an open one can be the one that we just asked for."""
    if is_over(record):
        return False
    names = TELLING.get(write.object_type, ())
    return all(
        same_value(record.properties.get(name), write.properties.get(name)) for name in names
    )


def is_over(record: Record) -> bool:
    stage = Stage.of(record.properties.get("hs_pipeline_stage"))
    is_done = record.properties.get("hs_task_status") == "COMPLETED"
    return is_done or record.archived_at is not None or (stage is not None and stage.is_closed)


def same_value(found: str | None, sent: str | None) -> bool:
    """Equal as text, or as the same moment: HubSpot writes times in its own way."""
    if (found or "") == (sent or ""):
        return True
    one, other = as_moment(found), as_moment(sent)
    return one is not None and one == other


def quiet_until(write: OutboundWrite) -> datetime:
    """When a create in doubt may be sent again, nothing having been found."""
    last = write.attempts.filter(outcome=DOUBT).last()
    since = last.at if last else write.created_at
    is_told_apart = write.object_type != "deals" or WRITE_ID in write.properties
    return since + (LOOK_AFTER if is_told_apart else QUIET)
