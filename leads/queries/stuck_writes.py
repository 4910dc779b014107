"""Writes that HubSpot does not have yet: whose, what, since when, in whose words, with every try; and the
fields of a refused one that a person may correct."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from leads.models import OutboundWrite, PortalProperty, State, WriteAttempt
from leads.models.outbox import OPEN_STATES, WriteQuerySet
from leads.queries.clash import LABELS, said

MOST = 100
FIXED = frozenset({
    "hs_pipeline", "hs_pipeline_stage", "pipeline", "dealstage", "kisscrm_write_id",
})  # fmt: skip
"""Properties that nobody types: a stage is moved by its own rules."""
ORDER = (State.HELD, State.REFUSED, State.IN_DOUBT, State.SENDING, State.WAITING)
WORDS: Mapping[str, str] = {
    State.HELD: "held",
    State.REFUSED: "needs a person",
    State.IN_DOUBT: "being checked",
    State.SENDING: "on its way",
    State.WAITING: "waiting",
}
OBJECTS: Mapping[str, str] = {
    "leads": "lead", "contacts": "contact", "companies": "company", "deals": "deal",
    "notes": "note", "tasks": "task", "calls": "call",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """One property of a write. `options` are the portal's, where it has any."""

    name: str
    label: str
    value: str
    shown: str
    base: str
    theirs: str
    options: tuple[tuple[str, str], ...]
    is_fixed: bool


@dataclass(frozen=True, slots=True)
class Stuck:
    """One write with what HubSpot said of it. Texts are raw: the template escapes them."""

    write_id: int
    state: str
    state_words: str
    what: str
    whose: str
    lead_id: int | None
    who: str
    since: datetime
    because: str
    attempts_made: int
    is_held: bool
    may_settle: bool
    may_edit: bool
    fields: tuple[Field, ...]
    tries: tuple[WriteAttempt, ...]


@dataclass(frozen=True, slots=True)
class Outbox:
    """What is open: how many of each state, and the first of them, those for a person first."""

    rows: tuple[Stuck, ...]
    counts: tuple[tuple[str, int], ...]
    beyond: int


def how_many_need_a_person() -> int:
    return OutboundWrite.objects.needing_a_person().count()


def outbox() -> Outbox:
    states = list(OutboundWrite.objects.filter(state__in=OPEN_STATES).values_list("pk", "state"))
    ranked = sorted(states, key=lambda one: (ORDER.index(State(one[1])), one[0]))
    shown = [pk for pk, _ in ranked[:MOST]]
    found = {one.pk: one for one in with_all().filter(pk__in=shown)}
    counts = [(WORDS[one], sum(state == one for _, state in states)) for one in ORDER]
    rows = tuple(stuck(found[pk], {}) for pk in shown if pk in found)
    return Outbox(rows, tuple(one for one in counts if one[1]), len(states) - len(shown))


def stuck_write(write_id: int) -> Stuck | None:
    """One of them with its fields, also when it is settled by now."""
    write = with_all().filter(pk=write_id).first()
    return stuck(write, definitions_of(write)) if write else None


def with_all() -> WriteQuerySet:
    return OutboundWrite.objects.select_related(
        "lead__contact", "decision__actor", "decision__contact", "depends_on"
    ).prefetch_related("attempts")


def definitions_of(write: OutboundWrite) -> dict[str, PortalProperty]:
    found = PortalProperty.objects.filter(object_type=write.object_type)
    return {one.name: one for one in found.filter(name__in=list(write.properties))}


def stuck(write: OutboundWrite, definitions: Mapping[str, PortalProperty]) -> Stuck:
    lead, actor = write.lead, write.decision.actor
    about = (lead.contact if lead else None) or write.decision.contact
    settles = write.state in (State.HELD, State.REFUSED)
    return Stuck(
        write_id=write.pk,
        state=write.state,
        state_words=WORDS.get(write.state, State(write.state).label),
        what=what(write),
        whose=str(about or (lead.name if lead else "")) or "Unnamed",
        lead_id=lead.pk if lead else None,
        who=(actor.get_full_name() or actor.username) if actor else "KISS CRM",
        since=write.created_at,
        because=write.stuck_because,
        attempts_made=write.attempts_made,
        is_held=write.state == State.HELD,
        may_settle=settles,
        may_edit=write.state == State.REFUSED and not set(write.properties) <= FIXED,
        fields=tuple(field(write, name, definitions.get(name)) for name in write.properties),
        tries=tuple(write.attempts.all()),
    )


def what(write: OutboundWrite) -> str:
    """ "Channel set to Paid", with what is written for it where that is not the lead itself."""
    thing = OBJECTS.get(write.object_type, write.object_type)
    if write.kind == OutboundWrite.Kind.LINK:
        return f"{write.decision.summary} (the link)"
    if write.kind == OutboundWrite.Kind.CREATE:
        return f"{write.decision.summary} (a new {thing})"
    return write.decision.summary + ("" if write.object_type == "leads" else f" (the {thing})")


def field(write: OutboundWrite, name: str, known: PortalProperty | None) -> Field:
    value = write.properties[name]
    options = [(key, label) for key, label, hidden in known.options if not hidden] if known else []
    return Field(
        name=name,
        label=LABELS.get(name, known.label if known and known.label else name),
        value=value,
        shown=as_words(name, value),
        base=as_words(name, write.base.get(name)),
        theirs=as_words(name, write.theirs.get(name)) if name in write.theirs else "",
        options=tuple(options),
        is_fixed=name in FIXED,
    )


def as_words(name: str, value: str | None) -> str:
    """The value as a person says it; of a name, all of it: its ending is what is at stake here."""
    return (value or "empty") if name == "hs_lead_name" else said(name, value)
