"""Pull: read HubSpot into the mirror. Everything is an upsert, so a pull that was killed anywhere is
finished by the next one."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from leads.domain.pipeline import CLOSED
from leads.hubspot.errors import Refused
from leads.hubspot.port import Page, Port, Record
from leads.hubspot.properties import READ
from leads.models import Company, Contact, Lead, SyncCursor, SyncRun
from leads.sync.merge import MODELS, merge_leads, merge_records
from leads.sync.metadata import pull_metadata
from leads.sync.next_steps import pull_next_steps
from leads.sync.touches import pull_touches

OVERLAP = timedelta(minutes=10)
"""HubSpot's search index runs late: the last minutes are always read again."""
MARGIN = timedelta(seconds=30)
SEARCH_WALL = 10_000

WITH = {
    "leads": ("contacts", "companies"),
    "contacts": ("companies",),
    "deals": ("leads", "contacts"),
    "companies": (),
}
"""The links that a record is read with."""
LISTED_WITH = {**WITH, "leads": (*WITH["leads"], "deals")}
"""In a list more links cost nothing: the lead's own word about its deals is the surer one."""

type Clock = Callable[[], datetime]


@dataclass
class Progress:
    """Where a pull stands, for the bar on the console and the page before the first one is through."""

    run: SyncRun
    clock: Clock
    tell: Callable[[str, int], None] = lambda step, done: None
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, step: str, number: int) -> None:
        self.counts[step] = self.counts.get(step, 0) + number
        self.run.step, self.run.done, self.run.counts = step, sum(self.counts.values()), self.counts
        self.run.save(update_fields=["step", "done", "counts"])
        self.tell(step, self.counts[step])


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


def pull_changed(port: Port, progress: Progress, office: ZoneInfo) -> None:
    """The delta: what changed since the cursor, leads first. One search a type where nothing did."""
    for kind in ("leads", "contacts", "companies", "deals"):
        started = progress.clock()
        cursor = SyncCursor.objects.filter(kind=kind).first()
        newest = cursor.read_to if cursor else started - OVERLAP
        for records in changed(port, kind, newest - OVERLAP):
            linked = with_links(port, kind, news(kind, records))
            progress.add(kind, merge(kind, linked, progress.clock()))
            if kind == "leads":
                fetch_named(port, linked, progress.clock())
                pull_next_steps(port, [record.id for record in linked], office)
            newest = max([newest, *(record.updated_at for record in records)])
        move_cursor(kind, min(newest, started - MARGIN))


def pages(port: Port, kind: str, *, archived: bool = False) -> Iterator[tuple[Record, ...]]:
    after: str | None = None
    while True:
        page = port.page(
            kind,
            properties=READ[kind],
            associations=LISTED_WITH[kind],
            archived=archived,
            after=after,
        )
        yield with_empty_links(kind, page)
        if (after := page.after) is None:
            return


def with_empty_links(kind: str, page: Page) -> tuple[Record, ...]:
    """A list leaves out the links that a record has none of: asked for and absent means none."""
    none: dict[str, tuple[str, ...]] = dict.fromkeys(LISTED_WITH[kind], ())
    return tuple(replace_links(record, none | dict(record.associations)) for record in page.records)


def replace_links(record: Record, links: dict[str, tuple[str, ...]]) -> Record:
    return Record(
        record.id,
        record.properties,
        record.created_at,
        record.updated_at,
        record.archived_at,
        links,
    )


def changed(port: Port, kind: str, since: datetime) -> Iterator[tuple[Record, ...]]:
    """Search pages of what changed; past the wall of 10,000 the search starts again at the last moment."""
    after: str | None = None
    seen = 0
    while True:
        page = port.changed(kind, since=since, properties=READ[kind], after=after)
        yield page.records
        seen += len(page.records)
        after = page.after
        if after is None:
            return
        if seen + 200 > SEARCH_WALL:
            latest = page.records[-1].updated_at
            if latest <= since:
                raise Refused(
                    f"More than {SEARCH_WALL:,} {kind} changed in one moment: pull --full."
                )
            since, after, seen = latest, None, 0


def news(kind: str, records: tuple[Record, ...]) -> list[Record]:
    """Those that we do not hold in this state already: the overlap is mostly old."""
    held = dict(
        MODELS[kind]
        ._default_manager.filter(hubspot_id__in=[record.id for record in records], archived_at=None)
        .values_list("hubspot_id", "modified_at")
    )
    return [record for record in records if held.get(record.id) != record.updated_at]


def with_links(port: Port, kind: str, records: list[Record]) -> list[Record]:
    """The records with their links, read in one call a pair: search brings none along."""
    ids = [record.id for record in records]
    if not ids:
        return []
    links = {to: port.edges(kind, ids, to) for to in WITH[kind]}
    return [
        replace_links(
            record,
            {
                to: tuple(edge.to_id for edge in found.get(record.id, []))
                for to, found in links.items()
            },
        )
        for record in records
    ]


def merge(kind: str, records: tuple[Record, ...] | list[Record], now: datetime) -> int:
    if kind == "leads":
        return merge_leads(records, now)
    return merge_records(kind, records, now)


def fetch_named(
    port: Port, leads: tuple[Record, ...] | list[Record], now: datetime, *, again: bool = False
) -> int:
    """Contacts and companies that a lead names and the mirror does not hold yet; with `again` all of
    them, since links and calculated values (locks_purchased) move no modified date."""
    done = 0
    for kind, model in (("companies", Company), ("contacts", Contact)):
        wanted = {id for lead in leads for id in lead.associations.get(kind, ())}
        held = (
            set()
            if again
            else set(model.objects.filter(pk__in=wanted).values_list("pk", flat=True))
        )
        if missing := sorted(wanted - held):
            done += fetch_known(port, kind, missing, now)
    return done


def fetch_known(port: Port, kind: str, ids: Iterable[str], now: datetime) -> int:
    """These records as they are now, whether or not their modified date has moved."""
    found = port.read_many(kind, sorted(ids), properties=READ[kind])
    return merge(kind, with_links(port, kind, found), now)


def open_leads() -> list[str]:
    live = Lead.objects.filter(archived_at=None, gone_at=None, hubspot_id__isnull=False)
    return [lead.hubspot_id or "" for lead in live.exclude(stage__in=CLOSED).only("hubspot_id")]


def move_cursor(kind: str, to: datetime) -> None:
    """Forwards only."""
    SyncCursor.objects.get_or_create(kind=kind, defaults={"read_to": to})
    SyncCursor.objects.filter(kind=kind, read_to__lt=to).update(read_to=to)
