"""Where the rules are not sure the owner says who wrote, with one press, and the lead follows."""

import pytest

from leads.actions.advance import advance
from leads.actions.decide import SomebodyWasFirst
from leads.actions.judge_touch import UnableToJudge, judge_touch
from leads.actions.move import move
from leads.actions.undo import undo
from leads.domain.pipeline import Stage, UnableToMove
from leads.domain.roles import NotAllowed
from leads.domain.touches import Direction, TouchKind, Verdict
from leads.models import Decision, Lead, Person, Touch
from leads.queries.card import Card, Viewer, draw_cards
from tests.cast import Cast
from tests.conftest import Clock
from tests.factories import NOW, LeadFactory
from tests.mirror import OFFICE
from tests.touching import ReplyFactory, TouchFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def clock(clock: Clock) -> Clock:
    clock.now = NOW
    clock.on(hours=4)
    return clock


@pytest.fixture
def lead(cast: Cast) -> Lead:
    made: Lead = LeadFactory.create(owner=cast.rita.owner)
    return made


@pytest.fixture
def unsure(lead: Lead, clock: Clock) -> Touch:
    """A reply that nobody can place, already asked about."""
    touch: Touch = ReplyFactory.create(
        lead=lead, verdict=Verdict.UNSURE.value, is_certain=False, is_by_person=False,
        snippet="Ok noted",
    )  # fmt: skip
    advance(now=clock(), office=OFFICE)
    return touch


def card(lead: Lead, person: Person, clock: Clock) -> Card:
    return draw_cards(Lead.objects.filter(pk=lead.pk), Viewer(person, clock(), OFFICE))[0]


def judge(touch: Touch, actor: Person, clock: Clock, *, is_human: bool, key: str = "f") -> Decision:
    return judge_touch(
        touch.pk, is_human=is_human, actor=actor, key=key, now=clock(), office=OFFICE
    )


def test_an_uncertain_reply_moves_nothing_and_asks(
    unsure: Touch, lead: Lead, cast: Cast, clock: Clock
) -> None:
    drawn = card(lead, cast.rita, clock)
    assert (drawn.stage, Decision.objects.count()) == (Stage.ATTEMPTING, 0)
    assert drawn.suggestion is not None
    assert (drawn.suggestion.touch_id, drawn.suggestion.text) == (unsure.pk, "Ok noted")
    assert drawn.suggestion.words == "Somebody answered. Was it a person?"


def test_a_reply_that_is_only_likely_suggests_connected(
    lead: Lead, cast: Cast, clock: Clock
) -> None:
    ReplyFactory.create(lead=lead, is_certain=False)
    advance(now=clock(), office=OFFICE)
    suggestion = card(lead, cast.rita, clock).suggestion
    assert suggestion is not None
    assert suggestion.words == "A person replied: move to Connected?"


def test_asking_draws_the_card_again(lead: Lead, clock: Clock) -> None:
    Lead.objects.update(version=0)
    ReplyFactory.create(lead=lead, is_certain=False)
    advance(now=clock(), office=OFFICE)
    lead.refresh_from_db()
    assert lead.version > 0


def test_a_person_it_was_connects(unsure: Touch, lead: Lead, cast: Cast, clock: Clock) -> None:
    decision = judge(unsure, cast.rita, clock, is_human=True)
    assert (decision.actor, decision.summary) == (
        cast.rita, "Moved to Connected · A person replied"
    )  # fmt: skip
    assert decision.writes.get().properties == {"hs_pipeline_stage": Stage.CONNECTED.value}
    drawn = card(lead, cast.rita, clock)
    assert (drawn.stage, drawn.suggestion) == (Stage.CONNECTED, None)
    unsure.refresh_from_db()
    assert (unsure.verdict, unsure.corrected_verdict) == (Verdict.UNSURE, Verdict.HUMAN)
    assert (unsure.corrected_by, unsure.is_by_person, unsure.asks) == (cast.rita, True, False)


def test_a_machine_it_was_puts_the_next_step_off(
    unsure: Touch, lead: Lead, cast: Cast, clock: Clock
) -> None:
    judge(unsure, cast.rita, clock, is_human=False)
    drawn = card(lead, cast.rita, clock)
    assert (drawn.stage, str(drawn.step.due_on)) == (Stage.ATTEMPTING, "2026-09-04")
    assert drawn.suggestion is None


def test_an_answer_that_changes_nothing_is_on_record(
    unsure: Touch, lead: Lead, cast: Cast, clock: Clock
) -> None:
    Lead.objects.filter(pk=lead.pk).update(next_step_on="2026-09-30", next_step="Call")
    decision = judge(unsure, cast.rita, clock, is_human=False)
    assert (decision.verb, decision.summary) == (Decision.Verb.JUDGE, "A machine answered")
    assert not decision.writes.exists()


def test_a_form_posted_twice_is_one_decision(unsure: Touch, cast: Cast, clock: Clock) -> None:
    first = judge(unsure, cast.rita, clock, is_human=True)
    assert judge(unsure, cast.rita, clock, is_human=True) == first
    assert Decision.objects.count() == 1


def test_the_second_person_to_say_the_same_was_second(
    unsure: Touch, cast: Cast, clock: Clock
) -> None:
    judge(unsure, cast.rita, clock, is_human=False)
    with pytest.raises(SomebodyWasFirst):
        judge(unsure, cast.mona, clock, is_human=False, key="g")


def test_the_next_run_does_not_act_on_an_answered_touch(
    unsure: Touch, cast: Cast, clock: Clock
) -> None:
    decision = judge(unsure, cast.rita, clock, is_human=True)
    undo(unsure.lead_id, decision_id=decision.pk, actor=cast.rita, key="u", now=clock())
    assert advance(now=clock(), office=OFFICE) == 0
    assert Lead.objects.get().stage == Stage.ATTEMPTING


def test_a_verdict_that_was_certain_and_wrong_can_be_corrected(
    lead: Lead, cast: Cast, clock: Clock
) -> None:
    touch = ReplyFactory.create(lead=lead)
    advance(now=clock(), office=OFFICE)
    assert Lead.objects.get().stage == Stage.CONNECTED
    judge(touch, cast.rita, clock, is_human=False)
    assert Lead.objects.get().stage == Stage.ATTEMPTING


def test_another_reps_lead_is_not_ours_to_judge(unsure: Touch, cast: Cast, clock: Clock) -> None:
    with pytest.raises(NotAllowed):
        judge(unsure, cast.omar, clock, is_human=True)
    unsure.refresh_from_db()
    assert unsure.corrected_verdict == ""


def test_a_closed_lead_is_past_judging(unsure: Touch, lead: Lead, cast: Cast, clock: Clock) -> None:
    Lead.objects.filter(pk=lead.pk).update(stage=Stage.MEETING_BOOKED.value)
    with pytest.raises(UnableToMove):
        judge(unsure, cast.rita, clock, is_human=True)
    assert card(lead, cast.rita, clock).suggestion is None


def test_our_own_mail_has_no_author_to_judge(lead: Lead, cast: Cast, clock: Clock) -> None:
    with pytest.raises(UnableToJudge):
        judge(TouchFactory.create(lead=lead), cast.rita, clock, is_human=True)


def test_a_reply_that_is_gone_cannot_be_judged(lead: Lead, cast: Cast, clock: Clock) -> None:
    with pytest.raises(UnableToJudge):
        judge(ReplyFactory.create(lead=lead, gone_at=NOW), cast.rita, clock, is_human=True)


def test_that_somebody_answered_the_phone_is_asked_about(
    lead: Lead, cast: Cast, clock: Clock
) -> None:
    call = TouchFactory.create(
        lead=lead, kind=TouchKind.CALL.value, verdict="", direction=Direction.OUTGOING.value,
        outcome="f240bbac-87c9-4f6e-bf70-924b57d47db7",
    )  # fmt: skip
    advance(now=clock(), office=OFFICE)
    suggestion = card(lead, cast.rita, clock).suggestion
    assert suggestion is not None
    assert suggestion.words == "Somebody answered the phone: move to Connected?"
    judge(call, cast.rita, clock, is_human=True)
    assert card(lead, cast.rita, clock).stage == Stage.CONNECTED


def test_a_lead_that_was_connected_by_hand_is_not_asked_about(
    unsure: Touch, lead: Lead, cast: Cast, clock: Clock
) -> None:
    move(
        lead.pk, stage=Stage.CONNECTED, seen=Stage.ATTEMPTING, actor=cast.rita, key="m", now=clock()
    )
    assert card(lead, cast.rita, clock).suggestion is None


def test_a_certain_reply_answers_an_open_question(
    unsure: Touch, lead: Lead, cast: Cast, clock: Clock
) -> None:
    clock.on(minutes=5)
    ReplyFactory.create(lead=lead, at=clock())
    advance(now=clock(), office=OFFICE)
    unsure.refresh_from_db()
    assert not unsure.asks
    assert card(lead, cast.rita, clock).stage == Stage.CONNECTED
