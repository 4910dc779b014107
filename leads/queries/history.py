"""Recent changes: what was decided lately, what HubSpot made of it, and what can be taken back."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from leads.domain.intake import display_name
from leads.models import Decision, Lead
from leads.queries.card import Viewer, may_change
from leads.queries.lead import may_undo
from leads.queries.timeline import hubspot_result

PAGE = 50


@dataclass(frozen=True, slots=True)
class Change:
    """One decision as the list shows it. `state` is that of its write, `result` the same in words."""

    decision_id: int
    lead_id: int
    lead_name: str
    company: str
    summary: str
    who: str
    at: datetime
    result: str
    state: str
    may_undo: bool


@dataclass(frozen=True, slots=True)
class Changes:
    """One page of them, newest first; `number` counts from 1."""

    rows: tuple[Change, ...]
    number: int
    has_more: bool


def recent_changes(viewer: Viewer, *, everybody: bool, number: int = 1) -> Changes:
    """A person's own decisions, or everybody's and the system's."""
    start = (number - 1) * PAGE
    made = decisions_of(viewer, everybody=everybody)
    joined = made.select_related("actor", "lead__contact", "lead__company")
    found = list(joined.prefetch_related("writes")[start : start + PAGE + 1])
    shown = found[:PAGE]
    open_to_undo = undoable_among(shown, viewer)
    rows = tuple(change(one, may_undo=one.pk in open_to_undo) for one in shown)
    return Changes(rows, number, len(found) > PAGE)


def decisions_of(viewer: Viewer, *, everybody: bool) -> QuerySet[Decision]:
    made = Decision.objects.filter(lead__isnull=False, lead__gone_at=None)
    return made if everybody else made.filter(actor=viewer.person)


def change(one: Decision, *, may_undo: bool) -> Change:
    result, state = hubspot_result(
        list(one.writes.all()), never_sent=one.evidence.get("never_sent")
    )
    lead, actor = one.on_lead, one.actor
    return Change(
        decision_id=one.pk,
        lead_id=lead.pk,
        lead_name=str(lead.contact or "") or display_name(lead.name) or "Unnamed",
        company=lead.company.name if lead.company else "",
        summary=one.summary,
        who=(actor.get_full_name() or actor.username) if actor else "KISS CRM",
        at=one.decided_at,
        result=result,
        state=state,
        may_undo=may_undo,
    )


def undoable_among(made: Iterable[Decision], viewer: Viewer) -> set[int]:
    """Those that an undo would be accepted for now: the last of a lead, its values still standing."""
    rows = list(made)
    last = last_of_each({one.on_lead.pk for one in rows})
    undone = set(
        Decision.objects.filter(undoes__in=[one.pk for one in rows]).values_list(
            "undoes", flat=True
        )
    )
    return {
        one.pk
        for one in rows
        if last.get(one.on_lead.pk) == one.pk
        and one.pk not in undone
        and is_ours_to_undo(one, one.on_lead, viewer)
    }


def last_of_each(lead_ids: Iterable[int]) -> dict[int, int]:
    """The last decision of each lead that is not itself an undo."""
    made = Decision.objects.filter(lead_id__in=list(lead_ids)).exclude(verb=Decision.Verb.UNDO)
    return dict(made.order_by("decided_at", "pk").values_list("lead_id", "pk"))


def is_ours_to_undo(one: Decision, lead: Lead, viewer: Viewer) -> bool:
    """Whoever gave a lead away may take that back, though the lead is no longer theirs."""
    if lead.archived_at or lead.merged_into:
        return False
    gave_away = one.verb == Decision.Verb.ASSIGN and one.actor_id == viewer.person.pk
    may = gave_away or may_change(viewer.person, lead.owner_id)
    return may and may_undo(one, lead, viewer)


def last_change(viewer: Viewer) -> Decision | None:
    """The last thing that this person changed and has not taken back."""
    made = decisions_of(viewer, everybody=False).exclude(verb=Decision.Verb.UNDO)
    return made.filter(undone_by=None).first()
