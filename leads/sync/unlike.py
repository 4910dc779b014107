"""What is unlike between records as HubSpot gives them and the rows that mirror them: values, what is shown
of them, links, and whether they are live."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from leads.hubspot.port import Record
from leads.hubspot.properties import READ, modified_property
from leads.models import Deal, OutboundWrite
from leads.models.raw import as_moment, as_text
from leads.models.shown import columns_of, laid_over
from leads.sync.merge import patches_of, primary, writes_of
from leads.sync.survivors import MODELS

CLOCK = "hs_v2_date_entered_current_stage"
OWN_CLOCKS = {"stage_entered_at"}
"""Columns that our own open write may set earlier than HubSpot can know."""
LONGEST = 60
"""Characters of a value that are printed."""


def unlike(kind: str, records: Sequence[Record]) -> Iterator[tuple[str, list[str]]]:
    """Each record's id with a line for each difference."""
    rows = {
        row.hubspot_id: row
        for row in MODELS[kind]._default_manager.filter(hubspot_id__in=[one.id for one in records])
    }
    writes = open_writes(kind, rows)
    deals = deals_of(rows) if kind == "leads" else {}
    for record in records:
        row = rows.get(record.id)
        if row is None:
            yield record.id, ["in HubSpot and not here"]
            continue
        lines = [*standing(record, row), *values(kind, record, row)]
        lines += [*shown(kind, row, writes.get(record.id, ())), *links(kind, record, row, deals)]
        yield record.id, lines


def open_writes(kind: str, rows: Mapping[str, Any]) -> Mapping[str, Sequence[OutboundWrite]]:
    if kind == "leads":
        found = writes_of(rows.values())
        return {id: found[row.pk] for id, row in rows.items() if row.pk in found}
    return patches_of(kind, rows)


def deals_of(rows: Mapping[str, Any]) -> Mapping[int, set[str]]:
    found: dict[int, set[str]] = defaultdict(set)
    deals = Deal.objects.live().filter(lead__in=[row.pk for row in rows.values()])
    for lead, deal in deals.values_list("lead_id", "pk"):
        found[lead or 0].add(deal)
    return found


def standing(record: Record, row: Any) -> Iterator[str]:
    there = "archived" if record.archived_at else "live"
    here = "archived" if row.archived_at else "live"
    if row.gone_at or row.merged_into:
        here = "gone" if row.gone_at else f"merged into {row.merged_into}"
    if there != here:
        yield f"{there} in HubSpot, {here} here"


def values(kind: str, record: Record, row: Any) -> Iterator[str]:
    """The raw values. The modified date is HubSpot's bookkeeping and moves with our own writes."""
    for name in READ[kind]:
        there, here = as_text(record.properties.get(name)), as_text(row.remote.get(name))
        same = as_moment(there) == as_moment(here) if name == CLOCK else there == here
        if not same and name != modified_property(kind):
            yield f"{name} is {cut(there)} in HubSpot, {cut(here)} here"


def shown(kind: str, row: Any, writes: Sequence[OutboundWrite]) -> Iterator[str]:
    """What the screens show: the raw values with our own open writes over them."""
    wanted = columns_of(kind, laid_over(row.remote, writes))
    for column, value in wanted.items():
        if column not in OWN_CLOCKS and getattr(row, column) != value:
            yield f"{column} shows {cut(str(getattr(row, column)))} and should show {cut(str(value))}"


def links(kind: str, record: Record, row: Any, deals: Mapping[int, set[str]]) -> Iterator[str]:
    """The ends of each link that was asked for."""
    found = record.associations
    ends: list[tuple[str, object, object]] = []
    if "contacts" in found and kind in {"leads", "deals"}:
        ends.append(("contacts", sorted(found["contacts"]), sorted(row.contact_ids)))
    if "contacts" in found and kind == "leads":
        first = primary(record, "hs_primary_contact_id", found["contacts"])
        ends.append(("the contact", first, row.contact_id))
    if "companies" in found and kind in {"leads", "contacts"}:
        first = primary(record, "hs_primary_company_id", found["companies"])
        ends.append(("the company", first, row.company_id))
    if "deals" in found and kind == "leads" and record.archived_at is None:
        ends.append(("deals", sorted(found["deals"]), sorted(deals.get(row.pk, ()))))
    yield from (
        f"{name}: {there} in HubSpot, {here} here" for name, there, here in ends if there != here
    )


def cut(text: str) -> str:
    """Fit for a console, whatever somebody typed."""
    return ascii(text if len(text) <= LONGEST else text[:LONGEST] + "…") if text else "empty"
