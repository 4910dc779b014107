"""Clashes: the writes of a lead that need a person, field by field: what was, mine, theirs."""

from collections.abc import Mapping
from dataclasses import dataclass

from leads.domain import intake
from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage
from leads.models import Lead, OutboundWrite, Owner, State
from leads.queries.saving import stuck_words


@dataclass(frozen=True, slots=True)
class Clash:
    """A write that needs a person, field by field: (label, base, mine, theirs)."""

    write_id: int
    is_conflict: bool
    words: str
    fields: tuple[tuple[str, str, str, str], ...]


LABELS: Mapping[str, str] = {
    "hs_pipeline_stage": "Stage",
    "hs_lead_disqualification_reason": "Reason",
    "hs_lead_disqualification_note": "Note",
    "hs_lead_label": "Channel",
    "hubspot_owner_id": "Owner",
    "hs_lead_name": "Name",
    "hs_timestamp": "Due",
    "hs_task_subject": "Next step",
    "hs_task_status": "Task",
}


def clashes(lead: Lead) -> tuple[Clash, ...]:
    return tuple(
        Clash(
            write_id=write.pk,
            is_conflict=write.state == State.HELD,
            words=stuck_words(write),
            fields=tuple(
                (LABELS.get(name, name), said(name, write.base.get(name)), said(name, mine),
                 said(name, write.theirs.get(name)))
                for name, mine in sorted(write.properties.items(), key=in_our_order)
                if write.kind == OutboundWrite.Kind.PATCH
            ),
        )
        for write in lead.writes.needing_a_person().select_related("depends_on")
    )  # fmt: skip


def in_our_order(field: tuple[str, str]) -> int:
    """Databases keep the keys of JSON in orders of their own."""
    names = list(LABELS)
    return names.index(field[0]) if field[0] in names else len(names)


def said(name: str, value: str | None) -> str:
    """A raw value as a person says it."""
    if not value:
        return "empty"
    if name == "hs_pipeline_stage" and (stage := Stage.of(value)):
        return stage.label
    if name == "hs_lead_disqualification_reason" and (reason := Reason.of(value)):
        return reason.label
    if name == "hubspot_owner_id":
        return str(Owner.objects.filter(pk=value).first() or value)
    return intake.display_name(value) if name == "hs_lead_name" else value
