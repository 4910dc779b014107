"""What the touches of a lead prove taken together: where it belongs, and what has to be asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from leads.domain.calls import CallOutcome
from leads.domain.pipeline import Stage
from leads.domain.touches import (
    Consequence,
    Direction,
    TouchKind,
    Verdict,
    first_send,
    next_stage,
)
from leads.models import Decision, Lead, Touch

SOMEBODY_SPOKE = "Somebody answered the phone."


@dataclass
class Finding:
    """Where a lead belongs after its touches, and by which of them.

    `mover` made the last move, `pusher` puts the next step off, `asking` wait for the owner's word.
    """

    stage: Stage
    mover: Touch | None = None
    moved_because: str = ""
    pusher: Touch | None = None
    pushed_because: str = ""
    asking: list[Touch] = field(default_factory=list)


def weigh(lead: Lead, fresh: Sequence[Touch], every: Iterable[Touch]) -> Finding | None:
    """Weigh touches in the order in which they came; None for a lead that no touch moves any more.

    `every` holds all touches of the attempt, for an absence note does not undo a person's reply.
    """
    stage = Stage.of(lead.stage)
    if stage is None or stage.is_closed:
        return None
    found = Finding(stage)
    has_human_reply = any(may_be_human(touch) for touch in every)
    for touch in sorted(fresh, key=lambda one: (one.at, one.pk)):
        consequence = consequence_of(touch, found.stage, lead, has_human_reply=has_human_reply)
        if consequence is not None:
            apply(found, touch, consequence)
    return found


def apply(found: Finding, touch: Touch, consequence: Consequence) -> None:
    if not consequence.is_automatic:
        found.asking.append(touch)
        return
    if consequence.moves:
        found.stage, found.mover = consequence.end, touch
        found.moved_because = consequence.why
    if consequence.pushes_next_step:
        found.pusher, found.pushed_because = touch, consequence.why
    if consequence.end is Stage.CONNECTED and not consequence.pushes_next_step:
        # A person has answered: nothing that a machine said before matters, nor is there a question.
        found.pusher, found.asking = None, []


def consequence_of(
    touch: Touch, stage: Stage, lead: Lead, *, has_human_reply: bool
) -> Consequence | None:
    """What one touch does to a lead in that stage; None where it changes nothing."""
    if touch.kind == TouchKind.CALL and (touch.corrected_verdict or was_answered(touch)):
        return after_call(touch, stage, has_human_reply=has_human_reply)
    if touch.direction == Direction.OUTGOING and touch.told is not Verdict.BOUNCE:
        return first_send(stage, touch.at)
    if touch.told is None:
        return None
    verdict = touch.told
    if verdict is Verdict.ACK and stage is Stage.CONNECTED and not has_human_reply:
        verdict = Verdict.AUTO  # a receipt alone never made a conversation
    found = next_stage(stage, verdict, touch.is_told_for_sure, has_human_reply=has_human_reply)
    if found and found.is_automatic and found.moves and is_old_news(touch, found.end, lead):
        return Consequence(found.start, found.end, False, False, found.why)
    return found


def after_call(touch: Touch, stage: Stage, *, has_human_reply: bool) -> Consequence | None:
    """A call is no written reply: that somebody spoke is for the owner to weigh."""
    if touch.told:
        return next_stage(stage, touch.told, True, has_human_reply=has_human_reply)
    if stage is Stage.CONNECTED:
        return None
    return Consequence(stage, Stage.CONNECTED, False, False, SOMEBODY_SPOKE)


def was_answered(touch: Touch) -> bool:
    """Whether a person was on the line."""
    outcome = CallOutcome.of(touch.outcome)
    if touch.direction == Direction.INCOMING:
        return outcome is None or outcome.reached
    return touch.direction == Direction.OUTGOING and outcome is not None and outcome.reached


def may_be_human(touch: Touch) -> bool:
    """Whether a person may be behind it: until the owner has said so, it is not held against them."""
    if touch.kind == TouchKind.MEETING:
        return touch.prompts_deal
    if touch.kind == TouchKind.CALL and not touch.told:
        return was_answered(touch)
    is_reply = touch.direction == Direction.INCOMING or touch.kind == TouchKind.CALL
    return is_reply and touch.told in {Verdict.HUMAN, Verdict.UNSURE}


def is_old_news(touch: Touch, end: Stage, lead: Lead) -> bool:
    """Whether somebody put the lead where it is after a person's reply: then it only suggests.

    What our own system did since does not count. A machine's answer is never old: "Connected" needs
    a person, whoever said so.
    """
    entered_at = lead.stage_entered_at
    if end is not Stage.CONNECTED or touch.corrected_verdict:
        return False
    if lead.stage == Stage.NEW or entered_at is None or entered_at <= touch.at:
        return False
    last = lead.decisions.filter(after__hs_pipeline_stage=lead.stage).first()
    return last is None or last.actor_id is not None or last.verb != Decision.Verb.ADVANCE
