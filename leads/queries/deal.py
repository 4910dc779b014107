"""The deal of a lead, as the lead shows it: where it stands by now and what it is worth."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import OuterRef, Subquery

from leads.models import Deal, PortalStage


@dataclass(frozen=True, slots=True)
class DealFact:
    """One deal. `stage` is the portal's own label; `words` say stage and amount in one line."""

    id: str
    name: str
    stage: str
    amount: Decimal | None
    close_on: date | None
    is_won: bool

    @property
    def words(self) -> str:
        """ "Evaluation · $12,500", without the amount where none is set."""
        parts = [self.stage, amount_words(self.amount) if self.amount is not None else ""]
        return " · ".join(part for part in parts if part)


def amount_words(amount: Decimal) -> str:
    """ "$12,500" or "$12,500.50"."""
    return f"${amount:,.0f}" if amount == amount.to_integral_value() else f"${amount:,.2f}"


def deals_of(lead_ids: Iterable[int]) -> Mapping[int, list[DealFact]]:
    """The live deals of these leads, newest first: one query whatever their number."""
    found: dict[int, list[DealFact]] = defaultdict(list)
    labels = PortalStage.objects.filter(
        object_type="deals", pipeline=OuterRef("pipeline"), stage=OuterRef("stage")
    )
    rows = (
        Deal.objects.live()
        .filter(lead_id__in=list(lead_ids))
        .annotate(stage_label=Subquery(labels.values("label")[:1]))
        .order_by("-created_at", "-pk")
        .values_list(
            "lead_id", "pk", "name", "stage_label", "stage", "amount", "close_on", "is_won"
        )
    )
    for lead_id, id, name, label, stage, amount, close_on, is_won in rows:
        if lead_id is not None:
            fact = DealFact(id, name, label or stage, amount, close_on, bool(is_won))
            found[lead_id].append(fact)
    return found
