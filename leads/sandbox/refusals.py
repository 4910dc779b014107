"""The error bodies of HubSpot, one function for each that a client can meet."""

import json
from typing import Any

type Body = dict[str, Any]


class Refusal(Exception):
    """The request is answered with an error; the correlation id is put in on the way out."""

    def __init__(self, status: int, body: Body, headers: dict[str, str] | None = None) -> None:
        super().__init__(body.get("message", ""))
        self.status = status
        self.body = body
        self.headers = headers or {}


def invalid(message: str, **more: Any) -> Body:
    """The common 400."""
    return {"status": "error", "message": message, "category": "VALIDATION_ERROR", **more}


def bad_body(line: int = 0, column: int = 0) -> Body:
    """No body where one is needed, or one that is no JSON."""
    if not line:
        return invalid("Invalid JSON input: a request body was expected, but none found")
    return invalid(f"Invalid input JSON on line {line}, column {column}: unexpected character")


def not_found() -> Body:
    """An id that no live record has; this one comes without a category."""
    return {"status": "error", "message": "resource not found"}


def not_numeric(row_id: str) -> Body:
    """An id that cannot be one; the two blanks are HubSpot's."""
    return {
        "status": "error",
        "message": "Object not found.  objectId are usually numeric.",
        "category": "OBJECT_NOT_FOUND",
        "context": {"id": [row_id]},
    }


def unauthenticated() -> Body:
    """No token, or one that the portal does not know."""
    return {
        "status": "error",
        "message": (
            "Authentication credentials not found. This API supports OAuth 2.0 authentication and"
            " you can find more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview"
        ),
        "category": "INVALID_AUTHENTICATION",
    }


def missing_scopes(scopes: list[str]) -> Body:
    """The token is good, but was not granted what this call needs."""
    message = "One or more of the following scopes are required."
    return {
        "status": "error",
        "message": (
            "This app hasn't been granted all required scopes to make this call. Read more about"
            " required scopes here: https://developers.hubspot.com/scopes."
        ),
        "category": "MISSING_SCOPES",
        "errors": [{"message": message, "context": {"requiredGranularScopes": scopes}}],
        "links": {"scopes": "https://developers.hubspot.com/scopes"},
    }


def exists(shout: str, row_id: str) -> Body:
    """A unique value has a holder already; its id stands in the text only."""
    return {
        "status": "error",
        "message": f"{shout.capitalize()} already exists. Existing ID: {row_id}",
        "category": "CONFLICT",
    }


def property_exists(name: str) -> Body:
    """A property of that name is there already."""
    return {
        "status": "error",
        "message": f"A property named '{name}' already exists.",
        "category": "OBJECT_ALREADY_EXISTS",
        "subCategory": "Properties.PROPERTY_WITH_NAME_EXISTS",
        "context": {"name": [name]},
    }


def bad_values(portal_id: str, bad: list[tuple[str, str, str, str]]) -> Body:
    """All bad properties of one write at once: (name, code, message, value) each."""
    rows = [
        {
            "isValid": False,
            "message": message,
            "error": code,
            "name": name,
            "localizedErrorMessage": message,
            "portalId": int(portal_id),
            "propertyValue": value,
        }
        for name, code, message, value in bad
    ]
    details = [
        {"message": message, "code": code, "context": {"propertyName": [name]}}
        for name, code, message, _ in bad
    ]
    text = "Property values were not valid: " + json.dumps(rows, separators=(",", ":"))
    return invalid(text, errors=details)


def missing_values(shout: str, names: list[str]) -> Body:
    """A create without properties that it needs."""
    message = f"Error creating {shout}. Some required properties were not set."
    return invalid(
        message,
        errors=[{"message": message, "context": {"properties": names}}],
        context={"properties": names},
    )


def bad_associations(reason: str, items: list[str]) -> Body:
    """Ties to records that are not there, or by types that do not exist."""
    return invalid("One or more associations are invalid", context={reason: items})


def lead_needs_primary() -> Body:
    """A lead is created with its primary contact or company inline, or not at all."""
    return invalid(
        "Lead cannot be created without a primary association: one of LEAD_TO_PRIMARY_CONTACT or"
        " LEAD_TO_PRIMARY_COMPANY is required"
    )


def wrong_way_round(given: str, expected: str) -> Body:
    """The type exists, but starts from another kind."""
    return invalid(
        f"Association type invalid from object type {given} for associations to be created."
        f" expected: {expected}"
    )


def method_not_allowed() -> Body:
    """The path exists, the verb does not."""
    return {"status": "error", "message": "HTTP 405 Method Not Allowed"}
