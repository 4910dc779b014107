"""What may be written into a property, checked as HubSpot checks it: all bad values in one answer."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from leads.sandbox.calculated import STAGE_PROPERTIES
from leads.sandbox.definitions import Definition
from leads.sandbox.instants import iso, parse, parse_date
from leads.sandbox.kinds import KINDS
from leads.sandbox.portal import Portal, Row
from leads.sandbox.refusals import Refusal, bad_values, exists, invalid

_EMAIL = re.compile(r"[^@\s,;]+@[^@\s,;]+\.[^@\s.,;]{2,}")
_LONGEST = 65_536


class BadValue(Exception):
    """One value that cannot be stored, with HubSpot's code for it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def checked(portal: Portal, kind: str, given: Any, row: Row | None = None) -> dict[str, str]:
    """The values as they will be stored. Refuses with 400 naming every bad property, or with 409."""
    if not isinstance(given, Mapping):
        raise Refusal(400, invalid("Invalid input JSON: properties must be an object"))
    stored: dict[str, str] = {}
    bad: list[tuple[str, str, str, str]] = []
    for name, value in given.items():
        if value is None and portal.switches.null_write == "ignore":
            continue
        try:
            stored[name] = _checked(portal, kind, name, value, row)
        except BadValue as error:
            bad.append((name, error.code, str(error), text_of(value)))
    bad += _bad_stage(portal, kind, stored, row)
    if bad:
        raise Refusal(400, bad_values(portal.portal_id, bad))
    _refuse_taken(portal, kind, stored, row)
    return stored


def text_of(value: Any) -> str:
    """JSON's own types as the text that HubSpot keeps."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _checked(portal: Portal, kind: str, name: str, value: Any, row: Row | None) -> str:
    definition = portal.definitions[kind].get(name)
    if definition is None or definition.archived_at is not None:
        raise BadValue("PROPERTY_DOESNT_EXIST", f'Property "{name}" does not exist')
    if definition.read_only:
        what = "calculated" if definition.calculated else "read only"
        raise BadValue("READ_ONLY_VALUE", f"{name} is a {what} property; its value cannot be set.")
    if value is None and portal.switches.null_write == "refuse":
        raise BadValue("INVALID_VALUE", f"{name} cannot be null")
    if isinstance(value, dict | list):
        raise BadValue("INVALID_VALUE", f"{name} must be a single value")
    text = text_of(value)
    if not text:
        return ""
    return _as_type(portal, definition, text, row)


def _as_type(portal: Portal, definition: Definition, text: str, row: Row | None) -> str:
    if len(text) > _LONGEST:
        raise BadValue("PROPERTY_VALUE_TOO_LONG", f"{definition.name} is longer than {_LONGEST}")
    if definition.type == "enumeration":
        return _as_option(portal, definition, text, row)
    if definition.name == "email" and not _EMAIL.fullmatch(text.strip()):
        raise BadValue("INVALID_EMAIL", f"Email address {text} is invalid")
    if definition.field_type == "phonenumber" and portal.switches.normalise_phones:
        return "+" + re.sub(r"\D", "", text)
    make = _MAKERS.get(definition.type)
    if make is None:
        return text
    try:
        return make(text)
    except ValueError as error:
        code, what = _WORDS[definition.type]
        raise BadValue(code, f"{text} was not a valid {what}.") from error


def _number(text: str) -> str:
    if "_" in text or not abs(float(text)) < float("inf"):
        raise ValueError(text)
    return text.strip()


def _bool(text: str) -> str:
    if text.lower() not in {"true", "false"}:
        raise ValueError(text)
    return text.lower()


_MAKERS: dict[str, Callable[[str], str]] = {
    "number": _number,
    "bool": _bool,
    "date": lambda text: parse_date(text).isoformat(),
    "datetime": lambda text: iso(parse(text)),
}
_WORDS = {
    "number": ("INVALID_LONG", "number"),
    "bool": ("INVALID_BOOLEAN", "boolean"),
    "date": ("INVALID_DATE", "date: it must be midnight UTC"),
    "datetime": ("INVALID_DATE", "date and time"),
}


def _as_option(portal: Portal, definition: Definition, text: str, row: Row | None) -> str:
    if definition.name == "hubspot_owner_id":
        if text not in portal.owners or portal.owners[text].archived:
            raise BadValue("INVALID_OWNER_ID", f"The owner with id {text} is not a valid owner.")
        return text
    if definition.name in _STAGED or definition.external_options:
        return text
    allowed = {option.value for option in definition.options}
    chosen = text.lstrip(";").split(";") if definition.many else [text]
    for one in chosen:
        if one not in allowed:
            raise BadValue("INVALID_OPTION", _option_message(definition, one))
    held = (row.properties.get(definition.name) if row else None) or ""
    if definition.many and text.startswith(";") and held:
        chosen = list(dict.fromkeys([*held.split(";"), *chosen]))
    return ";".join(chosen)


_STAGED = {name for pair in STAGE_PROPERTIES.values() for name in pair}


def _option_message(definition: Definition, value: str) -> str:
    dump = "".join(
        f'label: "{option.label}"\nvalue: "{option.value}"\ndisplay_order: {order}\n'
        f"hidden: {str(option.hidden).lower()}\nread_only: false\n, "
        for order, option in enumerate(definition.options)
    )
    return f"{value} was not one of the allowed options: [{dump.removesuffix(', ')}]"


def default_pipeline(portal: Portal, kind: str) -> str:
    """The pipeline that a record joins when nobody names one."""
    pipelines = portal.pipelines[kind]
    return "default" if "default" in pipelines else next(iter(pipelines), "")


def _bad_stage(
    portal: Portal, kind: str, values: dict[str, str], row: Row | None
) -> list[tuple[str, str, str, str]]:
    pipeline_name, stage_name = STAGE_PROPERTIES.get(kind, ("", ""))
    if not {pipeline_name, stage_name} & values.keys():
        return []
    before = row.properties if row else {}
    chosen = (
        values.get(pipeline_name) or before.get(pipeline_name) or default_pipeline(portal, kind)
    )
    pipeline = portal.pipelines[kind].get(chosen)
    if pipeline is None:
        known = ", ".join(portal.pipelines[kind])
        message = f"{chosen} is not a valid pipeline ID. Valid options are: [{known}]"
        return [(pipeline_name, "INVALID_OPTION", message, chosen)]
    stage_id = values.get(stage_name, before.get(stage_name))
    if stage_id and pipeline.stage(stage_id) is None:
        options = ", ".join(stage.id for stage in pipeline.stages)
        message = f"{stage_id} is not a valid pipeline stage ID. Valid options are: "
        message += f"{pipeline.label}={pipeline.id} : [{options}]"
        return [(stage_name, "INVALID_OPTION", message, stage_id)]
    return _without_reason(portal, kind, values, row, stage_id)


def _without_reason(
    portal: Portal, kind: str, values: dict[str, str], row: Row | None, stage_id: str | None
) -> list[tuple[str, str, str, str]]:
    if kind != "leads" or not portal.switches.disqualify_needs_reason:
        return []
    name = "hs_lead_disqualification_reason"
    held = values.get(name, row.properties.get(name) if row else None)
    stages = (p.stage(stage_id) for p in portal.pipelines["leads"].values())
    closing = any(s and s.metadata.get("leadState") == "UNQUALIFIED" for s in stages)
    if held or not closing:
        return []
    return [(name, "REQUIRED_PROPERTY", f"{name} is required to disqualify a lead", "")]


def _refuse_taken(portal: Portal, kind: str, values: dict[str, str], row: Row | None) -> None:
    shelf = portal.shelves[kind]
    for name in shelf.unique.keys() & values.keys():
        holder = shelf.holder(name, values[name]) if values[name] else None
        if holder is not None and holder is not row:
            status = 409 if name == "email" else portal.switches.unique_conflict_status
            raise Refusal(status, exists(KINDS[kind].shout, holder.id))
