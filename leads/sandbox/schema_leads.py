"""The properties of the lead object `0-136`, as the company has set them up."""

from leads.sandbox.calculated import CLOCKED, clock_name
from leads.sandbox.portal import Portal
from leads.sandbox.schema_shapes import choice, define_machinery, label_of, read_only, writable

REASONS = (
    ("NO_INTEREST", "No interest"),
    ("NOT_A_GOOD_FIT", "Not a good fit"),
    ("BAD_TIMING", "Bad timing"),
    ("NO_DECISION_MAKING_POWER", "No decision-making power"),
    ("BUDGET_CONSTRAINTS", "Budget constraints"),
    ("COMPETITOR_PREFERENCE", "Competitor preference"),
    ("TECHNICAL_LIMITATIONS", "Technical limitations"),
    ("PRIOR_NEGATIVE_EXPERIENCE", "Prior negative experience"),
)
CHANNELS = (
    "Website",
    "Marketing",
    "Outbound - Rep",
    "Outbound - IntentSignal",
    "Referral",
    "Tradeshow",
    "Paid",
)
_TEXTS = (
    "hs_lead_source",
    "hs_lead_source_drill_down_1",
    "hs_lead_source_drill_down_2",
    "hs_lead_name_calculated",
    "hs_tag_ids",
    "hs_primary_contact_id",
    "hs_primary_company_id",
    "hs_associated_contact_firstname",
    "hs_associated_contact_lastname",
    "hs_associated_contact_email",
    "hs_associated_company_name",
    "hs_associated_company_domain",
    "hs_lead_associated_deal_pipeline_stage",
    "hs_last_engagement_type",
)
_NUMBERS = (
    "hs_lead_is_new",
    "hs_lead_is_in_progress",
    "hs_lead_is_open",
    "hs_lead_is_open_v2",
    "hs_lead_is_qualified",
    "hs_lead_associated_deals_count",
    "hs_lead_pipeline_value",
    "hs_lead_closed_won_deals_amount",
    "hs_lead_call_count",
    "hs_lead_email_count",
    "hs_lead_meeting_count",
    "hs_lead_communication_count",
    "hs_lead_outreach_activity_count",
    "hs_lead_time_to_first_outreach",
    "hs_calls_attempted_count",
    "hs_calls_connected_count",
    "hs_v2_time_in_current_stage",
)
_MOMENTS = (
    "hs_pipeline_stage_last_updated",
    "hs_lead_first_outreach_date",
    "hs_last_activity_date",
    "hs_next_activity_date",
    "hs_last_engagement_timestamp",
    "hs_v2_date_entered_current_stage",
)


def define_leads(portal: Portal) -> None:
    """Stage, reason, note, type, channel and owner are writable; the rest is HubSpot's machinery."""
    define_machinery(portal, "leads")
    writable(portal, "leads", ("hs_lead_name", "hs_lead_disqualification_note"))
    writable(portal, "leads", ("hs_lead_is_disqualified",), "number")
    choice(portal, "leads", "hs_pipeline", (), label="Lead pipeline", fixed=True)
    choice(portal, "leads", "hs_pipeline_stage", (), label="Lead pipeline stage", fixed=True)
    choice(
        portal,
        "leads",
        "hs_lead_disqualification_reason",
        REASONS,
        label="Lead disqualification reason",
    )
    choice(portal, "leads", "hs_lead_label", CHANNELS, label="Lead Channel")
    types = (("NEW_BUSINESS", "New business"), ("UPSELL", "Existing business"))
    choice(portal, "leads", "hs_lead_type", types, label="Lead type", fixed=True)
    read_only(portal, "leads", _NUMBERS, "number")
    read_only(portal, "leads", _MOMENTS, "datetime")
    clocks = [clock_name(moment, stage) for stage in CLOCKED for moment in ("entered", "exited")]
    read_only(portal, "leads", clocks, "datetime")
    for name in _TEXTS:
        portal.define(
            "leads",
            name,
            label=label_of(name),
            read_only=True,
            read_only_definition=True,
            calculated=name.startswith("hs_lead"),
            group="lead_information",
        )
