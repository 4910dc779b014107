"""Forgetting: who was removed from HubSpot for good loses their personal data here too. Ids, dates, stages
and outcomes stay, so that no figure changes."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from leads.models import (
    Contact,
    Decision,
    DemoRequest,
    Lead,
    OutboundWrite,
    Shipment,
    State,
    WriteAttempt,
)
from leads.models.clock import tick
from leads.models.shown import COLUMNS
from leads.sync.survivors import MODELS
from leads.sync.touch_merge import blank_touches

PERSONAL = ("hs_lead_name", "hs_lead_disqualification_note")
"""What a lead says of a person; that it was disqualified, and why, it may keep."""
REMOVED = "The person was removed from HubSpot."
SETTLED = (Shipment.State.LABELLED, Shipment.State.CANCELLED, Shipment.State.STUCK)


def forget(kind: str, ids: Collection[str], now: datetime) -> int:
    """HubSpot has none of these any more. Returns how many there were; doing it twice does it once."""
    rows = MODELS[kind]._default_manager.filter(hubspot_id__in=ids)
    with transaction.atomic():
        if kind == "contacts":
            forget_people(set(ids))
        if kind == "leads":
            forget_leads(set(ids))
        return rows.filter(gone_at=None).update(gone_at=now)


def forget_leads(ids: Collection[str]) -> None:
    for lead in Lead.objects.filter(hubspot_id__in=ids):
        kept = {name: value for name, value in lead.remote.items() if name not in PERSONAL}
        blank = {"name": "", "note": "", "next_step": ""}
        Lead.objects.filter(pk=lead.pk).update(remote=kept, version=tick(), **blank)


def forget_people(ids: Collection[str]) -> None:
    emails = set(
        Contact.objects.filter(pk__in=ids).exclude(email="").values_list("email", flat=True)
    )
    forget_requests(ids, emails)
    forget_writes(ids)
    forget_parcels(ids)
    blank_touches(ids)
    Decision.objects.filter(contact__in=ids).update(before={}, after={}, evidence={})
    texts = dict.fromkeys(text_columns(), "")
    Contact.objects.filter(pk__in=ids).update(
        remote={}, folded="", number_of_facilities=None, asked_on=None, **texts
    )
    Lead.objects.filter(contact__in=ids).update(version=tick())


def text_columns() -> list[str]:
    return [column for column, cast in COLUMNS["contacts"].values() if cast.__name__ == "as_text"]


def forget_requests(ids: Collection[str], emails: Collection[str]) -> None:
    """What they typed into a form, also where it was never taken in; that somebody asked stays."""
    unlinked = Q()
    for email in emails:
        unlinked |= Q(contact=None, email__iexact=email)
    theirs = DemoRequest.objects.filter(
        Q(contact__in=ids) | unlinked if emails else Q(contact__in=ids)
    )
    unsettled = theirs.filter(state=DemoRequest.State.RECEIVED)
    unsettled.update(state=DemoRequest.State.DISMISSED, outcome=REMOVED)
    theirs.update(
        email="",
        first_name="",
        last_name="",
        phone="",
        company="",
        address="",
        country="",
        details={},
    )


def forget_writes(ids: Collection[str]) -> None:
    """What was or would have been sent about them."""
    writes = OutboundWrite.objects.filter(object_type="contacts", record_id__in=ids)
    WriteAttempt.objects.filter(write__in=writes).update(message="")
    unsent = writes.exclude(state__in=(State.SENT, State.SENDING))
    unsent.update(state=State.DISCARDED, stuck_because="")
    writes.exclude(state=State.SENDING).update(properties={}, base={}, theirs={})


def forget_parcels(ids: Collection[str]) -> None:
    """Where a lock went; one that is on its way still needs its address."""
    for parcel in Shipment.objects.filter(contact__in=ids, state__in=SETTLED):
        blank = dict.fromkeys(parcel.destination, "")
        Shipment.objects.filter(pk=parcel.pk).update(destination=blank)
