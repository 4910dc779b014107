"""A lead that was archived in HubSpot while changes of ours were still on the way: HubSpot would refuse
them, so a person decides; a lead that comes back takes them up again."""

from collections.abc import Iterable

from leads.hubspot.port import Record
from leads.models import OutboundWrite, State

ARCHIVED = "This lead was archived in HubSpot."


def hold_archived(leads: Iterable[Record]) -> None:
    """Hold what waits for archived leads; let go what was held for those that are live."""
    archived = {lead.id for lead in leads if lead.archived_at}
    live = {lead.id for lead in leads} - archived
    waiting = OutboundWrite.objects.filter(state=State.WAITING, lead__hubspot_id__in=archived)
    if archived:
        waiting.update(state=State.HELD, stuck_because=ARCHIVED)
    held = OutboundWrite.objects.filter(state=State.HELD, stuck_because=ARCHIVED)
    held.filter(lead__hubspot_id__in=live).update(state=State.WAITING, stuck_because="")
