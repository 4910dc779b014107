"""Disqualify: close an attempt with its reason, in one write to HubSpot."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from leads.actions.decide import Choice, answered_before, decide, lead_to_change
from leads.domain import disqualification
from leads.domain.disqualification import Reason, UnableToDisqualify
from leads.domain.next_step import today_in
from leads.domain.pipeline import Stage
from leads.models import Decision, Person, PortalProperty


def disqualify(
    lead_id: int,
    *,
    reason: str | None,
    callback_on: date | None = None,
    note: str = "",
    seen: str | None,
    actor: Person,
    key: str | None,
    now: datetime,
    office: ZoneInfo,
) -> Decision:
    """Close the lead as Disqualified. Raises UnableToDisqualify, NotAllowed, SomebodyWasFirst.

    A repeated `key` returns the first decision and changes nothing.
    """
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, actor, seen)
    chosen = disqualification.check(
        stage=Stage.of(lead.stage),
        reason=reason,
        callback_on=callback_on,
        today=today_in(office, now),
    )
    properties = {
        "hs_pipeline_stage": Stage.DISQUALIFIED.value,
        "hs_lead_disqualification_reason": portal_value(chosen),
    }
    if words := disqualification.note_for(chosen, note, callback_on):
        properties["hs_lead_disqualification_note"] = words
    elif lead.note:
        properties["hs_lead_disqualification_note"] = (
            ""  # an older closing's words are not this one's
        )
    choice = Choice(Decision.Verb.DISQUALIFY, f"Disqualified · {chosen.label}", properties)
    return decide(lead, choice, actor=actor, key=key, now=now)


def portal_value(reason: Reason) -> str:
    """The portal's own value for this reason. Raises UnableToDisqualify where it has none."""
    known = PortalProperty.objects.filter(
        object_type="leads", name="hs_lead_disqualification_reason"
    ).first()
    if known is None:
        return reason.value
    value = disqualification.matching_option(
        [(value, label) for value, label, _ in known.options], reason
    )
    if value is None:
        raise UnableToDisqualify(why_not_offered(reason))
    return value


def why_not_offered(reason: Reason) -> str:
    return (
        f"HubSpot does not offer “{reason.label}” yet, so it could not keep the outcome. "
        "An admin can add it: Desk, Portal health."
    )
