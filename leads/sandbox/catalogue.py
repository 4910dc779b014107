"""Property definitions over HTTP: list, read, create, change options as a whole, archive."""

import re
from typing import Any

from leads.sandbox.calculated import STAGE_PROPERTIES
from leads.sandbox.definitions import Definition, Option
from leads.sandbox.instants import iso
from leads.sandbox.messages import Reply, Request
from leads.sandbox.objects import kind_of
from leads.sandbox.portal import Portal
from leads.sandbox.refusals import Refusal, invalid, not_found, property_exists

type Json = dict[str, Any]
_TYPES = {"string", "number", "date", "datetime", "bool", "enumeration", "phone_number"}
_MOST_UNIQUE = 10


def definition_shown(portal: Portal, kind: str, one: Definition) -> Json:
    """A definition as the API shows it. Whether values can be written is `readOnlyValue`."""
    body: Json = {
        "name": one.name,
        "label": one.label,
        "type": one.type,
        "fieldType": one.field_type,
        "description": one.description,
        "groupName": one.group,
        "options": _options_shown(portal, kind, one),
        "displayOrder": one.display_order,
        "calculated": one.calculated,
        "externalOptions": one.external_options,
        "hasUniqueValue": one.unique,
        "hidden": one.hidden,
        "hubspotDefined": one.hubspot_defined,
        "formField": one.form_field,
        "archived": one.archived_at is not None,
        "createdAt": iso(one.created_at),
        "updatedAt": iso(one.updated_at),
        "dataSensitivity": "non_sensitive",
        "modificationMetadata": {
            "archivable": not one.hubspot_defined,
            "readOnlyDefinition": one.read_only_definition,
            "readOnlyValue": one.read_only,
        },
    }
    if one.type == "enumeration":
        body["modificationMetadata"]["readOnlyOptions"] = one.read_only_options
    if one.name == "hubspot_owner_id":
        body["referencedObjectType"] = "OWNER"
    if one.archived_at is not None:
        body["archivedAt"] = iso(one.archived_at)
    return body


def _options_shown(portal: Portal, kind: str, one: Definition) -> list[Json]:
    options = one.options
    pipeline_name, stage_name = STAGE_PROPERTIES.get(kind, ("hs_pipeline", "hs_pipeline_stage"))
    pipelines = portal.pipelines[kind].values()
    if one.name == pipeline_name:
        options = [Option(p.id, p.label) for p in pipelines]
    elif one.name == stage_name:
        options = [Option(s.id, s.label) for p in pipelines for s in p.stages]
    return [
        {
            "label": o.label,
            "value": o.value,
            "description": o.description,
            "displayOrder": order,
            "hidden": o.hidden,
        }
        for order, o in enumerate(options)
    ]


def list_all(portal: Portal, request: Request, type: str) -> Reply:
    """All live definitions of a kind, or all archived ones; no paging."""
    kind, archived = kind_of(type).plural, request.flag("archived")
    found = portal.definitions[kind].values()
    rows = [
        definition_shown(portal, kind, one) for one in found if bool(one.archived_at) is archived
    ]
    return Reply(200, {"results": rows})


def _find(portal: Portal, kind: str, name: str, *, archived: bool = False) -> Definition:
    one = portal.definitions[kind].get(name)
    if one is None or bool(one.archived_at) is not archived:
        raise Refusal(404, not_found())
    return one


def get(portal: Portal, request: Request, type: str, name: str) -> Reply:
    """One definition."""
    kind = kind_of(type).plural
    one = _find(portal, kind, name, archived=request.flag("archived"))
    return Reply(200, definition_shown(portal, kind, one))


def post(portal: Portal, request: Request, type: str) -> Reply:
    """Create a property; one that was archived comes back, one that lives is a conflict."""
    kind, body = kind_of(type).plural, request.body
    name = str(body.get("name", ""))
    _refuse_badly_made(portal, kind, body, name)
    former = portal.definitions[kind].get(name)
    if former is not None and former.archived_at is None:
        raise Refusal(409, property_exists(name))
    now = portal.now()
    one = Definition(name, str(body["label"]), str(body["type"]), str(body["fieldType"]))
    one.group, one.description = str(body["groupName"]), str(body.get("description") or "")
    one.options = _options(body.get("options") or [])
    one.unique, one.form_field = bool(body.get("hasUniqueValue")), bool(body.get("formField"))
    one.hubspot_defined, one.created_at, one.updated_at = False, now, now
    portal.enter(kind, one)
    return Reply(201, definition_shown(portal, kind, one))


def _refuse_badly_made(portal: Portal, kind: str, body: Json, name: str) -> None:
    missing = [n for n in ("name", "label", "type", "fieldType", "groupName") if not body.get(n)]
    if missing:
        raise Refusal(400, invalid(f"Some required fields were not set: {missing}"))
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,99}", name):
        raise Refusal(400, invalid(f"{name} is not a valid property name"))
    if body["type"] not in _TYPES:
        raise Refusal(400, invalid(f"Invalid input JSON: {body['type']} is not a property type"))
    if body.get("hasUniqueValue") and len(portal.shelves[kind].unique) >= _MOST_UNIQUE:
        raise Refusal(400, invalid(f"Only {_MOST_UNIQUE} unique properties are allowed"))


def _options(given: Any) -> list[Option]:
    found: list[Option] = []
    for one in given:
        if not isinstance(one, dict) or not one.get("label"):
            raise Refusal(400, invalid("Property options need a label and a value"))
        value = str(one.get("value") or one["label"])
        if any(other.value == value for other in found):
            raise Refusal(400, invalid(f"Property option value {value} is given twice"))
        hidden, text = bool(one.get("hidden")), str(one.get("description") or "")
        found.append(Option(value, str(one["label"]), hidden, text))
    return found


def patch(portal: Portal, request: Request, type: str, name: str) -> Reply:
    """Change a definition. Options given replace all that were there; left out, they stay."""
    kind = kind_of(type).plural
    one, body = _find(portal, kind, name), request.body
    fixed = {"label", "type", "fieldType", "groupName", "description"} & body.keys()
    if one.read_only_definition and fixed:
        raise Refusal(400, invalid(f"{name} is a read only property; it cannot be changed."))
    if "options" in body:
        if one.type != "enumeration" or one.external_options or one.read_only_options:
            raise Refusal(400, invalid(f"The options of {name} cannot be changed."))
        one.options = _options(body["options"])
    one.label = str(body.get("label") or one.label)
    one.description = str(body.get("description") or one.description)
    one.field_type = str(body.get("fieldType") or one.field_type)
    one.hidden = bool(body.get("hidden", one.hidden))
    one.updated_at = portal.now()
    return Reply(200, definition_shown(portal, kind, one))


def delete(portal: Portal, _request: Request, type: str, name: str) -> Reply:
    """Archive a property of the company's own; HubSpot's own stay."""
    one = portal.definitions[kind_of(type).plural].get(name)
    if one is not None and one.hubspot_defined:
        body = invalid("Unable to delete property", description=f"{name} is defined by HubSpot")
        raise Refusal(400, body)
    if one is not None:
        one.archived_at = portal.now()
    return Reply(204)


def refuse_schema_change(_portal: Portal, _request: Request, type: str) -> Reply:
    """Object-wide settings of HubSpot's own objects, such as required properties, cannot be set here."""
    kind_of(type)
    raise Refusal(400, invalid("Cannot modify HubSpot defined object type"))
