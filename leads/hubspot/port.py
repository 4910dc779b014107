"""What we may ask of HubSpot, as a Protocol with its frozen records. There is no archive here:
archiving hides an outcome, so nothing of ours can do it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

type Properties = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Record:
    """One CRM object. Values are HubSpot's raw strings; `""` and null are both None."""

    id: str
    properties: Mapping[str, str | None]
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None = None
    associations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Ids by plural object name, only where the call asked for associations."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some records and the cursor of the next page; `after` is None on the last one."""

    records: tuple[Record, ...]
    after: str | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """A link as seen from one side, with every association type id that it has."""

    from_id: str
    to_id: str
    type_ids: frozenset[int]


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link to make together with a new record (inline association)."""

    to_id: str
    type_id: int


@dataclass(frozen=True, slots=True)
class OwnerRecord:
    id: str
    email: str
    first_name: str
    last_name: str
    user_id: str | None
    archived: bool


@dataclass(frozen=True, slots=True)
class StageRecord:
    id: str
    label: str
    order: int
    metadata: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PipelineRecord:
    id: str
    label: str
    stages: tuple[StageRecord, ...]


@dataclass(frozen=True, slots=True)
class OptionRecord:
    value: str
    label: str
    hidden: bool = False
    order: int = 0
    description: str = ""


@dataclass(frozen=True, slots=True)
class PropertyRecord:
    """A property definition; `read_only` is modificationMetadata.readOnlyValue."""

    name: str
    label: str
    type: str
    read_only: bool
    options: tuple[OptionRecord, ...] = ()
    unique: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """One value in a property's history."""

    value: str | None
    at: datetime
    source: str


@dataclass(frozen=True, slots=True)
class Account:
    portal_id: str
    ui_domain: str
    time_zone: str


@dataclass(frozen=True, slots=True)
class Closed:
    """Something that the breaker keeps shut: all of HubSpot ("portal"), or one kind of call. Why (key,
    scope, daily, unreachable, burst, secondly), in HubSpot's words, for how long, and how long yet."""

    gate: str
    why: str
    words: str
    for_seconds: float
    seconds_left: float

    @property
    def is_everything(self) -> bool:
        return self.gate == "portal"


class Port(Protocol):
    """Everything we ask. Each call raises Busy, Refused, Gone or Unreachable, and nothing else."""

    def closed(self) -> Sequence[Closed]:
        """What nothing is sent to for now; asks nothing of HubSpot."""

    def account(self) -> Account: ...

    def owners(self, *, archived: bool) -> Iterator[OwnerRecord]: ...

    def pipelines(self, kind: str) -> Sequence[PipelineRecord]: ...

    def properties(self, kind: str) -> Sequence[PropertyRecord]: ...

    def set_options(self, kind: str, name: str, options: Sequence[OptionRecord]) -> None:
        """Replace a property's options as a whole (HubSpot has no other way)."""

    def add_unique_property(self, kind: str, name: str, label: str, group: str) -> None:
        """Add a text property of which no two records may have the same value."""

    def page(
        self,
        kind: str,
        *,
        properties: Collection[str],
        associations: Collection[str] = (),
        archived: bool = False,
        after: str | None = None,
    ) -> Page:
        """One page of at most 100 records in order of id."""

    def changed(
        self,
        kind: str,
        *,
        since: datetime,
        properties: Collection[str],
        until: datetime | None = None,
        after: str | None = None,
    ) -> Page:
        """One search page of at most 200 records modified from `since` to `until`, oldest first.

        Raises Refused beyond 10,000 results: restart at the last timestamp seen. What changed while
        the search ran may carry a later timestamp than was asked for.
        """

    def changed_at(
        self, kind: str, *, at: datetime, above: str, properties: Collection[str]
    ) -> Page:
        """One search page of those modified in that very millisecond, by id, ids above `above`."""

    def count(self, kind: str) -> int | None:
        """How many live records search knows; it lags behind by seconds."""

    def search(
        self, kind: str, *, text: str, properties: Collection[str], limit: int = 10
    ) -> Page: ...

    def read(
        self,
        kind: str,
        id: str,
        *,
        properties: Collection[str],
        associations: Collection[str] = (),
        id_property: str | None = None,
    ) -> Record:
        """One record, read by id and so never late. Its id differs after a merge.

        With `id_property`, `id` is a value of that unique property.
        """

    def read_many(
        self,
        kind: str,
        ids: Collection[str],
        *,
        properties: Collection[str],
        archived: bool = False,
    ) -> list[Record]:
        """Those of the records that exist, in batches of 100."""

    def history(self, kind: str, id: str, name: str) -> tuple[Change, ...]:
        """Values of one property, newest first."""

    def edges(self, from_kind: str, ids: Collection[str], to_kind: str) -> dict[str, list[Edge]]:
        """Links of many records, in batches of 1,000; an id with none has an empty list."""

    def link_types(self, from_kind: str, to_kind: str) -> tuple[int, ...]:
        """The portal's association type ids for a pair, asked once: the primary one first."""

    def link_type(self, from_kind: str, to_kind: str) -> int:
        """The type id for a new link: the primary one where there is one."""

    def create(
        self, kind: str, properties: Properties, links: Mapping[str, Sequence[NewLink]]
    ) -> Record:
        """Make a record with its links inline. NOT repeatable: a lost answer leaves it in doubt."""

    def update(self, kind: str, id: str, properties: Properties) -> Record:
        """Set absolute values on one record: repeatable."""

    def link(self, from_kind: str, from_id: str, to_kind: str, to_id: str, type_id: int) -> None:
        """Add one typed link: repeatable."""
