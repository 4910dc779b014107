"""Putting a next step back that an automatic move had put off: the part of an undo beside the stage."""

from datetime import date
from typing import Any

from leads.actions.decide import Side
from leads.actions.set_next_step import task_side
from leads.models import Decision, Lead


def columns_back(taken: Decision, lead: Lead) -> dict[str, Any]:
    """The step as it was; nothing where the decision set none, or somebody has set another since."""
    if not stands(taken, lead):
        return {}
    before = taken.evidence
    if not before["next_step_on"]:
        return {"next_step_on": None, "next_step": "", "next_step_task": ""}
    day = date.fromisoformat(before["next_step_on"])
    return {"next_step_on": day, "next_step": before["next_step"]}


def sides_back(taken: Decision, lead: Lead) -> list[Side]:
    """The same for its task in HubSpot; one that was made for the purpose is done with."""
    if not stands(taken, lead):
        return []
    before = taken.evidence
    if not before["next_step_on"]:
        return [task_side(lead, {"hs_task_status": "COMPLETED"})]
    task = {"hs_timestamp": before["due_at"], "hs_task_subject": before["next_step"]}
    return [task_side(lead, task)]


def stands(taken: Decision, lead: Lead) -> bool:
    put_off_to = taken.evidence.get("put_off_to")
    return put_off_to is not None and put_off_to == [str(lead.next_step_on or ""), lead.next_step]
