"""Next steps: the earliest open HubSpot task of each lead, as the day that its card shows."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.db import transaction

from leads.hubspot.port import Port, Record
from leads.hubspot.properties import READ
from leads.models import Lead, OutboundWrite
from leads.models.clock import tick
from leads.models.outbox import UNSENT_STATES
from leads.models.raw import as_moment, as_text

AT_ONCE = 500
DONE = {"COMPLETED", "DELETED"}


def pull_next_steps(port: Port, lead_ids: Sequence[str], office: ZoneInfo) -> int:
    """Read the tasks of these leads (HubSpot ids). Returns how many cards changed."""
    changed = 0
    for start in range(0, len(lead_ids), AT_ONCE):
        some = lead_ids[start : start + AT_ONCE]
        edges = port.edges("leads", some, "tasks")
        wanted = sorted({edge.to_id for found in edges.values() for edge in found})
        tasks = {
            task.id: task for task in port.read_many("tasks", wanted, properties=READ["tasks"])
        }
        steps = {
            lead: earliest([tasks[edge.to_id] for edge in found if edge.to_id in tasks])
            for lead, found in edges.items()
        }
        changed += set_steps(steps, office)
    return changed


def earliest(tasks: Sequence[Record]) -> Record | None:
    """The open task that is due first; a task without a due time is no next step."""
    due = [
        (moment, task.id, task)
        for task in tasks
        if task.properties.get("hs_task_status") not in DONE
        and (moment := as_moment(task.properties.get("hs_timestamp")))
    ]
    return min(due, default=(None, None, None))[2]


def set_steps(steps: dict[str, Record | None], office: ZoneInfo) -> int:
    """Show these steps, except where a choice of ours about the step is still on its way."""
    with transaction.atomic():
        version = tick()
        ours = OutboundWrite.objects.filter(object_type="tasks", state__in=UNSENT_STATES)
        leads = Lead.objects.filter(hubspot_id__in=steps).exclude(pk__in=ours.values("lead"))
        changed = [lead for lead in leads if set_step(lead, steps[lead.hubspot_id or ""], office)]
        for lead in changed:
            lead.version = version
        Lead.objects.bulk_update(
            changed, ["next_step_on", "next_step", "next_step_task", "version"], batch_size=200
        )
    return len(changed)


def set_step(lead: Lead, task: Record | None, office: ZoneInfo) -> bool:
    """True when the card looks different for it."""
    before = (lead.next_step_on, lead.next_step, lead.next_step_task)
    moment = as_moment(task.properties.get("hs_timestamp")) if task else None
    lead.next_step_on = moment.astimezone(office).date() if moment else None
    lead.next_step = as_text(task.properties.get("hs_task_subject")) if task else ""
    lead.next_step_task = task.id if task else ""
    return before != (lead.next_step_on, lead.next_step, lead.next_step_task)
