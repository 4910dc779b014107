"""Hand off: a meeting is booked with someone who could buy, so the lead becomes a deal, once, and closes
with it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import IntegrityError

from leads.actions.decide import (
    Choice,
    SomebodyWasFirst,
    answered_before,
    check_no_deal_on_its_way,
    decide,
    lead_to_change,
    queue,
    who_was_first,
)
from leads.actions.set_channel import check_channel
from leads.domain import handoff
from leads.domain.channels import deal_pair
from leads.domain.handoff import CouldBuy, UnableToHandOff
from leads.domain.next_step import today_in
from leads.domain.pipeline import Stage
from leads.models import Contact, Decision, Lead, OutboundWrite, Person, State
from leads.models.raw import as_text

LONGEST_NAME = 250
FURTHEST_YEARS = 10
EARLIEST = date(2000, 1, 1)
PLAIN_AMOUNT = re.compile(r"(?:[0-9]{1,11}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.[0-9]{1,2})?")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the sheet asks for, read and found possible. `channel` is "" where none was chosen in it."""

    name: str
    amount: Decimal | None
    close_on: date | None
    channel: str

    @property
    def evidence(self) -> dict[str, str]:
        return {
            "deal_name": self.name,
            "amount": "" if self.amount is None else handoff.amount_text(self.amount),
            "close_on": str(self.close_on or ""),
            "could_buy": CouldBuy.YES.value,
        }


def hand_off(
    lead_id: int,
    *,
    deal_name: str,
    amount: str,
    close_on: date | None,
    could_buy: str,
    channel: str = "",
    seen: str | None,
    actor: Person,
    key: str | None,
    now: datetime,
    office: ZoneInfo,
) -> Decision:
    """Queue the deal with its links and, behind it, the closing of the lead.

    Pressed twice by one person with the same words it is one decision. The lead closes when the deal
    exists, not before. Raises UnableToHandOff, UnableToSetChannel, NotAllowed, SomebodyWasFirst.
    """
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, actor, None)
    check_as_seen(lead, seen)
    asked = Asked(
        name_of_deal(deal_name),
        amount_of(amount),
        close_day(close_on, today_in(office, now)),
        chosen_channel(lead, channel, actor),
    )
    answer = CouldBuy.of(could_buy)
    if same := asked_already(lead, asked, actor, answer):
        return same
    check(lead, asked, answer)
    choice = Choice(
        Decision.Verb.HAND_OFF,
        f"Handed off to the deal “{asked.name}”",
        {"hs_lead_label": asked.channel} if asked.channel else {},
        evidence=asked.evidence,
    )
    queueing = partial(queue_deal, lead=lead, deal=deal_values(lead, asked))
    try:
        return decide(lead, choice, actor=actor, key=key, now=now, queueing=queueing)
    except IntegrityError:
        return beaten(lead, key)


def close_with_deal(
    lead_id: int, *, seen: str | None, actor: Person, key: str | None, now: datetime
) -> Decision:
    """Close the lead as Meeting Booked with the deal that it has in HubSpot already.

    Raises UnableToHandOff, NotAllowed, SomebodyWasFirst.
    """
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, actor, None)
    check_as_seen(lead, seen)
    deal = lead.deals.live().order_by("-created_at").first()
    handoff.check_close_with_deal(stage=Stage.of(lead.stage), has_deal=deal is not None)
    choice = Choice(
        Decision.Verb.HAND_OFF,
        f"Closed with the deal “{deal}”, made in HubSpot",
        {"hs_pipeline_stage": Stage.MEETING_BOOKED.value},
        evidence={"deal": deal.pk if deal else ""},
    )
    return decide(lead, choice, actor=actor, key=key, now=now, queueing=queue_closing)


def check_as_seen(lead: Lead, seen: str | None) -> None:
    """A lead that moved on within the open part meanwhile may be handed off all the same."""
    stage = Stage.of(lead.stage)
    if seen and seen != lead.stage and (stage is None or stage.is_closed):
        raise SomebodyWasFirst(who_was_first(lead))


def name_of_deal(raw: str) -> str:
    name = " ".join(as_text(raw).split())
    if not name:
        raise UnableToHandOff("The deal needs a name.")
    if len(name) > LONGEST_NAME:
        raise UnableToHandOff(f"That name is too long: keep it under {LONGEST_NAME} letters.")
    return name


def amount_of(raw: str) -> Decimal | None:
    """A plain number, with a dollar sign and commas between thousands if people write them."""
    text = "".join(raw.split()).removeprefix("$")
    if not text:
        return None
    if not PLAIN_AMOUNT.fullmatch(text):
        raise UnableToHandOff("The amount must be a number like 12500 or 12,500.00.")
    return Decimal(text.replace(",", ""))


def close_day(close_on: date | None, today: date) -> date | None:
    if close_on is None:
        return None
    if not close_on >= EARLIEST or close_on.year > today.year + FURTHEST_YEARS:
        raise UnableToHandOff("That close date is too far away. Choose another.")
    return close_on


def chosen_channel(lead: Lead, channel: str, actor: Person) -> str:
    """The channel to set along with the hand-off: "" where the lead keeps the one that it has."""
    if not channel or channel == lead.channel:
        return ""
    return check_channel(lead, channel, actor).value


def check(lead: Lead, asked: Asked, could_buy: CouldBuy | None) -> None:
    check_no_deal_on_its_way(lead, {"hs_pipeline_stage": Stage.MEETING_BOOKED})
    made_here = lead.writes.making_deals().filter(state=State.SENT).exists()
    handoff.check_hand_off(
        stage=Stage.of(lead.stage),
        channel=asked.channel or lead.channel,
        has_deal=made_here or lead.deals.live().exists(),
        could_buy=could_buy,
        owner=lead.owner_id,
    )
    if lead.owner and lead.owner.left_at:
        raise UnableToHandOff(
            f"{lead.owner} has left, so the deal would have no owner. Assign it first."
        )


def asked_already(
    lead: Lead, asked: Asked, actor: Person, could_buy: CouldBuy | None
) -> Decision | None:
    """The same press by the same person, from another tab, while the first is on its way."""
    making = lead.writes.making_deals().unsent().select_related("decision").first()
    if making is None or making.decision.actor_id != actor.pk or could_buy is not CouldBuy.YES:
        return None
    return making.decision if making.decision.evidence == asked.evidence else None


def beaten(lead: Lead, key: str | None) -> Decision:
    """Somebody else's row was first, or this form's own twin."""
    if earlier := answered_before(key):
        return earlier
    check_no_deal_on_its_way(lead, {"hs_pipeline_stage": Stage.MEETING_BOOKED})
    raise SomebodyWasFirst(
        "Somebody has created the deal from this lead. Nothing was changed by you."
    )


def deal_values(lead: Lead, asked: Asked) -> dict[str, str]:
    """The deal as HubSpot is to make it."""
    pair = deal_pair(asked.channel or lead.channel)
    if pair is None:
        raise UnableToHandOff("Set the channel first: the deal inherits it.")
    return handoff.deal_properties(
        name=asked.name,
        owner=lead.owner_id or "",
        pair=pair,
        pair_properties=settings.HUBSPOT.pair_properties,
        amount=asked.amount,
        close_on=asked.close_on,
    )


def links_of_deal(lead: Lead) -> list[list[str]]:
    """The lead, every contact that is still there with its own first, and the company."""
    first = [lead.contact_id] if lead.contact_id else []
    ids = list(dict.fromkeys([*first, *lead.contact_ids]))
    lost = Contact.objects.filter(pk__in=ids).exclude(archived_at=None, gone_at=None)
    gone = set(lost.values_list("pk", flat=True))
    company_id = lead.company_id or (lead.contact.company_id if lead.contact else None)
    return [
        ["leads", ""],
        *(["contacts", id] for id in ids if id not in gone),
        *([["companies", company_id]] if company_id else []),
    ]


def queue_deal(
    decision: Decision, choice: Choice, now: datetime, *, lead: Lead, deal: Mapping[str, str]
) -> None:
    """The channel if one was chosen, then the deal, then the closing: each waits for the one before."""
    discard_refused(lead)
    queue(decision, choice, now)
    common: dict[str, Any] = {
        "lead": lead,
        "decision": decision,
        "created_at": now,
        "not_before": now,
    }
    label = lead.writes.unsent().filter(object_type="leads", properties__has_key="hs_lead_label")
    making = OutboundWrite.objects.create(
        kind=OutboundWrite.Kind.CREATE, object_type="deals", properties=dict(deal),
        links=links_of_deal(lead), depends_on=label.last(), **common,
    )  # fmt: skip
    OutboundWrite.objects.create(
        object_type="leads", record_id=lead.hubspot_id or "",
        properties={"hs_pipeline_stage": Stage.MEETING_BOOKED.value},
        base={"hs_pipeline_stage": lead.stage}, depends_on=making, **common,
    )  # fmt: skip


def queue_closing(decision: Decision, choice: Choice, now: datetime) -> None:
    discard_refused(decision.on_lead)
    queue(decision, choice, now)


def discard_refused(lead: Lead) -> None:
    """An earlier hand-off that HubSpot refused, or its closing, is replaced by this one."""
    every = lead.writes.filter(state=State.REFUSED)
    closings = every.filter(depends_on__in=lead.writes.making_deals())
    for write in [*every.making_deals(), *closings]:
        OutboundWrite.objects.filter(pk=write.pk).update(state=State.DISCARDED)
        OutboundWrite.objects.discard_after(write.pk)
