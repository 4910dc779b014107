"""Calls: six outcomes as HubSpot has them, and which calls were made at all."""

import pytest

from leads.domain.calls import CallOutcome, was_made


def test_only_a_person_on_the_line_was_reached() -> None:
    assert [outcome for outcome in CallOutcome if outcome.reached] == [CallOutcome.CONNECTED]


@pytest.mark.parametrize("outcome", CallOutcome)
def test_an_outcome_is_found_by_its_id_and_by_its_slug(outcome: CallOutcome) -> None:
    assert CallOutcome.of(outcome.value) is outcome
    assert CallOutcome.from_slug(outcome.slug) is outcome


def test_a_portals_own_outcome_and_no_outcome_are_none_of_ours() -> None:
    assert CallOutcome.of("0000") is None
    assert CallOutcome.of(None) is None
    assert CallOutcome.from_slug("hung-up") is None


def test_outcomes_in_words() -> None:
    assert CallOutcome.LEFT_VOICEMAIL.label == "Left voicemail"
    assert CallOutcome.LEFT_VOICEMAIL.slug == "left-voicemail"


def test_the_status_fits_the_outcome() -> None:
    assert CallOutcome.NO_ANSWER.status == "NO_ANSWER"
    assert CallOutcome.BUSY.status == "BUSY"
    assert CallOutcome.LEFT_VOICEMAIL.status == "COMPLETED"


@pytest.mark.parametrize(
    ("status", "made"),
    [("COMPLETED", True), ("NO_ANSWER", True), ("BUSY", True), (None, True), ("", True),
     ("CANCELED", False), ("failed", False), ("QUEUED", False), ("RINGING", False)],
)  # fmt: skip
def test_a_call_that_never_rang_was_not_made(status: str | None, made: bool) -> None:
    assert was_made(status) is made
