"""Storms of a few seeds, small enough for every run; `make storm` blows harder."""

import os

import pytest

from tests.aftermath import Aftermath
from tests.scenes import Scene
from tests.storm import Storm

pytestmark = pytest.mark.django_db(transaction=True)

SEEDS = [int(seed) for seed in os.environ.get("STORM_SEEDS", "1,2").split(",")]
STEPS = int(os.environ.get("STORM_STEPS", "90"))


@pytest.mark.parametrize("seed", SEEDS)
def test_after_the_storm_all_is_true_and_nothing_is_lost_or_doubled(
    scene: Scene, seed: int
) -> None:
    storm = Storm(scene, seed)
    storm.blow(STEPS)
    storm.calm()
    assert Aftermath(scene.portal).faults() == [], storm.did
