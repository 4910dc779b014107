"""Associations over HTTP, version 4: read, make, take away, singly and in batches, and the labels."""

from typing import Any

from leads.sandbox.association_types import TYPES, plain_type, types_between
from leads.sandbox.batch import error_row, inputs_of, outcome
from leads.sandbox.kinds import KINDS
from leads.sandbox.messages import Reply, Request
from leads.sandbox.objects import find, kind_of
from leads.sandbox.portal import Portal
from leads.sandbox.refusals import Refusal, bad_associations, invalid
from leads.sandbox.ties import Tie, attach, detach, types_asked, wire_type

type Json = dict[str, Any]
_MOST_CREATED = 2_000


def page(portal: Portal, request: Request, type: str, id: str, to: str) -> Reply:
    """The ties of one record to another kind, by ascending id of the other side."""
    kind, to_kind = kind_of(type).plural, kind_of(to).plural
    row = portal.row(kind, id, archived=True) or find(portal, kind, id)
    limit = request.limit(portal.switches.association_page, portal.switches.association_page)
    found = _ends(portal, kind, row.id, to_kind)
    start = _place(found, request.one("after", "0") or "0")
    body: Json = {"results": [_end(portal, one, found[one]) for one in list(found)[start:][:limit]]}
    if start + limit < len(found):
        body["paging"] = _paging(portal, f"{kind}/{id}", list(found)[start + limit])
    return Reply(200, body)


def _ends(portal: Portal, kind: str, row_id: str, to_kind: str) -> dict[str, frozenset[int]]:
    if kind == "deals" and to_kind == "leads" and portal.switches.deal_side_blind:
        return {}
    archived = portal.row(kind, row_id, archived=True) is not None
    if archived and not portal.switches.archived_keep_associations:
        return {}
    ends = portal.edges.ends(kind, row_id, to_kind)
    return {i: ends[i] for i in sorted(ends, key=int) if portal.row(to_kind, i) is not None}


def _place(found: dict[str, frozenset[int]], after: str) -> int:
    if not after.isdigit():
        raise Refusal(400, invalid(f"Invalid paging cursor: {after}"))
    return sum(int(one) < int(after) for one in found)


def _paging(portal: Portal, path: str, after: str) -> Json:
    link = f"{portal.ui_base}/crm/v4/objects/{path}?after={after}"
    return {"next": {"after": after, "link": link}}


def _end(portal: Portal, to_id: str, types: frozenset[int]) -> Json:
    shown_id: int | str = to_id if portal.switches.to_object_id_text else int(to_id)
    return {"toObjectId": shown_id, "associationTypes": [_label(portal, t) for t in sorted(types)]}


def _label(portal: Portal, type_id: int) -> Json:
    label = TYPES[type_id].label
    return {"category": "HUBSPOT_DEFINED", "typeId": wire_type(portal, type_id), "label": label}


def labels(portal: Portal, _request: Request, start: str, end: str) -> Reply:
    """Every type from one kind to another; none at all is an empty list, not an error."""
    kinds = kind_of(start).plural, kind_of(end).plural
    return Reply(200, {"results": [_label(portal, t.id) for t in types_between(*kinds)]})


def put(portal: Portal, request: Request, type: str, id: str, to: str, to_id: str) -> Reply:
    """Tie two records by named types."""
    kind, to_kind = kind_of(type).plural, kind_of(to).plural
    body = _tie(portal, kind, id, to_kind, to_id, request.json)
    return Reply(201, body)


def _tie(portal: Portal, kind: str, id: str, to_kind: str, to_id: str, specs: Any) -> Json:
    row, other = find(portal, kind, id), find(portal, to_kind, to_id)
    types = types_asked(portal, kind, specs)
    if any(t.to_kind != to_kind for t in types):
        wrong = [f"HUBSPOT_DEFINED={t.id} is not a valid association definition id" for t in types]
        raise Refusal(400, bad_associations("INVALID_ASSOCIATION_TYPE_ID", wrong))
    for one in types:
        attach(portal, row.id, Tie(other.id, one))
    return {
        "fromObjectTypeId": KINDS[kind].type_id,
        "fromObjectId": int(row.id),
        "toObjectTypeId": KINDS[to_kind].type_id,
        "toObjectId": int(other.id),
        "labels": [t.label for t in types if t.label],
    }


def put_default(
    portal: Portal,
    _request: Request,
    type: str,
    id: str,
    to: str,
    to_id: str,
) -> Reply:
    """Tie two records by the unlabelled type; the answer shows both directions."""
    results = _default(portal, kind_of(type).plural, id, kind_of(to).plural, to_id)
    return outcome(portal, results)


def _default(portal: Portal, kind: str, id: str, to_kind: str, to_id: str) -> list[Json]:
    row, other = find(portal, kind, id), find(portal, to_kind, to_id)
    plain = plain_type(kind, to_kind)
    if plain is None:
        names = f"{KINDS[kind].type_id} and {KINDS[to_kind].type_id}"
        raise Refusal(400, invalid(f"No default association exists between {names}"))
    attach(portal, row.id, Tie(other.id, plain))
    return [
        _made(portal, row.id, other.id, plain.id),
        _made(portal, other.id, row.id, plain.back),
    ]


def _made(portal: Portal, from_id: str, to_id: str, type_id: int) -> Json:
    number = wire_type(portal, type_id)
    spec = {"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": number}
    return {"from": {"id": from_id}, "to": {"id": to_id}, "associationSpec": spec}


def delete(portal: Portal, _request: Request, type: str, id: str, to: str, to_id: str) -> Reply:
    """Take away every type between two records; none at all is no error."""
    detach(portal, kind_of(type).plural, id, kind_of(to).plural, to_id, None)
    return Reply(204)


def read_many(portal: Portal, request: Request, start: str, end: str) -> Reply:
    """The ties of many records; one without any is an error row of a 207, not an empty result."""
    kind, to_kind = kind_of(start).plural, kind_of(end).plural
    results: list[Json] = []
    errors: list[Json] = []
    for one in inputs_of(request, portal.switches.association_batch_read):
        from_id = str(one.get("id", ""))
        found = _ends(portal, kind, from_id, to_kind)
        if found:
            results.append(_batch_row(portal, kind, from_id, found, str(one.get("after") or "0")))
        else:
            errors.append(_none_found(kind, from_id, to_kind))
    return outcome(portal, results, errors)


def _batch_row(
    portal: Portal, kind: str, from_id: str, found: dict[str, frozenset[int]], after: str
) -> Json:
    limit, place = portal.switches.association_page, _place(found, after)
    ends = [_end(portal, one, found[one]) for one in list(found)[place:][:limit]]
    row: Json = {"from": {"id": from_id}, "to": ends}
    if place + limit < len(found):
        row["paging"] = _paging(portal, f"{kind}/{from_id}", list(found)[place + limit])
    return row


def _none_found(kind: str, from_id: str, to_kind: str) -> Json:
    start, end = KINDS[kind], KINDS[to_kind]
    return error_row(
        "OBJECT_NOT_FOUND",
        f"No {end.plural} associated with {start.singular} {from_id} were found",
        {
            "fromObjectId": [from_id],
            "fromObjectType": [start.type_id],
            "toObjectType": [end.type_id],
        },
        subCategory="crm.associations.NO_ASSOCIATIONS_FOUND",
    )


def _end_ids(one: Json) -> tuple[str, str]:
    return str((one.get("from") or {}).get("id", "")), str((one.get("to") or {}).get("id", ""))


def create_many(portal: Portal, request: Request, start: str, end: str) -> Reply:
    """Tie many pairs; those that cannot be tied are error rows of a 207."""
    kind, to_kind = kind_of(start).plural, kind_of(end).plural
    results: list[Json] = []
    errors: list[Json] = []
    for one in inputs_of(request, _MOST_CREATED):
        from_id, to_id = _end_ids(one)
        try:
            results.append(_tie(portal, kind, from_id, to_kind, to_id, one.get("types")))
        except Refusal as refusal:
            errors.append(_pair_error(refusal, from_id, to_id))
    return outcome(portal, results, errors, good=201)


def _pair_error(refusal: Refusal, from_id: str, to_id: str) -> Json:
    context = {"fromObjectId": [from_id], "toObjectId": [to_id]}
    category = refusal.body.get("category", "OBJECT_NOT_FOUND")
    return error_row(category, refusal.body["message"], context)


def default_many(portal: Portal, request: Request, start: str, end: str) -> Reply:
    """Tie many pairs by the unlabelled type."""
    kind, to_kind = kind_of(start).plural, kind_of(end).plural
    results: list[Json] = []
    errors: list[Json] = []
    for one in inputs_of(request, _MOST_CREATED):
        from_id, to_id = _end_ids(one)
        try:
            results += _default(portal, kind, from_id, to_kind, to_id)
        except Refusal as refusal:
            errors.append(_pair_error(refusal, from_id, to_id))
    return outcome(portal, results, errors)


def archive_many(portal: Portal, request: Request, start: str, end: str) -> Reply:
    """Take away every type between one record and each of a list."""
    kind, to_kind = kind_of(start).plural, kind_of(end).plural
    for one in inputs_of(request, _MOST_CREATED):
        from_id = str((one.get("from") or {}).get("id", ""))
        for other in one.get("to") or ():
            detach(portal, kind, from_id, to_kind, str(other.get("id", "")), None)
    return Reply(204)


def archive_labels(portal: Portal, request: Request, start: str, end: str) -> Reply:
    """Take away the named types only."""
    kind, to_kind = kind_of(start).plural, kind_of(end).plural
    for one in inputs_of(request, _MOST_CREATED):
        from_id, to_id = _end_ids(one)
        going = {t.id for t in types_asked(portal, kind, one.get("types"))}
        detach(portal, kind, from_id, to_kind, to_id, going)
    return Reply(204)
