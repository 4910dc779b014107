"""A furnished house for the walk of the URL map: something real behind every address, and a valid post."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from leads.domain.handoff import DEAL_PIPELINE
from leads.domain.pipeline import Stage
from leads.domain.touches import Direction, TouchKind, Verdict
from leads.models import Contact, Deal, Door, Lead, Person, Touch
from leads.models.outbox import State
from tests.addresses import Address, walk
from tests.cast import Cast
from tests.factories import (
    NOW,
    DealFactory,
    DecisionFactory,
    DoorFactory,
    LeadFactory,
    PersonFactory,
    WriteFactory,
)  # fmt: skip

WHO = ("stranger", "outsider", "omar", "rita", "mona", "ada")
"""Nobody; somebody without a role; another rep; the lead's own rep; the manager; the admin."""
ASKING = {
    "email": "noor@juniper.example",
    "name": "Noor Abadi",
    "address": "12 Elm St, Albany, NY 12203",
}
FIELDS = {
    "stage": "connected", "reason": "NO_INTEREST", "note": "They declined.", "text": "They called.",
    "channel": "Referral", "due_on": "2027-06-01", "subject": "Visit",
    "deal_name": "Cedar Gate – 14 sites", "amount": "1200", "close_on": "2027-06-30",
    "could_buy": "yes", "type": "NEW_BUSINESS", "action": "move", "is_human": "yes",
    "direction": "outgoing", "verdict": "human", "outcome": "no_answer", "on": "yes",
    "name_of_door": "September e-mail", "daily_cap": "20", "owner_rule": "company", "what": "check",
    "url": "x", "username": "nobody", "password": "wrong",
} | ASKING  # fmt: skip
"""A valid value for every field of every form: one post that any address can read."""
OTHERS = {
    "leads/<int:lead_id>/move/": {"stage": "attempting"},
    "leads/<int:lead_id>/log-call/": {"outcome": "f240bbac-87c9-4f6e-bf70-924b57d47db7"},
    "demo-locks/<slug:key>/press/": {"action": "correct", "address": "88 Wharf Road, Reno, NV 89501"},
    "demo-locks/ship/": {"action": "correct", "address": "88 Wharf Road, Reno, NV 89501"},
    "desk/portal/writes/<int:row_id>/edit/": {"value": "Connected"},
}  # fmt: skip
"""Where an address means something else by a field of the same name."""


@dataclass(frozen=True)
class House:
    """Rita's lead with a refused write, an unclear reply and a lock asked for; a deal without a lead; a
    door. `outsider` signs in but has no role."""

    cast: Cast
    outsider: Person
    lead: Lead
    door: Door
    deal: Deal

    def path(self, address: Address) -> str:
        row = self.write.pk if "/writes/" in address.pattern else self.lead.pk
        return address.at(
            lead_id=self.lead.pk, write_id=self.write.pk, row_id=row, door_id=self.door.pk,
            touch_id=self.lead.touches.get().pk, deal_id=self.deal.pk, token=self.door.token,
            key=f"c{self.lead.contact_id}", name="disqualify",
        )  # fmt: skip

    @property
    def write(self) -> Any:
        return self.lead.writes.order_by("pk")[0]

    def body(self, address: Address) -> dict[str, Any]:
        about: dict[str, Any] = {
            "lead": [self.lead.pk], "owner": self.cast.mona.owner_id, "contact": self.lead.contact_id,
            "lock": f"c{self.lead.contact_id}",
        }  # fmt: skip
        return FIELDS | about | OTHERS.get(address.pattern, {})

    def client(self, who: str) -> Client:
        client = Client(raise_request_exception=False)
        if who != "stranger":
            client.force_login(self.outsider if who == "outsider" else getattr(self.cast, who))
        return client

    def of_rita(self) -> list[Any]:
        """Everything that is hers, as it is now."""
        about = Contact.objects.filter(pk=self.lead.contact_id)
        kept = (self.lead.writes, self.lead.decisions, self.lead.touches, self.lead.shipments)
        rows = [
            Lead.objects.filter(pk=self.lead.pk),
            about,
            *(each.order_by("pk") for each in kept),
        ]
        return [list(each.values()) for each in rows]


@contextmanager
def taken_back() -> Iterator[None]:
    """What is changed within is undone, also where an action insists on a transaction of its own."""
    mark = transaction.savepoint_create()
    try:
        yield
    finally:
        transaction.savepoint_rollback(mark)


def is_let_in(answer: Any) -> bool:
    """Whether a view did its work for whoever asked: neither refused nor sent to sign in."""
    sent_away = answer.status_code == 302 and answer["Location"].startswith("/login/?next=")
    return (
        answer.status_code < 500
        and answer.status_code not in {401, 403, 404, 405}
        and not sent_away
    )


def furnish(cast: Cast) -> House:
    lead = LeadFactory.create(owner=cast.rita.owner, channel="", stage=Stage.CONNECTED.value)
    Contact.objects.filter(pk=lead.contact_id).update(
        asked_on=NOW.date(), demo_lock_address="12 Elm St, Albany"
    )
    decided = DecisionFactory.create(
        lead=lead, actor=cast.rita,
        before={"hs_pipeline_stage": Stage.ATTEMPTING}, after={"hs_pipeline_stage": Stage.CONNECTED},
    )  # fmt: skip
    WriteFactory.create(lead=lead, decision=decided, state=State.REFUSED)
    Touch.objects.create(
        lead=lead, kind=TouchKind.EMAIL, hubspot_id="7001", direction=Direction.INCOMING, at=NOW,
        modified_at=NOW, verdict=Verdict.UNSURE,
    )  # fmt: skip
    deal = DealFactory.create(pipeline=DEAL_PIPELINE, contact_ids=[lead.contact_id])
    Person.objects.filter(pk=cast.ada.pk).update(is_staff=True, is_superuser=True)
    cast.ada.refresh_from_db()
    return House(
        cast, PersonFactory.create(username="olga", role=""), lead, DoorFactory.create(), deal
    )


def the_whole_map() -> list[Address]:
    """Every pattern that the site answers, Django's own among them."""
    patterns: list[URLPattern | URLResolver] = get_resolver().url_patterns
    return list(walk(patterns, ""))
