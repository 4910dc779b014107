"""Next steps: the tasks that say what is due on an open lead, and a few that are already done."""

from datetime import date, datetime, timedelta

from leads.sandbox.instants import iso
from leads.sandbox.rows import Row
from leads.sandbox.story_days import LAST_DAY, Days
from leads.sandbox.story_people import People, Person

CONTACT_TO_TASK = 203
LEAD_TO_TASK = 646
SUBJECTS = (
    ("Call about the demo lock", "CALL"),
    ("Send the price list", "EMAIL"),
    ("Ask which doors need locks", "EMAIL"),
    ("Second try by telephone", "CALL"),
    ("Look up who decides", "TODO"),
)


def due_at(days: Days, step: str) -> datetime:
    """The moment of a step of the cast: a day of August, 0 for the last day, +N for after it."""
    if step == "0":
        return days.at(LAST_DAY, 16)
    if step.startswith("+"):
        return days.ahead(int(step), 11)
    return days.at(date(2026, 8, int(step)), 16)


def add_task(
    people: People,
    person: Person,
    lead: Row,
    *,
    due: datetime,
    written_at: datetime,
    owner: str | None,
    done: bool = False,
) -> None:
    """One task on the lead and on its contact; HubSpot keeps the due moment in hs_timestamp."""
    subject, kind = people.rng.choice(SUBJECTS)
    properties = {
        "hs_timestamp": iso(due),
        "hs_task_subject": subject,
        "hs_task_type": kind,
        "hs_task_priority": people.rng.choice(("LOW", "MEDIUM", "HIGH")),
        "hs_task_status": "COMPLETED" if done else "NOT_STARTED",
    }
    if owner:
        properties["hubspot_owner_id"] = owner
    updated_at = written_at + timedelta(hours=2) if done else written_at
    row = people.portal.add("tasks", properties, created_at=written_at, updated_at=updated_at)
    people.portal.link("leads", lead.id, "tasks", row.id, LEAD_TO_TASK)
    people.portal.link("contacts", person.id, "tasks", row.id, CONTACT_TO_TASK)
