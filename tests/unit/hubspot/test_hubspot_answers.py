"""Statuses and bodies as they were seen to come from HubSpot, as one of four errors."""

import json
from typing import Any

import pytest
from urllib3 import HTTPHeaderDict

from leads.hubspot.answers import Answer, failure, failure_in_batch, retry_after
from leads.hubspot.errors import Busy, Gone, HubSpotError, Refused, Unreachable

HTML = b"<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>"


def answer(status: int, body: Any = None, **headers: str) -> Answer:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode() if body else b""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, HTTPHeaderDict(named), raw, 12)


def error(status: int, body: Any = None, *, write: bool = False, **headers: str) -> HubSpotError:
    return failure(answer(status, body, **headers), write=write)


def refused(body: Any, status: int = 400) -> Refused:
    found = error(status, body, write=True)
    assert isinstance(found, Refused)
    return found


@pytest.mark.parametrize(
    ("body", "policy", "wait"),
    [
        (
            {
                "status": "error",
                "message": "You have reached your ten_secondly_rolling limit.",
                "errorType": "RATE_LIMIT",
                "policyName": "TEN_SECONDLY_ROLLING",
            },
            "burst",
            10.0,
        ),
        (
            {
                "message": "You have reached your secondly limit.",
                "category": "RATE_LIMITS",
            },
            "secondly",
            1.0,
        ),
        (
            {
                "message": "You have reached your daily limit.",
                "errorType": "RATE_LIMIT",
                "policyName": "DAILY",
                "requestId": "r-1",
            },
            "daily",
            3600.0,
        ),
        (None, "other", 10.0),
    ],
)
def test_the_three_limits_are_told_apart(body: Any, policy: str, wait: float) -> None:
    busy = error(429, body)
    assert isinstance(busy, Busy)
    assert (busy.policy, busy.retry_after) == (policy, wait)


def test_a_wait_that_hubspot_names_is_kept() -> None:
    busy = error(477, {"message": "Migration in progress"}, Retry_After="86400")
    assert isinstance(busy, Busy)
    assert (busy.retry_after, busy.policy) == (86400.0, "other")


def test_a_locked_record_is_a_matter_of_two_seconds() -> None:
    busy = error(423, {"message": "Resource is locked"}, write=True)
    assert isinstance(busy, Busy)
    assert busy.retry_after == 2.0


def test_a_503_with_a_time_to_return_has_done_nothing() -> None:
    assert isinstance(error(503, HTML, write=True, Retry_After="5"), Busy)


@pytest.mark.parametrize("status", [500, 502, 503, 504, 521, 524])
def test_a_server_error_leaves_a_write_in_doubt_and_a_read_not(status: int) -> None:
    wrote, read = error(status, HTML, write=True), error(status, HTML)
    assert isinstance(wrote, Unreachable)
    assert isinstance(read, Unreachable)
    assert (wrote.in_doubt, read.in_doubt) == (True, False)


@pytest.mark.parametrize("status", [400, 403, 404, 409, 423, 429, 500, 502])
@pytest.mark.parametrize("body", [HTML, b"<html>", b"\xff\xfe", b'{"message": ', b"[]", b'"no"'])
def test_no_body_breaks_the_reading_or_shows_its_markup(status: int, body: bytes) -> None:
    message = str(error(status, body, write=True))
    assert message
    assert "<" not in message
    assert len(message) < 200


def test_a_redirect_is_not_followed_and_has_done_nothing() -> None:
    found = error(307, None, write=True, Location="https://elsewhere.example/")
    assert isinstance(found, Unreachable)
    assert not found.in_doubt


def test_a_404_of_hubspots_is_gone() -> None:
    assert isinstance(error(404, {"status": "error", "message": "resource not found"}), Gone)
    assert isinstance(error(404), Gone)


def test_a_404_page_of_something_else_is_not_gone() -> None:
    found = error(404, HTML, write=True)
    assert isinstance(found, Unreachable)
    assert not found.in_doubt


def test_the_exchange_number_comes_from_the_header_or_the_body() -> None:
    assert error(500, None, X_HubSpot_Correlation_Id="c-1").correlation_id == "c-1"
    assert error(400, {"message": "no", "correlationId": "c-2"}).correlation_id == "c-2"
    assert error(429, {"message": "no", "requestId": "r-3"}).correlation_id == "r-3"
    assert error(500, HTML).correlation_id == ""


def test_an_error_says_its_status_and_how_long_it_took() -> None:
    found = error(409, {"category": "CONFLICT", "message": "Contact already exists."})
    assert (found.status, found.took_ms) == (409, 12)


def not_valid(*rows: dict[str, Any]) -> dict[str, Any]:
    message = f"Property values were not valid: {json.dumps(rows)}"
    return {"status": "error", "message": message, "category": "VALIDATION_ERROR"}


def test_a_validation_error_is_told_by_property() -> None:
    dump = (
        'SOON was not one of the allowed options: [label: "Bad timing"\nvalue: "BAD_TIMING"\n'
        ', label: "No interest"\nvalue: "NO_INTEREST"\n]'
    )
    found = refused(
        not_valid(
            {"isValid": False, "name": "hs_lead_disqualification_reason", "message": dump}
            | {"error": "INVALID_OPTION", "portalId": 1},
            {"isValid": False, "name": "hs_lead_source", "error": "READ_ONLY_VALUE"}
            | {"message": "hs_lead_source is a calculated property; its value cannot be set."},
        )
    )
    assert found.properties == {
        "hs_lead_disqualification_reason": (
            "SOON was not one of the allowed options: Bad timing, No interest"
        ),
        "hs_lead_source": "hs_lead_source is a calculated property; its value cannot be set.",
    }
    assert found.message == (
        "hs_lead_disqualification_reason: SOON was not one of the allowed options: "
        "Bad timing, No interest · hs_lead_source is a calculated property; "
        "its value cannot be set."
    )
    assert found.category == "VALIDATION_ERROR"


def test_a_foreign_stage_is_told_without_the_list_of_all_stages() -> None:
    text = "new is not a valid pipeline stage ID. Valid options are: Sales=a : [1, 2], b : [3]"
    found = refused(not_valid({"name": "dealstage", "message": text, "error": "INVALID_OPTION"}))
    assert found.properties == {"dealstage": "new is not a valid pipeline stage ID."}


def test_properties_named_beside_the_message_are_found_too() -> None:
    row = {"message": "is required", "code": "REQUIRED", "context": {"propertyName": ["amount"]}}
    found = refused({"message": "Not valid", "category": "VALIDATION_ERROR", "errors": [row]})
    assert found.properties == {"amount": "is required"}
    assert found.message == "amount: is required"


def test_an_unknown_property_is_named() -> None:
    row = {"message": 'Property "kisscrm_x" does not exist', "code": "PROPERTY_DOESNT_EXIST"}
    found = refused({"message": "Not valid", "errors": [row]})
    assert found.properties == {"kisscrm_x": 'Property "kisscrm_x" does not exist'}


def test_a_refusal_without_properties_says_what_its_context_knows() -> None:
    found = refused(
        {
            "message": "One or more associations are invalid",
            "category": "VALIDATION_ERROR",
            "context": {"INVALID_OBJECT_IDS": ["CONTACT=1 is not valid"]},
        }
    )
    assert found.properties is None
    assert found.message == "One or more associations are invalid (CONTACT=1 is not valid)"


def test_a_missing_scope_concerns_access_and_is_named() -> None:
    context = {"requiredGranularScopes": ["crm.objects.leads.write"]}
    body = {"message": "This app hasn't been granted all required scopes."}
    found = refused(body | {"category": "MISSING_SCOPES", "errors": [{"context": context}]}, 403)
    assert found.concerns_access
    assert "crm.objects.leads.write" in found.message


def test_a_bad_key_concerns_access_whatever_the_body() -> None:
    assert refused(HTML, 401).concerns_access


def test_a_dump_does_not_fill_the_screen() -> None:
    assert len(refused({"message": "long " * 1000}).message) <= 400


def test_records_that_are_not_there_are_no_failure_of_a_batch() -> None:
    row = {"status": "error", "category": "OBJECT_NOT_FOUND", "context": {"ids": ["1", "2"]}}
    assert failure_in_batch(answer(207, {"results": [], "errors": [row]})) is None
    assert failure_in_batch(answer(200, {"results": []})) is None


@pytest.mark.parametrize(
    ("category", "kind"),
    [("VALIDATION_ERROR", Refused), ("RATE_LIMITS", Busy), ("INTERNAL_ERROR", Unreachable)],
)
def test_any_other_row_of_a_batch_is_a_failure(category: str, kind: type[HubSpotError]) -> None:
    row = {"category": category, "message": "no"}
    assert type(failure_in_batch(answer(207, {"results": [], "errors": [row]}))) is kind


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("3", 3.0), ("0.5", 0.5), ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("later", None), ("", None)],
)
def test_a_time_to_return_is_seconds_or_a_date(text: str, seconds: float | None) -> None:
    assert retry_after({"Retry-After": text}) == seconds


def test_two_errors_that_say_the_same_are_still_two() -> None:
    assert len({Busy("wait"), Busy("wait")}) == 2
