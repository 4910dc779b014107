"""Merge: lay what HubSpot says into the mirror. Restartable, never backwards in HubSpot's own time, and
never over a choice of ours that HubSpot has yet to hear."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, cast

from django.db import transaction
from django.db.models import Model, Q

from leads.domain.folding import digits, fold
from leads.hubspot.port import OwnerRecord, Record
from leads.models import Company, Contact, Deal, Lead, OutboundWrite, Owner
from leads.models.clock import tick
from leads.models.mirror import Mirrored
from leads.models.raw import as_text
from leads.models.shown import COLUMNS, closed_owner, columns_of, laid_over, lead_columns
from leads.models.stage_clocks import ENTRIES, entries
from leads.sync.archived import hold_archived
from leads.sync.survivors import MODELS, note_merged

FRESH = timedelta(minutes=10)
CLOSING = ("closed_at", "closed_owner_id", *ENTRIES.values())
ALWAYS = ("remote", "created_at", "modified_at", "archived_at", "gone_at")


def merge_owners(owners: Iterable[OwnerRecord], now: datetime) -> int:
    """Owners, active and archived; one who left keeps the day we first noticed."""
    left = dict(Owner.objects.values_list("hubspot_id", "left_at"))
    rows = [
        Owner(
            hubspot_id=owner.id,
            email=owner.email,
            first_name=owner.first_name[:100],
            last_name=owner.last_name[:100],
            user_id=owner.user_id,
            left_at=(left.get(owner.id) or now) if owner.archived else None,
        )
        for owner in owners
    ]
    upsert(Owner, rows, ["email", "first_name", "last_name", "user_id", "left_at"])
    return len(rows)


def merge_records(kind: str, records: Sequence[Record], now: datetime) -> int:
    """Contacts, companies or deals, with the links that came along. Returns how many were new."""
    records = newest_of_each(records)
    model = MODELS[kind]
    known = known_rows(model, [record.id for record in records])
    leads = lead_keys(records)
    ours = patches_of(kind, known)
    rows = []
    for record in records:
        row = known.get(record.id) or model(hubspot_id=record.id)
        before = state_of(row, kind)
        if is_stale(row, record):
            continue
        take(row, record)
        set_columns(row, columns_of(kind, laid_over(record.properties, ours[record.id])))
        fold_names(row)
        link(kind, row, record, leads)
        if state_of(row, kind) != before:
            rows.append(row)
    with transaction.atomic():
        upsert(model, rows, fields_of(kind))
        note_merged(kind, records)
        redraw_leads_of(kind, [row.pk for row in rows])
        mark_read(model, records, now)
    return len(rows)


def merge_leads(records: Sequence[Record], now: datetime) -> int:
    """Leads, live or archived; the board's clock ticks once for those that look different now."""
    records = newest_of_each(records)
    with transaction.atomic():
        version = tick()
        known = known_rows(Lead, [record.id for record in records])
        open_writes = writes_of(known.values())
        rows = []
        for record in records:
            lead = cast("Lead", known.get(record.id) or Lead(hubspot_id=record.id))
            before, looked = state_of(lead, "leads"), looks(lead)
            if is_stale(lead, record):
                continue
            take(lead, record)
            shown = lead_columns(record.properties, open_writes[lead.pk])
            ended = {"closed_owner_id": closed_owner(lead, shown)}
            entered = entries(lead, record.properties, open_writes[lead.pk])
            set_columns(lead, shown | ended | entered)
            link("leads", lead, record)
            if looks(lead) != looked:
                lead.version = version
            if state_of(lead, "leads") != before:
                lead.pk = None  # the row is found by its HubSpot id
                rows.append(lead)
        upsert(Lead, rows, [*fields_of("leads"), *CLOSING, "version"])
        link_deals(records, now)
        note_merged("leads", records)
        hold_archived(records)
        mark_read(Lead, records, now)
    return len(rows)


LINKS: Mapping[str, tuple[str, ...]] = {
    "contacts": ("company_id",),
    "companies": (),
    "deals": ("lead_id", "contact_ids"),
    "leads": ("contact_id", "company_id", "contact_ids"),
}


FOLDED: Mapping[str, tuple[str, ...]] = {"contacts": ("folded",), "companies": ("folded",)}


def fold_names(row: Mirrored) -> None:
    """What a search compares: without accents and case, telephone numbers as digits alone."""
    if isinstance(row, Contact):
        names = f"{row.first_name} {row.last_name} {row.email}"
        row.folded = (
            f"{fold(names)} {digits(row.phone)} {digits(row.remote.get('mobilephone') or '')}"
        )
    if isinstance(row, Company):
        row.folded = fold(f"{row.name} {row.domain}")


def columns(kind: str) -> list[str]:
    return [column for column, _ in COLUMNS[kind].values()]


def fields_of(kind: str) -> list[str]:
    return [*ALWAYS, *columns(kind), *LINKS[kind], *FOLDED.get(kind, ())]


def state_of(row: Mirrored, kind: str) -> tuple[Any, ...]:
    """Everything that a merge may change: equal before and after means that there is nothing to write."""
    return tuple(getattr(row, name) for name in fields_of(kind))


def mark_read(model: type[Mirrored], records: Sequence[Record], now: datetime) -> None:
    ids = [record.id for record in records]
    model._default_manager.filter(hubspot_id__in=ids).update(read_at=now)


def known_rows(model: type[Mirrored], ids: Sequence[str]) -> dict[str, Any]:
    return {row.hubspot_id: row for row in model._default_manager.filter(hubspot_id__in=ids)}


def writes_of(leads: Iterable[Any]) -> Mapping[int, list[OutboundWrite]]:
    """The open patches of these leads, in order."""
    found: dict[int, list[OutboundWrite]] = defaultdict(list)
    for write in OutboundWrite.objects.laid_over().filter(lead__in=[lead.pk for lead in leads]):
        found[write.lead_id or 0].append(write)
    return found


def patches_of(kind: str, ids: Iterable[str]) -> Mapping[str, list[OutboundWrite]]:
    """The open patches of these contacts, by id: a choice of ours outlasts an older value there."""
    found: dict[str, list[OutboundWrite]] = defaultdict(list)
    if kind == "contacts":
        for write in OutboundWrite.objects.laid_over_records(kind).filter(record_id__in=list(ids)):
            found[write.record_id].append(write)
    return found


def newest_of_each(records: Sequence[Record]) -> list[Record]:
    """One record an id: a page read while it changed may hold it twice."""
    newest: dict[str, Record] = {}
    for record in records:
        held = newest.get(record.id)
        if held is None or held.updated_at <= record.updated_at:
            newest[record.id] = record
    return list(newest.values())


def is_stale(row: Mirrored, record: Record) -> bool:
    """An answer that was under way while we learnt something newer must not take it back."""
    return row.modified_at is not None and record.updated_at < row.modified_at


def take(row: Mirrored, record: Record) -> None:
    row.remote = {name: as_text(raw) for name, raw in record.properties.items() if raw is not None}
    row.created_at = record.created_at
    row.modified_at = record.updated_at
    row.archived_at = record.archived_at
    row.gone_at = None


def set_columns(row: Model, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        setattr(row, name, value)


def lead_keys(records: Sequence[Record]) -> dict[str, int]:
    """Our own ids of the leads that these records name."""
    named = {id for record in records for id in record.associations.get("leads", ())}
    rows = (
        Lead.objects.filter(hubspot_id__in=named).values_list("hubspot_id", "pk") if named else ()
    )
    return {hubspot_id or "": pk for hubspot_id, pk in rows}


def link(
    kind: str, row: Any, record: Record, leads: Mapping[str, int] = MappingProxyType({})
) -> None:
    """Set the row's links from the associations that were asked for; none asked for, none changed."""
    found = record.associations
    if kind == "leads" and "contacts" in found:
        row.contact_ids = list(found["contacts"])
        row.contact_id = primary(record, "hs_primary_contact_id", found["contacts"])
    if kind in {"leads", "contacts"} and "companies" in found:
        row.company_id = primary(record, "hs_primary_company_id", found["companies"])
    if kind == "deals" and "leads" in found:
        # Read from the deal, its lead may be missing though the lead has the deal: `link_deals` clears.
        row.lead_id = next((leads[id] for id in found["leads"] if id in leads), row.lead_id)
    if kind == "deals" and "contacts" in found:
        row.contact_ids = list(found["contacts"])


def link_deals(records: Sequence[Record], now: datetime) -> None:
    """The leads' own word about their deals, where it was asked for: it also takes a link away.

    What we made a moment ago may be younger than the page that was read.
    """
    live = [record for record in records if record.archived_at is None]
    asked = {one.id: one.associations["deals"] for one in live if "deals" in one.associations}
    leads = Lead.objects.filter(hubspot_id__in=asked).values_list("hubspot_id", "pk")
    named = {deal: pk for id, pk in leads for deal in asked[id or ""]}
    held = Deal.objects.filter(Q(pk__in=named) | Q(lead__hubspot_id__in=asked))
    fresh = OutboundWrite.objects.filter(object_type="deals", sent_at__gt=now - FRESH)
    wrong = [deal for deal in held if deal.lead_id != named.get(deal.pk)]
    known = set(
        fresh.filter(record_id__in=[d.pk for d in wrong]).values_list("record_id", flat=True)
    )
    for deal in wrong:
        if deal.pk in named or deal.pk not in known:
            Deal.objects.filter(pk=deal.pk).update(lead=named.get(deal.pk))


def primary(record: Record, name: str, ids: Sequence[str]) -> str | None:
    """HubSpot's own word for the primary one where it says so, else the first link."""
    said = record.properties.get(name)
    return said if said in ids else next(iter(ids), None)


def looks(lead: Lead) -> tuple[Any, ...]:
    """What a card shows of the lead itself."""
    return tuple(
        getattr(lead, name) for name in ("name", "stage", "channel", "reason", "owner_id", "contact_id",
        "company_id", "archived_at", "gone_at")
    )  # fmt: skip


def redraw_leads_of(kind: str, ids: Sequence[str]) -> None:
    """Cards show facts of the contact, the company and the deal: when these change, they are drawn again."""
    links = {"contacts": "contact_id__in", "companies": "company_id__in", "deals": "deals__in"}
    if kind in links and ids:
        Lead.objects.filter(**{links[kind]: ids}, archived_at=None).update(version=tick())


def upsert(model: type[Model], rows: Sequence[Model], fields: Sequence[str]) -> None:
    if rows:
        model._default_manager.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["hubspot_id"],
            update_fields=fields,
            batch_size=500,
        )
