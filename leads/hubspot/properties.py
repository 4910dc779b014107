"""The one list of HubSpot's names that we use: properties we read, properties we may write,
and the association type ids (resolved from the portal's labels; these are the fallback)."""

from collections.abc import Iterable, Mapping

LEADS, CONTACTS, COMPANIES, DEALS = "leads", "contacts", "companies", "deals"
NOTES, TASKS, EMAILS, MEETINGS, CALLS = "notes", "tasks", "emails", "meetings", "calls"

WRITE_ID = "kisscrm_write_id"
"""A deal property with unique values, where the portal has it: HubSpot itself then refuses a second deal."""

TYPE_IDS = {
    LEADS: "0-136", CONTACTS: "0-1", COMPANIES: "0-2", DEALS: "0-3",
    NOTES: "0-46", TASKS: "0-27", EMAILS: "0-49", MEETINGS: "0-47", CALLS: "0-48",
}  # fmt: skip

READ: Mapping[str, tuple[str, ...]] = {
    LEADS: (
        "hs_lead_name", "hs_lead_type", "hs_lead_label", "hs_pipeline", "hs_pipeline_stage",
        "hs_lead_disqualification_reason", "hs_lead_disqualification_note", "hubspot_owner_id",
        "hubspot_owner_assigneddate", "hs_object_source", "hs_lead_source",
        "hs_lead_source_drill_down_1", "hs_created_by_user_id",
        "hs_v2_date_entered_current_stage", "hs_createdate", "hs_lastmodifieddate",
        "hs_primary_contact_id", "hs_primary_company_id", "hs_merged_object_ids",
    ),
    CONTACTS: (
        "email", "firstname", "lastname", "phone", "mobilephone", "number_of_facilities", "sent_date",
        "demo_lock_tracking", "demo_lock_address", "demo_lock_type", "hubspot_owner_id",
        "hs_additional_emails", "createdate", "lastmodifieddate", "hs_merged_object_ids",
    ),
    COMPANIES: (
        "name", "domain", "facility_management_software", "current_lock_system", "locks_purchased",
        "createdate", "hs_lastmodifieddate", "hs_merged_object_ids",
    ),
    DEALS: (
        "dealname", "pipeline", "dealstage", "amount", "closedate", "hubspot_owner_id", "createdate",
        "hs_lastmodifieddate", "hs_is_closed_won", "hs_is_closed", "hs_merged_object_ids",
    ),
    NOTES: ("hs_timestamp", "hs_note_body", "hubspot_owner_id"),
    TASKS: (
        "hs_timestamp", "hs_task_subject", "hs_task_status", "hs_task_type", "hubspot_owner_id",
        "hs_lastmodifieddate",
    ),
    EMAILS: (
        "hs_timestamp", "hs_email_direction", "hs_email_status", "hs_email_subject", "hs_email_text",
        "hs_email_html", "hs_email_headers", "hs_email_from_email", "hs_email_thread_id",
        "hs_email_bounce_error_detail_message", "hs_incoming_email_is_out_of_office",
        "hs_sequence_id", "hubspot_owner_id", "hs_lastmodifieddate",
    ),
    MEETINGS: (
        "hs_timestamp", "hs_meeting_title", "hs_meeting_start_time", "hs_meeting_end_time",
        "hs_meeting_outcome", "hubspot_owner_id", "hs_lastmodifieddate",
    ),
    CALLS: (
        "hs_timestamp", "hs_call_title", "hs_call_direction", "hs_call_status", "hs_call_disposition",
        "hs_call_duration", "hubspot_owner_id", "hs_lastmodifieddate",
    ),
}  # fmt: skip

WRITABLE: Mapping[str, frozenset[str]] = {
    LEADS: frozenset({
        "hs_lead_name", "hs_lead_type", "hs_lead_label", "hs_pipeline", "hs_pipeline_stage",
        "hs_lead_disqualification_reason", "hs_lead_disqualification_note", "hubspot_owner_id",
    }),
    CONTACTS: frozenset({
        "email", "firstname", "lastname", "phone", "company", "sent_date", "demo_lock_address",
        "demo_lock_tracking", "demo_lock_type", "hubspot_owner_id",
    }),
    COMPANIES: frozenset(),
    DEALS: frozenset({
        "dealname", "pipeline", "dealstage", "amount", "closedate", "hubspot_owner_id",
        WRITE_ID,
    }),
    NOTES: frozenset({"hs_timestamp", "hs_note_body", "hubspot_owner_id"}),
    TASKS: frozenset({
        "hs_timestamp", "hs_task_subject", "hs_task_body", "hs_task_status", "hs_task_type",
        "hs_task_priority", "hubspot_owner_id",
    }),
    CALLS: frozenset({
        "hs_timestamp", "hs_call_title", "hs_call_body", "hs_call_direction", "hs_call_status",
        "hs_call_disposition", "hs_call_duration", "hubspot_owner_id",
    }),
}  # fmt: skip

MODIFIED: Mapping[str, str] = {CONTACTS: "lastmodifieddate"}
"""The property that says when a record last changed, where it is not hs_lastmodifieddate."""

LINK_TYPES: Mapping[tuple[str, str], tuple[int, ...]] = {
    # (primary, any): the primary one is what an inline association of a new lead needs.
    (LEADS, CONTACTS): (578, 608),
    (LEADS, COMPANIES): (580, 610),
    (LEADS, DEALS): (582, 1037),
    (LEADS, NOTES): (854,), (LEADS, TASKS): (646,), (LEADS, CALLS): (596,),
    (DEALS, LEADS): (583, 1038),
    (DEALS, CONTACTS): (3,),
    (DEALS, COMPANIES): (5, 341),
    (CONTACTS, COMPANIES): (1, 279),
    (NOTES, CONTACTS): (202,), (NOTES, LEADS): (855,),
    (TASKS, CONTACTS): (204,), (TASKS, LEADS): (647,),
    (CALLS, CONTACTS): (194,), (CALLS, LEADS): (597,),
}  # fmt: skip


def modified_property(kind: str) -> str:
    return MODIFIED.get(kind, "hs_lastmodifieddate")


def unwritable(kind: str, names: Iterable[str], extra: Iterable[str] = ()) -> list[str]:
    """Those of the names that we may not write; `extra` are the portal's own deal properties."""
    allowed = WRITABLE.get(kind, frozenset()) | set(extra)
    return sorted(set(names) - allowed)
