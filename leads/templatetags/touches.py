"""What the screens need of touches and hand-offs: a timeline with its noise folded, answers as buttons."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from django import template
from django.conf import settings

from leads.domain.calls import CallOutcome
from leads.domain.handoff import CouldBuy
from leads.models import Decision, Lead
from leads.queries.deal import amount_words
from leads.queries.timeline import Happening

register = template.Library()


@dataclass(frozen=True, slots=True)
class Run:
    """Lines of the timeline that stand together: all of people, or all of machines."""

    is_noise: bool
    lines: tuple[Happening, ...]

    @property
    def words(self) -> str:
        """What a folded run says of itself."""
        first = self.lines[0]
        return first.words if len(self.lines) == 1 else f"{len(self.lines)} automatic messages"


@register.filter
def runs(lines: tuple[Happening, ...]) -> list[Run]:
    """The timeline in runs, so that what machines sent each other folds away."""
    return [
        Run(is_noise, tuple(run))
        for is_noise, run in groupby(lines, key=lambda one: one.is_machine)
    ]


@register.filter
def dollars(amount: Decimal) -> str:
    return amount_words(amount)


@register.filter
def raised_here(lead: Lead) -> bool:
    """Whether this product began the attempt: then the timeline says so by the decision itself."""
    return lead.decisions.filter(verb=Decision.Verb.RAISE).exists()


ANSWERS = {CouldBuy.YES: "Yes", CouldBuy.NO: "No", CouldBuy.UNSURE: "Not sure"}


@register.filter
def answer_words(answer: CouldBuy) -> str:
    return ANSWERS[answer]


@register.simple_tag
def call_outcomes() -> tuple[CallOutcome, ...]:
    """How a call may have ended, in the order of the buttons."""
    return tuple(CallOutcome)


@register.simple_tag
def after_the_deal() -> str:
    """The page on how to work with a deal once there is one."""
    return settings.AFTER_THE_DEAL
