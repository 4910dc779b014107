"""What becomes of somebody's asking: a new lead, a channel for an open one, or neither; and why."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from leads.domain import channels
from leads.domain.demo_lock import latest
from leads.domain.refusal import Refusal


class UnableToTakeIn(Refusal):
    """A request cannot become work by itself; a person is asked."""

    rule = "demo-lock"


class Fate(StrEnum):
    """The one thing that a request does to the leads of whoever asked."""

    RAISE = "raise"
    STAMP = "stamp"
    KEEP = "keep"
    CUSTOMER = "customer"
    CONVERSATION = "conversation"


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a person at the moment of asking. `open_channel` is None without an open lead."""

    open_channel: str | None
    is_customer: bool
    has_open_deal: bool


def fate_of(facts: Facts, channel: str) -> Fate:
    """An open lead comes first: its rep is talking already. A customer is expansion, not a lead."""
    if facts.open_channel is not None:
        return Fate.STAMP if channels.may_stamp(facts.open_channel, channel) else Fate.KEEP
    if facts.is_customer:
        return Fate.CUSTOMER
    return Fate.CONVERSATION if facts.has_open_deal else Fate.RAISE


def words_for(fate: Fate, channel: str, standing: str | None) -> str:
    """What happened, as the queue and the timeline say it."""
    label = channels.label_of(channel)
    return {
        Fate.RAISE: f"New attempt raised, channel {label}.",
        Fate.STAMP: f"The open attempt had no channel; it has {label} now.",
        Fate.KEEP: f"The open attempt keeps its channel, {channels.label_of(standing)}.",
        Fate.CUSTOMER: "A customer asked: expansion, so no new attempt was raised.",
        Fate.CONVERSATION: "A deal is under way with this person, so no new attempt was raised.",
    }[fate]


def contact_changes(
    *, asked_on: date, address: str, phone: str, known_asked_on: date | None, known_phone: str
) -> dict[str, str]:
    """The contact's properties that an asking for a lock sets. The latest asking wins: an older one
    that arrives late changes neither day nor address. A phone number only fills a gap."""
    changes: dict[str, str] = {}
    if latest(asked_on, known_asked_on) == asked_on:
        changes["sent_date"] = asked_on.isoformat()
        if address:
            changes["demo_lock_address"] = address
    if phone and not known_phone:
        changes["phone"] = phone
    return changes


def note_words(
    *, is_lock: bool, asked_on: date, door: str, address: str, details: dict[str, str]
) -> str:
    """The note that every asking leaves on the timeline, with its own date, whatever else happens."""
    what = "Demo lock requested" if is_lock else "Calculator used"
    lines = [f"{what} on {asked_on:%Y-%m-%d} through {door}."]
    if is_lock:
        lines.append(f"Ship to: {address or 'no address given'}")
    lines += [f"{name}: {value}" for name, value in details.items() if value]
    return "\n".join(lines)
