"""Write a note: a rep's words on the lead and its contact in HubSpot."""

from datetime import datetime

from django.utils.html import escape

from leads.actions.decide import (
    Choice,
    Side,
    answered_before,
    decide,
    lead_to_change,
    on_lead_and_contact,
)
from leads.domain.refusal import Refusal
from leads.models import Decision, Person

LONGEST = 10_000


class UnableToNote(Refusal):
    """There is nothing to write, or too much."""

    rule = "notes"


def write_note(
    lead_id: int, *, text: str, actor: Person, key: str | None, now: datetime
) -> Decision:
    """Queue a note. Raises UnableToNote, NotAllowed, SomebodyWasFirst."""
    if earlier := answered_before(key):
        return earlier
    lead = lead_to_change(lead_id, actor, None)
    words = check_words(text)
    note = Side("notes", note_properties(words, now), links=on_lead_and_contact(lead))
    choice = Choice(Decision.Verb.NOTE, "Note written", sides=[note], evidence={"text": words})
    return decide(lead, choice, actor=actor, key=key, now=now)


def check_words(text: str) -> str:
    words = text.strip()
    if not words:
        raise UnableToNote("Write something first.")
    if len(words) > LONGEST:
        raise UnableToNote(f"That is too long for a note: {len(words):,} of {LONGEST:,} letters.")
    return words


def note_properties(words: str, now: datetime) -> dict[str, str]:
    """HubSpot keeps a note's body as HTML, so that a person's signs must not become markup."""
    return {
        "hs_timestamp": now.isoformat(timespec="seconds").replace("+00:00", "Z"),
        "hs_note_body": escape(words).replace("\n", "<br>"),
    }
