"""What is kept: the mirror, the outbox, the decisions, the people, and the sync's memory."""

from leads.models.clock import BoardClock
from leads.models.decision import Decision
from leads.models.desk import PortalPress, Ticked
from leads.models.door import DemoRequest, Door, DoorChange
from leads.models.mirror import Company, Contact, Deal, Lead, Owner
from leads.models.nudge import Nudge
from leads.models.outbox import OutboundWrite, State, WriteAttempt
from leads.models.person import Person
from leads.models.shipment import Shipment, ShipmentAttempt
from leads.models.sync import (
    Heartbeat,
    Lease,
    LimitsLedger,
    Portal,
    PortalClosed,
    PortalFinding,
    PortalProperty,
    PortalStage,
    SweepHold,
    SyncCursor,
    SyncRun,
)
from leads.models.touch import PassedOver, Touch

__all__ = [
    "BoardClock",
    "Company",
    "Contact",
    "Deal",
    "Decision",
    "DemoRequest",
    "Door",
    "DoorChange",
    "Heartbeat",
    "Lead",
    "Lease",
    "LimitsLedger",
    "Nudge",
    "OutboundWrite",
    "Owner",
    "PassedOver",
    "Person",
    "Portal",
    "PortalClosed",
    "PortalFinding",
    "PortalPress",
    "PortalProperty",
    "PortalStage",
    "Shipment",
    "ShipmentAttempt",
    "State",
    "SweepHold",
    "SyncCursor",
    "SyncRun",
    "Ticked",
    "Touch",
    "WriteAttempt",
]  # fmt: skip
