"""The next step: what to do next about a lead and on which day, as a task in HubSpot."""

from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from leads.actions.decide import (
    Choice,
    Side,
    SomebodyWasFirst,
    answered_before,
    decide,
    first_words,
    lead_to_change,
    name_of,
    on_lead_and_contact,
)
from leads.domain import next_step
from leads.domain.pipeline import Stage, check_open
from leads.domain.refusal import Refusal
from leads.models import Decision, Lead, OutboundWrite, Person
from leads.models.step import step_stands

DUE_AT = time(9)
"""Office hours begin: a task in HubSpot has a time, a next step only a day."""
FURTHEST_DAYS = 2 * 366


class UnableToSetNextStep(Refusal):
    """The next step cannot be on that day, or there is none."""

    rule = "next-step"


def set_next_step(
    lead_id: int,
    *,
    due_on: date | None,
    subject: str = "",
    due_seen: str = "",
    actor: Person | None,
    key: str | None,
    now: datetime,
    office: ZoneInfo,
) -> Decision:
    """Set the day of the next step, or move it. Raises UnableToSetNextStep, NotAllowed, SomebodyWasFirst."""
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, actor, None)
    check_open(Stage.of(lead.stage))
    if due_seen and due_seen != str(lead.next_step_on or "none"):
        raise SomebodyWasFirst(who_planned(lead))
    today = next_step.today_in(office, now)
    day = check_day(due_on, today)
    words = subject.strip() or lead.next_step or "Follow up"
    task = task_side(lead, {"hs_timestamp": due_at(day, office), "hs_task_subject": words[:250]})
    choice = Choice(
        Decision.Verb.NEXT_STEP,
        f"Next step {next_step.day_words(day, today)}: {words}",
        columns={"next_step_on": day, "next_step": words},
        sides=[task],
        evidence=step_of(lead)
        | {
            "due_at": due_at(lead.next_step_on, office) if lead.next_step_on else "",
            "put_off_to": [str(day), words],
        },
    )
    return decide(lead, choice, actor=actor, key=key, now=now)


def finish_next_step(lead_id: int, *, actor: Person, key: str | None, now: datetime) -> Decision:
    """Mark the next step done. Raises UnableToSetNextStep where there is none."""
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, actor, None)
    if lead.next_step_on is None:
        raise UnableToSetNextStep("There is no next step to mark as done.")
    choice = Choice(
        Decision.Verb.NEXT_STEP,
        f"Done: {lead.next_step}",
        columns={"next_step_on": None, "next_step": "", "next_step_task": ""},
        sides=[task_side(lead, {"hs_task_status": "COMPLETED"})],
        evidence=step_of(lead) | {"put_off_to": ["", ""]},
    )
    return decide(lead, choice, actor=actor, key=key, now=now)


def step_of(lead: Lead) -> dict[str, Any]:
    """The step as it stands, to be put back by an undo, or should HubSpot refuse the new one."""
    return {
        "next_step_on": str(lead.next_step_on or ""),
        "next_step": lead.next_step,
        "next_step_task": lead.next_step_task,
    }


def who_planned(lead: Lead) -> str:
    """Whose step stands here that a person had not seen: ours with its name, else HubSpot's."""
    ours = lead.decisions.select_related("actor").filter(verb=Decision.Verb.NEXT_STEP).first()
    if ours and step_stands(ours.evidence, lead):
        return first_words(ours)
    return f"The next step of {name_of(lead)} was changed in HubSpot. Nothing was changed by you."


def check_day(due_on: date | None, today: date) -> date:
    if due_on is None:
        raise UnableToSetNextStep("Choose a day for the next step.")
    if due_on < today:
        raise UnableToSetNextStep("That day is past. Choose today or later.")
    if (due_on - today).days > FURTHEST_DAYS:
        raise UnableToSetNextStep("That is more than two years away. Choose an earlier day.")
    return due_on


def due_at(day: date, office: ZoneInfo) -> str:
    return datetime.combine(day, DUE_AT, office).isoformat()


def task_side(lead: Lead, properties: dict[str, str]) -> Side:
    """Change the lead's task where it has one, also one that HubSpot has not made yet; else a new one."""
    if lead.next_step_task:
        return Side("tasks", properties, record_id=lead.next_step_task)
    making = lead.writes.unsent().filter(object_type="tasks", kind=OutboundWrite.Kind.CREATE).last()
    if making and not is_finished(making):
        return Side("tasks", properties, after=making)
    new = {"hs_task_status": "NOT_STARTED", "hs_task_type": "TODO", "hs_task_subject": "Follow up"}
    if lead.owner and lead.owner.left_at is None:
        new["hubspot_owner_id"] = lead.owner.hubspot_id
    return Side("tasks", new | properties, links=on_lead_and_contact(lead))


def is_finished(making: OutboundWrite) -> bool:
    """Whether the step of a task that HubSpot has yet to make is done already: the next is another."""
    return making.dependents.filter(properties__hs_task_status="COMPLETED").exists()
