"""The board: five columns of cards and their counts, from one filtered query; the same as a list."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Count, Min, Q, QuerySet

from leads.domain import next_step
from leads.domain.channels import Channel
from leads.domain.pipeline import Stage
from leads.models import Lead
from leads.models.clock import now_at
from leads.models.sync import SyncRun
from leads.queries.card import Card, Viewer, draw_cards
from leads.queries.chips import Chip as Chip
from leads.queries.chips import chipped as chipped
from leads.queries.chips import count_chips
from leads.queries.order import in_order, ordered
from leads.queries.search import matching

PAGE = 30
MOST_SORTED = 150
"""Rows of a sorted list, unless all are wanted."""
CLOSED_FOR = timedelta(days=30)


class Tab(StrEnum):
    MINE = "mine"
    TEAM = "team"
    OWNERLESS = "ownerless"
    NO_CHANNEL = "no-channel"
    DEMO_LOCKS = "demo-locks"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for: all view state lives in the URL."""

    tab: Tab = Tab.MINE
    chip: Chip | None = None
    text: str = ""
    more: str = ""
    """The slug of the column that is shown at full length; in a sorted list "all"."""
    sort: str = ""
    """The heading by which the list is sorted, see `order.Sort`; "" for the order of the board."""


@dataclass(frozen=True, slots=True)
class Column:
    stage: Stage | None
    slug: str
    label: str
    count: int
    total: int
    cards: tuple[Card, ...]
    oldest: str = ""

    @property
    def is_rail(self) -> bool:
        return self.stage is not None and self.stage.is_closed

    @property
    def is_partial(self) -> bool:
        return self.count > len(self.cards)

    @property
    def count_words(self) -> str:
        """ "25 / 61" when paged, "7 of 23" under a filter, else the number."""
        shown = f"{len(self.cards)} / {self.count}" if self.is_partial else str(self.count)
        return shown if self.count == self.total else f"{shown} of {self.total}"


@dataclass(frozen=True, slots=True)
class Changes:
    """What is different from the page that was drawn at an earlier version."""

    cards: tuple[Card, ...]
    gone_ids: tuple[int, ...]
    columns: tuple[Column, ...]
    chips: Mapping[Chip, int]
    version: int
    as_of: datetime | None
    too_many: bool = False
    """More changed than is worth patching: draw the page anew."""


@dataclass(frozen=True, slots=True)
class Board:
    columns: tuple[Column, ...]
    chips: Mapping[Chip, int]
    wanted: Wanted
    version: int
    cards: tuple[Card, ...] = ()
    """Those of all columns, in the order that was wanted."""
    as_of: datetime | None = None
    first_run: SyncRun | None = None
    empty_mirror: bool = field(default=False)

    @property
    def is_partial(self) -> bool:
        return sum(column.count for column in self.columns) > len(self.cards)


def board(wanted: Wanted, viewer: Viewer) -> Board:
    """The whole board. About ten queries whatever the number of cards."""
    version = (
        now_at()
    )  # read before the rows: what changes meanwhile is asked for again, never missed
    in_tab = tab_leads(wanted.tab, viewer)
    leads = chipped(matching(in_tab, wanted.text), wanted.chip, viewer)
    counts = count_by_stage(leads)
    totals = counts if leads is in_tab else count_by_stage(in_tab)
    cards = column_cards(leads, counts, wanted, viewer)
    as_of = latest_pull()
    return Board(
        columns=tuple(columns(cards, counts, totals, viewer)),
        chips=count_chips(matching(in_tab, wanted.text), viewer),
        wanted=wanted,
        version=version,
        cards=tuple(cards),
        as_of=as_of,
        first_run=None if as_of else SyncRun.objects.filter(name="pull").first(),
        empty_mirror=as_of is None and not totals,
    )


MOST_CHANGES = 200


def changes(wanted: Wanted, viewer: Viewer, since: int) -> Changes | None:
    """What changed since that version, or None where nothing did: one query then."""
    version = now_at()
    if version == since:
        return None
    changed = list(
        Lead.objects.filter(version__gt=since).values_list("pk", flat=True)[: MOST_CHANGES + 1]
    )
    in_tab = tab_leads(wanted.tab, viewer)
    leads = chipped(matching(in_tab, wanted.text), wanted.chip, viewer)
    counts, totals = count_by_stage(leads), count_by_stage(in_tab)
    cards = draw_cards(leads.filter(pk__in=changed), viewer)
    return Changes(
        cards=tuple(cards),
        gone_ids=tuple(sorted(set(changed) - {card.id for card in cards})),
        columns=tuple(columns([], counts, totals, viewer)),
        chips=count_chips(matching(in_tab, wanted.text), viewer),
        version=version,
        as_of=latest_pull(),
        too_many=len(changed) > MOST_CHANGES,
    )


def visible() -> QuerySet[Lead]:
    """Leads that belong on a board: live, and closed ones only while they are news."""
    return Lead.objects.filter(archived_at=None, gone_at=None, merged_into="")


def tab_leads(tab: Tab, viewer: Viewer) -> QuerySet[Lead]:
    recent = ~Q(stage__in=[stage.value for stage in Stage if stage.is_closed]) | Q(
        closed_at__gte=viewer.now - CLOSED_FOR
    )
    leads = visible().filter(recent)
    match tab:
        case Tab.MINE:
            return leads.filter(owner_id=viewer.person.owner_id or "nobody")
        case Tab.OWNERLESS:
            return leads.filter(owner_id=None)
        case Tab.NO_CHANNEL:
            return leads.exclude(
                Q(channel__in=list(Channel)) | Q(channel__startswith="Outbound - ")
            )
        case Tab.DEMO_LOCKS:
            return leads.filter(contact__asked_on__isnull=False)
    return leads


def count_by_stage(leads: QuerySet[Lead]) -> dict[str, tuple[int, datetime | None]]:
    rows = leads.order_by().values_list("stage").annotate(Count("pk"), Min("stage_entered_at"))
    return {stage: (count, oldest) for stage, count, oldest in rows}


def column_cards(
    leads: QuerySet[Lead],
    counts: Mapping[str, tuple[int, datetime | None]],
    wanted: Wanted,
    viewer: Viewer,
) -> list[Card]:
    ids: list[int] = []
    if wanted.sort:
        whole = in_order(leads, wanted.sort).values_list("pk", flat=True)
        return placed(list(whole if wanted.more == "all" else whole[:MOST_SORTED]), viewer)
    for stage in Stage:
        if counts.get(stage.value, (0, None))[0]:
            limit = None if wanted.more == stage.slug else PAGE
            ids += ordered(leads.filter(stage=stage.value), stage).values_list("pk", flat=True)[
                :limit
            ]
    if set(counts) - set(Stage):
        ids += (
            leads.exclude(stage__in=list(Stage)).order_by("pk").values_list("pk", flat=True)[:PAGE]
        )
    return placed(ids, viewer)


def placed(ids: list[int], viewer: Viewer) -> list[Card]:
    """The cards of these leads in this order."""
    place = {pk: number for number, pk in enumerate(ids)}
    cards = draw_cards(Lead.objects.filter(pk__in=ids), viewer)
    return sorted(cards, key=lambda card: place[card.id])


def columns(
    cards: list[Card],
    counts: Mapping[str, tuple[int, datetime | None]],
    totals: Mapping[str, tuple[int, datetime | None]],
    viewer: Viewer,
) -> list[Column]:
    drawn = [
        column(stage, stage.slug, stage.label, [stage.value], cards, counts, totals, viewer)
        for stage in Stage
    ]
    unknown = sorted(set(totals) - set(Stage))
    if unknown:
        drawn.append(
            column(None, "unknown", "Unknown stage", unknown, cards, counts, totals, viewer)
        )
    return drawn


def column(
    stage: Stage | None,
    slug: str,
    label: str,
    raw: list[str],
    cards: list[Card],
    counts: Mapping[str, tuple[int, datetime | None]],
    totals: Mapping[str, tuple[int, datetime | None]],
    viewer: Viewer,
) -> Column:
    oldest = [entered for key in raw if (entered := counts.get(key, (0, None))[1])]
    return Column(
        stage=stage,
        slug=slug,
        label=label,
        count=sum(counts.get(key, (0, None))[0] for key in raw),
        total=sum(totals.get(key, (0, None))[0] for key in raw),
        cards=tuple(card for card in cards if card.slug == slug),
        oldest=next_step.age_words(min(oldest), viewer.now) if oldest else "",
    )


def latest_pull(before: datetime | None = None) -> datetime | None:
    """When the last reading of HubSpot began that came to its end (by that moment, if one is given)."""
    runs = SyncRun.objects.filter(name__in=("pull", "delta"), error="", finished_at__isnull=False)
    if before:
        runs = runs.filter(finished_at__lte=before)
    return runs.values_list("started_at", flat=True).first()
