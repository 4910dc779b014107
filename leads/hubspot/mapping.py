"""HubSpot's JSON to the port's records and back. Whatever is odd inside a value is kept or read as
None; a body that lacks what makes it an answer raises, so that it is never taken for "nothing"."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from leads.hubspot.port import (
    Account,
    Change,
    Edge,
    NewLink,
    OptionRecord,
    OwnerRecord,
    Page,
    PipelineRecord,
    PropertyRecord,
    Record,
    StageRecord,
)
from leads.hubspot.properties import TYPE_IDS
from leads.hubspot.values import datetime_of, text_of

type Json = Mapping[str, Any]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NAMES = {type_id: name for name, type_id in TYPE_IDS.items()}


def rows(body: Json) -> list[Json]:
    """The results of a list answer. Raises KeyError or TypeError when it has none to give."""
    results = body["results"]
    if not isinstance(results, list):
        raise TypeError("results is no list")
    return results


def after(body: Json) -> str | None:
    """The cursor of the next page, opaque to us."""
    following = (body.get("paging") or {}).get("next") or {}
    return text_of(following.get("after"))


def each[T](one: Callable[[Json], T]) -> Callable[[Json], list[T]]:
    """A reading of a list answer, from the reading of one row."""
    return lambda body: [one(row) for row in rows(body)]


def nothing(_: Json) -> None:
    """The reading of an answer that says no more than that it is done."""


def to_record(row: Json) -> Record:
    raw = row.get("properties") or {}
    created = datetime_of(row.get("createdAt")) or _stamped(raw, "hs_createdate", "createdate")
    updated = datetime_of(row.get("updatedAt")) or _stamped(
        raw, "hs_lastmodifieddate", "lastmodifieddate"
    )
    archived = datetime_of(row.get("archivedAt"))
    return Record(
        id=str(row["id"]),
        properties={name: text_of(value) for name, value in raw.items()},
        created_at=created or updated or EPOCH,
        updated_at=updated or created or EPOCH,
        archived_at=(archived or updated or EPOCH) if row.get("archived") else None,
        associations=_associations(row),
    )


def to_page(body: Json) -> Page:
    total = body.get("total")
    return Page(
        records=tuple(to_record(row) for row in rows(body)),
        after=after(body),
        total=total if isinstance(total, int) else None,
    )


def cut_short(records: Iterable[Json]) -> dict[str, list[str]]:
    """Ids by kind of those associations that go on beyond what the answer shows."""
    cut: dict[str, list[str]] = {}
    for row in records:
        for name, part in (row.get("associations") or {}).items():
            if after(part) is not None:
                cut.setdefault(_kind(name), []).append(str(row["id"]))
    return cut


def to_cut_page(body: Json) -> tuple[Page, dict[str, list[str]]]:
    return to_page(body), cut_short(rows(body))


def to_cut_record(row: Json) -> tuple[Record, dict[str, list[str]]]:
    return to_record(row), cut_short([row])


def to_edge(from_id: str, row: Json) -> Edge:
    types = row.get("associationTypes") or []
    type_ids = frozenset(int(each["typeId"]) for each in types)
    return Edge(from_id=from_id, to_id=str(row["toObjectId"]), type_ids=type_ids)


def to_owner(row: Json) -> OwnerRecord:
    """A deactivated user's number stands in userIdIncludingInactive only."""
    return OwnerRecord(
        id=str(row["id"]),
        email=text_of(row.get("email")) or "",
        first_name=text_of(row.get("firstName")) or "",
        last_name=text_of(row.get("lastName")) or "",
        user_id=text_of(row.get("userId")) or text_of(row.get("userIdIncludingInactive")),
        archived=bool(row.get("archived")),
    )


def to_owners(body: Json) -> tuple[list[OwnerRecord], str | None]:
    """One page of owners and the cursor of the next."""
    return [to_owner(row) for row in rows(body)], after(body)


def to_pipeline(row: Json) -> PipelineRecord:
    """A pipeline with its live stages in the order in which the portal shows them."""
    stages = [each for each in row.get("stages") or [] if not each.get("archived")]
    return PipelineRecord(
        id=str(row["id"]),
        label=text_of(row.get("label")) or "",
        stages=tuple(sorted(map(_stage, stages), key=lambda stage: stage.order)),
    )


def to_property(row: Json) -> PropertyRecord:
    """Writability is readOnlyValue: `calculated` and `hubspotDefined` do not tell it."""
    modification = row.get("modificationMetadata") or {}
    return PropertyRecord(
        name=str(row["name"]),
        label=text_of(row.get("label")) or "",
        type=text_of(row.get("type")) or "",
        read_only=bool(modification.get("readOnlyValue")),
        options=tuple(map(_option, row.get("options") or [])),
        unique=bool(row.get("hasUniqueValue")),
    )


def to_changes(row: Json, name: str) -> tuple[Change, ...]:
    """Newest first, whatever order they came in."""
    history = (row.get("propertiesWithHistory") or {}).get(name) or []
    changes = [
        Change(
            value=text_of(each.get("value")),
            at=datetime_of(each.get("timestamp")) or EPOCH,
            source=text_of(each.get("sourceType")) or "",
        )
        for each in history
    ]
    return tuple(sorted(changes, key=lambda change: change.at, reverse=True))


def to_account(body: Json) -> Account:
    return Account(
        portal_id=str(body["portalId"]),
        ui_domain=text_of(body.get("uiDomain")) or "app.hubspot.com",
        time_zone=text_of(body.get("timeZone")) or "UTC",
    )


def from_links(links: Mapping[str, Sequence[NewLink]]) -> list[Json]:
    """Inline associations of a create; the kind is not sent, the type id implies it."""
    return [
        {"to": {"id": link.to_id}, "types": from_link_type(link.type_id)}
        for several in links.values()
        for link in several
    ]


def from_link_type(type_id: int) -> list[Json]:
    return [{"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": type_id}]


def from_options(options: Iterable[OptionRecord]) -> list[Json]:
    return [
        {
            "label": option.label,
            "value": option.value,
            "hidden": option.hidden,
            "displayOrder": option.order,
            "description": option.description,
        }
        for option in options
    ]


def from_unique_property(name: str, label: str, group: str) -> Json:
    return {
        "name": name,
        "label": label,
        "groupName": group,
        "type": "string",
        "fieldType": "text",
        "hasUniqueValue": True,
        "formField": False,
    }


def _stamped(raw: Json, *names: str) -> datetime | None:
    return next((moment for name in names if (moment := datetime_of(raw.get(name)))), None)


def _kind(name: str) -> str:
    return _NAMES.get(name, name)


def _associations(row: Json) -> dict[str, tuple[str, ...]]:
    """The same pair stands once for each of its types: one id is enough, the primary one first."""
    found: dict[str, tuple[str, ...]] = {}
    for name, part in (row.get("associations") or {}).items():
        links = sorted(part.get("results") or [], key=_is_unlabelled)
        found[_kind(name)] = tuple(dict.fromkeys(str(each["id"]) for each in links))
    return found


def _is_unlabelled(link: Json) -> bool:
    """HubSpot's names: contact_to_company is the primary link, contact_to_company_unlabeled any."""
    return str(link.get("type") or "").endswith("_unlabeled")


def _stage(row: Json) -> StageRecord:
    metadata = {name: text_of(value) or "" for name, value in (row.get("metadata") or {}).items()}
    label = text_of(row.get("label")) or ""
    return StageRecord(str(row["id"]), label, int(row.get("displayOrder") or 0), metadata)


def _option(row: Json) -> OptionRecord:
    return OptionRecord(
        value=text_of(row.get("value")) or "",
        label=text_of(row.get("label")) or "",
        hidden=bool(row.get("hidden")),
        order=int(row.get("displayOrder") or 0),
        description=text_of(row.get("description")) or "",
    )
