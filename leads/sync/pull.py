"""Pull: read HubSpot into the mirror. Everything is an upsert, so a pull that was killed anywhere is
finished by the next one."""

from zoneinfo import ZoneInfo

from leads.domain.pipeline import CLOSED
from leads.hubspot.port import Port
from leads.models import Lead
from leads.sync.delta import MARGIN, move_cursor
from leads.sync.linked import fetch_named, merge
from leads.sync.listing import WITH, pages
from leads.sync.metadata import pull_metadata
from leads.sync.next_steps import pull_next_steps
from leads.sync.progress import Progress
from leads.sync.touches import pull_touches


def pull_everything(port: Port, progress: Progress, office: ZoneInfo) -> None:
    """Owners, pipelines and properties, then every record, live and archived, with its links."""
    started = progress.clock()
    for name, number in pull_metadata(port, started).items():
        progress.add(name, number)
    for kind in ("companies", "contacts", "leads", "deals"):
        for records in pages(port, kind):
            progress.add(kind, merge(kind, records, progress.clock()))
    for records in pages(port, "leads", archived=True):
        progress.add("archived leads", merge("leads", records, progress.clock()))
    progress.add("next steps", pull_next_steps(port, open_leads(), office))
    progress.add("touches", pull_touches(port, progress.clock()))
    for kind in WITH:
        move_cursor(kind, started - MARGIN)


def pull_leads(port: Port, progress: Progress, office: ZoneInfo) -> None:
    """The sweep: every lead with its links, live and archived; it finds what moves no modified date."""
    for archived in (False, True):
        for records in pages(port, "leads", archived=archived):
            progress.add("leads", merge("leads", records, progress.clock()))
            progress.add("named", fetch_named(port, records, progress.clock(), again=not archived))
    progress.add("next steps", pull_next_steps(port, open_leads(), office))
    progress.add("touches", pull_touches(port, progress.clock()))


def open_leads() -> list[str]:
    live = Lead.objects.filter(archived_at=None, gone_at=None, hubspot_id__isnull=False)
    return [lead.hubspot_id or "" for lead in live.exclude(stage__in=CLOSED).only("hubspot_id")]
