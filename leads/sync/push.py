"""Push: carry what waits in the outbox to HubSpot, in order, once.

`sending` is committed before the socket opens, so a row found sending with its lease over is in doubt
and looked up, never blindly sent again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import F, Q

from leads.domain.pipeline import Stage, may_move
from leads.hubspot.errors import Busy, Gone, HubSpotError, Refused, Unreachable
from leads.hubspot.port import Port, Record
from leads.models import Lead, OutboundWrite, State
from leads.models.outbox import DOUBT
from leads.models.raw import as_text
from leads.models.shown import STAGE
from leads.sync import outcomes
from leads.sync.adopt import LOOK_AFTER
from leads.sync.hand_off import Looks, push_link
from leads.sync.making import is_still_ours, push_new

LEASE = timedelta(minutes=2)
"""Longer than any call may take (connect and read timeouts, twice)."""

LONGEST_REST = timedelta(minutes=15)
"""Nothing is ever told to wait longer: what seems to was told so before the clock was set back."""

type Clock = Callable[[], datetime]


@dataclass
class Tally:
    """What one round of pushing did."""

    sent: int = 0
    waiting: int = 0
    needs_person: int = 0
    problem: HubSpotError | None = field(default=None, repr=False)


def push_due(port: Port, clock: Clock, lasts: timedelta | None = None) -> Tally:
    """Send every write that is due now, oldest first. Stops early when HubSpot cannot be reached, and
    begins no further write after `lasts`."""
    tally = Tally(problem=parked_by(port))
    ends_at = clock() + lasts if lasts else None
    reclaim(clock())
    tried: set[int] = set()
    if tally.problem:
        return count(tally, tried)
    looks = Looks()
    while (write := claim_next(clock(), tried)) is not None:
        tried.add(write.pk)
        problem = push_one(port, write, clock, looks)
        tally.problem = problem or tally.problem
        if problem is not None and blocks_everything(problem):
            break
        if ends_at and clock() >= ends_at:
            break
    return count(tally, tried)


def count(tally: Tally, tried: set[int]) -> Tally:
    tally.sent = OutboundWrite.objects.filter(pk__in=tried, state=State.SENT).count()
    tally.waiting = OutboundWrite.objects.filter(
        state__in=(State.WAITING, State.SENDING, State.IN_DOUBT)
    ).count()
    tally.needs_person = OutboundWrite.objects.needing_a_person().count()
    return tally


def parked_by(port: Port) -> Busy | None:
    """Why nothing at all is sent for now: what waits stays as it is. None when something may go, if
    only to try whether HubSpot is back."""
    for one in port.closed():
        if one.is_everything and one.seconds_left > 0:
            return Busy(one.words, retry_after=one.seconds_left, policy=one.why)
    return None


def blocks_everything(problem: HubSpotError) -> bool:
    """The next write would meet the same: no way to HubSpot, no right, or no calls left."""
    if isinstance(problem, Busy):
        return problem.blocks_everything
    return isinstance(problem, Unreachable) and problem.status is None


def reclaim(now: datetime) -> None:
    """Writes whose worker died while sending are in doubt; nobody knows how far they came.

    One claimed later than now was claimed before the clock was set back. Should its worker live after
    all, it has its answer before anybody looks.
    """
    dead = Q(claimed_at__lt=now - LEASE) | Q(claimed_at__gt=now + LEASE)
    for write in OutboundWrite.objects.filter(dead, state=State.SENDING):
        error = Unreachable("The worker stopped while sending.", in_doubt=True)
        at = min(write.claimed_at or now, now)
        outcomes.in_doubt(write, at, error, until=max(now, at + LOOK_AFTER))


def claim_next(now: datetime, tried: set[int]) -> OutboundWrite | None:
    """The oldest write that may go now, claimed for us. None when there is none."""
    due = OutboundWrite.objects.filter(
        Q(depends_on=None) | Q(depends_on__state=State.SENT),
        Q(not_before__lte=now) | Q(not_before__gt=now + LONGEST_REST),
        state__in=(State.WAITING, State.IN_DOUBT),
    ).exclude(pk__in=tried)
    for write in due.select_related("lead", "depends_on"):
        if not is_blocked(write) and claim(write, now):
            if write.lead:  # another worker may have made it in HubSpot since this row was read
                write.lead.refresh_from_db(fields=["hubspot_id"])
            return write
    return None


def claim(write: OutboundWrite, now: datetime) -> bool:
    """Take the row by compare and set: the same on SQLite and PostgreSQL, and no lock is held."""
    taken = OutboundWrite.objects.filter(pk=write.pk, state=write.state).update(
        state=State.SENDING, claimed_at=now, attempts_made=F("attempts_made") + 1
    )
    write.claimed_at = now
    return bool(taken)


def is_blocked(write: OutboundWrite) -> bool:
    """An earlier, unsent write of the same lead goes first if it makes the record or touches the same."""
    beside = OutboundWrite.objects.unsent().beside(write).filter(pk__lt=write.pk)
    earlier = beside.exclude(depends_on__state=State.REFUSED)  # it closes nothing, stops nobody
    columns = ("kind", "object_type", "record_id", "properties")
    return any(goes_first(one, write) for one in earlier.only(*columns))


def goes_first(one: OutboundWrite, other: OutboundWrite) -> bool:
    if one.kind == OutboundWrite.Kind.CREATE:
        return one.object_type == "leads"
    same = (one.object_type, one.record_id) == (other.object_type, other.record_id)
    return same and not one.properties.keys().isdisjoint(other.properties)


def push_one(port: Port, write: OutboundWrite, clock: Clock, looks: Looks) -> HubSpotError | None:
    """One claimed write, to one of its ends. Returns what went wrong on the way, if anything did."""
    was_in_doubt = write.state == State.IN_DOUBT
    try:
        if write.kind == OutboundWrite.Kind.CREATE:
            push_new(port, write, clock, looks)
        elif write.kind == OutboundWrite.Kind.LINK:
            push_link(port, write, clock)
        else:
            push_patch(port, write, clock, looks)
    except Busy as error:
        outcomes.busy(
            write, clock(), error, outcome="busy", stays_in_doubt=was_in_doubt, parked=error.parks
        )
        return error
    except Unreachable as error:
        parked = any(one.is_everything for one in port.closed())
        lost(write, clock(), error, was_in_doubt=was_in_doubt, parked=parked)
        return error
    except Refused as error:
        return refused(write, clock(), error, was_in_doubt=was_in_doubt)
    except Gone as error:
        outcomes.refuse(write, clock(), error, because="HubSpot no longer has this record.")
    return None


def refused(
    write: OutboundWrite, now: datetime, error: Refused, *, was_in_doubt: bool
) -> HubSpotError | None:
    """A no to this write is for a person; a no to our key is for everybody, and the write waits."""
    if error.concerns_access:
        outcomes.busy(
            write, now, error, outcome="no access", stays_in_doubt=was_in_doubt, parked=True
        )
        return Busy(error.message, error.status, policy="key" if error.status == 401 else "scope")
    outcomes.refuse(write, now, error)
    return None


def lost(
    write: OutboundWrite,
    now: datetime,
    error: Unreachable,
    *,
    was_in_doubt: bool,
    parked: bool,
) -> None:
    """A create that may have arrived is looked up later; a patch may simply go again after a look."""
    if write.kind == OutboundWrite.Kind.CREATE and error.in_doubt:
        outcomes.in_doubt(write, now, error, now + LOOK_AFTER)
    else:
        outcome = DOUBT if error.in_doubt else "unreachable"
        outcomes.busy(
            write, now, error, outcome=outcome, stays_in_doubt=was_in_doubt, parked=parked
        )


def push_patch(port: Port, write: OutboundWrite, clock: Clock, looks: Looks) -> None:
    """Read what HubSpot has, compare with what the person saw, and send only over that."""
    record_id = record_of(write)
    found = looks.just_read(write, clock()) or read_before(port, write, record_id)
    theirs = {name: as_text(found.properties.get(name)) for name in write.properties}
    mine = {name: value or "" for name, value in write.properties.items()}
    if same(theirs, mine):
        outcomes.sent(write, clock(), found, outcome="already so")
    elif write.base and not may_overwrite(write.base, theirs, mine):
        outcomes.hold(write, clock(), theirs, who_changed(write, theirs))
    elif is_still_ours(write, clock()):
        past = write.base and theirs != {name: write.base.get(name, "") for name in mine}
        answer = port.update(write.object_type, found.id, write.properties)
        outcomes.sent(write, clock(), answer, outcome="sent past theirs" if past else "sent")


def read_before(port: Port, write: OutboundWrite, record_id: str) -> Record:
    return port.read(write.object_type, record_id, properties=list(write.properties))


def may_overwrite(
    base: Mapping[str, str], theirs: Mapping[str, str], mine: Mapping[str, str]
) -> bool:
    """Each property is still what the person saw, already what they want, or on the way to it."""
    return all(
        theirs[name] in (base.get(name, ""), mine[name])
        or (name == STAGE and goes_further(base.get(name, ""), theirs[name], mine[name]))
        for name in mine
    )


def goes_further(base: str, theirs: str, mine: str) -> bool:
    """New → Attempting is automation's, and ours goes further; a lead whose deal is made closes from
    wherever in the open part HubSpot has it by now."""
    was, there, wanted = Stage.of(base), Stage.of(theirs), Stage.of(mine)
    if wanted is None or not may_move(there, wanted):
        return False
    return wanted is Stage.MEETING_BOOKED or (was is Stage.NEW and there is Stage.ATTEMPTING)


def same(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return all(one.get(name, "") == value for name, value in other.items())


def who_changed(write: OutboundWrite, theirs: Mapping[str, str]) -> str:
    if (stage := theirs.get("hs_pipeline_stage")) and stage != write.base.get("hs_pipeline_stage"):
        return f"Somebody moved this to {outcomes.stage_words(stage)} in HubSpot."
    return "Somebody changed this in HubSpot."


def record_of(write: OutboundWrite) -> str:
    """The id to patch; one that was queued before HubSpot had made the record is known by now."""
    if write.record_id:
        return write.record_id
    if write.depends_on and write.depends_on.object_type == write.object_type:
        return write.depends_on.record_id
    return Lead.objects.values_list("hubspot_id", flat=True).get(pk=write.on_lead.pk) or ""
