"""Touches: New empties itself, only a person connects, a machine's answer goes back."""

import itertools
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.domain.next_step import is_working_day
from leads.domain.pipeline import CLOSED, OPEN, Stage, may_move
from leads.domain.touches import (
    Consequence,
    TouchKind,
    Verdict,
    empties_new,
    first_send,
    next_stage,
    pushed_out_to,
)

SENT_AT = datetime(2026, 8, 24, 14, 0, tzinfo=UTC)
MACHINES = [Verdict.OOO, Verdict.AUTO, Verdict.BOUNCE]
SILENT = [Verdict.ACK, Verdict.CALENDAR, Verdict.COLLEAGUE]
THURSDAY = date(2026, 8, 27)


def consequence(
    stage: Stage, verdict: Verdict, *, is_certain: bool = True, has_human_reply: bool = False
) -> Consequence:
    found = next_stage(stage, verdict, is_certain, has_human_reply=has_human_reply)
    assert found is not None
    return found


def test_a_first_send_empties_new() -> None:
    assert empties_new(Stage.NEW, SENT_AT)
    move = first_send(Stage.NEW, SENT_AT)
    assert move is not None
    assert (move.end, move.is_automatic) == (Stage.ATTEMPTING, True)
    assert not move.pushes_next_step


def test_new_stays_while_nothing_was_sent() -> None:
    assert not empties_new(Stage.NEW, None)
    assert first_send(Stage.NEW, None) is None


@pytest.mark.parametrize("stage", [*list(Stage)[1:], None])
def test_a_send_moves_nothing_but_new(stage: Stage | None) -> None:
    assert not empties_new(stage, SENT_AT)
    assert first_send(stage, SENT_AT) is None


@pytest.mark.parametrize("stage", [Stage.NEW, Stage.ATTEMPTING])
def test_a_persons_reply_connects(stage: Stage) -> None:
    found = consequence(stage, Verdict.HUMAN)
    assert (found.end, found.is_automatic, found.pushes_next_step) == (Stage.CONNECTED, True, False)


def test_only_a_person_connects() -> None:
    assert [verdict for verdict in Verdict if verdict.connects] == [Verdict.HUMAN]
    for stage, verdict in itertools.product(OPEN - {Stage.CONNECTED}, Verdict):
        found = next_stage(stage, verdict, True)
        acts = found is not None and found.is_automatic and found.end is Stage.CONNECTED
        assert acts is (verdict is Verdict.HUMAN)


@pytest.mark.parametrize("verdict", [Verdict.HUMAN, Verdict.UNSURE])
def test_a_reply_in_connected_changes_nothing(verdict: Verdict) -> None:
    assert next_stage(Stage.CONNECTED, verdict, True) is None


@pytest.mark.parametrize("verdict", MACHINES)
@pytest.mark.parametrize("stage", sorted(OPEN))
def test_a_machines_answer_goes_back_with_the_next_step_later(
    stage: Stage, verdict: Verdict
) -> None:
    found = consequence(stage, verdict)
    assert (found.end, found.is_automatic, found.pushes_next_step) == (Stage.ATTEMPTING, True, True)
    assert found.moves is (stage is not Stage.ATTEMPTING)


@pytest.mark.parametrize("verdict", MACHINES)
def test_an_absence_does_not_undo_what_a_person_wrote(verdict: Verdict) -> None:
    found = consequence(Stage.CONNECTED, verdict, has_human_reply=True)
    assert not found.moves
    assert found.pushes_next_step


def test_without_a_persons_reply_on_record_connected_was_a_mistake() -> None:
    found = next_stage(Stage.CONNECTED, Verdict.OOO, True)
    assert found is not None
    assert found.end is Stage.ATTEMPTING


@pytest.mark.parametrize("verdict", [*MACHINES, Verdict.HUMAN])
def test_an_uncertain_verdict_only_suggests(verdict: Verdict) -> None:
    found = consequence(Stage.NEW, verdict, is_certain=False)
    assert found.moves
    assert not found.is_automatic


@pytest.mark.parametrize("is_certain", [True, False])
def test_unsure_asks_the_owner_and_moves_nothing_by_itself(is_certain: bool) -> None:
    found = consequence(Stage.ATTEMPTING, Verdict.UNSURE, is_certain=is_certain)
    assert (found.end, found.is_automatic) == (Stage.CONNECTED, False)
    assert [verdict for verdict in Verdict if verdict.asks_owner] == [Verdict.UNSURE]


@pytest.mark.parametrize("verdict", SILENT)
@pytest.mark.parametrize("stage", sorted(OPEN))
def test_receipts_calendars_and_colleagues_change_nothing(stage: Stage, verdict: Verdict) -> None:
    assert next_stage(stage, verdict, True) is None


@given(
    st.sampled_from([*sorted(CLOSED), None]),
    st.sampled_from(list(Verdict)),
    st.booleans(),
    st.booleans(),
)
def test_no_touch_reopens_a_closed_lead(
    stage: Stage | None, verdict: Verdict, is_certain: bool, has_human_reply: bool
) -> None:
    assert next_stage(stage, verdict, is_certain, has_human_reply=has_human_reply) is None


@pytest.mark.parametrize(("stage", "verdict"), list(itertools.product(Stage, Verdict)))
def test_a_touch_makes_only_moves_that_exist(stage: Stage, verdict: Verdict) -> None:
    found = next_stage(stage, verdict, True)
    assert found is None or not found.moves or may_move(stage, found.end)
    assert found is None or found.why


@pytest.mark.parametrize(
    ("received_on", "returns_on", "due_on", "expected"),
    [
        (THURSDAY, None, None, date(2026, 9, 3)),
        (date(2026, 8, 29), None, None, date(2026, 9, 7)),  # Saturday: the Monday after a week
        (THURSDAY, date(2026, 9, 4), None, date(2026, 9, 7)),  # back on Friday: Monday
        (THURSDAY, date(2026, 9, 7), None, date(2026, 9, 8)),
        (THURSDAY, THURSDAY, None, date(2026, 8, 28)),
        (THURSDAY, date(2026, 8, 26), None, date(2026, 9, 3)),  # a day gone by is no return
        (THURSDAY, None, date(2026, 8, 28), date(2026, 9, 3)),
        (THURSDAY, None, date(2026, 10, 1), date(2026, 10, 1)),  # never brought nearer
    ],
)
def test_the_next_step_is_pushed_out(
    received_on: date, returns_on: date | None, due_on: date | None, expected: date
) -> None:
    assert pushed_out_to(received_on, returns_on=returns_on, due_on=due_on) == expected


days = st.dates(max_value=date(2100, 1, 1))


@given(days, st.none() | days)
def test_pushed_out_is_a_working_day_ahead(received_on: date, returns_on: date | None) -> None:
    pushed = pushed_out_to(received_on, returns_on=returns_on)
    assert pushed > received_on
    assert is_working_day(pushed)


def test_verdicts_are_stored_under_their_names() -> None:
    assert [verdict.value for verdict in Verdict] == [
        "human",
        "ooo",
        "auto",
        "bounce",
        "ack",
        "calendar",
        "colleague",
        "unsure",
    ]


def test_kinds_of_touch_have_words() -> None:
    assert [kind.label for kind in TouchKind] == ["E-mail", "Call", "Meeting"]
