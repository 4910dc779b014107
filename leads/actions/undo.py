"""Undo: put back the exact values that a decision replaced, while nothing else has changed since."""

from datetime import datetime

from django.db import transaction

from leads.actions.decide import (
    Choice,
    answered_before,
    check_no_deal_on_its_way,
    column_of,
    decide,
    lead_to_change,
)
from leads.actions.put_back import columns_back, sides_back
from leads.domain.pipeline import Stage
from leads.domain.undo import UnableToUndo, check_undo
from leads.models import Decision, Lead, OutboundWrite, Person, State
from leads.models.decision import PUT_BACK as PUT_BACK
from leads.models.shown import show_again
from leads.models.step import step_stands


def undo(
    lead_id: int, *, decision_id: int | None = None, actor: Person, key: str | None, now: datetime
) -> Decision:
    """Take back the lead's decision, by default its last. Raises UnableToUndo, NotAllowed."""
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, None if gave_away(lead_id, decision_id, actor) else actor, None)
    taken = decision_to_undo(lead, decision_id)
    if taken.writes.making_deals().cancellable():
        return cancel_hand_off(lead, taken, actor, key, now)
    check_no_deal_on_its_way(lead, taken.after)
    check(taken, lead, actor, now)
    choice = Choice(
        Decision.Verb.UNDO, f"Undone: {taken.summary}", properties=taken.before, undoes=taken,
        columns=columns_back(taken, lead), sides=sides_back(taken, lead),
    )  # fmt: skip
    if cancelled := unsent_of(taken):
        return cancel(lead, taken, cancelled, actor, key, now)
    return decide(lead, choice, actor=actor, key=key, now=now)


def gave_away(lead_id: int, decision_id: int | None, actor: Person) -> bool:
    """Whether this person gave the lead to somebody else just now: that slip is theirs to take back."""
    made = Decision.objects.filter(lead=lead_id).exclude(verb=Decision.Verb.UNDO)
    last = made.first()
    if last is None or decision_id not in (None, last.pk):
        return False
    return last.verb == Decision.Verb.ASSIGN and last.actor_id == actor.pk


def decision_to_undo(lead: Lead, decision_id: int | None) -> Decision:
    made = lead.decisions.exclude(verb=Decision.Verb.UNDO)
    found = made.filter(pk=decision_id).first() if decision_id else made.first()
    if found is None:
        raise UnableToUndo("There is nothing to undo on this lead.")
    if found.verb not in PUT_BACK and not found.writes.making_deals().cancellable():
        raise UnableToUndo(f"“{found.summary}” cannot be taken back here.")
    return found


def cancel_hand_off(
    lead: Lead, taken: Decision, actor: Person, key: str | None, now: datetime
) -> Decision:
    """The deal has not left yet: it, the closing and a channel that waits with them are taken out. A
    channel that HubSpot has by now stays."""
    waiting = list(taken.writes.filter(state__in=(State.WAITING, State.REFUSED)))
    return cancel(lead, taken, waiting, actor, key, now)


def check(taken: Decision, lead: Lead, actor: Person, now: datetime) -> None:
    stage = Stage.of((taken.after or {}).get("hs_pipeline_stage"))
    check_undo(
        closed_the_lead=bool(stage and stage.is_closed),
        made_a_deal=taken.verb == Decision.Verb.HAND_OFF,
        changed_since=changed_since(taken, lead),
        by_same_person=taken.actor_id == actor.pk,
        decided_at=taken.decided_at,
        now=now,
        already_undone=Decision.objects.filter(undoes=taken).exists(),
    )


def changed_since(taken: Decision, lead: Lead) -> bool:
    """Whether any value that the decision set stands otherwise now (a refused one went back itself)."""
    if taken.verb == Decision.Verb.NEXT_STEP and not step_stands(taken.evidence, lead):
        return not taken.writes.filter(state=State.REFUSED).exists()
    shown = {name: str(getattr(lead, column_of(name)) or "") for name in taken.after}
    return shown != taken.after and not taken.writes.filter(state=State.REFUSED).exists()


def unsent_of(taken: Decision) -> list[OutboundWrite]:
    """The decision's writes, if HubSpot has heard none of them and none is on its way. A held one was
    compared with what HubSpot has; of any other, an answer may have been lost after it was done."""
    writes = list(taken.writes.all())
    unheard = {*(one.pk for one in taken.writes.cancellable()),
               *(one.pk for one in writes if one.state == State.HELD)}  # fmt: skip
    return writes if writes and all(one.pk in unheard for one in writes) else []


def cancel(
    lead: Lead,
    taken: Decision,
    writes: list[OutboundWrite],
    actor: Person,
    key: str | None,
    now: datetime,
) -> Decision:
    """Nothing has left yet: take the writes out of the outbox. A worker that was quicker wins."""
    whole = taken.writes.count() == len(writes)
    with transaction.atomic(durable=True):
        for write in writes:
            if not OutboundWrite.objects.filter(pk=write.pk, state=write.state).update(
                state=State.DISCARDED
            ):
                raise UnableToUndo(
                    "This is on its way to HubSpot right now. Try again in a moment."
                )
        decision = Decision.objects.create(
            lead=lead, actor=actor, verb=Decision.Verb.UNDO, summary=f"Undone: {taken.summary}",
            before=taken.after if whole else {}, after=taken.before if whole else {},
            decided_at=now, key=key, undoes=taken,
            evidence={"never_sent": True},
        )  # fmt: skip
        if columns := columns_back(taken, lead):
            Lead.objects.filter(pk=lead.pk).update(**columns)
        show_again(lead)
    return decision
