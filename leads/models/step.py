"""The shown next step of a lead when HubSpot refuses its task, or is asked once more to take it."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from leads.models.mirror import Lead
from leads.models.outbox import OutboundWrite, State


def step_stands(evidence: Mapping[str, Any], lead: Lead) -> bool:
    """Whether the step that a decision set, kept as `put_off_to`, is still the lead's."""
    return evidence.get("put_off_to") == [str(lead.next_step_on or ""), lead.next_step]


def take_back_step(write: OutboundWrite) -> None:
    """Show the step that stood before a refused or discarded task, unless a later one is on its way."""
    before = write.decision.evidence
    later = write.on_lead.writes.unsent().filter(object_type="tasks", pk__gt=write.pk)
    if "next_step_on" in before and not later.exists():
        show_step(write.on_lead.pk, before.get("next_step_on"), before)


def lay_step(write: OutboundWrite) -> None:
    """Show the step of a task that is sent once more."""
    due, words = write.properties.get("hs_timestamp"), write.properties.get("hs_task_subject", "")
    if write.properties.get("hs_task_status") == "COMPLETED":
        show_step(write.on_lead.pk, "", {"next_step_task": ""})
    elif due:
        show_step(write.on_lead.pk, due[:10], {"next_step": words})


def show_step(lead_id: int, day: str | None, step: dict[str, Any]) -> None:
    names = ("next_step", "next_step_task")
    columns: dict[str, Any] = {name: step[name] for name in names if name in step}
    columns["next_step_on"] = date.fromisoformat(day) if day else None
    if not day:
        columns["next_step"] = ""
    Lead.objects.filter(pk=lead_id).update(**columns)


def fold_into(refused: OutboundWrite) -> None:
    """Changes that waited for a task which HubSpot would not make join it: a second try makes the task
    as it was wanted last, and nothing waits for a record that never comes."""
    for waiting in refused.dependents.unsent().order_by("pk"):
        refused.properties |= waiting.properties
        OutboundWrite.objects.filter(pk=waiting.pk).update(state=State.DISCARDED)
    OutboundWrite.objects.filter(pk=refused.pk).update(properties=refused.properties)
