"""The chips above the board: overdue, due today, no next step, stale; the rule of each, and its count."""

from enum import StrEnum

from django.db.models import Count, Q, QuerySet

from leads.domain import next_step
from leads.domain.pipeline import Stage
from leads.models import Lead
from leads.queries.card import Viewer
from leads.queries.touches import touched_since


class Chip(StrEnum):
    OVERDUE = "overdue"
    TODAY = "today"
    NO_STEP = "no-step"
    STALE = "stale"


def chipped(leads: QuerySet[Lead], chip: Chip | None, viewer: Viewer) -> QuerySet[Lead]:
    return leads if chip is None else leads.filter(chip_rule(chip, viewer))


def chip_rule(chip: Chip, viewer: Viewer) -> Q:
    """The rule for one row, stated once more for many: only open leads are ever due or stale."""
    is_open = Q(stage__in=[stage.value for stage in Stage if not stage.is_closed])
    today = viewer.today
    match chip:
        case Chip.OVERDUE:
            return is_open & Q(next_step_on__lt=today)
        case Chip.TODAY:
            return is_open & Q(next_step_on=today)
        case Chip.NO_STEP:
            return is_open & Q(next_step_on=None)
    return stale_rule(viewer)


def stale_rule(viewer: Viewer) -> Q:
    rule = Q()
    for stage in Stage:
        rule |= stale_in(stage, viewer)
    return rule


def stale_in(stage: Stage, viewer: Viewer) -> Q:
    """The rule for the leads of one stage."""
    latest = next_step.stale_from(stage, viewer.today)
    if latest is None:
        return Q(pk__in=[])
    until = next_step.end_of_day(latest, viewer.zone)
    entered = Q(stage=stage.value, stage_entered_at__lt=until)
    is_due = Q(next_step_on=None) | Q(next_step_on__lte=viewer.today)
    return entered & is_due & ~Q(touched_since(until))


def count_chips(leads: QuerySet[Lead], viewer: Viewer) -> dict[Chip, int]:
    counted = leads.order_by().aggregate(
        **{chip.name.lower(): Count("pk", filter=chip_rule(chip, viewer)) for chip in Chip}
    )
    return {chip: counted[chip.name.lower()] for chip in Chip}
