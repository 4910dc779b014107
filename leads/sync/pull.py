"""Pull: read HubSpot into the mirror. Everything is an upsert, so a pull that was killed anywhere is
finished by the next one."""

from collections.abc import Callable, Sequence
from functools import partial
from zoneinfo import ZoneInfo

from leads.domain.pipeline import CLOSED
from leads.hubspot.port import Port, Record
from leads.models import Contact, Lead
from leads.sync.absent import settle_absent, unseen
from leads.sync.delta import MARGIN, move_cursor
from leads.sync.doubt import check_listed, is_counted, settle_values
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
        if kind == "leads":
            pull_archived(port, progress)
        read_list(port, kind, progress, partial(take, kind, progress))
    progress.add("gone", settle_absent(port, "contacts", archived_contacts(), progress.clock))
    progress.add("next steps", pull_next_steps(port, open_leads(), office))
    progress.add("touches", pull_touches(port, progress.clock()))
    for kind in WITH:
        move_cursor(kind, started - MARGIN)


def pull_leads(port: Port, progress: Progress, office: ZoneInfo) -> None:
    """The sweep: every lead with its links, live and archived; it finds what moves no modified date."""
    started = progress.clock()
    absent: dict[str, list[str]] = {"contacts": [], "companies": []}

    def take_linked(leads: Sequence[Record]) -> None:
        linked = links_of(leads)
        take("leads", progress, leads)
        progress.add("named", fetch_named(port, leads, progress.clock(), again=True))
        for kind, ids in linked.items():
            absent[kind] += unseen(kind, started, among=ids)

    pull_archived(port, progress)
    read_list(port, "leads", progress, take_linked)
    for kind, ids in absent.items():
        progress.add("gone", settle_absent(port, kind, sorted(set(ids)), progress.clock))
    progress.add("next steps", pull_next_steps(port, open_leads(), office))
    progress.add("touches", pull_touches(port, progress.clock()))


def read_list(
    port: Port, kind: str, progress: Progress, take_page: Callable[[Sequence[Record]], None]
) -> None:
    """Every live record of a kind, then whatever the complete list did not show."""
    started, listed = progress.clock(), 0
    for records in pages(port, kind):
        take_page(records)
        listed += len(records)
    check_listed(kind, listed, progress.clock())
    settle_values(kind)
    if is_counted(port, kind, listed, progress.clock()):
        absent = unseen(kind, started)
        gone = settle_absent(port, kind, absent, progress.clock, is_whole=True)
        progress.add("gone", gone)


def take(kind: str, progress: Progress, records: Sequence[Record]) -> None:
    progress.add(kind, merge(kind, records, progress.clock()))


def pull_archived(port: Port, progress: Progress) -> None:
    """Archived leads are listed apart. Before the live ones: what was just archived is then known."""
    for records in pages(port, "leads", archived=True):
        progress.add("archived leads", merge("leads", records, progress.clock()))


def links_of(leads: Sequence[Record]) -> dict[str, set[str]]:
    """Whom these leads name, and whom they named when we last looked: a link that went may mean that
    its other end did."""
    held = Lead.objects.filter(hubspot_id__in=[lead.id for lead in leads])
    ends = {"contacts": set[str](), "companies": set[str]()}
    for contact_ids, company_id in held.values_list("contact_ids", "company_id"):
        ends["contacts"] |= set(contact_ids)
        ends["companies"] |= {company_id} if company_id else set()
    for kind, ids in ends.items():
        ids.update(id for lead in leads for id in lead.associations.get(kind, ()))
    return ends


def archived_contacts() -> list[str]:
    """HubSpot keeps an archived contact for ninety days; then it is to be forgotten here too."""
    archived = Contact.objects.filter(archived_at__isnull=False, gone_at=None)
    return list(archived.values_list("pk", flat=True))


def open_leads() -> list[str]:
    live = Lead.objects.filter(archived_at=None, gone_at=None, hubspot_id__isnull=False)
    return [lead.hubspot_id or "" for lead in live.exclude(stage__in=CLOSED).only("hubspot_id")]
