"""Disqualifying: always with a reason, with a callback date where the moment was wrong."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.domain.disqualification import (
    Reason,
    UnableToDisqualify,
    callback_in,
    check,
    latest_callback,
    matching_option,
    note_for,
)
from leads.domain.pipeline import CLOSED, OPEN, Stage

TODAY = date(2026, 8, 31)
SOON = date(2026, 11, 30)
WITHOUT_CALLBACK = [reason for reason in Reason if not reason.needs_callback]
SHIPPED = [
    ("NO_INTEREST", "No interest"),
    ("NOT_A_GOOD_FIT", "Not a good fit"),
    ("BAD_TIMING", "Bad timing"),
    ("NO_DECISION_MAKING_POWER", "No decision-making power"),
    ("BUDGET_CONSTRAINTS", "Budget constraints"),
    ("COMPETITOR_PREFERENCE", "Competitor preference"),
    ("TECHNICAL_LIMITATIONS", "Technical limitations"),
    ("PRIOR_NEGATIVE_EXPERIENCE", "Prior negative experience"),
]


def checked(
    *,
    stage: Stage | None = Stage.ATTEMPTING,
    reason: str | None = "NO_RESPONSE",
    callback_on: date | None = None,
    today: date = TODAY,
) -> Reason:
    return check(stage=stage, reason=reason, callback_on=callback_on, today=today)


def test_no_response_is_offered_first_and_the_rare_ones_last() -> None:
    assert [reason.label for reason in Reason] == [
        "No response",
        "No interest",
        "Not a good fit",
        "Bad timing",
        "Wrong person",
        "No budget",
        "Prefers a competitor",
        "Technical limits",
        "Bad experience before",
    ]
    assert [reason.is_rare for reason in Reason] == [False] * 6 + [True] * 3


def test_the_values_are_hubspots_eight_and_no_response() -> None:
    assert {reason.value for reason in Reason} == {value for value, _ in SHIPPED} | {"NO_RESPONSE"}


def test_only_bad_timing_needs_a_callback() -> None:
    assert [reason for reason in Reason if reason.needs_callback] == [Reason.BAD_TIMING]


@pytest.mark.parametrize("stage", sorted(OPEN))
@pytest.mark.parametrize("reason", WITHOUT_CALLBACK)
def test_an_open_lead_closes_with_a_reason(stage: Stage, reason: Reason) -> None:
    assert checked(stage=stage, reason=reason.value) is reason


@pytest.mark.parametrize("reason", [None, "", "   "])
def test_no_lead_closes_without_a_reason(reason: str | None) -> None:
    with pytest.raises(UnableToDisqualify, match="Choose a reason") as refused:
        checked(reason=reason)
    assert refused.value.rule == "disqualify"


@given(
    st.sampled_from(list(Stage)) | st.none(),
    st.none() | st.sampled_from([*Reason, "LOST"]),
    st.none() | st.dates(),
)
def test_whatever_is_posted_either_gives_a_reason_or_is_refused(
    stage: Stage | None, reason: str | None, callback_on: date | None
) -> None:
    try:
        chosen = checked(stage=stage, reason=reason, callback_on=callback_on)
    except UnableToDisqualify:
        return
    assert stage in OPEN
    assert Reason.of(reason) is chosen
    assert callback_on is not None or not chosen.needs_callback


def test_an_unknown_reason_is_named_in_the_refusal() -> None:
    with pytest.raises(UnableToDisqualify, match="“LOST” is not one of the reasons"):
        checked(reason="LOST")


@pytest.mark.parametrize("stage", sorted(CLOSED))
@pytest.mark.parametrize("reason", [None, "NO_RESPONSE"])
def test_a_closed_lead_keeps_its_outcome(stage: Stage, reason: str | None) -> None:
    with pytest.raises(UnableToDisqualify, match="This attempt is closed"):
        checked(stage=stage, reason=reason)


def test_a_lead_in_an_unknown_stage_is_mended_first() -> None:
    with pytest.raises(UnableToDisqualify, match="not part of the pipeline"):
        checked(stage=None)


def test_bad_timing_without_a_date_is_refused() -> None:
    with pytest.raises(UnableToDisqualify, match="needs a date"):
        checked(reason="BAD_TIMING")


@pytest.mark.parametrize("days", [-400, -1, 0])
def test_a_callback_lies_ahead(days: int) -> None:
    with pytest.raises(UnableToDisqualify, match="after today"):
        checked(reason="BAD_TIMING", callback_on=TODAY + timedelta(days=days))


@pytest.mark.parametrize("callback_on", [date(2026, 9, 1), SOON, date(2028, 8, 31)])
def test_a_callback_may_be_tomorrow_and_two_years_on(callback_on: date) -> None:
    assert checked(reason="BAD_TIMING", callback_on=callback_on) is Reason.BAD_TIMING


def test_a_callback_is_at_most_two_years_on() -> None:
    with pytest.raises(UnableToDisqualify, match="within two years"):
        checked(reason="BAD_TIMING", callback_on=date(2028, 9, 1))


def test_two_years_after_a_leap_day_is_the_last_of_february() -> None:
    assert latest_callback(date(2028, 2, 29)) == date(2030, 2, 28)
    assert latest_callback(date(2026, 2, 28)) == date(2028, 2, 28)


def test_a_date_left_in_the_form_does_not_trouble_another_reason() -> None:
    assert checked(reason="NO_INTEREST", callback_on=date(1999, 1, 1)) is Reason.NO_INTEREST
    assert note_for(Reason.NO_INTEREST, "Said no twice.", SOON) == "Said no twice."


def test_the_note_carries_the_callback_before_the_words() -> None:
    note = note_for(Reason.BAD_TIMING, "  After the winter season. ", SOON)
    assert note == "Call back on 2026-11-30. After the winter season."
    assert note_for(Reason.BAD_TIMING, "", SOON) == "Call back on 2026-11-30."


def test_composing_a_note_again_replaces_its_date() -> None:
    note = note_for(Reason.BAD_TIMING, "Busy.", SOON)
    assert note_for(Reason.BAD_TIMING, note, date(2027, 1, 4)) == "Call back on 2027-01-04. Busy."
    assert note_for(Reason.BUDGET_CONSTRAINTS, note, None) == "Busy."


@given(st.text(), st.dates(min_value=date(1000, 1, 1)))
def test_the_callback_is_read_back_from_the_note(words: str, callback_on: date) -> None:
    assert callback_in(note_for(Reason.BAD_TIMING, words, callback_on)) == callback_on


@pytest.mark.parametrize(
    ("note", "found"),
    [
        ("try 2027-02-01, after their audit", date(2027, 2, 1)),
        ("(2027-02-01)", date(2027, 2, 1)),
        ("2027-02-01T09:00 by phone", date(2027, 2, 1)),
        ("met 2026-01-05; please call back on 2026-12-01", date(2026, 12, 1)),
        ("met 2026-01-05. Callback: 2026-12-01", date(2026, 12, 1)),
        ("2026-02-30 then, or else 2026-03-02", date(2026, 3, 2)),
        ("call back on 2026-02-30", None),
        ("order 12026-01-011", None),
        ("phone 555-2026-01-05", None),
        ("next spring", None),
        ("", None),
        (None, None),
    ],
)
def test_a_hand_written_note_may_name_the_day(note: str | None, found: date | None) -> None:
    assert callback_in(note) == found


@given(st.text(alphabet="0123456789-call back on.", max_size=60))
def test_reading_a_note_never_raises(note: str) -> None:
    found = callback_in(note)
    assert found is None or found.isoformat() in note


def test_a_portal_without_no_response_offers_none() -> None:
    assert matching_option(SHIPPED, Reason.NO_RESPONSE) is None


@pytest.mark.parametrize("reason", WITHOUT_CALLBACK[1:])
def test_the_shipped_options_match_by_value(reason: Reason) -> None:
    assert matching_option(SHIPPED, reason) == reason.value


@pytest.mark.parametrize(
    ("value", "label"),
    [("NO_RESPONSE", "Silence"), ("No Response", "No Response"), ("ghosted", "no-response")],
)
def test_no_response_is_found_by_value_else_by_label(value: str, label: str) -> None:
    assert matching_option(iter([*SHIPPED, (value, label)]), Reason.NO_RESPONSE) == value


def test_the_value_goes_before_the_label() -> None:
    options = [("old", "No Response"), ("NO_RESPONSE", "No answer")]
    assert matching_option(options, Reason.NO_RESPONSE) == "NO_RESPONSE"


def test_a_value_that_a_portal_made_from_its_label_reads_as_the_reason() -> None:
    assert Reason.of("No Response") is Reason.NO_RESPONSE
    assert Reason.of("no_response") is Reason.NO_RESPONSE
    assert Reason.of("No") is Reason.of("") is Reason.of(None) is None
