"""Correct where a demo lock goes, or ask the person for it: both written to HubSpot on the contact."""

from datetime import datetime

from django.db import transaction

from leads.actions.decide import Choice, Side, answered_before, queue
from leads.actions.ship_demo_lock import check_may_ship, contact_of, lead_of
from leads.domain.refusal import Refusal
from leads.models import Contact, Decision, Lead, OutboundWrite, Person
from leads.models.clock import tick
from leads.models.shown import show_contact

LONGEST = 1000


class UnableToCorrect(Refusal):
    """That is no address to keep."""

    rule = "demo-lock"


def correct_address(
    contact_id: str, *, address: str, actor: Person, key: str | None, now: datetime
) -> Decision:
    """Set where this contact's lock goes. It is judged anew when it is read; a doubtful one is kept
    too, for a person may know better. Raises UnableToCorrect, NotAllowed, NoSuchLead."""
    if earlier := answered_before(key):
        return earlier
    contact, lead = contact_and_lead(contact_id, actor)
    words = check_words(contact, address)
    change = {"demo_lock_address": words}
    base = {"demo_lock_address": contact.demo_lock_address}
    with transaction.atomic(durable=True):
        tick()
        decision = decided(lead, contact, actor, f"Address for the demo lock: {words}", key, now)
        side = Side("contacts", change, record_id=contact.pk, base=base)
        queue(decision, Choice(Decision.Verb.ADDRESS, decision.summary, sides=[side]), now)
        show_contact(contact.pk)
    return decision


def check_words(contact: Contact, address: str) -> str:
    words = "\n".join(
        " ".join(line.split()) for line in address.strip().splitlines() if line.strip()
    )
    if not words:
        raise UnableToCorrect("Write the address first.")
    if len(words) > LONGEST:
        raise UnableToCorrect(f"That is too long for an address: {len(words):,} letters.")
    if words == contact.demo_lock_address:
        raise UnableToCorrect("That is the address that stands there already.")
    return words


def ask_for_address(
    contact_id: str, *, words: str, actor: Person, key: str | None, now: datetime
) -> Decision:
    """Put an e-mail to write on the contact's task list in HubSpot, with the words to send."""
    if earlier := answered_before(key):
        return earlier
    contact, lead = contact_and_lead(contact_id, actor)
    if not words.strip():
        raise UnableToCorrect("There is nothing to ask: this address can be shipped to.")
    with transaction.atomic(durable=True):
        tick()
        summary = f"To ask by e-mail: {words.strip()}"
        decision = decided(lead, contact, actor, summary[:500], key, now)
        queue_task(decision, contact, lead, words.strip(), now)
    return decision


def queue_task(
    decision: Decision, contact: Contact, lead: Lead | None, words: str, now: datetime
) -> None:
    """A task of its own, which is not the lead's next step and so does not hang on its card."""
    owner = (lead.owner_id if lead else None) or contact.owner_id
    properties = {
        "hs_task_subject": f"Ask {contact} where the demo lock goes",
        "hs_task_body": words,
        "hs_task_type": "EMAIL",
        "hs_task_status": "NOT_STARTED",
        "hs_timestamp": now.isoformat(timespec="seconds").replace("+00:00", "Z"),
    }
    OutboundWrite.objects.create(
        kind=OutboundWrite.Kind.CREATE, object_type="tasks", links=[["contacts", contact.pk]],
        properties=properties | ({"hubspot_owner_id": owner} if owner else {}),
        decision=decision, created_at=now, not_before=now,
    )  # fmt: skip


def contact_and_lead(contact_id: str, actor: Person) -> tuple[Contact, Lead | None]:
    contact = contact_of(contact_id)
    lead = lead_of(contact)
    check_may_ship(contact, lead, actor)
    return contact, lead


def decided(
    lead: Lead | None,
    contact: Contact,
    actor: Person,
    summary: str,
    key: str | None,
    now: datetime,
) -> Decision:
    return Decision.objects.create(
        lead=lead, contact=contact, actor=actor, verb=Decision.Verb.ADDRESS, summary=summary,
        decided_at=now, key=key,
    )  # fmt: skip
