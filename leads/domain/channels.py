"""The Lead Channel: which door a lead came through, and what that means for its deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Self

OUTBOUND_PREFIX = "Outbound - "
PARTNER_PREFIX = "Partner - "


@dataclass(frozen=True, slots=True)
class DealPair:
    """What a channel rolls up to on the deal: a source and its detail."""

    source: str
    detail: str


class Channel(StrEnum):
    """The seven doors. The values are those of `hs_lead_label`, shown as Lead Channel."""

    WEBSITE = "Website"
    MARKETING = "Marketing"
    OUTBOUND_REP = "Outbound - Rep"
    OUTBOUND_INTENT_SIGNAL = "Outbound - IntentSignal"
    REFERRAL = "Referral"
    TRADESHOW = "Tradeshow"
    PAID = "Paid"

    @classmethod
    def of(cls, raw: str | None) -> Self | None:
        """The channel with exactly this stored value, or None."""
        return next((channel for channel in cls if channel.value == raw), None)

    @property
    def label(self) -> str:
        """The words on screens: "Outbound · Rep"."""
        return label_of(self.value)

    @property
    def means(self) -> str:
        """What the channel says about a lead, in one line for the person who chooses it."""
        return _MEANINGS[self]

    @property
    def deal_pair(self) -> DealPair:
        """The pair that a deal from this channel carries."""
        return _PAIRS[self]

    @property
    def is_outbound(self) -> bool:
        """Whether someone on our side, rep or vendor, found the person."""
        return self.value.startswith(OUTBOUND_PREFIX)


_COLD_OUTREACH = DealPair("Outbound", "Cold Outreach")

_PAIRS: Mapping[Channel, DealPair] = MappingProxyType(
    {
        Channel.WEBSITE: DealPair("Inbound", "Organic"),
        Channel.MARKETING: DealPair("Inbound", "MKT Email Campaign"),
        Channel.OUTBOUND_REP: _COLD_OUTREACH,
        Channel.OUTBOUND_INTENT_SIGNAL: _COLD_OUTREACH,
        Channel.REFERRAL: DealPair("Referral", "Organic"),
        Channel.TRADESHOW: DealPair("Outbound", "Tradeshow"),
        Channel.PAID: DealPair("Inbound", "Paid Advertising"),
    }
)

_MEANINGS: Mapping[Channel, str] = MappingProxyType(
    {
        Channel.WEBSITE: "They came to the site on their own.",
        Channel.MARKETING: "Our own broadcast reached them and they responded.",
        Channel.OUTBOUND_REP: "One of our own reps found them.",
        Channel.OUTBOUND_INTENT_SIGNAL: "Our hired cold-outreach vendor found them.",
        Channel.REFERRAL: "A customer or someone we know introduced them, unpaid.",
        Channel.TRADESHOW: "We met them at an event, or had its attendee list.",
        Channel.PAID: "A placement that we bought reached them: an ad.",
    }
)

# Website and Marketing are told apart by the link that was used, and the vendor's leads arrive by
# themselves: a person cannot know these, so only the system and an admin set them.
REP_SETS: tuple[Channel, ...] = (
    Channel.OUTBOUND_REP,
    Channel.REFERRAL,
    Channel.TRADESHOW,
    Channel.PAID,
)


def label_of(raw: str | None) -> str:
    """Any stored value as screens show it; "No channel" where it is blank."""
    return (raw or "").strip().replace(" - ", " · ") or "No channel"


def deal_pair(raw: str | None) -> DealPair | None:
    """The pair for any stored value; None where no deal may be attributed by it.

    Exact for the seven; by prefix for any other outbound vendor, so that a second vendor is one
    more option in the portal and nothing here.
    """
    channel = Channel.of(raw)
    if channel is not None:
        return channel.deal_pair
    text = raw or ""
    names_a_vendor = text.startswith(OUTBOUND_PREFIX) and text.removeprefix(OUTBOUND_PREFIX).strip()
    return _COLD_OUTREACH if names_a_vendor else None


def is_known(raw: str | None) -> bool:
    """Whether the stored value is one of the seven."""
    return Channel.of(raw) is not None


def why_unattributable(raw: str | None) -> str:
    """Why no deal may be attributed by this value, in words; "" where one may."""
    text = (raw or "").strip()
    if not text:
        return "This lead has no channel yet."
    if deal_pair(raw) is not None:
        return ""
    if text.startswith(PARTNER_PREFIX):
        return f"“{text}” is reserved for partners, who have no place on deals yet."
    if text in {"HOT", "WARM", "COLD"}:
        return f"“{text}” says how warm a lead is, not where it came from."
    return _why_unknown(text)


def _why_unknown(text: str) -> str:
    door, _, campaign = text.partition(" - ")
    if campaign and is_known(door):
        return f"“{text}” also names a campaign. Keep only the channel, {door}."
    return f"“{text}” is not one of the channels."


def may_stamp(current: str | None, new: str | None) -> bool:
    """Whether the system may write `new`: only where no channel stands, and only a usable one.

    A rep who raised the lead before the person filled in a form keeps the attribution.
    """
    return not (current or "").strip() and deal_pair(new) is not None
