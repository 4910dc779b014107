"""The properties of notes, tasks, e-mails, meetings, calls and communications."""

from leads.sandbox.portal import Portal
from leads.sandbox.schema_shapes import choice, define_machinery, read_only, writable

EMAIL_DIRECTIONS = ("EMAIL", "INCOMING_EMAIL", "FORWARDED_EMAIL", "DRAFT_EMAIL")
EMAIL_STATUSES = ("SENT", "SENDING", "SCHEDULED", "FAILED", "BOUNCED")
TASK_STATUSES = ("NOT_STARTED", "IN_PROGRESS", "WAITING", "DEFERRED", "COMPLETED")
MEETING_OUTCOMES = ("SCHEDULED", "COMPLETED", "RESCHEDULED", "NO_SHOW", "CANCELED")
CALL_STATUSES = (
    "BUSY",
    "CALLING_CRM_USER",
    "CANCELED",
    "COMPLETED",
    "CONNECTING",
    "FAILED",
    "IN_PROGRESS",
    "NO_ANSWER",
    "QUEUED",
    "RINGING",
)
DISPOSITIONS = (
    ("f240bbac-87c9-4f6e-bf70-924b57d47db7", "Connected"),
    ("9d9162e7-6cf3-4944-bf63-4dff82258764", "Busy"),
    ("a4c4c377-d246-4b32-a13b-75a56a4cd0ff", "Left live message"),
    ("b2cf5968-551e-4856-9783-52b3da59a7d0", "Left voicemail"),
    ("73a0d17f-1163-4015-bdd5-ec830791da20", "No answer"),
    ("17b47fee-58de-441e-a44c-c6300d46f273", "Wrong number"),
)


def define_activities(portal: Portal) -> None:
    """Each activity has a time, an owner and a body; the rest differs."""
    for kind in ("notes", "tasks", "emails", "meetings", "calls", "communications"):
        define_machinery(portal, kind)
        writable(portal, kind, ("hs_timestamp",), "datetime")
        writable(portal, kind, ("hs_attachment_ids",))
        read_only(portal, kind, ("hs_body_preview", "hs_activity_type"))
    writable(portal, "notes", ("hs_note_body",))
    _define_tasks(portal)
    _define_emails(portal)
    _define_meetings(portal)
    _define_calls(portal)
    writable(portal, "communications", ("hs_communication_body", "hs_communication_logged_from"))
    channels = ("LINKEDIN_MESSAGE", "SMS", "WHATS_APP")
    choice(portal, "communications", "hs_communication_channel_type", channels)


def _define_tasks(portal: Portal) -> None:
    writable(portal, "tasks", ("hs_task_subject", "hs_task_body"))
    choice(portal, "tasks", "hs_task_status", TASK_STATUSES)
    choice(portal, "tasks", "hs_task_priority", ("NONE", "LOW", "MEDIUM", "HIGH"))
    choice(portal, "tasks", "hs_task_type", ("EMAIL", "CALL", "TODO"))
    read_only(portal, "tasks", ("hs_task_completion_date",), "datetime")


def _define_emails(portal: Portal) -> None:
    writable(
        portal, "emails", ("hs_email_subject", "hs_email_text", "hs_email_html", "hs_email_headers")
    )
    choice(portal, "emails", "hs_email_direction", EMAIL_DIRECTIONS)
    choice(portal, "emails", "hs_email_status", EMAIL_STATUSES)
    derived = ("from_email", "from_firstname", "from_lastname", "to_email", "to_firstname", "to_lastname",
               "cc_email", "bcc_email")  # fmt: skip
    read_only(portal, "emails", (f"hs_email_{part}" for part in derived))
    writable(portal, "emails", ("hs_email_thread_id", "hs_email_message_id", "hs_sequence_id"))
    writable(
        portal, "emails", ("hs_email_sent_via", "hs_email_logged_from", "hs_email_post_send_status")
    )
    writable(portal, "emails", ("hs_email_bounce_error_detail_message",))
    writable(
        portal,
        "emails",
        ("hs_email_bounce_error_detail_status_code", "hs_email_reply_count"),
        "number",
    )
    writable(portal, "emails", ("hs_incoming_email_is_out_of_office",), "bool")


def _define_meetings(portal: Portal) -> None:
    writable(portal, "meetings", ("hs_meeting_title", "hs_meeting_body", "hs_meeting_location"))
    writable(portal, "meetings", ("hs_meeting_external_url", "hs_internal_meeting_notes"))
    writable(portal, "meetings", ("hs_meeting_start_time", "hs_meeting_end_time"), "datetime")
    writable(portal, "meetings", ("hs_activity_type", "hs_meeting_source"))
    choice(portal, "meetings", "hs_meeting_outcome", MEETING_OUTCOMES)


def _define_calls(portal: Portal) -> None:
    writable(portal, "calls", ("hs_call_title", "hs_call_body", "hs_call_recording_url"))
    writable(portal, "calls", ("hs_call_from_number", "hs_call_to_number"))
    writable(portal, "calls", ("hs_call_duration",), "number")
    writable(portal, "calls", ("hs_activity_type",))
    choice(portal, "calls", "hs_call_direction", ("INBOUND", "OUTBOUND"))
    choice(portal, "calls", "hs_call_status", CALL_STATUSES)
    choice(portal, "calls", "hs_call_disposition", DISPOSITIONS)
