"""Judge a touch: its owner says whether a person or a machine wrote it, and the lead follows."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import transaction

from leads.actions.advance import act, evidence, settle_touches
from leads.actions.decide import (
    Choice,
    SomebodyWasFirst,
    answered_before,
    decide,
    lead_to_change,
)
from leads.actions.evidence import Finding, weigh
from leads.domain.pipeline import Stage, check_open
from leads.domain.refusal import Refusal
from leads.domain.touches import Direction, TouchKind, Verdict
from leads.models import Decision, Lead, Person, Touch


class UnableToJudge(Refusal):
    """That touch has no author to judge."""

    rule = "connected"


def judge_touch(
    touch_id: int,
    *,
    is_human: bool,
    actor: Person,
    key: str | None,
    now: datetime,
    office: ZoneInfo,
) -> Decision:
    """Keep what the person says of a touch, and move the lead as if the rules had known.

    Raises UnableToJudge, UnableToMove for a closed lead, NotAllowed, NoSuchLead, SomebodyWasFirst.
    """
    if earlier := answered_before(key):
        return earlier
    touch = touch_to_judge(touch_id)
    lead = lead_to_change(touch.lead_id, actor, None)
    stage = check_open(Stage.of(lead.stage))
    verdict = Verdict.HUMAN if is_human else Verdict.AUTO
    if touch.corrected_verdict == verdict:
        raise SomebodyWasFirst("Somebody has said so already. Nothing was changed by you.")
    correct(touch, verdict, actor, now)
    found = weigh(lead, [touch], list(lead.touches.all())) or Finding(stage)
    decision = act(lead, found, actor=actor, key=key, now=now, office=office)
    settle_touches(lead, [touch], found, now)
    return decision or said_only(lead, touch, actor, key, now)


def touch_to_judge(touch_id: int) -> Touch:
    touch = Touch.objects.filter(pk=touch_id, gone_at=None).first()
    if touch is None:
        raise UnableToJudge("This message is not in HubSpot any more.")
    is_theirs = touch.kind == TouchKind.EMAIL and touch.direction == Direction.INCOMING
    if not is_theirs and touch.kind != TouchKind.CALL:
        raise UnableToJudge("Only what came back from them has an author to judge.")
    return touch


def correct(touch: Touch, verdict: Verdict, actor: Person, now: datetime) -> None:
    """Kept beside the rules' verdict, which stays: the two together teach the rules.

    Until the lead has followed the touch is news again, should we be stopped half-way.
    """
    touch.corrected_verdict, touch.corrected_by, touch.corrected_at = verdict.value, actor, now
    touch.is_by_person = verdict is Verdict.HUMAN or touch.direction == Direction.OUTGOING
    touch.asks, touch.acted_at = False, None
    with transaction.atomic():
        touch.save()


def said_only(lead: Lead, touch: Touch, actor: Person, key: str | None, now: datetime) -> Decision:
    """The answer changes nothing about the lead, and is on record all the same."""
    who = "A person" if touch.told is Verdict.HUMAN else "A machine"
    choice = Choice(Decision.Verb.JUDGE, f"{who} answered", evidence=evidence(touch))
    return decide(lead, choice, actor=actor, key=key, now=now)
