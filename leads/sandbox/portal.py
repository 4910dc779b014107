"""The portal's state: records, ties, definitions, pipelines and owners, behind one lock."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from threading import RLock

from leads.sandbox import calculated
from leads.sandbox.association_types import TYPES, AssociationType
from leads.sandbox.definitions import Definition, Option, Owner, Pipeline, Stage
from leads.sandbox.edges import Edges
from leads.sandbox.instants import iso, to_milliseconds, trimmed
from leads.sandbox.kinds import KINDS
from leads.sandbox.rows import Change, Row
from leads.sandbox.shelf import Shelf
from leads.sandbox.switches import Switches

__all__ = ["Change", "Portal", "Row"]

FIRST_ID = 30_100_000_001


def now_utc() -> datetime:
    """The real time."""
    return datetime.now(UTC)


class Portal:
    """One HubSpot account. Every public method may be called from any thread.

    `add` and the other filling methods check nothing: a story may write what no API call could.
    """

    def __init__(
        self,
        *,
        portal_id: str = "49584170",
        time_zone: str = "America/New_York",
        token: str = "pat-sandbox",  # noqa: S107 - opens nothing
        clock: Callable[[], datetime] = now_utc,
    ) -> None:
        self.portal_id = portal_id
        self.time_zone = time_zone
        self.token = token
        self.lock = RLock()
        self.switches = Switches()
        self.search_lag = 0.0
        self.ui_base = "https://app.hubspot.com"
        self.edges = Edges()
        self.owners: dict[str, Owner] = {}
        self.shelves = {kind: Shelf(kind) for kind in KINDS}
        self.definitions: dict[str, dict[str, Definition]] = {kind: {} for kind in KINDS}
        self.pipelines: dict[str, dict[str, Pipeline]] = {kind: {} for kind in KINDS}
        self.merged: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
        self._clock = clock
        self._next_id = FIRST_ID

    def now(self) -> datetime:
        """The portal's time in UTC, cut to milliseconds."""
        return trimmed(self._clock())

    # Filling

    def add(
        self,
        kind: str,
        properties: Mapping[str, str | None],
        *,
        id: str | None = None,
        created_at: datetime,
        updated_at: datetime | None = None,
        archived_at: datetime | None = None,
        source: str = "CRM_UI",
        history: Mapping[str, Sequence[tuple[str, datetime]]] | None = None,
    ) -> Row:
        """Put a record in as it is, history oldest first. Raises ValueError when the id is taken."""
        with self.lock:
            row_id = self._draw_id(kind, id)
            created_at = trimmed(created_at)
            row = Row(row_id, kind, dict(properties), created_at, trimmed(updated_at or created_at))
            row.archived_at = trimmed(archived_at) if archived_at else None
            self._identify(row, source)
            for name, entries in (history or {}).items():
                row.history[name] = [Change(v, trimmed(at), source) for v, at in reversed(entries)]
                row.properties.setdefault(name, row.history[name][0].value)
            calculated.tell_past(self, row)
            self.shelves[kind].remember(row, self.search_lag, new=True)
            self.shelves[kind].place(row)
            return row

    def _draw_id(self, kind: str, wanted: str | None) -> str:
        row_id = wanted or str(self._next_id)
        if row_id in self.shelves[kind].rows:
            raise ValueError(f"{kind} already has a record {row_id}")
        self._next_id = max(self._next_id, int(row_id) + 1)
        return row_id

    def _identify(self, row: Row, source: str) -> None:
        names = KINDS[row.kind]
        row.properties["hs_object_id"] = row.id
        for name, value in (
            (names.created, iso(row.created_at)),
            (names.modified, iso(row.updated_at)),
            ("hs_object_source", source),
        ):
            if row.properties.get(name) is None:
                row.properties[name] = value

    def link(self, from_kind: str, from_id: str, to_kind: str, to_id: str, type_id: int) -> None:
        """Tie two records, in both directions. Raises ValueError when the type joins other kinds."""
        kind = TYPES.get(type_id)
        if kind is None or (kind.from_kind, kind.to_kind) != (from_kind, to_kind):
            raise ValueError(f"{type_id} does not join {from_kind} to {to_kind}")
        with self.lock:
            self.tie(from_id, to_id, kind)

    def tie(self, from_id: str, to_id: str, kind: AssociationType) -> bool:
        """Tie two records by a known type; answers whether anything changed."""
        with self.lock:
            changed = self.edges.put(from_id, to_id, kind)
            self._relate(kind.from_kind, from_id)
            self._relate(kind.to_kind, to_id)
            return changed

    def untie(
        self, from_kind: str, from_id: str, to_kind: str, to_id: str, only: set[int] | None = None
    ) -> bool:
        """Take away some or all ties between two records; answers whether any was there."""
        with self.lock:
            changed = self.edges.cut(from_kind, from_id, to_kind, to_id, only)
            self._relate(from_kind, from_id)
            self._relate(to_kind, to_id)
            return changed

    def _relate(self, kind: str, row_id: str) -> None:
        row = self.shelves[kind].rows.get(row_id)
        if kind == "leads" and row is not None:
            calculated.relate(self, row)

    def add_owner(
        self,
        id: str,
        email: str,
        first_name: str,
        last_name: str,
        *,
        user_id: int,
        archived: bool = False,
    ) -> None:
        """Add an owner, or put the one of that id anew."""
        with self.lock:
            self.owners[id] = Owner(id, email, first_name, last_name, user_id, archived)

    def define(
        self,
        kind: str,
        name: str,
        *,
        label: str,
        type: str = "string",
        field_type: str = "text",
        options: Sequence[tuple[str, str]] = (),
        read_only: bool = False,
        read_only_definition: bool = False,
        calculated: bool = False,
        unique: bool = False,
        group: str = "",
        hidden_options: Collection[str] = (),
    ) -> None:
        """Add a property, or put the one of that name anew."""
        with self.lock:
            choices = [Option(value, text, value in hidden_options) for value, text in options]
            definition = Definition(name, label, type, field_type, choices, group=group or kind)
            definition.read_only, definition.calculated = read_only, calculated
            definition.read_only_definition = read_only_definition
            definition.external_options = name == "hubspot_owner_id"
            definition.unique = unique
            self.enter(kind, definition)

    def enter(self, kind: str, definition: Definition) -> None:
        """Enter a definition; a unique one is watched from now on."""
        with self.lock:
            self.definitions[kind][definition.name] = definition
            if definition.unique:
                self.shelves[kind].make_unique(definition.name)

    def add_pipeline(
        self,
        kind: str,
        id: str,
        label: str,
        stages: Sequence[tuple[str, str, dict[str, str]]],
    ) -> None:
        """Add a pipeline, or put the one of that id anew, with the clock properties of its stages."""
        with self.lock:
            pipeline = Pipeline(id, label, display_order=len(self.pipelines[kind]))
            for order, (stage_id, text, metadata) in enumerate(stages):
                pipeline.stages.append(Stage(stage_id, text, dict(metadata), order))
                self.define_clocks(kind, stage_id, text)
            self.pipelines[kind][id] = pipeline

    def define_clocks(self, kind: str, stage_id: str, label: str) -> None:
        """The read-only properties that keep when a record entered and left a stage."""
        for moment in ("entered", "exited"):
            name = calculated.clock_name(moment, stage_id)
            text = f'Date {moment} "{label}"'
            self.define(kind, name, label=text, type="datetime", field_type="calculation_read_time",
                        read_only=True, read_only_definition=True, calculated=True)  # fmt: skip

    # Looking

    def row(self, kind: str, row_id: str, *, archived: bool = False) -> Row | None:
        """The live (or the archived) record of an id; an id merged away leads to its survivor."""
        shelf = self.shelves[kind]
        found = shelf.rows.get(self.survivor(kind, row_id))
        return found if found is not None and (found.archived_at is not None) == archived else None

    def survivor(self, kind: str, row_id: str) -> str:
        """The id under which a record lives today, after any number of merges."""
        aliases = self.merged[kind]
        while row_id in aliases:
            row_id = aliases[row_id]
        return row_id

    def stage(self, kind: str, pipeline_id: str | None, stage_id: str | None) -> Stage | None:
        """A stage of a pipeline."""
        pipeline = self.pipelines[kind].get(pipeline_id or "")
        return pipeline.stage(stage_id) if pipeline else None

    def draw_id(self) -> str:
        """A fresh numeric id, for a stage or pipeline."""
        with self.lock:
            self._next_id += 1
            return str(self._next_id - 1)

    # Changing

    def change(
        self,
        row: Row,
        values: Mapping[str, str],
        *,
        source: str,
        bump: bool = True,
        lag: float | None = None,
    ) -> bool:
        """Set values, keep the former ones in the history, and work out what follows.

        Answers whether any value differs. `bump` moves the modified date; `lag` is how many seconds
        search goes on believing the former values, the portal's own lag by default.
        """
        with self.lock:
            at = self.now()
            new = {n: v for n, v in values.items() if (row.properties.get(n) or "") != v}
            if not new and not self.switches.unchanged_write_bumps:
                return False
            shelf, before = self.shelves[row.kind], to_milliseconds(row.updated_at)
            shelf.remember(row, self.search_lag if lag is None else lag)
            full = bool(new.keys() & (shelf.unique.keys() | {"hs_additional_emails"}))
            if full:
                shelf.lift(row)
            self._set(row, new, at, source)
            if bump:
                self.touch(row, at)
            if full:
                shelf.place(row)
            elif row.archived_at is None and bump:
                shelf.move_modified(row, before)
            self._spread(row, new)
            return bool(new)

    def _set(self, row: Row, values: Mapping[str, str], at: datetime, source: str) -> None:
        stage_name = calculated.STAGE_PROPERTIES.get(row.kind, ("", ""))[1]
        left = row.properties.get(stage_name)
        for name, value in values.items():
            row.record(name, value, at, source)
        if "hubspot_owner_id" in values:
            row.properties["hubspot_owner_assigneddate"] = iso(at)
        if stage_name in values:
            calculated.entered_stage(self, row, values[stage_name], at, left)
        elif "hs_lead_is_disqualified" in values and self.switches.pipeline_clears_closing:
            calculated.set_flags(self, row)

    def touch(self, row: Row, at: datetime) -> None:
        """Move the modified date, property and attribute alike; the index is the caller's."""
        row.updated_at = at
        row.properties[KINDS[row.kind].modified] = iso(at)

    def _spread(self, row: Row, values: Mapping[str, str]) -> None:
        if row.kind in {"contacts", "companies"} and values.keys() & calculated.LENT[row.kind]:
            for lead_id in self.edges.ends(row.kind, row.id, "leads"):
                self._relate("leads", lead_id)
