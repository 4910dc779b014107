"""Someone in HubSpot: what a person or a workflow does there, without the API and its checks."""

from typing import Any

from leads.sandbox import removals
from leads.sandbox.definitions import Option, Stage
from leads.sandbox.instants import iso, parse
from leads.sandbox.kinds import kind_named
from leads.sandbox.portal import Portal, Row
from leads.sandbox.properties import text_of
from leads.sandbox.ties import Tie, attach, detach, ties_asked, types_asked
from leads.sandbox.writes import link_primary_company

type Json = dict[str, Any]


class UnknownError(Exception):
    """The order names something that the portal does not have; the message says what."""


def plural(name: object) -> str:
    """The plural kind that an order names."""
    kind = kind_named(str(name))
    if kind is None:
        raise UnknownError(f"no kind of record is called {name}")
    return kind.plural


def row_of(portal: Portal, order: Json, field: str = "id") -> Row:
    """The record that an order names, live or archived."""
    kind, row_id = plural(order.get("kind")), str(order.get(field, ""))
    row = portal.row(kind, row_id) or portal.row(kind, row_id, archived=True)
    if row is None:
        raise UnknownError(f"{kind} has no record {row_id}")
    return row


def edit(portal: Portal, order: Json) -> Json:
    """Set any values, read-only ones too. `bump` false leaves the modified date; `index_lag` seconds."""
    row = row_of(portal, order)
    values = {str(k): text_of(v) for k, v in (order.get("properties") or {}).items()}
    lag = order.get("index_lag")
    portal.change(
        row,
        values,
        source=str(order.get("source") or "CRM_UI"),
        bump=bool(order.get("bump", True)),
        lag=None if lag is None else float(lag),
    )
    if order.get("updated_at"):
        _backdate(portal, row, str(order["updated_at"]))
    return raw(portal, row)


def _backdate(portal: Portal, row: Row, text: str) -> None:
    shelf = portal.shelves[row.kind]
    shelf.lift(row)
    portal.touch(row, parse(text))
    shelf.place(row)


def create(portal: Portal, order: Json) -> Json:
    """Create a record without the API's checks, at any time in the past."""
    kind = plural(order.get("kind"))
    values = {str(k): text_of(v) for k, v in (order.get("properties") or {}).items()}
    at = parse(str(order["created_at"])) if order.get("created_at") else portal.now()
    row = portal.add(
        kind,
        dict(values),
        id=str(order["id"]) if order.get("id") else None,
        created_at=at,
        source=str(order.get("source") or "CRM_UI"),
    )
    for tie in ties_asked(portal, kind, order.get("associations")):
        attach(portal, row.id, tie)
    if kind == "leads":
        link_primary_company(portal, row)
    if order.get("index_lag"):
        portal.shelves[kind].remember(row, float(order["index_lag"]), new=True)
    return raw(portal, row)


def archive(portal: Portal, order: Json) -> Json:
    """Archive a record."""
    row = row_of(portal, order)
    if row.archived_at is None:
        removals.archive(portal, row)
    return raw(portal, row)


def restore(portal: Portal, order: Json) -> Json:
    """Bring an archived record back under its old id."""
    row = row_of(portal, order)
    if row.archived_at is not None:
        removals.restore(portal, row)
    return raw(portal, row)


def merge(portal: Portal, order: Json) -> Json:
    """Merge record `merged` into `primary`; `new_id` gives the survivor a fresh one."""
    primary, other = row_of(portal, order, "primary"), row_of(portal, order, "merged")
    new_id = bool(order.get("new_id", portal.switches.merge_makes_new_id))
    return raw(portal, removals.merge(portal, primary, other, new_id=new_id))


def purge(portal: Portal, order: Json) -> Json:
    """Remove a record for good."""
    removals.purge(portal, row_of(portal, order))
    return {}


def link(portal: Portal, order: Json) -> Json:
    """Tie two records by `type_id`."""
    kind, to_kind = plural(order.get("from_kind")), plural(order.get("to_kind"))
    (found,) = types_asked(portal, kind, [{"associationTypeId": order.get("type_id")}])
    if found.to_kind != to_kind:
        raise UnknownError(f"{order.get('type_id')} does not join {kind} to {to_kind}")
    attach(portal, str(order.get("from_id")), Tie(str(order.get("to_id")), found))
    return {}


def unlink(portal: Portal, order: Json) -> Json:
    """Take away one type, or all ties where no `type_id` is given."""
    kind, to_kind = plural(order.get("from_kind")), plural(order.get("to_kind"))
    only: set[int] | None = None
    if order.get("type_id") is not None:
        only = {t.id for t in types_asked(portal, kind, [{"associationTypeId": order["type_id"]}])}
    detach(portal, kind, str(order.get("from_id")), to_kind, str(order.get("to_id")), only)
    return {}


def owner(portal: Portal, order: Json) -> Json:
    """Add an owner, or deactivate one."""
    owner_id = str(order.get("id", ""))
    known = portal.owners.get(owner_id)
    if known is None:
        names = (str(order.get(n, "")) for n in ("email", "first_name", "last_name"))
        portal.add_owner(owner_id, *names, user_id=int(order.get("user_id") or owner_id))
        known = portal.owners[owner_id]
    known.archived, known.updated_at = bool(order.get("archived", False)), portal.now()
    return {"id": owner_id, "archived": known.archived}


def stage(portal: Portal, order: Json) -> Json:
    """Put a stage of any id into a pipeline, or take it out with `gone`."""
    kind = plural(order.get("kind"))
    pipeline = portal.pipelines[kind].get(str(order.get("pipeline")))
    stage_id = str(order.get("id", ""))
    if pipeline is None:
        raise UnknownError(f"{kind} has no pipeline {order.get('pipeline')}")
    pipeline.stages = [one for one in pipeline.stages if one.id != stage_id]
    if not order.get("gone"):
        label, order_no = str(order.get("label") or stage_id), len(pipeline.stages)
        pipeline.stages.append(Stage(stage_id, label, dict(order.get("metadata") or {}), order_no))
        portal.define_clocks(kind, stage_id, label)
    return {"stages": [one.id for one in pipeline.stages]}


def option(portal: Portal, order: Json) -> Json:
    """Add an option to an enumeration, or hide or remove (`gone`) one."""
    kind, value = plural(order.get("kind")), str(order.get("value", ""))
    definition = portal.definitions[kind].get(str(order.get("property")))
    if definition is None:
        raise UnknownError(f"{kind} has no property {order.get('property')}")
    definition.options = [one for one in definition.options if one.value != value]
    if not order.get("gone"):
        label = str(order.get("label") or value)
        definition.options.append(Option(value, label, bool(order.get("hidden"))))
    return {"options": [one.value for one in definition.options]}


def raw(portal: Portal, row: Row) -> Json:
    """A record as it is stored, with its ties and whatever history it has."""
    ties: dict[str, dict[str, list[int]]] = {}
    for to_kind, to_id, types in portal.edges.every(row.kind, row.id):
        ties.setdefault(to_kind, {})[to_id] = sorted(types)
    return {
        "id": row.id,
        "kind": row.kind,
        "properties": dict(row.properties),
        "createdAt": iso(row.created_at),
        "updatedAt": iso(row.updated_at),
        "archived": row.archived_at is not None,
        "archivedAt": iso(row.archived_at) if row.archived_at else None,
        "associations": ties,
        "history": {
            name: [{"value": c.value, "at": iso(c.at), "source": c.source} for c in changes]
            for name, changes in row.history.items()
        },
    }
