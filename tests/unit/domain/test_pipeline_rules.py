"""The pipeline: five stages, the moves between them, and nothing out of a closed one."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.domain.pipeline import (
    CLOSED,
    MOVES,
    OPEN,
    LeadState,
    Stage,
    UnableToMove,
    check_move,
    check_open,
    may_move,
    may_move_by_hand,
    starts_of,
    why_not,
)

STAGES = list(Stage)
PAIRS = list(itertools.product(STAGES, STAGES))
PORTAL = [
    ("new-stage-id", "New", "new", "NEW", False),
    ("attempting-stage-id", "Attempting", "attempting", "IN_PROGRESS", False),
    ("connected-stage-id", "Connected", "connected", "IN_PROGRESS", False),
    ("qualified-stage-id", "Meeting Booked", "meeting-booked", "QUALIFIED", True),
    ("unqualified-stage-id", "Disqualified", "disqualified", "UNQUALIFIED", True),
]


def test_the_stages_are_those_of_the_portal_in_its_order() -> None:
    ours = [(s.value, s.label, s.slug, s.lead_state.value, s.is_closed) for s in Stage]
    assert ours == PORTAL
    assert [stage.order for stage in Stage] == [1, 2, 3, 4, 5]


def test_hubspot_allows_one_stage_of_each_state_but_in_progress() -> None:
    states = [stage.lead_state for stage in Stage]
    once = {LeadState.NEW, LeadState.QUALIFIED, LeadState.UNQUALIFIED}
    assert all(states.count(state) == 1 for state in once)


def test_open_and_closed_part_the_stages() -> None:
    assert set(Stage) == OPEN | CLOSED
    assert not OPEN & CLOSED


@given(st.none() | st.text())
def test_reading_a_stage_never_raises(raw: str | None) -> None:
    known = {stage.value: stage for stage in Stage}
    assert Stage.of(raw) is known.get(raw or "")
    assert Stage.from_slug(raw) is {stage.slug: stage for stage in Stage}.get(raw or "")


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_is_found_by_its_id_and_its_slug(stage: Stage) -> None:
    assert Stage.of(stage.value) is stage
    assert Stage.from_slug(stage.slug) is stage


@pytest.mark.parametrize("raw", ["", None, "New-Stage-Id", "12345", "NEW", "new"])
def test_an_id_we_do_not_know_is_no_stage(raw: str | None) -> None:
    assert Stage.of(raw) is None


@given(st.lists(st.sampled_from(STAGES), min_size=1, max_size=12))
def test_a_closed_lead_never_reopens(attempted: list[Stage]) -> None:
    stage, closed_in = Stage.NEW, None
    for end in attempted:
        if may_move(stage, end):
            stage = end
        closed_in = closed_in or (stage if stage.is_closed else None)
    assert closed_in is None or stage is closed_in


@given(st.sampled_from(sorted(CLOSED)), st.sampled_from(STAGES))
def test_leaving_a_closed_stage_is_refused_with_the_way_out(start: Stage, end: Stage) -> None:
    assert not may_move(start, end)
    assert start not in starts_of(end)
    with pytest.raises(UnableToMove, match="Raise a new attempt instead"):
        check_move(start, end)


@pytest.mark.parametrize(("start", "end"), PAIRS)
def test_one_row_and_many_rows_follow_one_rule(start: Stage, end: Stage) -> None:
    assert may_move(start, end) is (start in starts_of(end)) is (end in MOVES.get(start, set()))
    assert may_move(start, end) is (why_not(start, end) == "")


@pytest.mark.parametrize(("start", "end"), PAIRS)
def test_by_hand_there_are_exactly_four_moves(start: Stage, end: Stage) -> None:
    by_hand = {
        (Stage.NEW, Stage.ATTEMPTING),
        (Stage.NEW, Stage.CONNECTED),
        (Stage.ATTEMPTING, Stage.CONNECTED),
        (Stage.CONNECTED, Stage.ATTEMPTING),
    }
    assert may_move_by_hand(start, end) is ((start, end) in by_hand)
    if (start, end) in by_hand:
        check_move(start, end)
    else:
        with pytest.raises(UnableToMove):
            check_move(start, end)


@pytest.mark.parametrize("stage", sorted(OPEN))
def test_every_open_lead_may_close_either_way(stage: Stage) -> None:
    assert all(may_move(stage, end) for end in CLOSED)


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (Stage.ATTEMPTING, Stage.NEW, "Nothing goes back to New"),
        (Stage.CONNECTED, Stage.NEW, "Nothing goes back to New"),
        (Stage.NEW, Stage.NEW, "already in New"),
        (Stage.ATTEMPTING, Stage.ATTEMPTING, "already in Attempting"),
        (Stage.CONNECTED, Stage.DISQUALIFIED, "needs a reason"),
        (Stage.CONNECTED, Stage.MEETING_BOOKED, "needs a deal"),
        (None, Stage.ATTEMPTING, "not part of the pipeline"),
    ],
)
def test_a_refusal_says_why(start: Stage | None, end: Stage, words: str) -> None:
    with pytest.raises(UnableToMove, match=words) as refused:
        check_move(start, end)
    assert refused.value.rule == "stages"


def test_a_lead_in_an_unknown_stage_moves_nowhere() -> None:
    assert not any(may_move(None, end) for end in Stage)
    assert {why_not(None, end) for end in Stage} == {"unknown stage"}
    with pytest.raises(UnableToMove):
        check_open(None)


def test_a_column_says_in_a_few_words_why_it_takes_no_card() -> None:
    assert why_not(Stage.ATTEMPTING, Stage.NEW) == "New empties itself"
    assert why_not(Stage.NEW, Stage.NEW) == "already here"
    assert why_not(Stage.DISQUALIFIED, Stage.ATTEMPTING) == "closed: raise a new attempt"


@pytest.mark.parametrize("stage", sorted(OPEN))
def test_an_open_stage_passes_as_itself(stage: Stage) -> None:
    assert check_open(stage) is stage
