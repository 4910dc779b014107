"""The delta: what changed since the last look, found by search. It finds changed records alone and
never decides whether one exists; what moves no modified date is the sweep's."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain
from zoneinfo import ZoneInfo

from leads.hubspot.port import Page, Port, Record
from leads.hubspot.searching import SEARCH_PAGE
from leads.models import SyncCursor
from leads.sync.doubt import live
from leads.sync.linked import fetch_named, merge, with_links
from leads.sync.next_steps import pull_next_steps
from leads.sync.progress import Progress
from leads.sync.survivors import MODELS
from leads.sync.wanted import wanted

OVERLAP = timedelta(minutes=10)
"""HubSpot's search index runs late: the last minutes are always read again."""
MARGIN = timedelta(seconds=30)
TRAIL = (timedelta(minutes=77), timedelta(minutes=60))
"""What the index showed later still: a quarter of an hour once more, and a little for a late start."""
WALL_PAGES = 10_000 // SEARCH_PAGE
MILLISECOND = timedelta(milliseconds=1)
CROWD = 1000
"""So many ids fit into one read of links. More changed records at once are a job in HubSpot that went
over all of them, and such a job moves no links."""
KINDS = ("leads", "contacts", "companies", "deals")


def pull_changed(port: Port, progress: Progress, office: ZoneInfo) -> None:
    """What changed since the cursor, leads first. One search a kind where nothing did."""
    for kind in KINDS:
        started = progress.clock()
        cursor = SyncCursor.objects.filter(kind=kind).first()
        read_to = newest = cursor.read_to if cursor else started - OVERLAP
        for found in since_cursor(port, kind, read_to, started):
            newest = max([newest, *take(port, kind, found, progress, office)])
        move_cursor(kind, min(newest, started - MARGIN))


def pull_trail(port: Port, progress: Progress, office: ZoneInfo) -> None:
    """The trailing lane: a window that was read an hour ago, once more. It moves no cursor."""
    for kind in KINDS:
        started = progress.clock()
        since, until = (started - ago for ago in TRAIL)
        found = changed(port, kind, since, until, started)
        list(take(port, kind, found, progress, office))


def take(
    port: Port,
    kind: str,
    found: Iterable[Sequence[Record]],
    progress: Progress,
    office: ZoneInfo,
) -> Iterator[datetime]:
    """Lay what is new of these pages into the mirror, with its links. Yields every modified date."""
    for number, records in enumerate(gathered(found)):
        fresh = news(kind, records)
        alone = unlinked(kind, fresh) if number else {}
        linked = with_links(port, kind, [one for one in fresh if one.id not in alone])
        progress.add(kind, merge(kind, [*linked, *alone.values()], progress.clock()))
        if kind == "leads":
            fetch_named(port, linked, progress.clock())
            pull_next_steps(port, [record.id for record in linked], office)
        yield from (record.updated_at for record in records)


def gathered(pages: Iterable[Sequence[Record]]) -> Iterator[list[Record]]:
    """The pages, as many together as one read of links takes: at least one, be it empty."""
    held: list[Record] = []
    for page in pages:
        if len(held) + len(page) > CROWD:
            yield held
            held = []
        held.extend(page)
    yield held


def unlinked(kind: str, records: Iterable[Record]) -> Mapping[str, Record]:
    """Beyond the first thousand: the records that keep the links that they have, until the sweep."""
    if kind == "leads":
        return {}
    ids = {record.id: record for record in records}
    held = MODELS[kind]._default_manager.filter(pk__in=ids).values_list("pk", flat=True)
    return {id: ids[id] for id in held}


def since_cursor(
    port: Port, kind: str, read_to: datetime, started: datetime
) -> Iterator[Iterable[Sequence[Record]]]:
    """Everything from the overlap on, in lots that must each be taken before the next is asked for.

    A crowd in the overlap would be read again by every look until something newer moves the cursor on:
    there, what is newer is read first, and then search's count of the overlap, set beside our own,
    tells whether the index has shown anything late.
    """
    since = read_to - OVERLAP
    first = port.changed(kind, since=since, properties=wanted(kind))
    if (first.total or 0) <= CROWD:
        yield changed(port, kind, since, None, started, first)
        return
    yield changed(port, kind, read_to + MILLISECOND, None, started)
    first = port.changed(kind, since=since, until=read_to, properties=wanted(kind))
    if first.total != held_between(kind, since, read_to):
        yield changed(port, kind, since, read_to, started, first)


def held_between(kind: str, since: datetime, until: datetime) -> int:
    """Search counts in whole milliseconds, both ends included."""
    since, until = (to_millisecond(at) for at in (since, until))
    return live(kind).filter(modified_at__gte=since, modified_at__lt=until + MILLISECOND).count()


def to_millisecond(at: datetime) -> datetime:
    return at - timedelta(microseconds=at.microsecond % 1000)


def changed(
    port: Port,
    kind: str,
    since: datetime,
    until: datetime | None,
    started: datetime,
    first: Page | None = None,
) -> Iterator[Sequence[Record]]:
    """Search pages of what changed from `since` to `until`, however many there are; `first` is the
    first of them where it was asked for already."""
    following: datetime | None = since
    while following is not None:
        following = yield from up_to_the_wall(port, kind, following, until, started, first)
        first = None


def up_to_the_wall(
    port: Port,
    kind: str,
    since: datetime,
    until: datetime | None,
    started: datetime,
    first: Page | None,
) -> Generator[Sequence[Record], None, datetime | None]:
    """As many pages as one search gives. Returns where the next one goes on, if there is more.

    The wall cuts through the last millisecond, so that one is read whole, by id. A record that
    changed after we began stands under its old date in the index and says nothing of how far we are.
    """
    after: str | None = None
    latest = since
    for _ in range(WALL_PAGES):
        page = first or port.changed(
            kind, since=since, until=until, properties=wanted(kind), after=after
        )
        first = None
        yield page.records
        dated = (record.updated_at for record in page.records)
        latest = max(chain([latest], (at for at in dated if at <= started)))
        after = page.after
        if after is None:
            return None
    yield from at_moment(port, kind, latest)
    return latest + MILLISECOND


def at_moment(port: Port, kind: str, at: datetime) -> Iterator[Sequence[Record]]:
    """Everything that was modified in one millisecond, in order of id: no number is too many."""
    above = "0"
    while True:
        page = port.changed_at(kind, at=at, above=above, properties=wanted(kind))
        yield page.records
        if page.after is None or not page.records:
            return
        above = max((record.id for record in page.records), key=int)


def news(kind: str, records: Sequence[Record]) -> list[Record]:
    """Those that we do not hold in this state already: the overlap is mostly old."""
    held = dict(
        MODELS[kind]
        ._default_manager.filter(hubspot_id__in=[record.id for record in records], archived_at=None)
        .values_list("hubspot_id", "modified_at")
    )
    return [record for record in records if held.get(record.id) != record.updated_at]


def move_cursor(kind: str, to: datetime) -> None:
    """Forwards only."""
    SyncCursor.objects.get_or_create(kind=kind, defaults={"read_to": to})
    SyncCursor.objects.filter(kind=kind, read_to__lt=to).update(read_to=to)
