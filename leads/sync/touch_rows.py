"""What HubSpot shows of one activity as a Touch row: which way it went, what it says, who wrote it."""

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from leads.domain import replies
from leads.domain.calls import was_made
from leads.domain.handoff import prompts_hand_off
from leads.domain.replies_message import RULES_VERSION
from leads.domain.replies_subject import read_subject
from leads.domain.replies_text import new_words
from leads.domain.touches import Direction, TouchKind, Verdict
from leads.hubspot.port import Record
from leads.models import Lead, Touch
from leads.models.raw import as_flag, as_key, as_moment, as_text

LONGEST_SNIPPET = 300
LONGEST_SUBJECT = 250
WENT_OUT = {"", "SENT", "BOUNCED"}
"""Statuses of a mail that left; one that is planned, on its way or failed is no touch yet."""


@dataclass(frozen=True)
class Past:
    """What was said in this attempt before: ties between a quick person and a machine rest on it."""

    sent_at: dict[str, datetime] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)

    def note(self, touch: Touch) -> None:
        if touch.kind != TouchKind.EMAIL:
            return
        if touch.direction == Direction.OUTGOING:
            self.sent_at[touch.hubspot_id] = touch.at
        elif touch.snippet:
            self.said[touch.hubspot_id] = touch.snippet

    def answer_after(self, at: datetime) -> timedelta | None:
        """The time since our last mail before that moment."""
        earlier = [sent for sent in self.sent_at.values() if sent <= at]
        return at - max(earlier) if earlier else None

    def holds(self, snippet: str, but: str) -> bool:
        """Whether another mail than `but` said the same."""
        return any(said == snippet for id, said in self.said.items() if id != but)


def happened_at(kind: TouchKind, record: Record) -> datetime:
    """When it was sent, came or was called; a meeting when it was booked, for it begins later."""
    told = as_moment(record.properties.get("hs_timestamp"))
    return record.created_at if kind is TouchKind.MEETING else told or record.created_at


def starts_at(record: Record) -> datetime | None:
    """When a meeting begins; its general time stamp is the same where the start is not set."""
    raw = record.properties
    return as_moment(raw.get("hs_meeting_start_time")) or as_moment(raw.get("hs_timestamp"))


def belongs(kind: TouchKind, record: Record, began_at: datetime) -> bool:
    """Whether it is part of an attempt that began then; what came earlier was another one's."""
    if kind is TouchKind.EMAIL and record.properties.get("hs_email_direction") == "DRAFT_EMAIL":
        return False
    counts_from = starts_at(record) if kind is TouchKind.MEETING else happened_at(kind, record)
    return counts_from is not None and counts_from >= began_at


def fill(
    touch: Touch, record: Record, lead: Lead, past: Past, own_domains: Collection[str]
) -> Touch:
    """Set everything that HubSpot says of the activity on its row. A person's correction stays."""
    kind = TouchKind(touch.kind)
    touch.modified_at, touch.gone_at = record.updated_at, None
    touch.at = happened_at(kind, record)
    touch.owner_id = as_key(record.properties.get("hubspot_owner_id"))
    match kind:
        case TouchKind.EMAIL:
            fill_email(touch, record, past, own_domains)
        case TouchKind.CALL:
            fill_call(touch, record)
        case TouchKind.MEETING:
            fill_meeting(touch, record, lead.created_at or record.created_at)
    return touch


def fill_email(touch: Touch, record: Record, past: Past, own_domains: Collection[str]) -> None:
    raw = record.properties
    message = message_of(record, past, touch)
    touch.subject = as_text(raw.get("hs_email_subject"))[:LONGEST_SUBJECT]
    touch.snippet = words_of(record)
    touch.sequence = as_text(raw.get("hs_sequence_id"))[:32]
    touch.outcome = message.status[:64]
    touch.direction = direction_of(message)
    if not touch.direction:
        return
    found = replies.judge(message, own_domains=own_domains)
    touch.verdict, touch.rule, touch.because = found.verdict, found.rule, found.because
    touch.is_certain, touch.wants_out = found.is_certain, found.wants_out
    touch.return_on, touch.left_company = found.return_on, found.left_company
    touch.rules_version = RULES_VERSION
    touch.is_by_person = is_by_person(touch)


def is_by_person(touch: Touch) -> bool:
    """Whether somebody did it: a rep's own mail or a person's reply, not a sequence or a machine."""
    if touch.direction == Direction.OUTGOING:
        return not touch.sequence and touch.told is not Verdict.BOUNCE
    return touch.told is Verdict.HUMAN


def direction_of(message: replies.Message) -> str:
    """Some tools log a mail from outside as ours, and mark the subject. Empty where none went."""
    marked = read_subject(message.subject, replies.INBOUND_MARKS).is_marked_inbound
    if message.direction != "EMAIL" or marked:
        return Direction.INCOMING.value
    return Direction.OUTGOING.value if message.status in WENT_OUT else ""


def message_of(record: Record, past: Past, touch: Touch) -> replies.Message:
    raw = {name: value or "" for name, value in record.properties.items()}
    sender = sender_of(raw.get("hs_email_headers", ""))
    snippet = words_of(record)
    return replies.Message(
        direction=raw.get("hs_email_direction", "").strip().upper(),
        status=raw.get("hs_email_status", "").strip().upper(),
        subject=raw.get("hs_email_subject", ""),
        text=raw.get("hs_email_text", ""),
        html=raw.get("hs_email_html", ""),
        from_email=raw.get("hs_email_from_email", "") or sender.get("email") or "",
        from_name=f"{sender.get('firstName') or ''} {sender.get('lastName') or ''}".strip(),
        out_of_office=as_flag(raw.get("hs_incoming_email_is_out_of_office")),
        bounce_detail=raw.get("hs_email_bounce_error_detail_message", ""),
        sent_at=touch.at,
        answer_after=past.answer_after(touch.at),
        seen_before=past.holds(snippet, but=touch.hubspot_id),
    )


def words_of(record: Record) -> str:
    """The new words of a mail, without the quoted thread, on one line and cut short."""
    raw = record.properties
    found = new_words(raw.get("hs_email_text") or "", raw.get("hs_email_html") or "").words
    return cut(as_text(found))


def cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_SNIPPET else line[: LONGEST_SNIPPET - 1].rstrip() + "…"


def sender_of(headers: str) -> dict[str, Any]:
    """HubSpot keeps the parties of a mail as JSON text; anything else has no sender to tell."""
    try:
        sender = json.loads(headers)["from"]
    except (ValueError, TypeError, KeyError):
        return {}
    return sender if isinstance(sender, dict) else {}


def fill_call(touch: Touch, record: Record) -> None:
    raw = record.properties
    touch.subject = as_text(raw.get("hs_call_title"))[:LONGEST_SUBJECT]
    touch.outcome = as_text(raw.get("hs_call_disposition"))[:64]
    made = was_made(raw.get("hs_call_status"))
    is_inbound = (raw.get("hs_call_direction") or "").upper() == "INBOUND"
    direction = Direction.INCOMING if is_inbound else Direction.OUTGOING
    touch.direction = direction.value if made else ""
    touch.is_by_person = made


def fill_meeting(touch: Touch, record: Record, began_at: datetime) -> None:
    raw = record.properties
    touch.subject = as_text(raw.get("hs_meeting_title"))[:LONGEST_SUBJECT]
    touch.outcome = as_text(raw.get("hs_meeting_outcome"))[:64]
    touch.starts_at = starts_at(record)
    touch.prompts_deal = prompts_hand_off(touch.outcome, touch.starts_at, began_at)
    touch.is_by_person = touch.prompts_deal
