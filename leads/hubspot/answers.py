"""What an answer that is no success means: HubSpot's statuses and error bodies as one of our four
errors, in words that a person can read, whatever stands in the body."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from leads.hubspot.errors import Busy, Gone, HubSpotError, Refused, Unreachable
from leads.hubspot.refusals import plain, reasons_by_property, refusal_in_words

WAITS = {"burst": 10.0, "secondly": 1.0, "daily": 3600.0, "locked": 2.0, "other": 10.0}
"""Seconds to wait where HubSpot names none, which is the rule: an API 429 has no Retry-After."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer. `headers` is looked up without regard to case."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    took_ms: int = 0

    @property
    def json(self) -> Any:
        """The body as JSON. Raises ValueError when it is none."""
        return json.loads(self.body)

    @property
    def envelope(self) -> dict[str, Any]:
        """HubSpot's error body; empty when there is none to read."""
        try:
            body = self.json
        except ValueError:
            return {}
        return body if isinstance(body, dict) else {}

    @property
    def correlation_id(self) -> str:
        body = self.envelope
        return str(
            self.headers.get("X-HubSpot-Correlation-Id")
            or body.get("correlationId")
            or body.get("requestId")
            or ""
        )


def failure(answer: Answer, *, write: bool) -> HubSpotError:
    """The error that this answer is; `write` says whether something may have been changed."""
    if answer.status in {423, 429, 477} or _asks_to_wait(answer):
        error: HubSpotError = _busy(answer)
    elif answer.status == 404 and _speaks_for_hubspot(answer):
        error = Gone(plain(answer.envelope.get("message")) or "HubSpot has no such record.")
    elif answer.status in {404, 408} or not 400 <= answer.status < 500:
        error = _unreachable(answer, write=write)
    else:
        error = _refused(answer)
    return _signed(error, answer)


def failure_in_batch(answer: Answer) -> HubSpotError | None:
    """What went wrong inside a 207, beyond records that are simply not there."""
    wrong = [row for row in answer.envelope.get("errors") or [] if not is_absence(row)]
    if not wrong:
        return None
    first = wrong[0]
    message = plain(first.get("message")) or "HubSpot could not answer for some of the records."
    category = str(first.get("category") or "")
    kinds: dict[str, Callable[[], HubSpotError]] = {
        "RATE_LIMITS": lambda: Busy(message),
        "INTERNAL_ERROR": lambda: Unreachable(message),
    }
    error = kinds.get(category, lambda: Refused(message, category=category))()
    return _signed(error, answer)


def is_absence(row: Mapping[str, Any]) -> bool:
    """True for the error row that only says: no such record, or it has no associations."""
    sub_category = str(row.get("subCategory") or "")
    return row.get("category") == "OBJECT_NOT_FOUND" or "NO_ASSOCIATIONS_FOUND" in sub_category


def unreadable(answer: Answer, *, write: bool) -> Unreachable:
    """A success that we cannot read, or one that HubSpot does not document for this call."""
    error = Unreachable("HubSpot's answer could not be read.", in_doubt=write)
    _signed(error, answer)
    return error


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds, from a number or from a date; None when absent or nonsense."""
    text = str(headers.get("Retry-After") or "").strip()
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def _asks_to_wait(answer: Answer) -> bool:
    return answer.status == 503 and retry_after(answer.headers) is not None


def _speaks_for_hubspot(answer: Answer) -> bool:
    """A 404 page of something on the way says nothing about the record."""
    return not answer.body.strip() or bool(answer.envelope)


def _busy(answer: Answer) -> Busy:
    body = answer.envelope
    policy = _policy(body) if answer.status == 429 else "other"
    asked = retry_after(answer.headers)
    wait = WAITS["locked" if answer.status == 423 else policy] if asked is None else asked
    message = plain(body.get("message")) or f"HubSpot asks us to wait ({answer.status})."
    return Busy(message, retry_after=wait, policy=policy)


def _policy(body: Mapping[str, Any]) -> str:
    """The three bodies of a 429 differ in policyName, and the search one has none at all."""
    words = f"{body.get('policyName') or ''} {body.get('message') or ''}".lower()
    for mark, policy in (("daily", "daily"), ("ten_sec", "burst"), ("secondly", "secondly")):
        if mark in words:
            return policy
    return "other"


def _unreachable(answer: Answer, *, write: bool) -> Unreachable:
    """A redirect is not followed and a 404 page is not HubSpot: neither has changed anything."""
    done_nothing = 300 <= answer.status < 400 or answer.status == 404
    own = plain(answer.envelope.get("message"))
    message = f"HubSpot answered with an error of its own ({answer.status})."
    if done_nothing:
        message = f"Something on the way to HubSpot answered in its place ({answer.status})."
    text = f"{message} {own}" if own else message
    return Unreachable(text, in_doubt=write and not done_nothing)


def _refused(answer: Answer) -> Refused:
    body = answer.envelope
    reasons = reasons_by_property(body)
    category = str(body.get("category") or "")
    if answer.status == 401 and not category:
        category = "INVALID_AUTHENTICATION"
    words = refusal_in_words(body, reasons) or f"HubSpot refused this ({answer.status})."
    return Refused(words, category=category, properties=reasons or None)


def _signed(error: HubSpotError, answer: Answer) -> HubSpotError:
    error.status = answer.status
    error.correlation_id = answer.correlation_id
    error.took_ms = answer.took_ms
    return error
