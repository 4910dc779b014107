"""Touches for tests: mails, calls and meetings put into the portal by hand, or rows as a pull leaves them."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import factory

from leads.actions.advance import advance
from leads.domain.touches import Direction, TouchKind, Verdict
from leads.models import Touch
from tests.factories import NOW, LeadFactory
from tests.mirror import OFFICE
from tests.scenes import Scene

FROM_CONTACT = {"emails": 198, "calls": 194, "meetings": 200}
FROM_LEAD = {"emails": 599, "calls": 597, "meetings": 601}
"""Association types of an activity to its contact and to its lead."""
THEIRS, OURS = "them@cedar.example", "rita@kiss.example"
SENT_AT = datetime(2026, 8, 27, 14, 0, tzinfo=UTC)
"""A Thursday morning in the office, weeks after a scene's leads were raised."""


class TouchFactory(factory.django.DjangoModelFactory[Touch]):
    """A mail of ours as the reading leaves it, with its effect still to come."""

    class Meta:
        model = Touch

    lead = factory.SubFactory(LeadFactory)
    contact = factory.SelfAttribute("lead.contact")
    kind = TouchKind.EMAIL.value
    hubspot_id = factory.Sequence(lambda n: str(7000 + n))
    modified_at = NOW
    at = NOW + timedelta(minutes=5)
    direction = Direction.OUTGOING.value
    verdict = Verdict.COLLEAGUE.value
    subject = "Your demo lock"


class ReplyFactory(TouchFactory):
    """A certain reply of a person."""

    direction = Direction.INCOMING.value
    verdict = Verdict.HUMAN.value
    rule = 11
    at = NOW + timedelta(hours=2)
    subject = "Re: Your demo lock"
    snippet = "Yes, please call me."
    is_by_person = True


def contact_of(scene: Scene, lead_id: str) -> str:
    return str(next(iter(scene.portal.object("leads", lead_id)["associations"]["contacts"])))


def add_activity(
    scene: Scene, kind: str, lead_id: str, at: datetime, *, on_lead: bool = False, **properties: str
) -> str:
    """Somebody or something logged it in HubSpot, on the contact or on the lead alone."""
    links = {FROM_LEAD[kind]: lead_id}
    if not on_lead:
        links = {FROM_CONTACT[kind]: contact_of(scene, lead_id)}
    return scene.add(kind, links, **{"hs_timestamp": at.isoformat(), **properties})


def send(scene: Scene, lead_id: str, at: datetime = SENT_AT, **more: Any) -> str:
    """Our mail went out."""
    mail = {
        "hs_email_direction": "EMAIL",
        "hs_email_status": "SENT",
        "hs_email_subject": "Your demo lock",
        "hs_email_text": "Hello, did the demo lock reach you?",
        "hs_email_headers": json.dumps({"from": {"email": OURS}, "to": [{"email": THEIRS}]}),
        "hs_email_from_email": OURS,
    }
    return add_activity(scene, "emails", lead_id, at, **(mail | more))


def answer(scene: Scene, lead_id: str, text: str, at: datetime | None = None, **more: Any) -> str:
    """Somebody or something answered our mail, two hours after it if nothing else is said."""
    mail = {
        "hs_email_direction": "INCOMING_EMAIL",
        "hs_email_status": "SENT",
        "hs_email_subject": "Re: Your demo lock",
        "hs_email_text": text,
        "hs_email_headers": json.dumps({"from": {"email": THEIRS}, "to": [{"email": OURS}]}),
        "hs_email_from_email": THEIRS,
    }
    return add_activity(
        scene, "emails", lead_id, at or SENT_AT + timedelta(hours=2), **(mail | more)
    )


AWAY = (
    "I am out of the office until {day}, with limited access. In urgent cases call the front desk."
)


def answer_away(scene: Scene, lead_id: str, back: str = "2026-09-02", **more: Any) -> str:
    more = {
        "hs_email_subject": "Automatic reply: Your demo lock",
        "hs_incoming_email_is_out_of_office": "true",
    } | more
    at = more.pop("at", SENT_AT + timedelta(minutes=1))
    return answer(scene, lead_id, AWAY.format(day=back), at, **more)


def book(scene: Scene, lead_id: str, starts_at: datetime, outcome: str = "SCHEDULED") -> str:
    """They booked a meeting."""
    return add_activity(
        scene, "meetings", lead_id, starts_at, hs_meeting_title="KISS demo",
        hs_meeting_start_time=starts_at.isoformat(), hs_meeting_outcome=outcome,
    )  # fmt: skip


def read_and_advance(scene: Scene, name: str = "pull") -> int:
    scene.read(name)
    changed = advance(now=scene.clock(), office=OFFICE)
    scene.push()
    return changed


def stages(scene: Scene, lead: str) -> tuple[str, str]:
    """Here and in HubSpot."""
    there = scene.portal.object("leads", lead)["properties"]["hs_pipeline_stage"]
    return scene.lead(lead).stage, there
