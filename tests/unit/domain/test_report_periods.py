"""The periods of a report: whole weeks, months, quarters and years, and the days before."""

from datetime import date

import pytest

from leads.domain.period import Period, Preset, period_of


@pytest.mark.parametrize(
    ("preset", "today", "since", "until"),
    [
        (Preset.THIS_WEEK, date(2026, 8, 28), date(2026, 8, 24), date(2026, 8, 30)),
        (Preset.LAST_WEEK, date(2026, 8, 24), date(2026, 8, 17), date(2026, 8, 23)),
        (Preset.THIS_MONTH, date(2028, 2, 3), date(2028, 2, 1), date(2028, 2, 29)),
        (Preset.LAST_MONTH, date(2026, 1, 31), date(2025, 12, 1), date(2025, 12, 31)),
        (Preset.QUARTER, date(2026, 12, 31), date(2026, 10, 1), date(2026, 12, 31)),
        (Preset.YEAR, date(2026, 8, 28), date(2026, 1, 1), date(2026, 12, 31)),
        (Preset.ALL, date(2026, 8, 28), None, None),
    ],
)
def test_a_presets_days(
    preset: Preset, today: date, since: date | None, until: date | None
) -> None:
    assert period_of(preset, today) == Period(since, until)


def test_the_period_before_is_as_long_and_ends_the_day_before() -> None:
    before = Period(date(2026, 8, 24), date(2026, 8, 30)).before
    assert before == Period(date(2026, 8, 17), date(2026, 8, 23))


@pytest.mark.parametrize(
    "period", [Period(), Period(date(2026, 1, 1)), Period(None, date(2026, 1, 1))]
)
def test_without_two_ends_there_is_nothing_before(period: Period) -> None:
    assert period.before is None


@pytest.mark.parametrize("preset", list(Preset))
def test_every_preset_has_its_words(preset: Preset) -> None:
    assert preset.label[0].isupper()
