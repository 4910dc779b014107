"""What is shown: HubSpot's raw values, with our own open writes laid over them, turned into columns.

The one place where a HubSpot property becomes a column, for the pull, for actions and for refusals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from leads.domain.pipeline import Stage
from leads.models.clock import tick
from leads.models.mirror import Contact, Lead
from leads.models.outbox import OutboundWrite
from leads.models.raw import (
    Raw,
    as_day,
    as_flag,
    as_key,
    as_moment,
    as_money,
    as_number,
    as_text,
)
from leads.models.stage_clocks import entries

COLUMNS: Mapping[str, Mapping[str, tuple[str, Any]]] = {
    "leads": {
        "hs_lead_name": ("name", as_text),
        "hs_pipeline": ("pipeline", as_text),
        "hs_pipeline_stage": ("stage", as_text),
        "hs_lead_label": ("channel", as_text),
        "hs_lead_disqualification_reason": ("reason", as_text),
        "hs_lead_disqualification_note": ("note", as_text),
        "hs_lead_type": ("type", as_text),
        "hubspot_owner_id": ("owner_id", as_key),
        "hs_object_source": ("created_by", as_text),
        "hs_v2_date_entered_current_stage": ("stage_entered_at", as_moment),
    },
    "contacts": {
        "firstname": ("first_name", as_text),
        "lastname": ("last_name", as_text),
        "email": ("email", as_text),
        "phone": ("phone", as_text),
        "number_of_facilities": ("number_of_facilities", as_number),
        "sent_date": ("asked_on", as_day),
        "demo_lock_tracking": ("demo_lock_tracking", as_text),
        "demo_lock_address": ("demo_lock_address", as_text),
        "demo_lock_type": ("demo_lock_type", as_text),
        "hubspot_owner_id": ("owner_id", as_key),
    },
    "companies": {
        "name": ("name", as_text),
        "domain": ("domain", as_text),
        "facility_management_software": ("facility_management_software", as_text),
        "current_lock_system": ("current_lock_system", as_text),
        "locks_purchased": ("locks_purchased", as_number),
    },
    "deals": {
        "dealname": ("name", as_text),
        "pipeline": ("pipeline", as_text),
        "dealstage": ("stage", as_text),
        "amount": ("amount", as_money),
        "closedate": ("close_on", as_day),
        "hs_is_closed_won": ("is_won", as_flag),
        "hs_is_closed": ("is_closed", as_flag),
        "hubspot_owner_id": ("owner_id", as_key),
    },
}


def columns_of(kind: str, raw: Raw) -> dict[str, Any]:
    """The typed columns of a record. A property that is absent counts as empty."""
    return {column: cast(raw.get(name)) for name, (column, cast) in COLUMNS[kind].items()}


def shows(lead: Lead, values: Raw) -> bool:
    """Whether the lead stands here with these values, by HubSpot property name, now."""
    return all(
        str(getattr(lead, COLUMNS["leads"][name][0]) or "") == (value or "")
        for name, value in values.items()
        if name in COLUMNS["leads"]
    )


def laid_over(remote: Raw, writes: Iterable[OutboundWrite]) -> dict[str, str | None]:
    """HubSpot's values with our open patches of the same record over them, in order."""
    shown = dict(remote)
    for write in writes:
        shown |= {name: value or None for name, value in write.properties.items()}
    return shown


STAGE = "hs_pipeline_stage"


def lead_columns(remote: Raw, writes: Sequence[OutboundWrite]) -> dict[str, Any]:
    """The columns to show for a lead. Where our own open write decides the stage, the lead entered it
    when that was chosen: HubSpot cannot know it yet."""
    shown = laid_over(remote, writes)
    columns = columns_of("leads", shown)
    if shown.get(STAGE) != remote.get(STAGE):
        columns["stage_entered_at"] = [one.created_at for one in writes if STAGE in one.properties][
            -1
        ]
    stage = Stage.of(columns["stage"])
    columns["closed_at"] = columns["stage_entered_at"] if stage and stage.is_closed else None
    return columns


def closed_owner(lead: Lead, columns: Mapping[str, Any]) -> str | None:
    """Whose the lead was when it closed, from how it stood and the columns that it gets now. Who owns
    a closed lead later did not close it; one first seen closed was closed by whoever owns it then."""
    if columns["closed_at"] is None:
        return None
    return columns["owner_id"] if lead.closed_at is None else lead.closed_owner_id


CLOCKS = ("stage_entered_at", "closed_at", "closed_owner_id")


def asked_for(lead: Lead) -> dict[str, str | None]:
    """What we asked HubSpot to make, for a lead that it has not made yet."""
    made = lead.writes.filter(object_type="leads", kind=OutboundWrite.Kind.CREATE).first()
    return {name: value or None for name, value in made.properties.items()} if made else {}


def show_again(lead: Lead) -> None:
    """Set a lead's columns from `remote` and its open writes, and tell the boards. In a transaction."""
    lead.refresh_from_db()
    columns = lead_columns(lead.remote or asked_for(lead), list(lead.writes.laid_over()))
    columns["closed_owner_id"] = closed_owner(lead, columns)
    columns |= entries(lead, lead.remote, lead.writes.laid_over())
    if not lead.remote:
        columns = {name: value for name, value in columns.items() if name not in CLOCKS}
    for name, value in columns.items():
        setattr(lead, name, value)
    lead.version = tick()
    lead.save()


def contact_columns(remote: Raw, writes: Iterable[OutboundWrite]) -> dict[str, Any]:
    """The columns to show for a contact, which has no stage and no clocks of ours."""
    return columns_of("contacts", laid_over(remote, writes))


def show_contact(contact_id: str) -> None:
    """Set a contact's columns from `remote` and its open writes, and tell the boards. In a transaction."""
    contact = Contact.objects.filter(pk=contact_id).first()
    if contact is None:
        return
    writes = OutboundWrite.objects.laid_over_records("contacts").filter(record_id=contact_id)
    for name, value in contact_columns(contact.remote, writes).items():
        setattr(contact, name, value)
    contact.save()
    Lead.objects.filter(contact=contact_id).update(version=tick())
