"""Reading the day on which an absent person says to be back."""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from leads.domain.replies_days import MONTH_OF, WEEKDAY_OF
from leads.domain.replies_phrases import Phrases, fold

# A stated day further ahead than this is read as one that has passed.
_FURTHEST = timedelta(days=330)
_NEAR = 40

_BEFORE = Phrases(
    "until | till | til | through | thru | to | back | back on | return | returning |"
    "return on | return to the office on | resume | by | after | bis | bis zum | ab | ab dem |"
    "am | wieder | jusqu'au | jusqu'à | au | dès le | à partir du | de retour le | retour le |"
    "reviens le | hasta | hasta el | al | regreso | regreso el | vuelvo | a partir del | até |"
    "ate o | retorno | retorno em | volto | volto em | a partir de | fino al | fino a | dal |"
    "rientro | rientro il | tornerò | tot | tot en met | terug | terug op | vanaf |"
    "till och med | t o m | åter | åter den | tillbaka | tillbaka den | från och med |"
    "til og med | t.o.m. | tilbage | tilbage den | tilbake | tilbake den | fra og med | asti |"
    "saakka | palaan | do | do dnia | wracam | wrócę | od | vrátím se | vrátim sa | zpět |"
    "budu zpět | visszatérek | până | până la | până pe | revin | revin pe | întorc | до | по |"
    "вернусь | с | повернуся | з | έως | μέχρι | επιστρέφω | επιστρέψω | στις | από | hasta |"
    "至 | 到 | 直到 | حتى | أعود | سأعود | עד | אחזור | ב"
)
_AFTER = Phrases(
    "まで | 以降 | より | に戻 | 返回 | 回来 | 回來 | 起 | 为止 | 까지 | 이후 | 복귀 | 에 복귀 |"
    "-ig | -ig. | tarihine kadar | 'e kadar | 'a kadar | 'ye kadar | 'ya kadar | kadar |"
    "tarihinde | 'de döneceğim | 'da döneceğim | 'te | 'ta | 'de | 'da | asti | saakka | -én |"
    "-án | -tól | -től"
)
_ENGLISH = Phrases(
    "the | i | i'm | am | is | until | back | return | returning | out | will | through"
)


_MONTH = "|".join(sorted(map(re.escape, MONTH_OF), key=len, reverse=True))
_WEEKDAY = "|".join(sorted(map(re.escape, WEEKDAY_OF), key=len, reverse=True))
_YEAR = r"(?:,?\s{0,2}(?:de |of )?(?P<year>20\d\d)(?!\d))?"

# Every form has bounded repeats only; alternatives are tried at each place, from exact to vague.
_DAY = r"(?P<day>\d{1,2})"
_NUMBER = r"(?P<month>\d{1,2})"
_NAME = rf"(?P<name>{_MONTH})"
_TH = r"(?:st|nd|rd|th|er|o|°)?"
_FROM = rf"(?:\d{{1,2}}{_TH}\s?-\s?)?"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?<!\d)(?P<year>20\d\d)[-./年]\s?{_NUMBER}[-./月]\s?{_DAY}(?!\d)",
        rf"(?<!\d)(?P<year>20\d\d)\. {_NUMBER}\. {_DAY}(?!\d)",
        rf"(?<!\d)(?:(?P<year>20\d\d)[年년]\s?)?{_NUMBER}[月월]\s?{_DAY}[日号號일]",
        rf"(?<!\d){_NUMBER}[月월]\s?\d{{1,2}}[日일]\s?(?:부터|から|[-~至到])\s?{_DAY}[日일]",
        rf"(?<!\d){_DAY}{_TH}\.?,?\s{{0,2}}(?:de |of |ב)?{_NAME}(?!\w)\.?{_YEAR}",
        rf"(?<!\w){_NAME}\.?\s{{0,2}}(?:the )?{_FROM}{_DAY}{_TH}(?![\d:/]){_YEAR}",
        rf"(?<![\d.]){_DAY}\.\s?{_NUMBER}\.(?:\s?(?P<year>20\d\d|\d\d)(?![\d:]))?",
        rf"(?<![\d./]){_DAY}[.\-]{_NUMBER}[.\-](?P<year>20\d\d)(?!\d)",
        r"(?<![\d/])(?P<first>\d{1,2})/(?P<second>\d{1,2})(?:/(?P<year>20\d\d|\d\d))?(?![\d/])",
    )
)
_DAY_NAME = re.compile(rf"(?<!\w)(?:{_WEEKDAY})(?!\w)")
_DAY_ALONE = re.compile(r"(?<![\d/.:])(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)(?!\w)")
_TOMORROW = Phrases(
    "tomorrow | morgen | demain | mañana | amanhã | domani | i morgon | i morgen | jutro |"
    "zítra | zajtra | holnap | mâine | yarın | завтра | αύριο | 明日 | 明天 | 내일 | غدا | מחר"
)


@dataclass(frozen=True, slots=True)
class _Found:
    day: date
    start: int
    end: int


def return_day(words: str, sent_at: datetime | None) -> date | None:
    """The day that the words name for the return, or None where they name none.

    The day is the one written ("until the 18th" and "back on the 18th" both give the 18th), never
    before the sending. A day without a year is the next such day after `sent_at`; slashes are read
    as month/day in English and day/month elsewhere. Without `sent_at` only full dates are read.
    """
    text = fold(words)
    sent_on = sent_at.date() if sent_at else None
    found = [day for day in _full_days(text, sent_on) if sent_on is None or day.day >= sent_on]
    announced = [day for day in found if _is_announced(text, day)]
    if announced:
        # Of "from the 7th to the 18th, back on the 21st" the last one holds.
        return max(day.day for day in announced)
    if sent_on and (vague := _vague_day(text, sent_on)):
        return vague
    return max((day.day for day in found), default=None)


def _full_days(text: str, sent_on: date | None) -> list[_Found]:
    days: list[_Found] = []
    is_english = _ENGLISH.find(text) is not None
    for form in _FORMS:
        for match in form.finditer(text):
            day = _day_of(match, sent_on, is_english=is_english)
            if day:
                days.append(_Found(day, match.start(), match.end()))
    return sorted(days, key=lambda day: (day.start, -day.end))


def _day_of(match: re.Match[str], sent_on: date | None, *, is_english: bool) -> date | None:
    part = {key: value for key, value in match.groupdict().items() if value}
    if "first" in part:
        month, day = int(part["first"]), int(part["second"])
        if match.group() == "24/7":
            return None
        if month > 12 or (not is_english and day <= 12):
            month, day = day, month
    else:
        month = MONTH_OF[part["name"]] if "name" in part else int(part["month"])
        day = int(part["day"])
    if "year" in part:
        return _date(int(part["year"]) % 100 + 2000, month, day)
    return _next_such_day(month, day, sent_on) if sent_on else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _next_such_day(month: int, day: int, sent_on: date) -> date | None:
    if sent_on.year >= date.max.year:
        return None
    for year in (sent_on.year, sent_on.year + 1):
        found = _date(year, month, day)
        if found and sent_on <= found <= sent_on + _FURTHEST:
            return found
    return None


def _is_announced(text: str, found: _Found) -> bool:
    """Whether a word like "until" stands shortly before the day, or its like right after it."""
    before = text[max(0, found.start - _NEAR) : found.start]
    # A weekday may stand between: "until Monday, 14 September".
    before = _DAY_NAME.sub(" ", before).rstrip(" ,.(")
    for article in ("the", "le", "el", "den", "il", "dem", "dia", "on", "dnia"):
        before = before.removesuffix(f" {article}").rstrip(" ,")
    if any(end == len(before) for end in _BEFORE.ends(before)):
        return True
    after = text[found.end : found.end + 20].lstrip(" )(月火水木金土日")
    return _AFTER.start(after) > 0


def _vague_day(text: str, sent_on: date) -> date | None:
    """A weekday, "tomorrow" or "the 14th" straight after a word that announces a return."""
    if sent_on > date.max - timedelta(days=40):
        return None
    for end in _BEFORE.ends(text):
        after = text[end : end + _NEAR].lstrip(" ,")
        for article in (
            "on ",
            "next ",
            "the ",
            "this ",
            "le ",
            "el ",
            "den ",
            "am ",
            "il ",
            "na ",
            "w ",
            "v ",
        ):
            after = after.removeprefix(article)
        if name := _DAY_NAME.match(after):
            return _next_weekday(WEEKDAY_OF[name.group()], sent_on)
        if _TOMORROW.start(after):
            return sent_on + timedelta(days=1)
        if alone := _DAY_ALONE.match(after):
            return _next_day_of_month(int(alone["day"]), sent_on)
    return None


def _next_weekday(weekday: int, sent_on: date) -> date:
    return sent_on + timedelta(days=(weekday - sent_on.weekday() - 1) % 7 + 1)


def _next_day_of_month(day: int, sent_on: date) -> date | None:
    days = (sent_on + timedelta(days=ahead) for ahead in range(32))
    return next((found for found in days if found.day == day), None)
