"""The port over HubSpot's own SDK, whose generated methods are the transport only: we read the raw
answers, since its models drop the fields and refuse the values that they do not know, give None for an
unexpected success, and hide the limiter's headers."""

import copy
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from typing import Any, Self

from leads.hubspot import link_types, mapping, searching
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.edges import EdgeReader, Inputs, in_batches
from leads.hubspot.exchange import Exchange
from leads.hubspot.limiter import Day, Lane, Limiter, LocalLimiter, Priority
from leads.hubspot.mapping import Json
from leads.hubspot.port import (
    Account,
    Change,
    Closed,
    Edge,
    NewLink,
    OptionRecord,
    OwnerRecord,
    Page,
    PipelineRecord,
    Properties,
    PropertyRecord,
    Record,
)
from leads.hubspot.properties import DEALS, LINK_TYPES, unwritable
from leads.hubspot.sdk import Apis
from leads.hubspot.searching import SEARCH_PAGE
from leads.hubspot.sharing import limiter_of

PAGE, BATCH = 100, 100


class HubSpotClient:
    """One portal. Safe to share between threads, not across a fork: see `connect`."""

    def __init__(self, config: HubSpotConfig, limiter: Limiter | None = None) -> None:
        self._api = Apis(config)
        self._exchange = Exchange(config, limiter or LocalLimiter())
        self._priority = Priority.PERSON
        self._edge_reader = EdgeReader()
        self._link_types = link_types.LinkTypes()
        self._deal_properties = config.pair_properties

    def at(self, priority: Priority) -> Self:
        """The same client, its calls going at another priority."""
        view = copy.copy(self)
        view._priority = priority
        return view

    def calls_today(self) -> Day | None:
        """What HubSpot's answers said of the day's calls; asks nothing."""
        return self._exchange.limiter.day()

    def closed(self) -> tuple[Closed, ...]:
        return self._exchange.limiter.closed()

    def account(self) -> Account:
        account = self._read(self._api.account, reading=mapping.to_account)
        self._exchange.limiter.learn_zone(account.time_zone)
        return account

    def owners(self, *, archived: bool) -> Iterator[OwnerRecord]:
        after: str | None = None
        while True:
            asked = {"after": after, "limit": PAGE, "archived": archived}
            some, after = self._read(self._api.owners.get_page, reading=mapping.to_owners, **asked)
            yield from some
            if after is None:
                return

    def pipelines(self, kind: str) -> Sequence[PipelineRecord]:
        return self._read(
            self._api.pipelines.get_all, kind, reading=mapping.each(mapping.to_pipeline)
        )

    def properties(self, kind: str) -> Sequence[PropertyRecord]:
        return self._read(
            self._api.properties.get_all, kind, reading=mapping.each(mapping.to_property)
        )

    def set_options(self, kind: str, name: str, options: Sequence[OptionRecord]) -> None:
        body = {"options": mapping.from_options(options)}
        self._write(self._api.properties.update, kind, name, body, reading=mapping.nothing)

    def add_unique_property(self, kind: str, name: str, label: str, group: str) -> None:
        body = mapping.from_unique_property(name, label, group)
        self._write(self._api.properties.create, kind, body, reading=mapping.nothing)

    def page(
        self,
        kind: str,
        *,
        properties: Collection[str],
        associations: Collection[str] = (),
        archived: bool = False,
        after: str | None = None,
    ) -> Page:
        page, cut = self._read(
            self._api.objects.get_page,
            kind,
            reading=mapping.to_cut_page,
            limit=PAGE,
            after=after,
            properties=list(properties),
            associations=list(associations),
            archived=archived,
        )
        return replace(page, records=tuple(self._completed(kind, page.records, cut)))

    def changed(
        self,
        kind: str,
        *,
        since: datetime,
        properties: Collection[str],
        until: datetime | None = None,
        after: str | None = None,
    ) -> Page:
        body = searching.between(kind, since, until, properties)
        return self._search(kind, {**body, "after": after} if after else body)

    def changed_at(
        self, kind: str, *, at: datetime, above: str, properties: Collection[str]
    ) -> Page:
        return self._search(kind, searching.of_moment(kind, at, above, properties))

    def count(self, kind: str) -> int | None:
        return self._search(kind, searching.any_of()).total

    def search(self, kind: str, *, text: str, properties: Collection[str], limit: int = 10) -> Page:
        body = {"query": text, "properties": list(properties), "limit": min(limit, SEARCH_PAGE)}
        return self._search(kind, body)

    def read(
        self,
        kind: str,
        id: str,
        *,
        properties: Collection[str],
        associations: Collection[str] = (),
        id_property: str | None = None,
    ) -> Record:
        record, cut = self._read(
            self._api.objects.get_by_id,
            kind,
            id,
            reading=mapping.to_cut_record,
            properties=list(properties),
            associations=list(associations),
            id_property=id_property,
        )
        return self._completed(kind, [record], cut)[0]

    def read_many(
        self,
        kind: str,
        ids: Collection[str],
        *,
        properties: Collection[str],
        archived: bool = False,
    ) -> list[Record]:
        found: list[Record] = []
        for some in in_batches(ids, BATCH):
            inputs = [{"id": each} for each in some]
            body = {"inputs": inputs, "properties": list(properties), "propertiesWithHistory": []}
            records = mapping.each(mapping.to_record)
            found += self._read(
                self._api.batch.read, kind, body, reading=records, archived=archived
            )
        return found

    def history(self, kind: str, id: str, name: str) -> tuple[Change, ...]:
        def changes(row: Json) -> tuple[Change, ...]:
            return mapping.to_changes(row, name)

        by_id = self._api.objects.get_by_id
        return self._read(by_id, kind, id, reading=changes, properties_with_history=[name])

    def edges(self, from_kind: str, ids: Collection[str], to_kind: str) -> dict[str, list[Edge]]:
        def ask[T](inputs: Inputs, reading: Callable[[Json], T]) -> T:
            body = {"inputs": inputs}
            return self._read(self._api.links.get_page, from_kind, to_kind, body, reading=reading)

        return self._edge_reader.read(ids, ask)

    def link_types(self, from_kind: str, to_kind: str) -> tuple[int, ...]:
        pair = (from_kind, to_kind)

        def in_order(body: Json) -> tuple[int, ...]:
            return link_types.in_order(body, LINK_TYPES.get(pair, ()))

        ask = partial(self._read, self._api.labels.get_all, *pair, reading=in_order)
        return self._link_types.of(pair, ask)

    def link_type(self, from_kind: str, to_kind: str) -> int:
        types = self.link_types(from_kind, to_kind)
        if not types:
            raise ValueError(f"HubSpot links no {from_kind} to {to_kind}")
        return types[0]

    def create(
        self, kind: str, properties: Properties, links: Mapping[str, Sequence[NewLink]]
    ) -> Record:
        self._check_writable(kind, properties)
        body = {"properties": dict(properties), "associations": mapping.from_links(links)}
        return self._write(self._api.objects.create, kind, body, reading=mapping.to_record)

    def update(self, kind: str, id: str, properties: Properties) -> Record:
        self._check_writable(kind, properties)
        body = {"properties": dict(properties)}
        return self._write(self._api.objects.update, kind, id, body, reading=mapping.to_record)

    def link(self, from_kind: str, from_id: str, to_kind: str, to_id: str, type_id: int) -> None:
        types = mapping.from_link_type(type_id)
        sides = (from_kind, from_id, to_kind, to_id)
        self._write(self._api.link.create, *sides, types, reading=mapping.nothing)

    def _check_writable(self, kind: str, properties: Properties) -> None:
        """A bug of ours must not become a change in the portal: nothing has been sent yet."""
        extra = self._deal_properties if kind == DEALS else ()
        if wrong := unwritable(kind, properties, extra):
            raise ValueError(f"not ours to write on {kind}: {', '.join(wrong)}")
        if nulls := [name for name, value in properties.items() if not isinstance(value, str)]:
            raise ValueError(f'HubSpot takes text only, and "" to clear: {", ".join(nulls)}')

    def _search(self, kind: str, body: Json) -> Page:
        search = self._api.search.do_search
        return self._read(search, kind, body, reading=mapping.to_page, lane=Lane.SEARCH)

    def _completed(
        self, kind: str, records: Sequence[Record], cut: Mapping[str, Sequence[str]]
    ) -> list[Record]:
        """The records with those associations read to the end that the answer cut short."""
        ids_of: dict[str, dict[str, tuple[str, ...]]] = {}
        for to_kind, from_ids in cut.items():
            for from_id, edges in self.edges(kind, from_ids, to_kind).items():
                ids_of.setdefault(from_id, {})[to_kind] = tuple(edge.to_id for edge in edges)
        return [
            replace(record, associations={**record.associations, **ids_of.get(record.id, {})})
            for record in records
        ]

    def _read[T](
        self, call: Callable[..., Any], *args: Any, reading: Callable[[Json], T], **options: Any
    ) -> T:
        priority = self._priority
        return self._exchange.read(call, *args, reading=reading, priority=priority, **options)

    def _write[T](self, call: Callable[..., Any], *args: Any, reading: Callable[[Json], T]) -> T:
        return self._exchange.write(call, *args, reading=reading, priority=self._priority)


def connect(config: HubSpotConfig, *, redis_url: str = "") -> HubSpotClient:
    """The client of this process: made at first use, and anew after a fork, whose two sides must not
    share a socket. Its limits are shared with the other processes of this site."""
    return _connected(config, redis_url, os.getpid())


@cache
def _connected(config: HubSpotConfig, redis_url: str, _process: int) -> HubSpotClient:
    return HubSpotClient(config, limiter_of(config, redis_url))
