"""The missing channel desk: leads without a channel, with one that nobody knows, or not named by the rule,
each with the evidence to decide by; and how far the labelling has come today."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time

from django.db.models import F, QuerySet, TextField, Value
from django.db.models.functions import Concat, Trim

from leads.domain import channels, intake
from leads.domain.channels import Channel
from leads.domain.pipeline import Stage
from leads.models import Decision, Lead, PortalProperty
from leads.queries.board import visible
from leads.queries.card import Viewer
from leads.queries.history import undoable_among
from leads.queries.origin import Origin, origins_of
from leads.queries.saving import SyncMark, sync_marks

MOST = 200
"""Leads on one page: more are told by number, and come up as these are done."""
LABEL = "hs_lead_label"
DESK_VERBS = (Decision.Verb.CHANNEL, Decision.Verb.RENAME)


@dataclass(frozen=True, slots=True)
class Row:
    """One lead of the desk. `should_be` is the name by the rule, where the lead has another."""

    lead_id: int
    contact: str
    name: str
    should_be: str
    stage: Stage | None
    owner: str
    channel: str
    channel_label: str
    why: str
    is_missing: bool
    origin: Origin
    sync: SyncMark
    decision: Decision | None
    """Today's last decision of the desk about it, where it can be taken back."""

    @property
    def needs_work(self) -> bool:
        return self.is_missing or bool(self.should_be)

    @property
    def is_open(self) -> bool:
        return self.stage is None or not self.stage.is_closed


@dataclass(frozen=True, slots=True)
class Progress:
    """ "3 of 9 labelled": what was missing this morning or came since, and what of it is done."""

    done: int
    left: int

    @property
    def total(self) -> int:
        return self.done + self.left


@dataclass(frozen=True, slots=True)
class Desk:
    """What waits, the labelled ones of today, and leads beyond the page's length."""

    rows: tuple[Row, ...]
    done: tuple[Row, ...]
    progress: Progress
    beyond: int


def missing_channel_desk(viewer: Viewer) -> Desk:
    """The page: open leads first, then closed ones, the oldest first."""
    ids = wanting()
    shown, labelled = ids[:MOST], [pk for pk in labelled_today(viewer) if pk not in set(ids)]
    return Desk(
        rows=draw_rows(shown, viewer),
        done=draw_rows(labelled[:MOST], viewer),
        progress=progress(viewer),
        beyond=len(ids) - len(shown),
    )


def desk_row(lead_id: int, viewer: Viewer) -> Row | None:
    if lead_id >= 2**63:  # more than any database counts to
        return None
    return next(iter(draw_rows([lead_id], viewer)), None)


def known_channels() -> set[str]:
    """The seven, and any further outbound vendor that the portal offers as an option."""
    offered = PortalProperty.objects.filter(object_type="leads", name=LABEL).first()
    values = {value for value, _, hidden in offered.options if not hidden} if offered else set()
    vendors = {value for value in values if value.startswith(channels.OUTBOUND_PREFIX)}
    return {*Channel, *vendors}


def missing() -> QuerySet[Lead]:
    """Live leads whose channel is empty or none that we know."""
    return visible().exclude(channel__in=known_channels())


def how_many_missing() -> int:
    return missing().count()


def misnamed() -> list[int]:
    """Live leads that are not named after their contact. The database finds most, the rule decides."""
    gap, suffix = (Value(text, output_field=TextField()) for text in (" ", intake.NAME_SUFFIX))
    person = Trim(Concat("contact__first_name", gap, "contact__last_name"))
    asked = visible().filter(contact__isnull=False)
    odd = asked.annotate(by_rule=Concat(person, suffix)).exclude(name=F("by_rule"))
    names = ("pk", "name", "contact__first_name", "contact__last_name", "contact__email")
    return [
        pk
        for pk, name, first, last, email in odd.values_list(*names)
        if not intake.follows_name_rule(name, intake.contact_name(first, last, email))
    ]


def wanting() -> list[int]:
    """Every lead of the desk in the order of the page."""
    closed = [stage.value for stage in Stage if stage.is_closed]
    ids = {*missing().values_list("pk", flat=True), *misnamed()}
    found = Lead.objects.filter(pk__in=ids).values_list("pk", "stage", "created_at")
    first = datetime.min.replace(tzinfo=UTC)
    return [
        pk
        for pk, _, _ in sorted(found, key=lambda one: (one[1] in closed, one[2] or first, one[0]))
    ]


def draw_rows(ids: Sequence[int], viewer: Viewer) -> tuple[Row, ...]:
    """The rows of these leads, in this order; those that left the mirror are left out."""
    found = visible().filter(pk__in=ids).select_related("contact", "company", "owner")
    leads = {lead.pk: lead for lead in found}
    origins = origins_of(list(leads.values()), viewer.zone)
    marks, decided = sync_marks(ids, viewer.now), desk_decisions(ids, viewer)
    known = known_channels()
    return tuple(
        row(leads[pk], origins[pk], marks.get(pk, SyncMark()), decided.get(pk), known)
        for pk in ids
        if pk in leads
    )


def row(
    lead: Lead, origin: Origin, sync: SyncMark, decision: Decision | None, known: set[str]
) -> Row:
    is_missing = lead.channel not in known
    return Row(
        lead_id=lead.pk,
        contact=contact_of(lead) or intake.display_name(lead.name) or intake.UNNAMED,
        name=lead.name,
        should_be=should_be(lead),
        stage=Stage.of(lead.stage),
        owner=str(lead.owner or ""),
        channel=lead.channel,
        channel_label=channels.label_of(lead.channel),
        why=channels.why_unattributable(lead.channel) if is_missing else "",
        is_missing=is_missing,
        origin=origin,
        sync=sync,
        decision=decision,
    )


def contact_of(lead: Lead) -> str:
    one = lead.contact
    return intake.contact_name(one.first_name, one.last_name, one.email) if one else ""


def should_be(lead: Lead) -> str:
    """The name by the rule where the lead has another; "" where it is right or nobody is linked."""
    name = contact_of(lead)
    return "" if not name or intake.follows_name_rule(lead.name, name) else intake.lead_name(name)


def midnight(viewer: Viewer) -> datetime:
    return datetime.combine(viewer.today, time.min, viewer.zone)


def desk_decisions(ids: Iterable[int], viewer: Viewer) -> dict[int, Decision]:
    """Today's channel or name of each lead that an undo would be accepted for."""
    made = Decision.objects.filter(
        lead__in=list(ids), verb__in=DESK_VERBS, decided_at__gte=midnight(viewer), undone_by=None
    )
    rows = list(made.select_related("lead", "actor").prefetch_related("writes"))
    undoable = undoable_among(rows, viewer)
    return {one.on_lead.pk: one for one in reversed(rows) if one.pk in undoable}


def labelled_today(viewer: Viewer) -> list[int]:
    """Leads that got their channel today where none stood, the last one first."""
    known = known_channels()
    made = Decision.objects.filter(
        verb=Decision.Verb.CHANNEL, decided_at__gte=midnight(viewer), undone_by=None,
        lead__archived_at=None, lead__gone_at=None, lead__channel__in=known,
    )  # fmt: skip
    filled = [one for one in made if (one.before or {}).get(LABEL, "") not in known]
    return list(dict.fromkeys(one.lead_id for one in filled if one.lead_id))


def progress(viewer: Viewer) -> Progress:
    return Progress(done=len(labelled_today(viewer)), left=how_many_missing())
