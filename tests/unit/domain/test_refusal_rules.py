"""Refusals: each speaks to a person and points to its own paragraph."""

import pytest

from leads.domain.disqualification import UnableToDisqualify
from leads.domain.handoff import UnableToHandOff
from leads.domain.intake import UnableToRaise
from leads.domain.pipeline import UnableToMove
from leads.domain.refusal import Refusal
from leads.domain.roles import NotAllowed
from leads.domain.shipping import UnableToShip
from leads.domain.undo import UnableToUndo

KINDS: list[type[Refusal]] = [
    UnableToMove,
    UnableToDisqualify,
    UnableToHandOff,
    UnableToRaise,
    NotAllowed,
    UnableToUndo,
    UnableToShip,
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_refusal_carries_its_words(kind: type[Refusal]) -> None:
    refusal = kind("Someone else changed this lead. Look again.")
    assert refusal.words == str(refusal) == "Someone else changed this lead. Look again."
    assert isinstance(refusal, Refusal)


def test_each_kind_points_to_its_own_paragraph() -> None:
    assert [kind.rule for kind in KINDS] == [
        "stages",
        "disqualify",
        "hand-off",
        "raise",
        "roles",
        "undo",
        "demo-lock",
    ]
