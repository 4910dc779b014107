"""Raising a lead: owner and channel required, the name ends in " lead", customers are expansion."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Self

from leads.domain.channels import Channel
from leads.domain.pipeline import Stage
from leads.domain.refusal import Refusal
from leads.domain.roles import Role, channels_for

NAME_SUFFIX = " lead"
UNNAMED = "Unnamed"


class LeadType(StrEnum):
    """What kind of sale is attempted. The values are those of `hs_lead_type`."""

    NEW_BUSINESS = "NEW_BUSINESS"
    UPSELL = "UPSELL"

    @classmethod
    def of(cls, raw: str | None) -> Self | None:
        """The type with this stored value, or None."""
        return next((kind for kind in cls if kind.value == raw), None)

    @property
    def label(self) -> str:
        """HubSpot's words for it."""
        return "Existing business" if self is LeadType.UPSELL else "New business"


class UnableToRaise(Refusal):
    """No lead may be raised like this. `offers` is the type that could be raised instead."""

    rule = "raise"

    def __init__(self, words: str, *, offers: LeadType | None = None) -> None:
        super().__init__(words)
        self.offers = offers


def contact_name(first: str | None, last: str | None, email: str | None) -> str:
    """A contact's name from what is known: first and last, else the e-mail, else "Unnamed"."""
    name = _tidy(f"{first or ''} {last or ''}")
    return name or _tidy(email or "") or UNNAMED


def lead_name(contact: str) -> str:
    """The name of a contact's lead, which reads differently from the contact in any list."""
    return (_tidy(contact) or UNNAMED) + NAME_SUFFIX


def display_name(name: str) -> str:
    """A lead's name for our own screens, where the suffix says nothing: without it."""
    return _tidy(name).removesuffix(NAME_SUFFIX)


def follows_name_rule(name: str, contact: str) -> bool:
    """Whether a lead is named after its contact as the rule says; doubled spaces do not count."""
    return _tidy(name) == lead_name(contact)


def _tidy(text: str) -> str:
    return " ".join(text.split())


def is_customer(locks_purchased: Decimal | float | None) -> bool:
    """Whether a company has bought: by the locks of its closed-won deals, which HubSpot sums."""
    return locks_purchased is not None and locks_purchased > 0


def type_for(locks_purchased: Decimal | float | None) -> LeadType:
    """The type proposed for a lead at a company."""
    return LeadType.UPSELL if is_customer(locks_purchased) else LeadType.NEW_BUSINESS


def check_raise(
    *,
    role: Role | None,
    owner: str | None,
    owner_is_active: bool,
    channel: str | None,
    lead_type: LeadType,
    has_open_lead: bool,
    locks_purchased: Decimal | float | None,
) -> Channel:
    """The channel to store, if a lead may be raised like this. Raises UnableToRaise.

    `role` is the person's, None where a door raises the lead by itself: a door may use any
    channel. `owner` is a HubSpot owner id; without one HubSpot would name the caller.
    """
    if has_open_lead:
        raise UnableToRaise("This contact has an open lead already. Work that one.")
    _check_owner(owner, owner_is_active)
    chosen = _check_channel(channel, role)
    if lead_type is LeadType.NEW_BUSINESS and is_customer(locks_purchased):
        raise UnableToRaise(
            "This company is a customer already. Raise the lead as Existing business.",
            offers=LeadType.UPSELL,
        )
    return chosen


def _check_owner(owner: str | None, is_active: bool) -> None:
    if not (owner or "").strip():
        raise UnableToRaise("Choose an owner: a lead without one is nobody's work.")
    if not is_active:
        raise UnableToRaise("This owner is no longer active in HubSpot. Choose another.")


def _check_channel(channel: str | None, role: Role | None) -> Channel:
    if not (channel or "").strip():
        raise UnableToRaise("Choose a channel: the door this lead came through.")
    chosen = Channel.of(channel)
    if chosen is None:
        raise UnableToRaise(f"“{(channel or '').strip()}” is not one of the channels.")
    if role is not None and chosen not in channels_for(role):
        raise UnableToRaise(f"{chosen.label} is set by the system alone. Choose another channel.")
    return chosen


class WarningKind(StrEnum):
    """What is known of a person before a lead is raised for them."""

    OPEN_LEAD = "open-lead"
    CLOSED_LEADS = "closed-leads"
    COLLEAGUE = "colleague"

    @property
    def stops(self) -> bool:
        """Whether no lead may be raised; the others only inform."""
        return self is WarningKind.OPEN_LEAD


@dataclass(frozen=True, slots=True)
class KnownLead:
    """A lead of the same contact, or of another contact of the same company."""

    lead_id: int
    contact_name: str
    stage: Stage | None
    same_contact: bool
    owner_name: str = ""
    outcome: str = ""
    is_archived: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the attempt runs. A stage that we do not know counts as running: ask first."""
        return not self.is_archived and (self.stage is None or not self.stage.is_closed)


@dataclass(frozen=True, slots=True)
class DuplicateWarning:
    """One kind of warning with the leads that it rests on, in the order given."""

    kind: WarningKind
    leads: tuple[KnownLead, ...]


def duplicate_warnings(known: Iterable[KnownLead]) -> tuple[DuplicateWarning, ...]:
    """What to say before raising a lead, the stopping kind first; kinds without leads are absent.

    The open lead of another rep stops just the same.
    """
    leads = tuple(known)
    grouped = ((kind, tuple(lead for lead in leads if _kind(lead) is kind)) for kind in WarningKind)
    return tuple(DuplicateWarning(kind, found) for kind, found in grouped if found)


def _kind(lead: KnownLead) -> WarningKind:
    if not lead.same_contact:
        return WarningKind.COLLEAGUE
    return WarningKind.OPEN_LEAD if lead.is_open else WarningKind.CLOSED_LEADS
