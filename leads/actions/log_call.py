"""Log a call: one that was made outside HubSpot, so that the lead's stage does not stay behind."""

from datetime import datetime

from django.utils.html import escape

from leads.actions.decide import (
    Choice,
    Side,
    answered_before,
    decide,
    lead_to_change,
    name_of,
    on_lead_and_contact,
)
from leads.domain.calls import CallOutcome
from leads.domain.pipeline import Stage
from leads.domain.refusal import Refusal
from leads.domain.touches import empties_new
from leads.models import Decision, Lead, Person

LONGEST = 10_000


class UnableToLogCall(Refusal):
    """The call has no outcome, or too much is said about it."""

    rule = "notes"


def log_call(
    lead_id: int,
    *,
    outcome: CallOutcome | None,
    note: str = "",
    actor: Person,
    key: str | None,
    now: datetime,
) -> Decision:
    """Queue the call on lead and contact; a New lead moves to Attempting with it, in one decision.

    Raises UnableToLogCall, NotAllowed, NoSuchLead, SomebodyWasFirst.
    """
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, actor, None)
    if outcome is None:
        raise UnableToLogCall("Choose how the call ended.")
    words = note.strip()
    if len(words) > LONGEST:
        raise UnableToLogCall(f"That is too long: {len(words):,} of {LONGEST:,} letters.")
    moves = empties_new(Stage.of(lead.stage), now)
    call = Side("calls", call_properties(lead, outcome, words, actor, now),
                links=on_lead_and_contact(lead))  # fmt: skip
    choice = Choice(
        Decision.Verb.LOG_CALL,
        f"Called · {outcome.label}" + (f" · moved to {Stage.ATTEMPTING.label}" if moves else ""),
        {"hs_pipeline_stage": Stage.ATTEMPTING.value} if moves else {},
        sides=[call],
        evidence={"text": words, "outcome": outcome.slug},
    )
    return decide(lead, choice, actor=actor, key=key, now=now)


def call_properties(
    lead: Lead, outcome: CallOutcome, words: str, actor: Person, now: datetime
) -> dict[str, str]:
    """HubSpot keeps a call's body as HTML, so that a person's signs must not become markup."""
    properties = {
        "hs_timestamp": now.isoformat(timespec="seconds").replace("+00:00", "Z"),
        "hs_call_title": f"Call with {name_of(lead)}"[:250],
        "hs_call_direction": "OUTBOUND",
        "hs_call_status": outcome.status,
        "hs_call_disposition": outcome.value,
    }
    if words:
        properties["hs_call_body"] = escape(words).replace("\n", "<br>")
    if owner_id := actor.owner_id or lead.owner_id:
        properties["hubspot_owner_id"] = owner_id
    return properties
