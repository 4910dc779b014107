"""From lead to deal: when a lead may become one, and what that deal looks like."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Self

from leads.domain.channels import DealPair, why_unattributable
from leads.domain.pipeline import Stage, UnableToMove, check_open
from leads.domain.refusal import Refusal

# The Deal Pipeline and its stage Evaluation: the one place where a deal from a lead opens.
DEAL_PIPELINE = "930425200"
DEAL_STAGE = "1428879448"

# Where deals opened before. Nothing may open there from this day on.
RETIRED_PIPELINE_LABEL = "Sales Pipeline"
RETIRED_STAGE_LABEL = "New Opportunity"
RETIRED_ON = date(2026, 10, 1)

# Outcomes of a meeting that still stands or was held. HubSpot leaves the outcome blank on some
# meetings that were just booked; NO_SHOW and CANCELED are no conversation.
_STANDING_OUTCOMES = frozenset({"", "SCHEDULED", "RESCHEDULED", "COMPLETED"})


class UnableToHandOff(Refusal):
    """No deal may be made from this lead now."""

    rule = "hand-off"


class CouldBuy(StrEnum):
    """The answer to "could this person buy?"."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"

    @classmethod
    def of(cls, raw: str | None) -> Self | None:
        """The answer as a form writes it; None where the question is still open."""
        return next((answer for answer in cls if answer.value == raw), None)


def check_hand_off(
    *,
    stage: Stage | None,
    channel: str | None,
    has_deal: bool,
    could_buy: CouldBuy | None,
    owner: str | None,
) -> None:
    """Refuse to make a deal from a lead that may have none. Raises UnableToHandOff.

    `channel` is the stored channel, `owner` the lead's HubSpot owner id, which the deal inherits.
    The link from lead to deal and the channel pair are all that attributes revenue, so a lead
    without a usable channel is labelled first.
    """
    _check_still_open(stage)
    if has_deal:
        raise UnableToHandOff("This lead already has a deal.")
    if not (owner or "").strip():
        raise UnableToHandOff("This lead has no owner, so its deal would have none. Set one first.")
    why = why_unattributable(channel)
    if why:
        raise UnableToHandOff(f"{why} Set the channel first: the deal inherits it.")
    _check_could_buy(could_buy)


def _check_still_open(stage: Stage | None) -> None:
    try:
        check_open(stage)
    except UnableToMove as refused:
        raise UnableToHandOff(refused.words) from refused


def _check_could_buy(could_buy: CouldBuy | None) -> None:
    if could_buy is None:
        raise UnableToHandOff("Say first whether this person could buy.")
    if could_buy is CouldBuy.NO:
        raise UnableToHandOff(
            "A deal needs someone who could buy. Keep looking for that person, "
            "or disqualify this lead as “Wrong person”."
        )
    if could_buy is CouldBuy.UNSURE:
        raise UnableToHandOff(
            "A deal needs someone who could buy. Keep the lead open until you know, then hand off."
        )


def check_close_with_deal(*, stage: Stage | None, has_deal: bool) -> None:
    """Refuse to close a lead as Meeting Booked with a deal it has already. Raises UnableToHandOff.

    For a deal that somebody made from the lead in HubSpot: it is adopted, not made again.
    """
    _check_still_open(stage)
    if not has_deal:
        raise UnableToHandOff("This lead has no deal yet. Create the deal from it.")


def deal_name(contact_company: str | None, sites: int | None, contact_name: str) -> str:
    """The name proposed: "Summit Lock-Up – 22 sites", by the person where no company is known."""
    who = " ".join((contact_company or "").split()) or " ".join(contact_name.split())
    if sites is None or sites < 1:
        return who
    return f"{who} – {sites:,} {'site' if sites == 1 else 'sites'}"


def deal_properties(
    *,
    name: str,
    owner: str,
    pair: DealPair,
    pair_properties: tuple[str, str],
    amount: Decimal | None = None,
    close_on: date | None = None,
) -> dict[str, str]:
    """What HubSpot is sent for a new deal; absent facts are left out, never sent empty.

    `pair_properties` are the portal's names for the source and its detail. Raises ValueError when
    one of them is not configured, UnableToHandOff for a name or an amount that cannot be.
    """
    source_property, detail_property = pair_properties
    if not source_property or not detail_property:
        raise ValueError("The deal's two channel properties are not configured.")
    if not name.strip():
        raise UnableToHandOff("The deal needs a name.")
    properties = {
        "dealname": name.strip(),
        "pipeline": DEAL_PIPELINE,
        "dealstage": DEAL_STAGE,
        "hubspot_owner_id": owner,
        source_property: pair.source,
        detail_property: pair.detail,
    }
    if amount is not None:
        properties["amount"] = amount_text(amount)
    if close_on is not None:
        properties["closedate"] = close_date_text(close_on)
    return properties


def amount_text(amount: Decimal) -> str:
    """An amount as HubSpot takes it: plain digits, no exponent. Raises UnableToHandOff."""
    if not amount.is_finite() or amount < 0:
        raise UnableToHandOff("The amount must be a number that is not negative.")
    return f"{amount.copy_abs():f}"


def close_date_text(close_on: date) -> str:
    """A close date as HubSpot takes it: that day at midnight UTC, whatever the office's zone."""
    return f"{close_on.isoformat()}T00:00:00Z"


def prompts_hand_off(
    meeting_outcome: str | None, starts_at: datetime | None, lead_created_at: datetime
) -> bool:
    """Whether a meeting asks for a deal: it stands or was held, and belongs to this attempt.

    A meeting from before the lead is an earlier attempt's; the person still says who could buy.
    """
    if starts_at is None or starts_at < lead_created_at:
        return False
    return (meeting_outcome or "").strip().upper() in _STANDING_OUTCOMES
