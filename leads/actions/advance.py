"""Advance: the moves that nobody has to make by hand. A first touch empties New, a person's reply
connects, a machine's answer goes back with the next step put off; each with its evidence, once."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from leads.actions.decide import Choice, Side, SomebodyWasFirst, answered_before, decide
from leads.actions.evidence import Finding, weigh
from leads.actions.set_next_step import due_at, task_side
from leads.domain import next_step
from leads.domain.pipeline import OPEN, Stage
from leads.domain.touches import Verdict, pushed_out_to
from leads.models import Decision, Lead, OutboundWrite, Person, State, Touch
from leads.models.clock import tick
from leads.models.shown import show_again

CHECK_ADDRESS = "Check the e-mail address: the message did not arrive"
FIND_CONTACT = "Find the right contact: this one has left"


def advance(*, now: datetime, office: ZoneInfo) -> int:
    """Act on every touch that has not been acted on. Returns how many leads were changed."""
    give_way()
    return sum(advance_lead(lead, now=now, office=office) for lead in leads_to_weigh())


def leads_to_weigh() -> Sequence[Lead]:
    """Open leads with news, but those where a person has to settle a conflict about the stage."""
    leads = Lead.objects.filter(archived_at=None, gone_at=None, merged_into="", stage__in=OPEN)
    conflicts = OutboundWrite.objects.filter(object_type="leads", state=State.HELD)
    news = Touch.objects.filter(acted_at=None, gone_at=None)
    found = leads.filter(pk__in=news.values("lead")).exclude(pk__in=conflicts.values("lead"))
    return list(found.select_related("contact", "owner").prefetch_related("touches").order_by("pk"))


def advance_lead(lead: Lead, *, now: datetime, office: ZoneInfo) -> bool:
    """Weigh the news of one lead and do what follows. False where nothing did."""
    every = list(lead.touches.all())
    fresh = [touch for touch in every if touch.acted_at is None and touch.gone_at is None]
    found = weigh(lead, fresh, every)
    if found is None:
        return False
    touch = found.mover or found.pusher
    key = key_of(touch) if touch else None
    try:
        decision = None
        if touch and not answered_before(key):
            decision = act(lead, found, actor=None, key=key, now=now, office=office)
    except SomebodyWasFirst:
        return False  # the touches stay news, and are weighed again against what is true by then
    settle_touches(lead, fresh, found, now)
    return decision is not None


def key_of(touch: Touch) -> str:
    """One touch acts once, also after an undo, and also should the mirror be built anew."""
    return f"touch:{touch.kind}:{touch.hubspot_id}:{touch.lead_id}:{touch.told or 'sent'}"


def act(
    lead: Lead,
    found: Finding,
    *,
    actor: Person | None,
    key: str | None,
    now: datetime,
    office: ZoneInfo,
) -> Decision | None:
    """Make the move and put off the next step, in one decision; None where there is nothing to do."""
    moves = found.stage.value != lead.stage
    step = put_off(lead, found.pusher, moves=moves, now=now, office=office)
    touch = found.mover or found.pusher
    if touch is None or not (moves or step):
        return None
    choice = Choice(
        Decision.Verb.ADVANCE if moves else Decision.Verb.NEXT_STEP,
        summary(found, lead, step, next_step.today_in(office, now)),
        {"hs_pipeline_stage": found.stage.value} if moves else {},
        columns={"next_step_on": step[0], "next_step": step[1]} if step else {},
        sides=[step_side(lead, step, office)] if step else [],
        evidence=evidence(touch) | (step_before(lead, step, office) if step else {}),
    )
    return decide(lead, choice, actor=actor, key=key, now=now)


type Step = tuple[date, str]


def put_off(
    lead: Lead, pusher: Touch | None, *, moves: bool, now: datetime, office: ZoneInfo
) -> Step | None:
    """The new next step after a machine's answer; None where the present one may stay.

    An answer so old that its day is past moves nothing by itself; with a move back it is due now.
    """
    if pusher is None:
        return None
    today = next_step.today_in(office, now)
    received_on = next_step.day_of(pusher.at, office)
    day = pushed_out_to(received_on, returns_on=pusher.return_on, due_on=lead.next_step_on)
    if day < today:
        if not moves:
            return None
        day = today if next_step.is_working_day(today) else next_step.working_day_after(today)
    words = step_words(pusher) or lead.next_step or "Follow up"
    return None if (day, words) == (lead.next_step_on, lead.next_step) else (day, words)


def step_words(pusher: Touch) -> str:
    """What to do instead of waiting, where waiting would not help."""
    if pusher.left_company:
        return FIND_CONTACT
    return CHECK_ADDRESS if pusher.told is Verdict.BOUNCE else ""


def step_side(lead: Lead, step: Step, office: ZoneInfo) -> Side:
    day, words = step
    task = {"hs_timestamp": due_at(day, office), "hs_task_subject": words[:250]}
    return task_side(lead, task)


def step_before(lead: Lead, step: Step, office: ZoneInfo) -> dict[str, Any]:
    """What an undo needs to put the step back, and to see that it is still ours to put back."""
    due = lead.next_step_on
    return {
        "next_step_on": str(due or ""),
        "next_step": lead.next_step,
        "due_at": due_at(due, office) if due else "",
        "put_off_to": [str(step[0]), step[1]],
    }


def summary(found: Finding, lead: Lead, step: Step | None, today: date) -> str:
    """In words: "Back to Attempting · Out of office: nobody has read this yet. · next step Thu 3 Sep"."""
    parts = []
    if found.stage.value != lead.stage:
        is_back = lead.stage == Stage.CONNECTED
        parts += [f"{'Back' if is_back else 'Moved'} to {found.stage.label}", found.moved_because]
    if step:
        parts += [
            found.pushed_because,
            f"Next step {next_step.day_words(step[0], today)}: {step[1]}",
        ]
    return " · ".join(dict.fromkeys(part.rstrip(".") for part in parts))


def evidence(touch: Touch) -> dict[str, Any]:
    """What the move rests on, so that anybody can look it up, here and in HubSpot."""
    return {
        "touch": touch.pk,
        "kind": touch.kind,
        "hubspot_id": touch.hubspot_id,
        "at": touch.at.isoformat(),
        "verdict": touch.told or "",
        "rule": touch.rule,
        "rules_version": touch.rules_version,
        "because": touch.because,
        "text": touch.snippet,
    }


def settle_touches(lead: Lead, fresh: Sequence[Touch], found: Finding, now: datetime) -> None:
    """These have had their effect. What still needs the owner's word is asked on the card."""
    with transaction.atomic():
        Touch.objects.filter(pk__in=[touch.pk for touch in fresh]).update(acted_at=now)
        answered = Touch.objects.filter(lead=lead, asks=True)
        changed = answered.update(asks=False) if found.stage is Stage.CONNECTED else 0
        asking = [touch.pk for touch in found.asking]
        changed += Touch.objects.filter(pk__in=asking).update(asks=True)
        if changed:
            Lead.objects.filter(pk=lead.pk).update(version=tick())


def give_way() -> int:
    """Where HubSpot's own automation or a person there was first, our automatic move is no conflict."""
    held: dict[int, list[OutboundWrite]] = defaultdict(list)
    for write in OutboundWrite.objects.filter(
        state=State.HELD, decision__verb=Decision.Verb.ADVANCE, decision__actor=None
    ).select_related("lead"):
        held[write.on_lead.pk].append(write)
    for writes in held.values():
        with transaction.atomic():
            ids = [write.pk for write in writes]
            OutboundWrite.objects.filter(pk__in=ids, state=State.HELD).update(
                state=State.DISCARDED, stuck_because="HubSpot was first"
            )
            show_again(writes[0].on_lead)
    return len(held)
