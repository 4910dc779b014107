"""Laying activities into the mirror as touches, in the order in which they happened."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from leads.domain.touches import TouchKind
from leads.hubspot.port import Record
from leads.models import Decision, Lead, PassedOver, Touch
from leads.models.clock import tick
from leads.sync.touch_rows import Past, belongs, fill, happened_at

type Ends = dict[str, dict[int, str | None]]
"""For each activity the leads that it concerns, with the contact through whom."""

FIELDS = (
    "contact", "owner", "modified_at", "gone_at", "direction", "at", "subject", "snippet", "sequence",
    "outcome", "starts_at", "prompts_deal", "verdict", "rule", "because", "is_certain", "wants_out",
    "return_on", "left_company", "rules_version", "is_by_person", "acted_at", "asks",
)  # fmt: skip


@dataclass(frozen=True)
class Held:
    """What these leads hold of one kind: their touches, and what was passed over, by lead and id."""

    touches: Mapping[tuple[int, str], Touch]
    passed: Collection[tuple[int, str]]

    def lacks(self, ends: Iterable[int], id: str) -> bool:
        """Whether one of these leads has not seen that activity yet."""
        return any((pk, id) not in self.touches and (pk, id) not in self.passed for pk in ends)


@dataclass
class Merged:
    """What comes of a batch, before it is saved."""

    touches: list[Touch] = field(default_factory=list)
    passed: list[PassedOver] = field(default_factory=list)


def held_of(kind: TouchKind, lead_ids: Collection[int]) -> Held:
    touches = Touch.objects.filter(lead__in=lead_ids, kind=kind)
    passed = PassedOver.objects.filter(lead__in=lead_ids, kind=kind)
    return Held(
        {(touch.lead_id, touch.hubspot_id): touch for touch in touches},
        set(passed.values_list("lead_id", "hubspot_id")),
    )


def merge_touches(
    kind: TouchKind,
    records: Sequence[Record],
    ends: Ends,
    leads: Mapping[int, Lead],
    held: Held,
    senders: Collection[str],
) -> int:
    """Merge activities of one kind. Returns how many rows are new or different."""
    for pk, id in held.touches:
        ends.setdefault(id, {}).setdefault(pk, held.touches[pk, id].contact_id)
    pasts = pasts_of(held, leads)
    merged = Merged()
    for record in sorted(records, key=lambda one: (happened_at(kind, one), one.id)):
        for pk, contact_id in ends.get(record.id, {}).items():
            touch = held.touches.get((pk, record.id))
            if touch is None and not belongs(kind, record, began_at(leads[pk], record)):
                merged.passed.append(PassedOver(lead_id=pk, kind=kind, hubspot_id=record.id))
            elif touch is None or touch.gone_at or touch.modified_at != record.updated_at:
                touch = touch or Touch(lead_id=pk, kind=kind, hubspot_id=record.id)
                touch.contact_id = contact_id
                renew(touch, record, leads[pk], pasts[pk], senders)
                merged.touches.append(touch)
    save(merged)
    return len(merged.touches)


def began_at(lead: Lead, record: Record) -> datetime:
    return lead.created_at or record.created_at


def pasts_of(held: Held, lead_ids: Iterable[int]) -> dict[int, Past]:
    pasts = {pk: Past() for pk in lead_ids}
    for touch in held.touches.values():
        pasts[touch.lead_id].note(touch)
    return pasts


def renew(touch: Touch, record: Record, lead: Lead, past: Past, senders: Collection[str]) -> None:
    """Take what the activity says now. One that has turned out otherwise may act once more."""
    before = (touch.direction, touch.verdict)
    fill(touch, record, lead, past, senders)
    if (
        touch.acted_at
        and not touch.corrected_verdict
        and before != (touch.direction, touch.verdict)
    ):
        touch.acted_at = None
    past.note(touch)


def save(merged: Merged) -> None:
    if not merged.touches and not merged.passed:
        return
    with transaction.atomic():
        PassedOver.objects.bulk_create(merged.passed, ignore_conflicts=True, batch_size=500)
        Touch.objects.bulk_create(
            merged.touches, update_conflicts=True, unique_fields=["lead", "kind", "hubspot_id"],
            update_fields=FIELDS, batch_size=200,
        )  # fmt: skip
        redraw({touch.lead_id for touch in merged.touches})


def redraw(lead_ids: Collection[int]) -> None:
    """A card shows its meeting and when somebody was last in touch: let the boards draw it again."""
    if lead_ids:
        Lead.objects.filter(pk__in=lead_ids).update(version=tick())


def note_gone(held: Held, ids: Collection[str], now: datetime) -> None:
    """Asked for by id and not there: removed in HubSpot. A meeting that is gone asks for nothing."""
    gone = [touch for touch in held.touches.values() if touch.hubspot_id in ids]
    if not gone:
        return
    with transaction.atomic():
        Touch.objects.filter(pk__in=[touch.pk for touch in gone]).update(
            gone_at=now, prompts_deal=False, asks=False
        )
        redraw({touch.lead_id for touch in gone})


def blank_touches(contact_ids: Collection[str]) -> int:
    """These contacts were purged: their words go, that a touch took place stays. Returns how many."""
    touches = Touch.objects.filter(contact__in=contact_ids)
    quoting = Decision.objects.filter(lead__in=touches.values("lead"), evidence__has_key="text")
    with transaction.atomic():
        for decision in quoting.filter(evidence__has_key="touch"):
            kept = {name: value for name, value in decision.evidence.items() if name not in WORDS}
            Decision.objects.filter(pk=decision.pk).update(evidence=kept)
        return touches.update(subject="", snippet="", because="")


WORDS = ("text", "because")
"""What a decision quotes of the touch that it rests on."""


def blank_purged() -> int:
    """What `blank_touches` does, for every contact that is gone and still quoted somewhere."""
    quoted = Touch.objects.filter(contact__gone_at__isnull=False).exclude(subject="", snippet="")
    return blank_touches(set(quoted.order_by().values_list("contact_id", flat=True)))
