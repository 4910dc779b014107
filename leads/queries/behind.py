"""Behind a number: which leads a figure counts. The figure and the list that it opens are one rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from types import MappingProxyType

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from leads.domain.channels import OUTBOUND_PREFIX, Channel
from leads.domain.pipeline import CLOSED, Stage
from leads.domain.roles import Role, reads_all_rows
from leads.domain.touches import Direction, TouchKind, Verdict
from leads.models import Deal, Lead, Touch
from leads.queries.card import Viewer
from leads.queries.chips import stale_rule


class Standing(StrEnum):
    """Whether HubSpot still shows a lead or has it archived."""

    LIVE = "live"
    ARCHIVED = "archived"


class Mark(StrEnum):
    """What a lead is counted for, beyond the values that it carries."""

    OPEN = "open"
    LOST = "archived-in-mid-pipeline"
    ENDED = "ended"
    ENDED_WITHOUT_REASON = "ended-without-a-reason"
    WITH_REASON = "with-a-reason"
    STALE = "stale"
    NO_REPLY = "no-reply"
    TOUCHED = "first-touch"
    CONNECTED = "connected"
    MEETING = "meeting-booked"
    DISQUALIFIED = "disqualified"
    DEAL = "with-a-deal"


@dataclass(frozen=True, slots=True)
class Behind:
    """What has to be true of a lead, all of it together. None asks for nothing, "" for the blank.

    Days are the office's, both ends included; `week` is the Monday of the week in which it ended, and
    `closer` the owner at that moment. The other texts are HubSpot's own values.
    """

    since: date | None = None
    until: date | None = None
    standing: Standing | None = None
    stage: str | None = None
    owner: str | None = None
    channel: str | None = None
    reason: str | None = None
    source: str | None = None
    closer: str | None = None
    week: date | None = None
    mark: Mark | None = None
    vendor: str | None = None
    """What the channel begins with: "Outbound - " for everybody's outreach."""
    unlabelled: bool | None = None
    """Whether the channel is empty or none that reports know."""


IS_CLOSED = Q(stage__in=[stage.value for stage in Stage if stage in CLOSED])
IS_ARCHIVED = Q(archived_at__isnull=False)
IS_LOST = IS_ARCHIVED & ~IS_CLOSED
"""Archived before any outcome: in mid-pipeline."""
IS_ENDED = Q(stage=Stage.DISQUALIFIED) | IS_LOST
"""Over without a meeting: disqualified, or archived before any outcome."""
IS_OPEN = Q(archived_at=None, stage__in=[stage.value for stage in Stage if stage not in CLOSED])
DID_MEET = Q(meeting_booked_at__isnull=False) | Q(stage=Stage.MEETING_BOOKED)
DID_CONNECT = Q(connected_at__isnull=False) | DID_MEET
"""Reached Connected or a meeting, whatever came after: a lead that went back counts once."""
DID_TOUCH = Q(attempting_at__isnull=False) | DID_CONNECT
"""The first touch moves a lead out of New."""
IS_DISQUALIFIED = Q(stage=Stage.DISQUALIFIED)
IS_KNOWN_CHANNEL = Q(channel__in=[channel.value for channel in Channel])


def counted(viewer: Viewer) -> QuerySet[Lead]:
    """Every lead that a report of this person may count, archived ones too; merged ones count once."""
    leads = Lead.objects.filter(gone_at=None, merged_into="")
    if reads_all_rows(Role.of(viewer.person.role)):
        return leads
    return leads.filter(owner_id=viewer.person.owner_id or "nobody")


def leads_behind(number: Behind, viewer: Viewer) -> QuerySet[Lead]:
    """The leads behind a number, as this person may see them."""
    leads = created_within(counted(viewer), number, viewer).annotate(
        ended_at=ended_at(), closer_id=closer_id()
    )
    for name, column in COLUMNS.items():
        if (value := getattr(number, name)) is not None:
            blank = Q(**{column: ""}) if column in TEXTS else Q(**{f"{column}__isnull": True})
            leads = leads.filter(Q(**{column: value}) if value else blank)
    if number.vendor:
        leads = leads.filter(channel__startswith=number.vendor)
    if number.unlabelled:
        leads = leads.exclude(IS_KNOWN_CHANNEL | Q(channel__startswith=OUTBOUND_PREFIX))
    if number.standing:
        leads = leads.filter(archived_at__isnull=number.standing is Standing.LIVE)
    if number.week:
        start = midnight(number.week, viewer)
        end = midnight(number.week + timedelta(days=7), viewer)
        leads = leads.filter(ended_at__gte=start, ended_at__lt=end)
    return leads.filter(rule_of(number.mark, viewer)) if number.mark else leads


TEXTS = frozenset({"stage", "channel", "reason", "created_by"})
COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "stage": "stage", "owner": "owner_id", "channel": "channel", "reason": "reason",
        "source": "created_by", "closer": "closer_id",
    }
)  # fmt: skip


def created_within(leads: QuerySet[Lead], number: Behind, viewer: Viewer) -> QuerySet[Lead]:
    """Those created within the period, by the office's days."""
    if number.since:
        leads = leads.filter(created_at__gte=midnight(number.since, viewer))
    if number.until:
        leads = leads.filter(created_at__lt=midnight(number.until + timedelta(days=1), viewer))
    return leads


def midnight(day: date, viewer: Viewer) -> datetime:
    """The first moment of the office's day."""
    return datetime.combine(day, time(), viewer.zone)


def rule_of(mark: Mark, viewer: Viewer) -> Q:
    if mark is Mark.STALE:
        return IS_OPEN & stale_rule(viewer)
    if mark is Mark.NO_REPLY:
        return IS_OPEN & Q(stage=Stage.CONNECTED) & ~Q(replied())
    if mark is Mark.DEAL:
        return Q(Exists(Deal.objects.live().filter(lead=OuterRef("pk"))))
    return RULES[mark]


RULES: Mapping[Mark, Q] = MappingProxyType(
    {
        Mark.OPEN: IS_OPEN,
        Mark.LOST: IS_LOST,
        Mark.ENDED: IS_ENDED,
        Mark.ENDED_WITHOUT_REASON: IS_ENDED & Q(reason=""),
        Mark.WITH_REASON: ~Q(reason=""),
        Mark.TOUCHED: DID_TOUCH,
        Mark.CONNECTED: DID_CONNECT,
        Mark.MEETING: DID_MEET,
        Mark.DISQUALIFIED: IS_DISQUALIFIED,
    }
)


def replied() -> Exists:
    """For a query of leads: whether a person answered, as the rules or, before them, a person judged."""
    human = Q(corrected_verdict=Verdict.HUMAN) | Q(corrected_verdict="", verdict=Verdict.HUMAN)
    theirs = Q(direction=Direction.INCOMING) | Q(kind=TouchKind.CALL)
    return Exists(Touch.objects.filter(human & theirs, lead=OuterRef("pk"), gone_at=None))


def ended_at() -> Combinable:
    """For a query of leads: when it ended without a meeting; NULL where it did not, or nobody knows."""
    return Case(
        When(Q(stage=Stage.DISQUALIFIED), then=Coalesce("closed_at", "archived_at")),
        When(IS_LOST, then=F("archived_at")),
    )


def closer_id() -> Combinable:
    """For a query of leads: whose it was when it closed; of one that did not close, whose it is."""
    return Case(When(closed_at__isnull=False, then=F("closed_owner_id")), default=F("owner_id"))
