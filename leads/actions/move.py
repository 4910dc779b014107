"""Move: a person says that a lead stands elsewhere in the open part of the pipeline."""

from datetime import datetime

from leads.actions.decide import Choice, answered_before, decide, lead_to_change
from leads.domain.pipeline import Stage, UnableToMove, check_move
from leads.models import Decision, Person


def move(
    lead_id: int,
    *,
    stage: Stage | None,
    seen: str | None,
    actor: Person,
    key: str | None,
    now: datetime,
) -> Decision:
    """Move the lead. Raises UnableToMove, NotAllowed, SomebodyWasFirst."""
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, actor, seen)
    if stage is None:
        raise UnableToMove("Choose a stage to move to.")
    check_move(Stage.of(lead.stage), stage)
    choice = Choice(
        Decision.Verb.MOVE, f"Moved to {stage.label}", {"hs_pipeline_stage": stage.value}
    )
    return decide(lead, choice, actor=actor, key=key, now=now)
