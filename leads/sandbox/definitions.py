"""The portal's own shape: properties with their options, pipelines with their stages, owners."""

from dataclasses import dataclass, field
from datetime import datetime

from leads.sandbox.instants import EPOCH


@dataclass(slots=True)
class Option:
    """One choice of an enumeration."""

    value: str
    label: str
    hidden: bool = False
    description: str = ""


@dataclass(slots=True)
class Definition:
    """One property of one kind. `read_only` is the value, `read_only_definition` the definition."""

    name: str
    label: str
    type: str = "string"
    field_type: str = "text"
    options: list[Option] = field(default_factory=list)
    read_only: bool = False
    read_only_definition: bool = False
    read_only_options: bool = False
    calculated: bool = False
    unique: bool = False
    group: str = ""
    description: str = ""
    display_order: int = -1
    hidden: bool = False
    form_field: bool = False
    hubspot_defined: bool = True
    external_options: bool = False
    archived_at: datetime | None = None
    created_at: datetime = EPOCH
    updated_at: datetime = EPOCH

    @property
    def many(self) -> bool:
        """Whether several options may be held at once, joined by semicolons."""
        return self.type == "enumeration" and self.field_type == "checkbox"


@dataclass(slots=True)
class Stage:
    """A position in a pipeline; all metadata values are text."""

    id: str
    label: str
    metadata: dict[str, str]
    display_order: int = 0
    created_at: datetime = EPOCH
    updated_at: datetime = EPOCH

    @property
    def closed(self) -> bool:
        """Whether records here count as finished."""
        return self.metadata.get("isClosed") == "true"


@dataclass(slots=True)
class Pipeline:
    """The stages of one pipeline, in display order."""

    id: str
    label: str
    stages: list[Stage] = field(default_factory=list)
    display_order: int = 0
    created_at: datetime = EPOCH
    updated_at: datetime = EPOCH

    def stage(self, stage_id: str | None) -> Stage | None:
        """The stage of that id, upper and lower case told apart."""
        return next((stage for stage in self.stages if stage.id == stage_id), None)


@dataclass(slots=True)
class Owner:
    """A person to whom records are given; deactivated ones are listed under archived only."""

    id: str
    email: str
    first_name: str
    last_name: str
    user_id: int
    archived: bool = False
    created_at: datetime = EPOCH
    updated_at: datetime = EPOCH
