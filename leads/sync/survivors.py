"""Merges in HubSpot: of several records one survives. What pointed to the former ones points to it from
now on, open writes too, and the former rows lead to it."""

from collections.abc import Collection, Iterable, Mapping

from django.db import transaction
from django.db.models import Q

from leads.hubspot.port import Record
from leads.models import Company, Contact, Deal, Lead, OutboundWrite, State
from leads.models.clock import tick
from leads.models.mirror import Mirrored

MODELS: Mapping[str, type[Mirrored]] = {
    "leads": Lead,
    "contacts": Contact,
    "companies": Company,
    "deals": Deal,
}


def note_merged(kind: str, records: Iterable[Record]) -> None:
    """Records name those that went into them; each is handed over once."""
    for record in records:
        said = record.properties.get("hs_merged_object_ids") or ""
        former = {id.strip() for id in said.split(";")} - {record.id, ""}
        if former:
            hand_over(kind, former, record.id)


def hand_over(kind: str, former: Collection[str], survivor: str) -> None:
    """Everything of the former records to the survivor, along whole chains of merges."""
    rows = MODELS[kind]._default_manager.exclude(merged_into=survivor)
    rows = rows.exclude(hubspot_id=survivor)
    merged = rows.filter(Q(hubspot_id__in=former) | Q(merged_into__in=former))
    ids = set(merged.values_list("hubspot_id", flat=True))
    if not ids:
        return
    with transaction.atomic():
        move_rows(kind, ids, survivor)
        move_lists(kind, ids, survivor)
        move_writes(kind, ids, survivor)
        MODELS[kind]._default_manager.filter(hubspot_id__in=ids).update(merged_into=survivor)


def move_rows(kind: str, ids: Collection[str], survivor: str) -> None:
    """The rows that belong to the former ones; the history of a former lead stays with its row."""
    if kind == "leads":
        kept = Lead.objects.filter(hubspot_id=survivor).first()
        Deal.objects.filter(lead__hubspot_id__in=ids).update(lead=kept)
        Lead.objects.filter(hubspot_id__in=ids).update(version=tick())
        return
    for relation in MODELS[kind]._meta.related_objects:
        rows = relation.related_model._default_manager.filter(**{f"{relation.field.name}__in": ids})
        moved = {relation.field.attname: survivor}
        rows.update(**moved, **({"version": tick()} if relation.related_model is Lead else {}))


def move_lists(kind: str, ids: Collection[str], survivor: str) -> None:
    """The lists of every contact that a lead or a deal is linked to."""
    if kind != "contacts":
        return
    for model in (Lead, Deal):
        named = Q()
        for id in ids:
            named |= Q(contact_ids__icontains=f'"{id}"')
        for row in model._default_manager.filter(named):
            several = dict.fromkeys(survivor if id in ids else id for id in row.contact_ids)
            model._default_manager.filter(pk=row.pk).update(contact_ids=list(several))


def move_writes(kind: str, ids: Collection[str], survivor: str) -> None:
    """Whatever HubSpot has yet to hear about a former record, it hears about the survivor."""
    still_open = OutboundWrite.objects.exclude(state__in=(State.SENT, State.DISCARDED))
    still_open.filter(object_type=kind, record_id__in=ids).update(record_id=survivor)
    for write in still_open.exclude(links=[]):
        links = [[to, survivor if (to, id) in pairs(kind, ids) else id] for to, id in write.links]
        if links != write.links:
            OutboundWrite.objects.filter(pk=write.pk).update(links=links)


def pairs(kind: str, ids: Collection[str]) -> set[tuple[str, str]]:
    return {(kind, id) for id in ids}
