"""One decision, one transaction, three rows: what is true now, who chose it, what HubSpot must hear."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import F

from leads.domain.intake import display_name
from leads.domain.pipeline import Stage
from leads.domain.roles import Role, check_may_change
from leads.models import Decision, Lead, OutboundWrite, Person
from leads.models.clock import tick
from leads.models.shown import COLUMNS, columns_of
from leads.models.stage_clocks import ENTRIES


class SomebodyWasFirst(Exception):
    """The lead is no longer as the person saw it. The message says how it is now."""

    rule: ClassVar[str] = "first"
    """Its paragraph of the playbook, as a Refusal has one."""


class NoSuchLead(Exception):
    """There is no such lead, or not any more."""


@dataclass(frozen=True, slots=True)
class Link:
    """A record that a new one is linked to; an empty id is the decision's own lead."""

    kind: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A further write that the choice needs: on another record than the lead, or a new one.

    Without `record_id` it makes a record, with `links` inline; `after` is a write to wait for, whose
    new record is then the one to patch.
    """

    object_type: str
    properties: Mapping[str, str]
    record_id: str = ""
    base: Mapping[str, str] = field(default_factory=dict)
    links: Sequence[Link] = ()
    after: OutboundWrite | None = None

    @property
    def kind(self) -> OutboundWrite.Kind:
        is_patch = self.record_id or self.after
        return OutboundWrite.Kind.PATCH if is_patch else OutboundWrite.Kind.CREATE


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen: the verb, in words, and the HubSpot properties that it sets on the lead."""

    verb: Decision.Verb
    summary: str
    properties: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, Any] = field(default_factory=dict)
    """Further columns that no property carries."""
    sides: Sequence[Side] = ()
    evidence: Mapping[str, Any] = field(default_factory=dict)
    undoes: Decision | None = None


type Queue = Callable[[Decision, Choice, datetime], None]


def answered_before(key: str | None) -> Decision | None:
    """The decision that this very form has made already, if it was posted twice."""
    found = (
        Decision.objects.filter(key=key).select_related("lead__contact").first() if key else None
    )
    if found and Decision.objects.filter(undoes=found).exists():
        raise SomebodyWasFirst(
            f"{name_of(found.on_lead)}: this form was used and undone. Choose again."
        )
    return found


def lead_to_change(lead_id: int, actor: Person | None, seen: str | None) -> Lead:
    """The lead as it is now, if this person may change it and it stands where they saw it.

    Raises NoSuchLead, NotAllowed or SomebodyWasFirst. `seen` is the stage id that the form showed.
    """
    lead = lead_of(lead_id, actor)
    check_not_archived(lead)
    if seen and seen != lead.stage:
        raise SomebodyWasFirst(who_was_first(lead))
    return lead


def lead_of(lead_id: int, actor: Person | None) -> Lead:
    """The lead, archived or not, if this person may change it. Raises NoSuchLead or NotAllowed."""
    lead = (
        Lead.objects.select_related("owner", "contact", "company")
        .filter(pk=lead_id, gone_at=None, merged_into="")
        .first()
    )
    if lead is None:
        raise NoSuchLead("This lead is not here any more.")
    if actor is not None:
        check_may_change(
            Role.of(actor.role),
            own=actor.owns(lead.owner_id),
            ownerless=lead.owner_id is None,
            owner=str(lead.owner) if lead.owner else "",
        )
    return lead


def check_not_archived(lead: Lead) -> None:
    if lead.archived_at:
        raise SomebodyWasFirst(f"{name_of(lead)} was archived in HubSpot, so nothing was changed.")


def decide(
    lead: Lead,
    choice: Choice,
    *,
    actor: Person | None,
    key: str | None,
    now: datetime,
    queueing: Queue | None = None,
) -> Decision:
    """Write the three rows. Raises SomebodyWasFirst when the lead changed a moment ago.

    `queueing` writes what HubSpot must hear, where that is more than the choice itself says.
    """
    with transaction.atomic(durable=True):
        version = tick()  # from here to the commit nobody else decides anything
        if twin := answered_before(key):
            return twin  # the same form, posted a moment earlier
        check_no_deal_on_its_way(lead, choice.properties)
        changed = Lead.objects.filter(pk=lead.pk, archived_at=None, **as_seen(lead, choice)).update(
            **new_columns(lead, choice, now), version=version
        )
        if not changed:
            raise SomebodyWasFirst(who_was_first(Lead.objects.get(pk=lead.pk), just_now=True))
        decision = Decision.objects.create(
            lead=lead, actor=actor, verb=choice.verb, summary=choice.summary,
            before=base_values(lead, choice.properties), after=dict(choice.properties),
            evidence=dict(choice.evidence), decided_at=now, key=key, undoes=choice.undoes,
        )  # fmt: skip
        (queueing or queue)(decision, choice, now)
    return decision


DEAL_RESTS_ON = frozenset({"hs_pipeline_stage", "hs_lead_label"})


def check_no_deal_on_its_way(lead: Lead, properties: Mapping[str, str]) -> None:
    """While a deal is being made its lead keeps its stage and channel. Raises SomebodyWasFirst."""
    making = lead.writes.making_deals().unsent().select_related("decision__actor").first()
    if making and not DEAL_RESTS_ON.isdisjoint(properties):
        who = making.decision.actor
        name = (who.get_full_name() or who.username) if who else "The system"
        raise SomebodyWasFirst(f"{name} is creating the deal from this lead. Nothing was changed.")


def queue(decision: Decision, choice: Choice, now: datetime) -> None:
    """What HubSpot must hear of the choice: the lead's own properties, then the rest."""
    common = {"lead": decision.lead, "decision": decision, "created_at": now, "not_before": now}
    if choice.properties:
        OutboundWrite.objects.create(
            object_type="leads", record_id=decision.on_lead.hubspot_id or "",
            properties=decision.after, base=decision.before, **common,
        )  # fmt: skip
    for side in choice.sides:
        OutboundWrite.objects.create(
            kind=side.kind, object_type=side.object_type, record_id=side.record_id,
            properties=dict(side.properties), base=dict(side.base), depends_on=side.after,
            links=[[link.kind, link.id] for link in side.links], **common,
        )  # fmt: skip


def as_seen(lead: Lead, choice: Choice) -> dict[str, Any]:
    """The values that must still stand for the choice to hold: compare and set."""
    columns = {"stage", "owner_id", *choice.columns, *map(column_of, choice.properties)}
    return {column: getattr(lead, column) for column in columns}


def new_columns(lead: Lead, choice: Choice, now: datetime) -> dict[str, Any]:
    """The columns that follow from the properties; a stage brings its moment of entry along."""
    every = columns_of("leads", choice.properties)
    names = {column_of(name) for name in choice.properties}
    columns = {name: value for name, value in every.items() if name in names}
    if "stage" in columns:
        stage = Stage.of(columns["stage"])
        columns["stage_entered_at"] = now
        is_closing = stage is not None and stage.is_closed
        columns["closed_at"] = now if is_closing else None
        columns["closed_owner_id"] = F("owner_id") if is_closing else None
        if (entry := ENTRIES.get(stage) if stage else None) and getattr(lead, entry) is None:
            columns[entry] = now
    return columns | dict(choice.columns)


def column_of(name: str) -> str:
    return COLUMNS["leads"][name][0]


def base_values(lead: Lead, properties: Mapping[str, str]) -> dict[str, str]:
    """What the person saw in these properties, as HubSpot would say it; empty is ""."""
    return {name: str(getattr(lead, column_of(name)) or "") for name in properties}


def who_was_first(lead: Lead, *, just_now: bool = False) -> str:
    """ "Omar Haddad was first: Moved to Connected." or where the lead stands now."""
    last = lead.decisions.select_related("actor").first()
    stage = Stage.of(lead.stage)
    where = stage.label if stage else "another stage"
    moved = (last.after or {}).get("hs_pipeline_stage") if last else None
    if last and (just_now or moved == lead.stage):
        return first_words(last)
    return f"{name_of(lead)} is in {where} now, changed in HubSpot. Nothing was changed by you."


def first_words(earlier: Decision) -> str:
    """ "Omar Haddad was first: Moved to Connected.", of a decision that a person had not seen."""
    actor = earlier.actor
    who = actor.get_full_name() or actor.username if actor else "The system"
    return f"{who} was first: {earlier.summary}. Nothing was changed by you."


def name_of(lead: Lead) -> str:
    return (str(lead.contact) if lead.contact else "") or display_name(lead.name) or "This lead"


def on_lead_and_contact(lead: Lead) -> list[Link]:
    """Where a note, a task or a call of this lead hangs in HubSpot."""
    return [Link("leads"), *([Link("contacts", lead.contact_id)] if lead.contact_id else [])]
