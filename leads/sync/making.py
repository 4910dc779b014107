"""Making a record in HubSpot, once: a create is not repeatable, so whatever may have been made already
is looked for before anything is sent again."""

from collections.abc import Callable
from datetime import datetime

from leads.hubspot.errors import Refused
from leads.hubspot.port import NewLink, Port, Record
from leads.hubspot.properties import DEALS, WRITE_ID
from leads.models import OutboundWrite, PortalProperty, State
from leads.sync import hand_off, outcomes
from leads.sync.adopt import adopt, quiet_until
from leads.sync.links import links_of

type Clock = Callable[[], datetime]


def push_new(port: Port, write: OutboundWrite, clock: Clock, looks: hand_off.Looks) -> None:
    """Make the record, or adopt the one that an earlier try or a person made; in doubt, wait."""
    links = links_of(port, write)
    if found := look(port, write, clock, looks):
        outcomes.sent(write, clock(), found, outcome="found in HubSpot")
    elif write.was_in_doubt and (until := quiet_until(write)) > clock():
        outcomes.put_back(write, State.IN_DOUBT, until, outcomes.doubt_words(write))
    elif is_still_ours(write, clock()):
        make(port, write, links, clock)


def look(port: Port, write: OutboundWrite, clock: Clock, looks: hand_off.Looks) -> Record | None:
    """A deal is always looked for; anything else only where it may have been made unheard."""
    if write.makes_deal:
        return hand_off.look(port, write, clock, looks)
    return adopt(port, write) if write.was_in_doubt else None


def is_still_ours(write: OutboundWrite, now: datetime) -> bool:
    """Renew the claim right before the socket opens, with the write id that goes along.

    False where somebody took the row for a dead worker's meanwhile: it is theirs then.
    """
    claimed = OutboundWrite.objects.filter(
        pk=write.pk, state=State.SENDING, claimed_at=write.claimed_at
    )
    if write.makes_deal and has_write_ids():
        write.properties = {**write.properties, WRITE_ID: str(write.write_id)}
    return bool(claimed.update(claimed_at=now, properties=write.properties))


def has_write_ids() -> bool:
    """Whether the portal keeps our write ids as unique values of its deals."""
    return PortalProperty.objects.filter(
        object_type=DEALS, name=WRITE_ID, unique=True, read_only=False
    ).exists()


def make(port: Port, write: OutboundWrite, links: dict[str, list[NewLink]], clock: Clock) -> None:
    try:
        record = port.create(write.object_type, write.properties, links)
    except Refused as error:
        if not settled_otherwise(port, write, error, clock):
            raise
    else:
        outcomes.sent(write, clock(), record)


def settled_otherwise(port: Port, write: OutboundWrite, error: Refused, clock: Clock) -> bool:
    """HubSpot has this very contact or deal, or has lost the property of the write id."""
    if write.object_type == "contacts" and is_taken(error) and (found := adopt(port, write)):
        outcomes.sent(write, clock(), found, outcome="found in HubSpot")
        return True
    if WRITE_ID not in write.properties:
        return False
    if is_taken(error) and (found := hand_off.by_write_id(port, write)):
        hand_off.mend_links(port, write, found, is_linked=False)
        outcomes.sent(write, clock(), found, outcome="found in HubSpot")
        return True
    if WRITE_ID in (error.properties or {}):
        hand_off.forget_write_id(write)
        outcomes.note_attempt(write, clock(), "without write id", error)
        outcomes.put_back(write, State.WAITING, clock(), "")
        return True
    return False


def is_taken(error: Refused) -> bool:
    return error.status == 409 or error.category in {"CONFLICT", "OBJECT_ALREADY_EXISTS"}
