"""The day of return as absence notes write it."""

from datetime import UTC, date, datetime

import pytest

from leads.domain.replies_return import return_day

SENT_AT = datetime(2026, 9, 2, 10, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("I'm back on Monday 7 September", date(2026, 9, 7)),
        ("Out until Monday, September 14th.", date(2026, 9, 14)),
        ("out until 2026-09-21", date(2026, 9, 21)),
        ("I will be out until 9/12", date(2026, 9, 12)),
        ("I return on 10/5/2026", date(2026, 10, 5)),
        ("away from Sept 7 - 18", date(2026, 9, 18)),
        ("I'm out 9/7-9/18", date(2026, 9, 18)),
        ("out from September 7 to September 11, back September 14", date(2026, 9, 14)),
        ("I am back on Monday", date(2026, 9, 7)),
        ("back tomorrow", date(2026, 9, 3)),
        ("I am off until the 14th", date(2026, 9, 14)),
        ("out until January 4", date(2027, 1, 4)),
        ("Ich bin bis zum 18.09. nicht im Büro", date(2026, 9, 18)),
        ("ab dem 21. September wieder da", date(2026, 9, 21)),
        ("zurück am 1.10.2026", date(2026, 10, 1)),
        ("absente jusqu'au 15 septembre inclus", date(2026, 9, 15)),
        ("hasta el 21 de septiembre", date(2026, 9, 21)),
        ("de férias até 25/09", date(2026, 9, 25)),
        ("fino al 17 settembre", date(2026, 9, 17)),
        ("åter den 21/9", date(2026, 9, 21)),
        ("szeptember 14-ig szabadságon vagyok", date(2026, 9, 14)),
        ("15 Eylül tarihine kadar izindeyim", date(2026, 9, 15)),
        ("в отпуске до 16 сентября", date(2026, 9, 16)),
        ("έως 12 Σεπτεμβρίου", date(2026, 9, 12)),
        ("9月18日まで不在です", date(2026, 9, 18)),
        ("9월 7일부터 18일까지 출장", date(2026, 9, 18)),
        ("في إجازة حتى 15 سبتمبر", date(2026, 9, 15)),
        ("אחזור ב-20 בספטמבר", date(2026, 9, 20)),
    ],
)
def test_a_stated_day_is_read(words: str, day: date) -> None:
    assert return_day(words, SENT_AT) == day


@pytest.mark.parametrize(
    "words",
    [
        "I am on leave.",
        "call us 24/7 at 555-0142",
        "out until 31 February",
        "out until 2026-08-01",
        "unit 14, gate 9.30",
    ],
)
def test_no_day_is_made_up(words: str) -> None:
    assert return_day(words, SENT_AT) is None


def test_without_a_time_of_sending_only_full_dates_are_read() -> None:
    assert return_day("back on 7 September", None) is None
    assert return_day("back on 7 September 2026", None) == date(2026, 9, 7)
