"""The lead pipeline with its five stages, the Deal Pipeline, and the retired Sales Pipeline."""

from leads.sandbox.portal import Portal

LEAD_STAGES = (
    ("new-stage-id", "New", "NEW"),
    ("attempting-stage-id", "Attempting", "IN_PROGRESS"),
    ("connected-stage-id", "Connected", "IN_PROGRESS"),
    ("qualified-stage-id", "Meeting Booked", "QUALIFIED"),
    ("unqualified-stage-id", "Disqualified", "UNQUALIFIED"),
)
DEAL_STAGES = (
    ("1428879448", "Evaluation", "0.2"),
    ("1428879449", "Site Survey", "0.4"),
    ("1428879450", "Quote Sent", "0.6"),
    ("1428879451", "Contract Out", "0.8"),
    ("1428879452", "Closed Won", "1.0"),
    ("1428879453", "Closed Lost", "0.0"),
)
RETIRED_STAGES = (
    ("appointmentscheduled", "New Opportunity", "0.2"),
    ("presentationscheduled", "Presentation Scheduled", "0.4"),
    ("contractsent", "Contract Sent", "0.8"),
    ("closedwon", "Closed Won", "1.0"),
    ("closedlost", "Closed Lost", "0.0"),
)
ORDER_STAGES = (
    ("order-open", "Open", "OPEN"),
    ("order-shipped", "Shipped", "OPEN"),
    ("order-delivered", "Delivered", "CLOSED"),
)


def add_pipelines(portal: Portal) -> None:
    """The first deal pipeline of a portal is always the one named "default"."""
    leads = [(i, t, _lead_metadata(state)) for i, t, state in LEAD_STAGES]
    portal.add_pipeline("leads", "lead-pipeline-id", "Lead pipeline", leads)
    retired = [(i, t, _deal_metadata(chance)) for i, t, chance in RETIRED_STAGES]
    portal.add_pipeline("deals", "default", "Sales Pipeline", retired)
    deals = [(i, t, _deal_metadata(chance)) for i, t, chance in DEAL_STAGES]
    portal.add_pipeline("deals", "930425200", "Deal Pipeline", deals)
    orders = [(i, t, {"orderState": state}) for i, t, state in ORDER_STAGES]
    portal.add_pipeline("orders", "order-pipeline-id", "Order pipeline", orders)


def _lead_metadata(state: str) -> dict[str, str]:
    closed = state in {"QUALIFIED", "UNQUALIFIED"}
    return {"isClosed": str(closed).lower(), "leadState": state}


def _deal_metadata(chance: str) -> dict[str, str]:
    return {"isClosed": str(chance in {"0.0", "1.0"}).lower(), "probability": chance}
