"""The timetable's health check: well while it writes down what it rang."""

import os
import tempfile
import time
from pathlib import Path

import pytest

from kisscrm.knock import SILENT_AFTER, is_well


@pytest.fixture
def schedule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path / "beat-schedule"


def written(path: Path, seconds_ago: float) -> None:
    path.touch()
    at = time.time() - seconds_ago
    os.utime(path, (at, at))


def test_a_timetable_that_never_wrote_is_not_well(schedule: Path) -> None:
    assert not is_well("beat")


def test_a_timetable_that_fell_silent_is_not_well(schedule: Path) -> None:
    written(schedule, SILENT_AFTER - 60)
    assert is_well("beat")
    written(schedule, SILENT_AFTER + 60)
    assert not is_well("beat")


def test_what_it_wrote_beside_the_schedule_counts(schedule: Path) -> None:
    written(schedule, SILENT_AFTER * 9)
    written(schedule.with_name("beat-schedule-wal"), 1)
    assert is_well("beat")
