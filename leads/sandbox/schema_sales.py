"""The properties of deals and orders, with the pair of deal properties that a lead's channel rolls up to."""

from leads.sandbox.portal import Portal
from leads.sandbox.schema_shapes import choice, define_machinery, read_only, writable

DEAL_SOURCES = ("Inbound", "Outbound", "Referral")
DEAL_SOURCE_DETAILS = (
    "Organic",
    "MKT Email Campaign",
    "Cold Outreach",
    "Tradeshow",
    "Paid Advertising",
)
DEAL_TYPES = (("newbusiness", "New Business"), ("existingbusiness", "Existing Business"))


def define_deals(portal: Portal) -> None:
    """Name, amount, close date, pipeline and stage, and where the deal came from."""
    define_machinery(portal, "deals")
    writable(portal, "deals", ("dealname", "description", "hs_next_step", "deal_currency_code"))
    writable(portal, "deals", ("amount",), "number")
    writable(portal, "deals", ("closedate",), "datetime")
    choice(portal, "deals", "pipeline", (), label="Pipeline", fixed=True)
    choice(portal, "deals", "dealstage", (), label="Deal Stage", fixed=True)
    choice(portal, "deals", "dealtype", DEAL_TYPES, label="Deal Type", field_type="radio")
    choice(portal, "deals", "deal_source", DEAL_SOURCES, label="Deal Source")
    choice(portal, "deals", "deal_source_detail", DEAL_SOURCE_DETAILS, label="Deal Source Detail")
    read_only(portal, "deals", ("hs_is_closed", "hs_is_closed_won"), "bool")
    read_only(portal, "deals", ("hs_deal_stage_probability", "num_associated_contacts"), "number")
    read_only(portal, "deals", ("hs_v2_date_entered_current_stage",), "datetime")


def define_orders(portal: Portal) -> None:
    """Orders hang on contacts; no lead can be tied to one."""
    define_machinery(portal, "orders")
    writable(portal, "orders", ("hs_order_name", "hs_external_order_id", "hs_fulfillment_status"))
    writable(portal, "orders", ("hs_total_price",), "number")
    choice(portal, "orders", "hs_pipeline", (), label="Pipeline", fixed=True)
    choice(portal, "orders", "hs_pipeline_stage", (), label="Pipeline stage", fixed=True)
