"""A record as the API shows it: which properties, which histories, which ties."""

from collections.abc import Iterable
from typing import Any

from leads.sandbox.association_types import TYPES
from leads.sandbox.instants import iso
from leads.sandbox.kinds import KINDS
from leads.sandbox.portal import Portal, Row

type Json = dict[str, Any]

_DEFAULTS = {
    "contacts": ("email", "firstname", "lastname"),
    "companies": ("name", "domain"),
    "deals": ("amount", "closedate", "dealname", "dealstage", "pipeline"),
}
_ASSOCIATIONS_SHOWN = 500


def names_shown(portal: Portal, kind: str, asked: Iterable[str]) -> list[str]:
    """The properties of an answer: those asked for that exist, always with id and both dates."""
    names = KINDS[kind]
    known = portal.definitions[kind]
    wanted = [name for name in asked if name in known] or _DEFAULTS.get(kind, ())
    return list(dict.fromkeys((*wanted, names.created, names.modified, "hs_object_id")))


def shown(
    portal: Portal,
    row: Row,
    names: Iterable[str],
    *,
    history: Iterable[str] = (),
    associations: Iterable[str] = (),
) -> Json:
    """One row of an answer. `names` comes from `names_shown`, `associations` are plural kinds."""
    values = {name: row.properties.get(name) for name in names}
    if portal.switches.cleared_reads_null:
        values = {name: value or None for name, value in values.items()}
    body: Json = {
        "id": row.id,
        "properties": values,
        "createdAt": iso(row.created_at),
        "updatedAt": iso(row.updated_at),
        "archived": row.archived_at is not None,
    }
    if row.archived_at is not None:
        body["archivedAt"] = iso(row.archived_at)
    asked = [name for name in history if name in portal.definitions[row.kind]]
    if asked:
        body["propertiesWithHistory"] = {name: histories(portal, row, name) for name in asked}
    ties = {kind: found for kind in associations if (found := ties_shown(portal, row, kind))}
    if ties:
        body["associations"] = ties
    body["url"] = record_url(portal, row)
    return body


def record_url(portal: Portal, row: Row) -> str:
    """Where a person can look at the record."""
    type_id = KINDS[row.kind].type_id
    return f"{portal.ui_base}/contacts/{portal.portal_id}/record/{type_id}/{row.id}"


def histories(portal: Portal, row: Row, name: str) -> list[Json]:
    """Newest first, cut to as many entries as HubSpot keeps."""
    kept = 45 if row.kind == "contacts" else portal.switches.history_kept
    return [
        {"value": change.value, "timestamp": iso(change.at), "sourceType": change.source}
        for change in row.changes(name)[:kept]
    ]


def ties_shown(portal: Portal, row: Row, to_kind: str) -> Json | None:
    """The ties to one kind, a pair once for each of its types; None where there are none."""
    if row.archived_at is not None and not portal.switches.archived_keep_associations:
        return None
    ends = portal.edges.ends(row.kind, row.id, to_kind)
    found = [
        {"id": end, "type": TYPES[type_id].name}
        for end in sorted(ends, key=int)
        if portal.row(to_kind, end) is not None
        for type_id in sorted(ends[end])
    ]
    return {"results": found[:_ASSOCIATIONS_SHOWN]} if found else None
