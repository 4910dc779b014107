"""All records of one kind, the indexes that make searching quick, and the index that lags."""

from collections.abc import Iterator
from time import monotonic
from typing import NamedTuple

from leads.sandbox.instants import to_milliseconds
from leads.sandbox.ordered import Ordered
from leads.sandbox.rows import Row


class Seen(NamedTuple):
    """What the search index still believes of a record: its values, or None where it does not know it."""

    until: float
    properties: dict[str, str | None] | None


class Shelf:
    """Records by id, live and archived apart. A unique value has one live holder."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.rows: dict[str, Row] = {}
        self.live: Ordered[int] = Ordered()
        self.archived: Ordered[int] = Ordered()
        self.modified: Ordered[tuple[int, int]] = Ordered()
        self.created: Ordered[tuple[int, int]] = Ordered()
        self.unique: dict[str, dict[str, str]] = {}
        self._lagging: dict[str, list[Seen]] = {}

    def place(self, row: Row) -> None:
        """Enter a record into the indexes, after it changed."""
        self.rows[row.id] = row
        if row.archived_at is not None:
            self.archived.add(row.number)
            return
        self.live.add(row.number)
        self.modified.add((to_milliseconds(row.updated_at), row.number))
        self.created.add((to_milliseconds(row.created_at), row.number))
        for name, value in self._unique_values(row):
            self.unique[name].setdefault(value, row.id)

    def lift(self, row: Row) -> None:
        """Take a record out of the indexes, before it changes."""
        if row.archived_at is not None:
            self.archived.discard(row.number)
            return
        self.live.discard(row.number)
        self.modified.discard((to_milliseconds(row.updated_at), row.number))
        self.created.discard((to_milliseconds(row.created_at), row.number))
        for name, value in self._unique_values(row):
            if self.unique[name].get(value) == row.id:
                del self.unique[name][value]

    def move_modified(self, row: Row, before: int) -> None:
        """Keep the order by modified date when nothing but values changed."""
        self.modified.discard((before, row.number))
        self.modified.add((to_milliseconds(row.updated_at), row.number))

    def remove(self, row: Row) -> None:
        """Forget a record altogether."""
        self.lift(row)
        self.rows.pop(row.id, None)

    def make_unique(self, name: str) -> None:
        """From now on a value of this property belongs to one live record."""
        holders = self.unique.setdefault(name, {})
        for row in self.rows.values():
            if row.archived_at is None:
                for value in unique_values(name, row):
                    holders.setdefault(value, row.id)

    def holder(self, name: str, value: str) -> Row | None:
        """The live record with this unique value; e-mail addresses without regard to case."""
        row_id = self.unique.get(name, {}).get(value.strip().lower())
        return self.rows.get(row_id) if row_id else None

    def _unique_values(self, row: Row) -> Iterator[tuple[str, str]]:
        for name in self.unique:
            for value in unique_values(name, row):
                yield name, value

    def remember(self, row: Row, lag: float, *, new: bool = False) -> None:
        """Let the search index keep its present picture of a record for `lag` seconds more."""
        if lag <= 0:
            return
        known = None if new or row.archived_at is not None else dict(row.properties)
        seen = Seen(monotonic() + lag, known)
        kept = self._lagging.setdefault(row.id, [])
        kept.append(seen)
        kept.sort(key=lambda one: one.until)

    def lagging(self) -> dict[str, Seen]:
        """Records of which the index has an old picture, each with the picture that still holds."""
        now = monotonic()
        for row_id, kept in list(self._lagging.items()):
            left = [seen for seen in kept if seen.until > now]
            if left:
                self._lagging[row_id] = left
            else:
                del self._lagging[row_id]
        return {row_id: kept[0] for row_id, kept in self._lagging.items()}


def unique_values(name: str, row: Row) -> list[str]:
    """The values that a record claims: a contact claims its secondary e-mail addresses too."""
    values = [row.properties.get(name) or ""]
    if name == "email":
        values += (row.properties.get("hs_additional_emails") or "").split(";")
    return [value.strip().lower() for value in values if value.strip()]
