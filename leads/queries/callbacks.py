"""Callbacks: bad timing that has become the right one, for as long as no new attempt was begun."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from leads.domain.disqualification import Reason, callback_in
from leads.domain.pipeline import Stage
from leads.models import Lead
from leads.queries.board import visible
from leads.queries.card import Viewer


@dataclass(frozen=True, slots=True)
class Callback:
    """A closed attempt whose day has come."""

    lead_id: int
    contact_id: str
    name: str
    company: str
    due_on: date


def callbacks_due(viewer: Viewer) -> list[Callback]:
    """One's own, the longest due first. The day stands in the note, so it is read here, row by row."""
    found = [callback(lead) for lead in waiting(viewer).select_related("contact", "company")]
    due = [one for one in found if one is not None and one.due_on <= viewer.today]
    return sorted(due, key=lambda one: (one.due_on, one.lead_id))


def waiting(viewer: Viewer) -> QuerySet[Lead]:
    """Attempts of this person that ended for their timing and that no later attempt followed."""
    followed = Lead.objects.filter(
        contact_id=OuterRef("contact_id"), created_at__gt=OuterRef("created_at"), gone_at=None
    )
    ended = visible().filter(stage=Stage.DISQUALIFIED, owner_id=viewer.person.owner_id or "nobody")
    return ended.filter(reason=Reason.BAD_TIMING, contact__isnull=False).exclude(Exists(followed))


def callback(lead: Lead) -> Callback | None:
    due_on = callback_in(lead.note)
    if due_on is None or lead.contact is None:
        return None
    company = lead.company.name if lead.company else ""
    return Callback(lead.pk, lead.contact.pk, str(lead.contact), company, due_on)
