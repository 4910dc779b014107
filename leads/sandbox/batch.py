"""Many records in one call: read, create, update, upsert and archive, with their half successes."""

from collections.abc import Callable
from typing import Any

from leads.sandbox import removals
from leads.sandbox.instants import iso
from leads.sandbox.kinds import KINDS
from leads.sandbox.messages import Reply, Request
from leads.sandbox.objects import kind_of, refuse_not_unique
from leads.sandbox.portal import Portal, Row
from leads.sandbox.properties import checked
from leads.sandbox.refusals import Refusal, invalid
from leads.sandbox.shown import names_shown, shown
from leads.sandbox.writes import create, plan_create, update, written

type Json = dict[str, Any]
_MOST = 100


def inputs_of(request: Request, most: int = _MOST) -> list[Json]:
    """The inputs of a batch; refuses more than allowed."""
    inputs = request.body.get("inputs")
    if not isinstance(inputs, list) or not all(isinstance(one, dict) for one in inputs):
        raise Refusal(400, invalid("Invalid input JSON: inputs must be a list of objects"))
    if len(inputs) > most:
        message = f"The maximum number of inputs supported in a batch request is {most}."
        raise Refusal(400, invalid(f"{message} {len(inputs)} inputs were provided."))
    return inputs


def outcome(
    portal: Portal, results: list[Json], errors: list[Json] | None = None, *, good: int = 200
) -> Reply:
    """The envelope of a batch: 207 as soon as one input failed."""
    now = iso(portal.now())
    body: Json = {"status": "COMPLETE", "results": results, "startedAt": now, "completedAt": now}
    if not errors:
        return Reply(good, body)
    body["numErrors"] = len(errors)
    body["errors"] = errors
    return Reply(207, body)


def error_row(category: str, message: str, context: Json, **more: Any) -> Json:
    """One entry of the errors of a 207."""
    row = {"status": "error", "category": category, "message": message, "context": context}
    return {**row, **more}


def _missing(kind: str, ids: list[str]) -> Json:
    shout = KINDS[kind].shout
    message = f"Could not get some {shout} objects, they may be deleted or not exist."
    return error_row("OBJECT_NOT_FOUND", f"{message} Check that ids are valid.", {"ids": ids})


def _look_up(portal: Portal, kind: str, value: str, by: str, *, archived: bool) -> Row | None:
    if by and by != "hs_object_id":
        return None if archived else portal.shelves[kind].holder(by, value)
    row = portal.row(kind, value, archived=archived)
    # A batch knows no former ids: what was merged away is left out without a word.
    return row if row is not None and row.id == value else None


def read(portal: Portal, request: Request, type: str) -> Reply:
    """Read by ids or by a unique property; unknown ids come together in one error row."""
    kind = kind_of(type).plural
    body, archived = request.body, request.flag("archived")
    history = body.get("propertiesWithHistory") or []
    inputs = inputs_of(request, portal.switches.history_page_limit if history else _MOST)
    by = body.get("idProperty") or ""
    if by and by != "hs_object_id":
        refuse_not_unique(portal, kind, by)
    names = names_shown(portal, kind, [*(body.get("properties") or []), *history])
    rows: dict[str, Row] = {}
    absent: list[str] = []
    for value in dict.fromkeys(str(one.get("id", "")) for one in inputs):
        row = _look_up(portal, kind, value, by, archived=archived)
        if row is not None:
            rows[row.id] = row
        elif value not in portal.merged[kind]:
            absent.append(value)
    results = [shown(portal, row, names, history=history) for row in rows.values()]
    return outcome(portal, results, [_missing(kind, absent)] if absent else None)


def _traced(inputs: list[Json]) -> bool:
    traces = [one.get("objectWriteTraceId") for one in inputs]
    return bool(traces) and all(traces) and len(set(traces)) == len(traces)


def _each(
    portal: Portal, inputs: list[Json], *, partial: bool, do: Callable[[Json, bool], Json | None]
) -> tuple[list[Json], list[Json]]:
    """Do every input. Without trace ids one bad input refuses the whole, before anything was done.

    `do(input, really)` checks only when not `really`; it answers the row, or None to leave it out.
    """
    if not partial and not portal.switches.batch_applies_before_failing:
        for one in inputs:
            do(one, False)
    results: list[Json] = []
    errors: list[Json] = []
    for one in inputs:
        trace = one.get("objectWriteTraceId")
        try:
            row = do(one, True)
        except Refusal as refusal:
            if not partial:
                raise
            errors.append(_traced_error(refusal, trace))
        else:
            results += [{**row, "objectWriteTraceId": trace} if trace else row] if row else []
    return results, errors


def _traced_error(refusal: Refusal, trace: str | None) -> Json:
    body = refusal.body
    context = {**body.get("context", {}), "objectWriteTraceId": [trace]}
    more = {"errors": body["errors"]} if "errors" in body else {}
    category = body.get("category", "OBJECT_NOT_FOUND")
    return error_row(category, body["message"], context, **more)


def create_many(portal: Portal, request: Request, type: str) -> Reply:
    """Create; with a trace id of its own on each input the good ones come through."""
    kind = kind_of(type).plural

    def do(one: Json, really: bool) -> Json | None:
        plan = plan_create(portal, kind, one)
        if not really:
            return None
        return written(portal, create(portal, kind, plan), one.get("properties") or {})

    inputs = inputs_of(request)
    _refuse_repeated(portal, kind, inputs)
    results, errors = _each(portal, inputs, partial=_traced(inputs), do=do)
    return outcome(portal, results, errors, good=201)


def _refuse_repeated(portal: Portal, kind: str, inputs: list[Json]) -> None:
    for name in portal.shelves[kind].unique:
        values = [str((one.get("properties") or {}).get(name) or "").lower() for one in inputs]
        held = [value for value in values if value]
        if len(set(held)) < len(held) and not _traced(inputs):
            raise Refusal(400, invalid(f"Duplicate values found in batch input for {name}"))


def update_many(portal: Portal, request: Request, type: str) -> Reply:
    """Update; ids that are not there are left out, or reported, as the portal's switch says."""
    kind = kind_of(type).plural
    inputs = inputs_of(request)
    absent: list[str] = []

    def do(one: Json, really: bool) -> Json | None:
        value, by = str(one.get("id", "")), one.get("idProperty") or ""
        row = _look_up(portal, kind, value, by, archived=False)
        if row is None:
            absent.extend([value] if really and value not in portal.merged[kind] else [])
            return None
        sent = one.get("properties") or {}
        values = checked(portal, kind, sent, row)
        if not really:
            return None
        update(portal, row, values)
        return written(portal, row, sent)

    partial = portal.switches.trace_ids_partial_update and _traced(inputs)
    results, errors = _each(portal, inputs, partial=partial, do=do)
    if absent and portal.switches.batch_update_missing == "error":
        errors.append(_missing(kind, absent))
    return outcome(portal, results, errors)


def upsert_many(portal: Portal, request: Request, type: str) -> Reply:
    """Update by a unique value, or create; each row says whether it is new."""
    kind = kind_of(type).plural

    def do(one: Json, really: bool) -> Json | None:
        by, value = one.get("idProperty") or "", str(one.get("id", ""))
        refuse_not_unique(portal, kind, by)
        row = _look_up(portal, kind, value, by, archived=False)
        sent = {by: value, **(one.get("properties") or {})}
        if row is not None:
            # Found by a secondary address: the primary one stays what it is.
            sent = {name: held for name, held in sent.items() if name != by or held != value}
            values = checked(portal, kind, sent, row)
            if really:
                update(portal, row, values)
            return {**written(portal, row, sent), "new": False} if really else None
        plan = plan_create(portal, kind, {**one, "properties": sent})
        if not really:
            return None
        return {**written(portal, create(portal, kind, plan), sent), "new": True}

    results, errors = _each(portal, inputs_of(request), partial=False, do=do)
    return outcome(portal, results, errors)


def archive_many(portal: Portal, request: Request, type: str) -> Reply:
    """Archive; what is gone already is no error."""
    kind = kind_of(type).plural
    for one in inputs_of(request):
        row = _look_up(portal, kind, str(one.get("id", "")), "", archived=False)
        if row is not None:
            removals.archive(portal, row)
    return Reply(204)
