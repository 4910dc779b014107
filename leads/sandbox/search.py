"""Search: filters, order and paging over an index that may lag behind the records."""

from typing import Any, NamedTuple

from leads.sandbox.filters import Question, comparable, question
from leads.sandbox.kinds import KINDS
from leads.sandbox.messages import Reply, Request
from leads.sandbox.objects import kind_of
from leads.sandbox.portal import Portal
from leads.sandbox.ranges import Span, span
from leads.sandbox.refusals import Refusal, invalid
from leads.sandbox.shelf import Seen, Shelf
from leads.sandbox.shown import names_shown, shown

WINDOW = 10_000
_MOST = 200
_LONGEST_QUERY = 3_000
_SEARCHED = {
    "contacts": ("firstname", "lastname", "email", "phone", "company"),
    "companies": ("name", "domain", "website", "phone"),
    "deals": ("dealname", "description"),
    "leads": ("hs_lead_name",),
    "notes": ("hs_note_body",),
    "tasks": ("hs_task_subject", "hs_task_body"),
    "emails": ("hs_email_subject",),
    "meetings": ("hs_meeting_title",),
    "calls": ("hs_call_title", "hs_call_body"),
    "orders": ("hs_order_name",),
}


class Order(NamedTuple):
    """By which property, and which way."""

    name: str
    descending: bool


def search(portal: Portal, request: Request, type: str) -> Reply:
    """Matches on the index as it was, values as they are; `total` counts what the index still holds."""
    kind = kind_of(type).plural
    _refuse_long(portal, request)
    body = request.body
    limit, start = _window(body)
    groups = _groups(body)
    order = _order(portal, kind, body.get("sorts") or [])
    asks = _with_query(kind, question(portal, kind, groups), str(body.get("query") or ""))
    ids = _matching(portal, kind, groups, asks, order, quick=not body.get("query"))
    names = names_shown(portal, kind, body.get("properties") or [])
    rows = (portal.row(kind, row_id) for row_id in map(str, ids[start : start + limit]))
    results = [shown(portal, row, names) for row in rows if row is not None]
    answer: dict[str, Any] = {"total": len(ids), "results": results}
    if start + limit < len(ids):
        answer["paging"] = {"next": {"after": str(start + limit)}}
    return Reply(200, answer)


def _refuse_long(portal: Portal, request: Request) -> None:
    most = portal.switches.search_body_limit
    if most and len(request.raw.decode(errors="replace")) > most:
        raise Refusal(400, invalid(f"The request body is longer than {most} characters"))


def _window(body: dict[str, Any]) -> tuple[int, int]:
    limit, after = body.get("limit", 10), str(body.get("after") or "0")
    if isinstance(limit, str) and limit.isdigit():
        limit = int(limit)
    if not isinstance(limit, int) or not 0 <= limit <= _MOST:
        raise Refusal(400, invalid(f"limit must be between 0 and {_MOST}, but was {limit}"))
    if not after.isdigit():
        raise Refusal(400, invalid(f"Invalid paging cursor: {after}"))
    if int(after) + limit > WINDOW:
        message = f"paging through search results cannot exceed {WINDOW} results"
        raise Refusal(400, invalid(message))
    return limit, int(after)


def _groups(body: dict[str, Any]) -> list[Any]:
    groups = body.get("filterGroups") or []
    if not groups and body.get("filters"):
        groups = [{"filters": body["filters"]}]
    if not isinstance(groups, list):
        raise Refusal(400, invalid("Invalid input JSON: filterGroups must be a list"))
    return groups


def _order(portal: Portal, kind: str, sorts: Any) -> Order:
    if not isinstance(sorts, list) or len(sorts) > 1:
        raise Refusal(400, invalid("Only one sort can be applied to a search"))
    if not sorts:
        return Order(KINDS[kind].created, descending=False)
    one = sorts[0]
    if isinstance(one, str):
        name, down = one.lstrip("-"), one.startswith("-")
    else:
        name, down = str(one.get("propertyName", "")), one.get("direction") == "DESCENDING"
    if name not in portal.definitions[kind]:
        raise Refusal(400, invalid(f"Cannot sort by unknown property {name}"))
    return Order(name, down)


def _with_query(kind: str, asks: Question, query: str) -> Question:
    if len(query) > _LONGEST_QUERY:
        raise Refusal(400, invalid(f"query is longer than {_LONGEST_QUERY} characters"))
    words = query.lower().split()
    if not words:
        return asks
    names = _SEARCHED.get(kind, ())
    return lambda row_id, values: (
        asks(row_id, values)
        and all(any(w in (values.get(n) or "").lower() for n in names) for w in words)
    )


def _matching(
    portal: Portal, kind: str, groups: list[Any], asks: Question, order: Order, *, quick: bool
) -> list[int]:
    """Ids in order, of the records as the index knows them. `quick`: an index may answer alone."""
    shelf, old = portal.shelves[kind], portal.shelves[kind].lagging()
    picked = span(portal, kind, groups)
    ids, ready = _candidates(shelf, picked, order)
    if not quick or (groups and not (picked is not None and picked.exact)):
        rows = shelf.rows
        ids = [i for i in ids if str(i) in old or asks(str(i), rows[str(i)].properties)]
    if old:
        ids = [i for i in ids if str(i) not in old]
        known = ((int(i), seen.properties) for i, seen in old.items())
        ids += [i for i, values in known if values is not None and asks(str(i), values)]
        ready = False
    if not ready:
        return _sorted(portal, shelf, ids, order, old)
    return ids[::-1] if order.descending else ids


def _candidates(shelf: Shelf, picked: Span | None, order: Order) -> tuple[list[int], bool]:
    """Records to ask, and whether they stand in the order that was asked for."""
    kind = KINDS[shelf.kind]
    if picked is not None:
        name = kind.modified if picked.by_modified else "hs_object_id"
        return picked.ids, order.name == name
    indexes = {kind.modified: shelf.modified, kind.created: shelf.created}
    if order.name in indexes:
        return [number for _, number in indexes[order.name].in_order()], True
    return shelf.live.in_order(), order.name == "hs_object_id"


def _sorted(
    portal: Portal, shelf: Shelf, ids: list[int], order: Order, old: dict[str, Seen]
) -> list[int]:
    """By value, then by id; records without a value come last either way."""
    key_of = comparable(portal.definitions[shelf.kind][order.name])
    keyed: list[tuple[Any, int]] = []
    empty: list[int] = []
    for number in ids:
        held = _indexed(shelf, str(number), old).get(order.name)
        key = key_of(held) if held else None
        if key is None:
            empty.append(number)
        else:
            keyed.append((key, number))
    keyed.sort(reverse=order.descending)
    return [number for _, number in keyed] + sorted(empty)


def _indexed(shelf: Shelf, row_id: str, old: dict[str, Seen]) -> dict[str, str | None]:
    seen = old.get(row_id)
    if seen is not None:
        return seen.properties or {}
    row = shelf.rows.get(row_id)
    return row.properties if row is not None else {}
