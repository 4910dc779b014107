"""The order of leads: within a column by what is next; in the list by whichever heading was pressed."""

from enum import StrEnum
from typing import Any

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from leads.domain.pipeline import Stage
from leads.models import Lead, OutboundWrite, State
from leads.models.outbox import UNSENT_STATES
from leads.queries.touches import has_meeting


class Sort(StrEnum):
    """A heading of the list, as the address names it; "-" before it turns the order round."""

    NAME = "name"
    STAGE = "stage"
    STEP = "step"
    CHANNEL = "channel"
    ATTEMPT = "attempt"
    OWNER = "owner"
    AGE = "age"
    HUBSPOT = "hubspot"


def ordered(leads: QuerySet[Lead], stage: Stage) -> QuerySet[Lead]:
    """Within a column: booked meetings first, then by next step, none first; closed ones newest first."""
    if stage.is_closed:
        return leads.order_by(F("closed_at").desc(nulls_last=True), "-pk")
    return leads.order_by(
        has_meeting().desc(),
        F("next_step_on").asc(nulls_first=True),
        Coalesce("stage_entered_at", "created_at"),
        "pk",
    )


def sort_of(raw: str) -> Sort | None:
    """The heading behind "step" or "-step"; None for anything else."""
    return next((sort for sort in Sort if sort.value == raw.removeprefix("-")), None)


def in_order(leads: QuerySet[Lead], raw: str) -> QuerySet[Lead]:
    """By the heading that the address names. What has no value stands last either way round."""
    sort = sort_of(raw)
    if sort is None:
        return leads.order_by("pk")
    key = key_of(sort)
    is_down = raw.startswith("-") is not (sort is Sort.AGE)  # the youngest entered last
    turned = key.desc(nulls_last=True) if is_down else key.asc(nulls_last=True)
    return leads.order_by(turned, F("next_step_on").asc(nulls_last=True), "pk")


def key_of(sort: Sort) -> Any:
    """What a heading compares."""
    match sort:
        case Sort.NAME:
            return F("contact__folded")
        case Sort.STAGE:
            return by_rank("stage", tuple(stage.value for stage in Stage))
        case Sort.STEP:
            is_open = ~Q(stage__in=[stage.value for stage in Stage if stage.is_closed])
            return Case(When(is_open, then=F("next_step_on")))
        case Sort.CHANNEL:
            return Case(When(~Q(channel=""), then=F("channel")))
        case Sort.ATTEMPT:
            return Coalesce(earlier_attempts(), Value(0))
        case Sort.OWNER:
            return F("owner__first_name")
        case Sort.AGE:
            return Coalesce("stage_entered_at", "created_at")
    open_writes = OutboundWrite.objects.filter(lead=OuterRef("pk"))
    unsettled = Exists(open_writes.filter(state__in=(*UNSENT_STATES, State.REFUSED)))
    return Case(When(unsettled, then=Value(0)), default=Value(1))


def by_rank(name: str, values: tuple[str, ...]) -> Case:
    ranks = (When(**{name: value}, then=Value(rank)) for rank, value in enumerate(values))
    return Case(*ranks, default=Value(len(values)))


def earlier_attempts() -> Subquery:
    """How many leads of the same contact were raised before."""
    before = Lead.objects.filter(
        contact=OuterRef("contact"), created_at__lt=OuterRef("created_at"), gone_at=None
    )
    return Subquery(before.order_by().values("contact").annotate(n=Count("pk")).values("n"))
