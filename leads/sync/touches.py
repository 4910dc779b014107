"""Reading touches: the e-mails, calls and meetings of open leads and their contacts, each read once.

Links are asked for in batches, three calls for up to a thousand contacts; of what they name only what
is unknown, or may still turn out otherwise, is read."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from itertools import batched

from django.conf import settings

from leads.domain.own_senders import own_senders
from leads.domain.pipeline import OPEN
from leads.domain.touches import Direction, TouchKind, Verdict
from leads.hubspot.errors import Refused
from leads.hubspot.port import Port
from leads.hubspot.properties import CALLS, EMAILS, MEETINGS, READ
from leads.models import Lead, Owner, Touch
from leads.sync.touch_merge import Ends, Held, blank_purged, held_of, merge_touches, note_gone

AT_ONCE = 1000
"""The most ids that one batch of links takes."""
BOUNCES_WITHIN = timedelta(days=3)
"""A mail that bounces does so within days: after that a sent one is not looked at again."""
MEETING_IS_SETTLED_AFTER = timedelta(days=7)
"""Outcomes are written soon after the meeting, if at all."""
PLURALS: Mapping[TouchKind, str] = {
    TouchKind.EMAIL: EMAILS, TouchKind.CALL: CALLS, TouchKind.MEETING: MEETINGS
}  # fmt: skip


def pull_touches(port: Port, now: datetime, *, thorough: bool = True) -> int:
    """Read the touches of all open leads. Returns how many are new or different.

    `thorough` also follows the leads' own links and looks again at what may still change: a sent
    mail bounces, a meeting is cancelled. Without it only the contacts' links are asked for.
    """
    blank_purged()
    senders = own_senders(Owner.objects.values_list("email", flat=True), settings.OWN_DOMAINS)
    done = 0
    for some in batched(open_leads(), AT_ONCE):
        leads = {lead.pk: lead for lead in some}
        for kind in TouchKind:
            done += pull_kind(port, kind, leads, senders, now, thorough=thorough)
    return done


def open_leads() -> Iterable[Lead]:
    live = Lead.objects.filter(archived_at=None, gone_at=None, merged_into="", stage__in=OPEN)
    fields = ("hubspot_id", "created_at", "contact_id", "contact_ids")
    return live.filter(hubspot_id__isnull=False).only(*fields).order_by("pk")


def pull_kind(
    port: Port,
    kind: TouchKind,
    leads: Mapping[int, Lead],
    senders: Collection[str],
    now: datetime,
    *,
    thorough: bool,
) -> int:
    """One kind of activity. A key that may not read it is no reason to read nothing else."""
    held = held_of(kind, leads)
    try:
        ends = ends_of(port, kind, leads, thorough=thorough)
        again = unsettled(held, now) if thorough else set()
        wanted = sorted({id for id in ends if held.lacks(ends[id], id)} | again)
        records = port.read_many(PLURALS[kind], wanted, properties=READ[PLURALS[kind]])
    except Refused as refusal:
        if refusal.concerns_access:
            return 0
        raise
    note_gone(held, again - {record.id for record in records}, now)
    return merge_touches(kind, records, ends, leads, held, senders)


def ends_of(port: Port, kind: TouchKind, leads: Mapping[int, Lead], *, thorough: bool) -> Ends:
    """The activities of the leads' contacts and, when thorough, of the leads themselves."""
    ends: Ends = defaultdict(dict)
    by_contact = leads_by_contact(leads.values())
    for some in batched(by_contact, AT_ONCE):
        for contact_id, edges in port.edges("contacts", some, PLURALS[kind]).items():
            for edge in edges:
                for pk in by_contact[contact_id]:
                    ends[edge.to_id].setdefault(pk, contact_id)
    if thorough:
        by_id = {lead.hubspot_id or "": lead for lead in leads.values()}
        for lead_id, edges in port.edges("leads", list(by_id), PLURALS[kind]).items():
            lead = by_id[lead_id]
            for edge in edges:
                ends[edge.to_id].setdefault(lead.pk, lead.contact_id)
    return ends


def leads_by_contact(leads: Iterable[Lead]) -> dict[str, list[int]]:
    """Every contact that HubSpot links to these leads, the primary ones first."""
    found: dict[str, list[int]] = defaultdict(list)
    for lead in leads:
        for contact_id in dict.fromkeys([*filter(None, [lead.contact_id]), *lead.contact_ids]):
            found[contact_id].append(lead.pk)
    return found


def unsettled(held: Held, now: datetime) -> set[str]:
    """The activities that may still turn out otherwise."""
    return {touch.hubspot_id for touch in held.touches.values() if may_change(touch, now)}


def may_change(touch: Touch, now: datetime) -> bool:
    if touch.gone_at:
        return False
    if touch.kind == TouchKind.MEETING:
        return (touch.starts_at or touch.at) > now - MEETING_IS_SETTLED_AFTER
    is_settled = touch.direction == Direction.INCOMING or touch.verdict == Verdict.BOUNCE
    return touch.at > now - BOUNCES_WITHIN and not is_settled
