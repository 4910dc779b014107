"""What became of a try: each of the five ends of a write is a small, committed change of its row."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction

from leads.domain.pipeline import Stage
from leads.hubspot.errors import Busy, HubSpotError, Refused
from leads.hubspot.port import Record
from leads.models import Contact, Deal, Lead, OutboundWrite, State, WriteAttempt
from leads.models.clock import tick
from leads.models.outbox import DOUBT
from leads.models.raw import as_text
from leads.models.shown import show_again, show_contact
from leads.models.stage_clocks import clock_names
from leads.models.step import fold_into, take_back_step
from leads.sync.merge import merge_records

GIVE_UP_AFTER = timedelta(hours=24)
"""A write that HubSpot could not take for a day is shown to a person: by time, never by count."""
STAGE_CLOCK = "hs_v2_date_entered_current_stage"
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=2), timedelta(minutes=5)


def note_attempt(
    write: OutboundWrite,
    now: datetime,
    outcome: str,
    error: HubSpotError | None = None,
    message: str = "",
) -> None:
    WriteAttempt.objects.create(
        write=write,
        at=now,
        took_ms=error.took_ms if error else 0,
        http_status=error.status if error else None,
        correlation_id=(error.correlation_id if error else "")[:64],
        outcome=outcome,
        message=(error.message if error else message)[:500],
    )


def sent(write: OutboundWrite, now: datetime, record: Record, *, outcome: str = "sent") -> None:
    """HubSpot has it. Its answer is newer than any read that is still under way."""
    with transaction.atomic():
        note_attempt(write, now, outcome)
        settled = OutboundWrite.objects.filter(pk=write.pk).exclude(state=State.DISCARDED)
        settled.update(
            state=State.SENT, sent_at=now, record_id=record.id, stuck_because="", theirs={}
        )
        if write.object_type == "leads":
            heard_back(write, record)
        elif write.object_type == "deals":
            deal_is_there(write, record, now)
        elif write.object_type == "contacts":
            contact_is_there(write, record, now)
        else:
            remember_task(write, record)
            touch(write)


def heard_back(write: OutboundWrite, record: Record) -> None:
    """Take what HubSpot answered about the lead into `remote`, then show it again."""
    lead = write.on_lead
    lead.refresh_from_db()
    lead.remote |= {name: value or None for name, value in write.properties.items()}
    lead.remote |= {
        name: as_text(value) or None
        for name, value in record.properties.items()
        if value is not None or name in write.properties
    }
    if "hs_pipeline_stage" in write.properties and STAGE_CLOCK not in record.properties:
        is_shown = lead.stage == write.properties["hs_pipeline_stage"]
        entered = (lead.stage_entered_at if is_shown else None) or record.updated_at
        lead.remote[STAGE_CLOCK] = entered.isoformat()
        start_clock(lead, write.properties["hs_pipeline_stage"], entered)
    absorb_twin(lead, record.id)
    lead.hubspot_id = record.id
    lead.modified_at = max(lead.modified_at or record.updated_at, record.updated_at)
    lead.save()
    show_again(lead)


def start_clock(lead: Lead, stage: str | None, entered: datetime) -> None:
    """Under HubSpot's own name for this stage's clock, which its answer leaves out."""
    for one, name in clock_names().items():
        if one == stage and not lead.remote.get(name):
            lead.remote[name] = entered.isoformat()


def deal_is_there(write: OutboundWrite, record: Record, now: datetime) -> None:
    """The lead has its deal from now on: both show it, and the closing that waited for it is laid over."""
    lead = write.on_lead
    links = {"leads": (lead.hubspot_id or "",)}
    if write.kind == OutboundWrite.Kind.CREATE:
        said = {name: value for name, value in record.properties.items() if value is not None}
        record = replace(record, properties={**write.properties, **said})
        links["contacts"] = tuple(id for kind, id in write.links if kind == "contacts")
    merge_records("deals", [replace(record, associations=links)], now)
    Deal.objects.filter(pk=record.id).update(lead=lead)
    show_again(lead)
    closing = Lead.objects.filter(pk=lead.pk, stage=Stage.MEETING_BOOKED, closed_at=None)
    closing.update(stage_entered_at=now, closed_at=now)


def contact_is_there(write: OutboundWrite, record: Record, now: datetime) -> None:
    """A made or patched contact is in the mirror at once, with what HubSpot answered over what it had."""
    before = Contact.objects.filter(pk=record.id).values_list("remote", flat=True).first() or {}
    said = {name: value for name, value in record.properties.items() if value is not None}
    mine = write.properties if write.kind == OutboundWrite.Kind.PATCH else {}
    merge_records("contacts", [replace(record, properties=before | mine | said)], now)
    show_contact(record.id)
    touch(write)


def absorb_twin(lead: Lead, hubspot_id: str) -> None:
    """A pull may have met the new lead before we heard that it was made: one lead, one row."""
    twin = Lead.objects.filter(hubspot_id=hubspot_id).exclude(pk=lead.pk).first()
    if twin is None:
        return
    for relation in Lead._meta.related_objects:
        rows = relation.related_model._default_manager.filter(**{relation.field.name: twin})
        rows.update(**{relation.field.name: lead})
    twin.delete()


def remember_task(write: OutboundWrite, record: Record) -> None:
    if write.lead and write.object_type == "tasks" and write.kind == OutboundWrite.Kind.CREATE:
        if write.dependents.filter(properties__hs_task_status="COMPLETED").exists():
            return  # done before HubSpot had it: the card shows another step by now
        open_step = Lead.objects.filter(pk=write.on_lead.pk, next_step_on__isnull=False)
        open_step.update(next_step_task=record.id)


def busy(
    write: OutboundWrite,
    now: datetime,
    error: HubSpotError,
    *,
    outcome: str,
    stays_in_doubt: bool = False,
    parked: bool = False,
) -> None:
    """HubSpot could not take it now: it waits, and says so. After a day of that a person is asked.

    A `parked` one has not failed: it is HubSpot, the key or the way there that must mend.
    """
    if not parked and given_up(write, now, error):
        return
    wait = timedelta(seconds=error.retry_after) if isinstance(error, Busy) else backoff(write)
    with transaction.atomic():
        note_attempt(write, now, outcome, error)
        state = State.IN_DOUBT if stays_in_doubt else State.WAITING
        words = doubt_words(write) if stays_in_doubt else "waiting for HubSpot"
        put_back(write, state, now + min(wait, LONGEST_WAIT), words)
        count_from(write, None if parked else now)


def given_up(write: OutboundWrite, now: datetime, error: HubSpotError) -> bool:
    """A day counts from the first try that HubSpot did not take, and anew from a person's press."""
    if write.trying_since is None or now - write.trying_since < GIVE_UP_AFTER:
        return False
    refuse(write, now, error, because=f"HubSpot has not taken this for a day: {error.message}")
    return True


def in_doubt(write: OutboundWrite, now: datetime, error: HubSpotError, until: datetime) -> None:
    """It may have arrived: look before anything is sent again, not earlier than `until`."""
    with transaction.atomic():
        note_attempt(write, now, DOUBT, error)
        put_back(write, State.IN_DOUBT, until, doubt_words(write))
        count_from(write, now)


def count_from(write: OutboundWrite, now: datetime | None) -> None:
    """Since when HubSpot has not taken it; None counts anew."""
    since = now and (write.trying_since or now)
    OutboundWrite.objects.filter(pk=write.pk).update(trying_since=since)


def doubt_words(write: OutboundWrite) -> str:
    if write.makes_deal:
        return "checking whether the deal exists"
    return "checking whether HubSpot has it"


def put_back(write: OutboundWrite, state: State, not_before: datetime, because: str) -> None:
    rows = OutboundWrite.objects.filter(pk=write.pk, state=State.SENDING)
    rows.update(state=state, not_before=not_before, stuck_because=because, claimed_at=None)
    touch(write)


def backoff(write: OutboundWrite) -> timedelta:
    """2 s, 4 s, 8 s … at most five minutes."""
    doubled: int = 2 ** min(write.attempts_made, 10)
    return min(FIRST_WAIT * doubled, LONGEST_WAIT)


def refuse(write: OutboundWrite, now: datetime, error: HubSpotError, *, because: str = "") -> None:
    """HubSpot said no: the card goes back to what HubSpot has, and says why."""
    with transaction.atomic():
        note_attempt(write, now, "refused", error)
        rows = OutboundWrite.objects.filter(pk=write.pk, state=State.SENDING)
        rows.update(state=State.REFUSED, stuck_because=because or in_words(error), claimed_at=None)
        rebase_later(write)
        if write.object_type == "tasks" and write.lead:
            fold_into(write)
            take_back_step(write)
        if write.object_type == "contacts":
            show_contact(write.record_id)
        if write.lead:
            show_again(write.lead)


def rebase_later(refused: OutboundWrite) -> None:
    """A later choice about the same properties starts from what HubSpot still has, not from this one."""
    later_ones = OutboundWrite.objects.unsent().beside(refused)
    for later in later_ones.filter(pk__gt=refused.pk, object_type=refused.object_type):
        shared = {name: value for name, value in refused.base.items() if name in later.base}
        if shared:
            OutboundWrite.objects.filter(pk=later.pk).update(base={**later.base, **shared})


def hold(write: OutboundWrite, now: datetime, theirs: dict[str, str], because: str) -> None:
    """Somebody changed the same thing in HubSpot: a person chooses mine or theirs."""
    with transaction.atomic():
        note_attempt(write, now, "held", message=because)
        rows = OutboundWrite.objects.filter(pk=write.pk, state=State.SENDING)
        rows.update(state=State.HELD, theirs=theirs, stuck_because=because, claimed_at=None)
        if write.object_type == "leads":
            remember(write.on_lead.pk, theirs)
        touch(write)


def remember(lead_id: int, theirs: dict[str, str]) -> None:
    """What HubSpot has by now; whoever takes theirs shall see it at once, not after the next pull."""
    lead = Lead.objects.get(pk=lead_id)
    lead.remote |= {name: value or None for name, value in theirs.items()}
    lead.save(update_fields=["remote"])


def touch(write: OutboundWrite) -> None:
    """The card's mark changed: let the boards draw it again."""
    if write.lead_id:
        Lead.objects.filter(pk=write.lead_id).update(version=tick())


def in_words(error: HubSpotError) -> str:
    """HubSpot's own reason, one line, the properties named first."""
    if isinstance(error, Refused) and error.properties:
        return "; ".join(dict.fromkeys(error.properties.values()))
    return error.message


def stage_words(raw: str) -> str:
    stage = Stage.of(raw)
    return stage.label if stage else "an unknown stage"
