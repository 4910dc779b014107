"""What is read of e-mails, calls and meetings: only this attempt's, once, and what became of them."""

from datetime import UTC, datetime, timedelta

import pytest
from pytest_django.fixtures import Settings

from leads.domain.touches import Direction, TouchKind, Verdict
from leads.models import Contact, Decision, Owner, PassedOver, Touch
from leads.sync.touches import BOUNCES_WITHIN, pull_touches
from tests.factories import DecisionFactory
from tests.scenes import RITA, Scene
from tests.touching import (
    SENT_AT,
    add_activity,
    answer,
    answer_away,
    book,
    contact_of,
    send,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead(scene: Scene) -> str:
    """Rita's lead, raised three weeks before its first mail."""
    scene.clock.now = SENT_AT + timedelta(hours=3)
    return scene.add_lead()


def look(scene: Scene, *, thorough: bool = True) -> int:
    return pull_touches(scene.port, scene.clock(), thorough=thorough)


def paths(scene: Scene) -> list[str]:
    return [entry["path"] for entry in scene.portal.journal()]


def test_a_reply_is_read_with_its_verdict_and_its_new_words_only(scene: Scene, lead: str) -> None:
    quoted = (
        "\n\nOn Thu, Aug 27, 2026 at 10:00 AM Rita <rita@kiss.example> wrote:\n> Hello, the lock?"
    )
    answer(scene, lead, f"What does it cost for forty doors?{quoted}")
    scene.read()
    touch = Touch.objects.get()
    assert (touch.kind, touch.direction, touch.verdict) == (
        TouchKind.EMAIL, Direction.INCOMING, Verdict.HUMAN
    )  # fmt: skip
    assert touch.snippet == "What does it cost for forty doors?"
    assert (touch.subject, touch.is_certain, touch.is_by_person) == (
        "Re: Your demo lock", True, True
    )  # fmt: skip
    assert touch.contact_id == contact_of(scene, lead)
    assert touch.because


def test_an_absence_note_keeps_the_day_of_return(scene: Scene, lead: str) -> None:
    answer_away(scene, lead, "2026-09-02")
    scene.read()
    touch = Touch.objects.get()
    assert (touch.verdict, str(touch.return_on)) == (Verdict.OOO, "2026-09-02")
    assert not touch.is_by_person


def test_a_long_mail_is_cut_short(scene: Scene, lead: str) -> None:
    answer(scene, lead, "Please call me about the doors. " * 100)
    scene.read()
    assert len(Touch.objects.get().snippet) == 300


def test_what_came_before_the_lead_is_another_attempts_and_not_read_again(
    scene: Scene, lead: str
) -> None:
    answer(scene, lead, "Not now, thanks.", datetime(2026, 7, 1, tzinfo=UTC))
    scene.read()
    assert Touch.objects.count() == 0
    assert PassedOver.objects.count() == 1
    scene.portal.order("journal/clear")
    look(scene)
    assert [path for path in paths(scene) if "/objects/emails" in path] == []


def test_an_unread_mail_that_is_planned_or_failed_has_not_gone_out(scene: Scene, lead: str) -> None:
    send(scene, lead, hs_email_status="SCHEDULED")
    send(scene, lead, hs_email_status="FAILED")
    send(scene, lead, hs_email_direction="DRAFT_EMAIL")
    scene.read()
    assert Touch.objects.outgoing().count() == 0
    assert Touch.objects.count() == 2


def test_a_planned_mail_goes_out_later(scene: Scene, lead: str) -> None:
    mail = send(scene, lead, hs_email_status="SCHEDULED")
    scene.read()
    Touch.objects.update(acted_at=scene.clock())
    scene.portal.edit("emails", mail, hs_email_status="SENT")
    look(scene)
    touch = Touch.objects.get()
    assert (touch.direction, touch.acted_at) == (Direction.OUTGOING, None)


def test_a_sent_mail_that_bounces_is_seen_and_may_act_again(scene: Scene, lead: str) -> None:
    mail = send(scene, lead)
    scene.read()
    Touch.objects.update(acted_at=scene.clock())
    scene.portal.edit("emails", mail, hs_email_status="BOUNCED")
    assert look(scene, thorough=False) == 0
    assert look(scene) == 1
    touch = Touch.objects.get()
    assert (touch.verdict, touch.acted_at) == (Verdict.BOUNCE, None)


def test_nothing_is_read_twice_once_it_is_settled(scene: Scene, lead: str) -> None:
    send(scene, lead)
    answer(scene, lead, "Yes, please call me.")
    scene.read()
    scene.later(seconds=BOUNCES_WITHIN.total_seconds())
    scene.portal.order("journal/clear")
    assert look(scene) == 0
    assert [path for path in paths(scene) if "/objects/" in path] == []


def test_an_activity_on_the_lead_alone_is_found_by_the_sweep(scene: Scene, lead: str) -> None:
    scene.read()
    add_activity(scene, "calls", lead, SENT_AT, on_lead=True, hs_call_status="COMPLETED")
    assert look(scene, thorough=False) == 0
    scene.read("sweep")
    assert Touch.objects.get().kind == TouchKind.CALL


def test_a_call_that_never_rang_is_no_touch(scene: Scene, lead: str) -> None:
    add_activity(scene, "calls", lead, SENT_AT, hs_call_status="CANCELED")
    scene.read()
    assert Touch.objects.outgoing().count() == 0


def test_a_meeting_tells_its_start_and_a_cancelled_one_asks_for_nothing(
    scene: Scene, lead: str
) -> None:
    start = SENT_AT + timedelta(days=4)
    meeting = book(scene, lead, start)
    scene.read()
    touch = Touch.objects.get()
    assert (touch.starts_at, touch.prompts_deal) == (start, True)
    scene.portal.edit("meetings", meeting, hs_meeting_outcome="CANCELED")
    look(scene)
    touch.refresh_from_db()
    assert (touch.outcome, touch.prompts_deal) == ("CANCELED", False)


def test_a_meeting_removed_in_hubspot_asks_for_nothing(scene: Scene, lead: str) -> None:
    meeting = book(scene, lead, SENT_AT + timedelta(days=4))
    scene.read()
    scene.portal.order("archive", kind="meetings", id=meeting)
    look(scene)
    touch = Touch.objects.get()
    assert touch.gone_at is not None
    assert not touch.prompts_deal


def test_a_closed_lead_is_not_looked_at(scene: Scene) -> None:
    closed = scene.add_lead(stage="unqualified-stage-id")
    send(scene, closed)
    scene.read()
    assert Touch.objects.count() == 0


def test_a_sequences_mail_is_no_persons_touch(scene: Scene, lead: str) -> None:
    send(scene, lead, hs_sequence_id="300112")
    send(scene, lead)
    scene.read()
    by_person = dict(Touch.objects.values_list("sequence", "is_by_person"))
    assert by_person == {"300112": False, "": True}


def test_a_reply_read_again_does_not_repeat_itself(scene: Scene, lead: str) -> None:
    mail = answer(scene, lead, "Thank you, we look into this now.")
    scene.read()
    add_lead_of(scene, contact_of(scene, lead))
    scene.portal.edit("emails", mail, hs_email_subject="Re: Your lock")
    scene.read()
    assert (
        list(Touch.objects.values_list("subject", "verdict"))
        == [("Re: Your lock", Verdict.HUMAN)] * 2
    )


def add_lead_of(scene: Scene, contact: str) -> str:
    """A second open lead of the same contact."""
    return scene.add(
        "leads", {578: contact}, hs_lead_name="Other lead", hs_pipeline="lead-pipeline-id",
        hs_pipeline_stage="new-stage-id", hubspot_owner_id=RITA,
    )  # fmt: skip


def test_two_open_leads_of_one_contact_both_see_its_mail(scene: Scene, lead: str) -> None:
    other = add_lead_of(scene, contact_of(scene, lead))
    send(scene, lead)
    scene.read()
    assert set(Touch.objects.values_list("lead__hubspot_id", flat=True)) == {lead, other}


def test_a_colleague_is_known_by_the_owners_domains_and_the_setting(
    scene: Scene, lead: str, settings: Settings
) -> None:
    settings.OWN_DOMAINS = ("send.kisslocks.example",)
    scene.read()
    assert Owner.objects.filter(email__endswith="@kiss.example").exists()
    answer(scene, lead, "They want to wait.", hs_email_from_email="omar@kiss.example")
    answer(scene, lead, "Shipped today.", hs_email_from_email="x@mail.send.kisslocks.example")
    look(scene)
    assert set(Touch.objects.values_list("verdict", flat=True)) == {Verdict.COLLEAGUE}


def test_the_same_words_for_the_second_time_are_doubted(scene: Scene, lead: str) -> None:
    for hours in (2, 5):
        answer(scene, lead, "Thank you, we look into this now.", SENT_AT + timedelta(hours=hours))
    scene.read()
    first, second = Touch.objects.order_by("at")
    assert (first.verdict, second.verdict) == (Verdict.HUMAN, Verdict.UNSURE)


def test_a_key_that_may_not_read_mails_reads_the_rest(scene: Scene, lead: str) -> None:
    send(scene, lead)
    add_activity(scene, "calls", lead, SENT_AT, hs_call_status="COMPLETED")
    body = {"status": "error", "message": "no", "category": "MISSING_SCOPES"}
    scene.portal.fault("status", "POST", "/emails/", status=403, body=body, times=9)
    scene.read()
    assert [touch.kind for touch in Touch.objects.all()] == [TouchKind.CALL]


def test_a_purged_contacts_words_go_and_that_it_happened_stays(scene: Scene, lead: str) -> None:
    answer(scene, lead, "Please call me at my summer house.")
    scene.read()
    touch = Touch.objects.get()
    decision = DecisionFactory.create(
        lead=touch.lead, verb=Decision.Verb.ADVANCE,
        evidence={"touch": touch.pk, "text": touch.snippet, "rule": 11},
    )  # fmt: skip
    Contact.objects.filter(pk=touch.contact_id).update(gone_at=scene.clock())
    look(scene)
    touch.refresh_from_db()
    decision.refresh_from_db()
    assert (touch.subject, touch.snippet, touch.verdict) == ("", "", Verdict.HUMAN)
    assert decision.evidence == {"touch": touch.pk, "rule": 11}
