"""Single records over HTTP: list, get, create, patch, delete, merge and removal for good."""

from itertools import islice
from typing import Any

from leads.sandbox import removals
from leads.sandbox.kinds import KINDS, Kind, kind_named
from leads.sandbox.messages import Reply, Request
from leads.sandbox.portal import Portal, Row
from leads.sandbox.properties import checked
from leads.sandbox.refusals import Refusal, invalid, not_found, not_numeric
from leads.sandbox.shown import names_shown, shown
from leads.sandbox.writes import create, plan_create, update, written


def kind_of(name: str) -> Kind:
    """The kind that a path names, or a 400 as for any word that is no object type."""
    kind = kind_named(name)
    if kind is None:
        raise Refusal(400, invalid(f"Unable to infer object type from: {name}"))
    return kind


def find(
    portal: Portal, kind: str, row_id: str, *, id_property: str = "", archived: bool = False
) -> Row:
    """The record of an id or of a unique value; 404 where there is none."""
    if id_property and id_property != "hs_object_id":
        refuse_not_unique(portal, kind, id_property)
        held = portal.shelves[kind].holder(id_property, row_id)
        if held is None or archived:
            raise Refusal(404, not_found())
        return held
    if not row_id.isdigit():
        raise Refusal(404, not_numeric(row_id))
    row = portal.row(kind, row_id, archived=archived)
    if row is None:
        raise Refusal(404, not_found())
    return row


def refuse_not_unique(portal: Portal, kind: str, name: str) -> None:
    """Only a property with unique values can stand in for the id."""
    if name not in portal.shelves[kind].unique:
        raise Refusal(400, invalid(f"Property {name} is not a unique value property"))


def associated_kinds(request: Request) -> list[str]:
    """The plural kinds named by `associations`."""
    return [kind_of(name).plural for name in request.many("associations")]


def list_page(portal: Portal, request: Request, type: str) -> Reply:
    """A page of live records, or of archived ones, by ascending id; `after` is the next id itself."""
    kind = kind_of(type).plural
    history = request.many("propertiesWithHistory")
    limit = request.limit(10, portal.switches.history_page_limit if history else 100)
    after = request.one("after", "0") or "0"
    if not after.isdigit():
        raise Refusal(400, invalid(f"Invalid paging cursor: {after}"))
    shelf = portal.shelves[kind]
    index = shelf.archived if request.flag("archived") else shelf.live
    start, keys = index.at_or_after(int(after)), index.in_order()
    names = names_shown(portal, kind, request.many("properties") + history)
    ties = associated_kinds(request)
    rows = [
        shown(portal, shelf.rows[str(key)], names, history=history, associations=ties)
        for key in islice(keys, start, start + limit)
    ]
    body: dict[str, Any] = {"results": rows}
    if start + limit < len(keys):
        body["paging"] = {"next": _next(portal, request, kind, keys[start + limit])}
    return Reply(200, body)


def _next(portal: Portal, request: Request, kind: str, after: int) -> dict[str, str]:
    link = (
        f"{portal.ui_base}/crm/v3/objects/{kind}?limit={request.one('limit', '10')}&after={after}"
    )
    return {"after": str(after), "link": link}


def get(portal: Portal, request: Request, type: str, id: str) -> Reply:
    """One record; an id merged away answers with its survivor."""
    kind = kind_of(type).plural
    archived = request.flag("archived")
    row = find(portal, kind, id, id_property=request.one("idProperty"), archived=archived)
    history = request.many("propertiesWithHistory")
    names = names_shown(portal, kind, request.many("properties") + history)
    ties = associated_kinds(request)
    return Reply(200, shown(portal, row, names, history=history, associations=ties))


def post(portal: Portal, request: Request, type: str) -> Reply:
    """Create a record with its inline associations."""
    kind = kind_of(type).plural
    row = create(portal, kind, plan_create(portal, kind, request.body))
    return Reply(201, written(portal, row, request.body.get("properties") or {}))


def patch(portal: Portal, request: Request, type: str, id: str) -> Reply:
    """Change values of a live record."""
    kind = kind_of(type).plural
    row = find(portal, kind, id, id_property=request.one("idProperty"))
    sent = request.body.get("properties") or {}
    update(portal, row, checked(portal, kind, sent, row))
    return Reply(200, written(portal, row, sent))


def delete(portal: Portal, _request: Request, type: str, id: str) -> Reply:
    """Archive a record; one that is archived or unknown is no error."""
    kind = kind_of(type).plural
    row = portal.row(kind, id)
    if row is not None:
        removals.archive(portal, row)
    elif (
        portal.row(kind, id, archived=True) is None and portal.switches.unknown_delete_status == 404
    ):
        raise Refusal(404, not_found())
    return Reply(204)


def merge(portal: Portal, request: Request, type: str) -> Reply:
    """Merge one contact, company or deal into another; answers with the survivor."""
    kind = kind_of(type).plural
    if kind not in {"contacts", "companies", "deals"}:
        raise Refusal(400, invalid(f"Merging is not supported for {KINDS[kind].shout}"))
    primary = find(portal, kind, str(request.body.get("primaryObjectId", "")))
    other = find(portal, kind, str(request.body.get("objectIdToMerge", "")))
    if primary is other:
        raise Refusal(400, invalid("Cannot merge an object with itself"))
    new_id = portal.switches.merge_makes_new_id
    row = removals.merge(portal, primary, other, new_id=new_id)
    return Reply(200, shown(portal, row, names_shown(portal, kind, ("hs_merged_object_ids",))))


def gdpr_delete(portal: Portal, request: Request, type: str) -> Reply:
    """Remove a contact for good, live or archived; an unknown one is no error."""
    kind = kind_of(type).plural
    if kind != "contacts":
        raise Refusal(400, invalid("GDPR deletion is supported for contacts only"))
    wanted = str(request.body.get("objectId", ""))
    if request.body.get("idProperty") == "email":
        row = portal.shelves[kind].holder("email", wanted)
    else:
        row = portal.row(kind, wanted) or portal.row(kind, wanted, archived=True)
    if row is not None:
        removals.purge(portal, row)
    return Reply(204)
