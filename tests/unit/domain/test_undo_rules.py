"""Undo: a slip can be corrected, a closed attempt is not reopened."""

from datetime import UTC, datetime, timedelta

import pytest

from leads.domain.undo import UNDO_CLOSING_WITHIN, UnableToUndo, check_undo

DECIDED_AT = datetime(2026, 8, 31, 12, 0, tzinfo=UTC)


def undo(
    *,
    closed_the_lead: bool = False,
    made_a_deal: bool = False,
    changed_since: bool = False,
    by_same_person: bool = True,
    already_undone: bool = False,
    after: timedelta = timedelta(seconds=10),
) -> None:
    check_undo(
        closed_the_lead=closed_the_lead,
        made_a_deal=made_a_deal,
        changed_since=changed_since,
        by_same_person=by_same_person,
        already_undone=already_undone,
        decided_at=DECIDED_AT,
        now=DECIDED_AT + after,
    )


def test_a_move_may_be_taken_back_later_and_by_somebody_else() -> None:
    undo(by_same_person=False, after=timedelta(days=3))


def test_a_closing_may_be_corrected_within_fifteen_minutes() -> None:
    assert timedelta(minutes=15) == UNDO_CLOSING_WITHIN
    undo(closed_the_lead=True, after=timedelta(minutes=15))


def test_after_fifteen_minutes_only_a_new_attempt_is_left() -> None:
    with pytest.raises(UnableToUndo, match="Raise a new attempt instead"):
        undo(closed_the_lead=True, after=timedelta(minutes=15, seconds=1))


def test_another_person_does_not_reopen_what_was_closed() -> None:
    with pytest.raises(UnableToUndo, match="Only the person who closed"):
        undo(closed_the_lead=True, by_same_person=False)


@pytest.mark.parametrize("closed_the_lead", [True, False])
def test_nothing_is_overwritten_that_changed_since(closed_the_lead: bool) -> None:
    with pytest.raises(UnableToUndo, match="changed since") as refused:
        undo(closed_the_lead=closed_the_lead, changed_since=True)
    assert refused.value.rule == "undo"


def test_a_deal_has_no_undo() -> None:
    with pytest.raises(UnableToUndo, match="a deal has no undo"):
        undo(closed_the_lead=True, made_a_deal=True)


def test_a_change_is_taken_as_standing_unless_said_otherwise() -> None:
    check_undo(
        closed_the_lead=False,
        made_a_deal=False,
        changed_since=False,
        by_same_person=True,
        decided_at=DECIDED_AT,
        now=DECIDED_AT,
    )


def test_an_undo_happens_once() -> None:
    with pytest.raises(UnableToUndo, match="undone already"):
        undo(already_undone=True)
