"""What was said to the people of the open leads and what they answered."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from leads.sandbox.instants import iso
from leads.sandbox.rows import Row
from leads.sandbox.story_days import Days
from leads.sandbox.story_owners import ADDRESSES, RITA
from leads.sandbox.story_people import People, Person

FROM_CONTACT = {"emails": 197, "calls": 193, "meetings": 199, "tasks": 203}
FROM_LEAD = {"emails": 598, "calls": 596, "meetings": 600, "tasks": 646}

CALL_CONNECTED = "f240bbac-87c9-4f6e-bf70-924b57d47db7"
CALL_NO_ANSWER = "73a0d17f-1163-4015-bdd5-ec830791da20"
CALL_VOICEMAIL = "b2cf5968-551e-4856-9783-52b3da59a7d0"
SEQUENCE = "300112"

REPLIES = (
    "Yes, we would like to see one at the Depot St site. What does it cost for forty doors?",
    "Got the lock yesterday, it opened at the first try. Can your people call me on Monday?",
    "We run two sites and are tired of cut padlocks. Please send me the price list.",
    "Who is this for, the gate or the unit doors? If the doors, I'm interested.",
    "Thanks, that sounds good. Does it work together with our software?",
)


@dataclass(frozen=True)
class Thread:
    """One lead with its contact and whoever writes to him."""

    people: People
    days: Days
    person: Person
    lead: Row
    owner: str
    first_send_at: datetime

    def after(self, **passed: float) -> datetime:
        return self.first_send_at + timedelta(**passed)


def add_touches(thread: Thread, script: str, meeting_in: int) -> None:
    """Play one word of the cast; `none` plays nothing.

    `meeting_in` counts the days from the story's last day to the meeting of the word `meet`.
    """
    if script == "none":
        return
    _send(thread, thread.first_send_at, bounced=script == "bounce")
    if script in {"call", "talk"}:
        answered = script == "talk"
        _call(thread, thread.after(hours=1), CALL_CONNECTED if answered else CALL_NO_ANSWER)
    if script == "twice":
        _call(thread, thread.after(hours=1), CALL_VOICEMAIL)
        _send(thread, thread.after(hours=3), second=True)
    if script in {"reply", "meet"}:
        _reply(thread, thread.after(hours=2), thread.people.rng.choice(REPLIES))
    if script == "ooo":
        _out_of_office(thread, thread.after(minutes=1))
    if script == "meet":
        _meeting(thread, meeting_in)


def connected_at(sent_at: datetime, script: str) -> datetime:
    """When the lead entered Connected: with the answer, also where the answer was a machine's."""
    passed = {"talk": timedelta(hours=1, minutes=10), "ooo": timedelta(minutes=1)}
    return sent_at + passed.get(script, timedelta(hours=2))


def _send(thread: Thread, at: datetime, *, bounced: bool = False, second: bool = False) -> None:
    properties = {
        "hs_email_direction": "EMAIL",
        "hs_email_status": "BOUNCED" if bounced else "SENT",
        "hs_email_subject": "Re: Your demo lock" if second else "Your demo lock",
        "hs_email_text": "Hello, may I show you how our lock works on your own doors?",
        "hs_sequence_id": SEQUENCE,
        **_parties(thread, outgoing=True),
    }
    if bounced:
        properties["hs_email_bounce_error_detail_status_code"] = "550"
        properties["hs_email_bounce_error_detail_message"] = "5.1.1 The address could not be found"
    _log(thread, "emails", at, properties)


def _reply(thread: Thread, at: datetime, text: str) -> None:
    _incoming(thread, at, "Re: Your demo lock", text, "false")


def _out_of_office(thread: Thread, at: datetime) -> None:
    back = thread.days.ahead(6, 9).date().isoformat()
    text = f"Thank you for your message. I am out of the office until {back}, with limited access."
    _incoming(thread, at, "Automatic reply: Your demo lock", text, "true")


def _incoming(thread: Thread, at: datetime, subject: str, text: str, absent: str) -> None:
    properties = {
        "hs_email_direction": "INCOMING_EMAIL",
        "hs_email_status": "SENT",
        "hs_email_subject": subject,
        "hs_email_text": text,
        "hs_incoming_email_is_out_of_office": absent,
        **_parties(thread, outgoing=False),
    }
    _log(thread, "emails", at, properties)


def _parties(thread: Thread, *, outgoing: bool) -> dict[str, str]:
    """HubSpot keeps the parties of a mail as JSON text, and derives the two addresses from it."""
    person = thread.person
    theirs = {"email": person.email, "firstName": person.first, "lastName": person.last}
    ours = {"email": ADDRESSES[thread.owner]}
    sender, receiver = (ours, theirs) if outgoing else (theirs, ours)
    parties = {"from": sender, "to": [receiver], "cc": [], "bcc": []}
    return {
        "hs_email_headers": json.dumps(parties, ensure_ascii=False),
        "hs_email_from_email": sender["email"],
        "hs_email_to_email": receiver["email"],
    }


def _call(thread: Thread, at: datetime, disposition: str) -> None:
    talked = disposition == CALL_CONNECTED
    properties = {
        "hs_call_title": f"Call with {thread.person.name}",
        "hs_call_direction": "OUTBOUND",
        "hs_call_disposition": disposition,
        "hs_call_duration": "272000" if talked else "21000",
        "hs_call_status": "COMPLETED" if talked else "NO_ANSWER",
    }
    _log(thread, "calls", at, properties)


def _meeting(thread: Thread, days_ahead: int) -> None:
    """Half an hour in the future, booked with the reply."""
    start = thread.days.ahead(days_ahead, 10, 30)
    properties = {
        "hs_timestamp": iso(start),
        "hs_meeting_title": f"KISS demo with {thread.person.name}",
        "hs_meeting_start_time": iso(start),
        "hs_meeting_end_time": iso(start + timedelta(minutes=30)),
        "hs_meeting_outcome": "SCHEDULED",
    }
    _log(thread, "meetings", thread.after(hours=2, minutes=5), properties)


def _log(thread: Thread, kind: str, at: datetime, properties: dict[str, str]) -> None:
    told = {"hs_timestamp": iso(at), "hubspot_owner_id": thread.owner, **properties}
    row = thread.people.portal.add(kind, told, created_at=at)
    thread.people.portal.link("contacts", thread.person.id, kind, row.id, FROM_CONTACT[kind])
    thread.people.portal.link("leads", thread.lead.id, kind, row.id, FROM_LEAD[kind])


def writer_for(owner: str | None) -> str:
    """Sequences go out from Rita's inbox where a lead has nobody."""
    return owner or RITA
