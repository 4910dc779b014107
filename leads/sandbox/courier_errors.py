"""The courier's error objects: one shape, a general message, and the details that say what was wrong."""

from typing import Any

from leads.sandbox.messages import Reply

MESSAGES = {
    "invalid_request": "The request is invalid.",
    "invalid_token": "The access token is invalid.",
    "payment_required": "Your balance is too low for this.",
    "over_limit": "Your plan's limit of shipments is reached.",
    "overdraft_limit": "Your overdraft limit is reached.",
    "insufficient_subscription": "Your subscription does not include this.",
    "forbidden": "You do not have access to this.",
    "invalid_endpoint": "This endpoint does not exist.",
    "resource_not_found": "The resource was not found.",
    "invalid_content": "The request body content is not valid.",
    "invalid_url_param": "A parameter of the URL is not valid.",
    "too_many_requests": "Too many requests.",
}
PAYMENT = ("payment_required", "over_limit", "overdraft_limit", "insufficient_subscription")


class CourierRefusal(Exception):
    """The request is answered with an error object; the request's id is put in on the way out."""

    def __init__(self, status: int, code: str, *details: str, **headers: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.details = list(details)
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}

    def reply(self, request_id: str) -> Reply:
        return Reply(self.status, error_object(self.code, self.details, request_id), self.headers)


def error_object(code: str, details: list[str], request_id: str) -> dict[str, Any]:
    """What every error of the courier looks like."""
    return {
        "error": {
            "code": code,
            "type": "invalid_request_error",
            "message": MESSAGES[code],
            "details": details,
            "links": [],
            "request_id": request_id,
        }
    }
