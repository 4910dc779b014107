"""One record of the portal as it stands now, with what each property held before."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple


class Change(NamedTuple):
    """A value that a property once took, when, and through which door it came."""

    value: str
    at: datetime
    source: str


@dataclass(slots=True)
class Row:
    """A record: every value is text, None where the property was never set."""

    id: str
    kind: str
    properties: dict[str, str | None]
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None = None
    history: dict[str, list[Change]] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The id as a number: HubSpot lists records in this order."""
        return int(self.id)

    @property
    def source(self) -> str:
        """The door through which the record itself came."""
        return self.properties.get("hs_object_source") or "CRM_UI"

    def changes(self, name: str) -> list[Change]:
        """Newest first. A property that never changed has one entry, from the record's creation."""
        if name in self.history:
            return self.history[name]
        value = self.properties.get(name)
        return [] if value is None else [Change(value, self.created_at, self.source)]

    def record(self, name: str, value: str, at: datetime, source: str) -> None:
        """Set a property and put the value in front of its history."""
        self.history[name] = [Change(value, at, source), *self.changes(name)]
        self.properties[name] = value
