"""Putting a next step back that a choice or an automatic move had set, put off or finished."""

from datetime import date
from typing import Any

from leads.actions.decide import Side
from leads.actions.set_next_step import task_side
from leads.models import Decision, Lead
from leads.models.step import step_stands


def columns_back(taken: Decision, lead: Lead) -> dict[str, Any]:
    """The step as it was; nothing where the decision set none, or somebody has set another since."""
    if not step_stands(taken.evidence, lead):
        return {}
    before = taken.evidence
    if not before["next_step_on"]:
        return {"next_step_on": None, "next_step": "", "next_step_task": ""}
    day = date.fromisoformat(before["next_step_on"])
    step = {"next_step_on": day, "next_step": before["next_step"]}
    return step | ({"next_step_task": task_of(taken)} if finished(taken) else {})


def sides_back(taken: Decision, lead: Lead) -> list[Side]:
    """The same for its task in HubSpot: its day and words again, reopened where it was finished. One
    that was made for the purpose is done with, since nothing is ever deleted there."""
    if not step_stands(taken.evidence, lead):
        return []
    before = taken.evidence
    if finished(taken):
        return [Side("tasks", {"hs_task_status": "NOT_STARTED"}, record_id=task_of(taken))]
    if not before["next_step_on"]:
        return [task_side(lead, {"hs_task_status": "COMPLETED"})]
    task = {"hs_timestamp": before["due_at"], "hs_task_subject": before["next_step"]}
    return [task_side(lead, task)]


def finished(taken: Decision) -> bool:
    """Whether the decision marked a step as done."""
    return bool(taken.evidence.get("put_off_to") == ["", ""])


def task_of(taken: Decision) -> str:
    """The id of the finished task; of one that HubSpot made only afterwards, as its write knows it."""
    known = str(taken.evidence.get("next_step_task") or "")
    return known or next((one.record_id for one in taken.writes.all() if one.record_id), "")
