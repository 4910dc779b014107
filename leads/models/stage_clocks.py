"""When a lead first entered each stage, which is what a report counts: where it stands today says less.

HubSpot keeps a clock for every stage under a name that it makes up from the stage's id and a number of its
own; the names are taken from the portal's property definitions, never composed."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType

from leads.domain.pipeline import Stage
from leads.models.mirror import Lead
from leads.models.outbox import OutboundWrite
from leads.models.raw import Raw, as_moment
from leads.models.sync import PortalProperty

PREFIX = "hs_v2_date_entered_"
ENTRIES: Mapping[Stage, str] = MappingProxyType(
    {
        Stage.ATTEMPTING: "attempting_at",
        Stage.CONNECTED: "connected_at",
        Stage.MEETING_BOOKED: "meeting_booked_at",
    }
)
"""The column of each stage; the entry into New is the lead's creation."""


def stage_of(name: str) -> Stage | None:
    """The stage whose clock this property is: `hs_v2_date_entered_attempting_stage_id_745667965`."""
    rest = name.removeprefix(PREFIX)
    if rest == name:
        return None
    bare = re.sub(r"_\d+$", "", rest)
    return next((one for one in ENTRIES if one.value.replace("-", "_") in {rest, bare}), None)


def clock_names() -> dict[Stage, str]:
    """The portal's own names of the clocks that we read; none before its vocabulary was read."""
    names = PortalProperty.objects.filter(object_type="leads", name__startswith=PREFIX)
    found = ((stage_of(name), name) for name in names.values_list("name", flat=True))
    return {stage: name for stage, name in found if stage}


def entries(lead: Lead, remote: Raw, writes: Iterable[OutboundWrite]) -> dict[str, datetime | None]:
    """The entry columns of a lead: HubSpot's clocks, else a move of ours that it has yet to hear.

    HubSpot starts a clock again when a lead returns; the earlier entry that we knew stands.
    """
    said = {stage: as_moment(raw) for name, raw in remote.items() if (stage := stage_of(name))}
    ours = {
        Stage.of(write.properties.get("hs_pipeline_stage")): write.created_at for write in writes
    }
    columns: dict[str, datetime | None] = {}
    for stage, column in ENTRIES.items():
        theirs, known = said.get(stage), getattr(lead, column)
        columns[column] = min(theirs, known or theirs) if theirs else ours.get(stage)
    return columns
