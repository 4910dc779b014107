"""The two abandoned attempts: 98 leads archived in mid-pipeline without a word of outcome.

67 were raised in September and October 2025, 31 on 25 and 26 August 2026. How far they came, who
raised them and whom they belonged to are three independent hands dealt over the same leads.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from leads.sandbox.story_days import Days, weekday_between
from leads.sandbox.story_leads import (
    ATTEMPTING,
    CONNECTED,
    NEW,
    ROAD,
    Attempt,
    Road,
    add_lead,
)
from leads.sandbox.story_locks import Request, note_requests
from leads.sandbox.story_names import AWKWARD_COMPANIES, AWKWARD_NAMES
from leads.sandbox.story_owners import DANA, OMAR, RITA
from leads.sandbox.story_people import People, Person

SEPTEMBER, OCTOBER = 34, 33
AUGUST_25, AUGUST_26 = 16, 15
STAGES = (NEW,) * 24 + (ATTEMPTING,) * 28 + (CONNECTED,) * 46
OWNERS = (None,) * 62 + (DANA,) * 16 + (RITA,) * 11 + (OMAR,) * 9
SOURCES = ("AUTOMATION_PLATFORM",) * 83 + ("CRM_UI",) * 14 + ("INTERNAL_PROCESSING",)
DRILL_DOWNS = ("FORM", "IMPORT", "EXTENSION", "MEETINGS", "INTEGRATION")
OLD_ASKERS = 20
"""So many of the people of 2025 had been sent a demo lock then."""
AUGUST_ASKERS = 16
"""So many of the people of August 2026 had been sent one in the weeks before."""
SECOND_TIME = 4
"""So many people of 2025 were raised again in August 2026, and archived again."""


@dataclass(frozen=True)
class Fate:
    """What is dealt to one archived lead."""

    raised_on: date
    stage: str
    owner: str | None
    source: str

    @property
    def in_first_attempt(self) -> bool:
        return self.raised_on.year == 2025


def deal_fates(people: People) -> list[Fate]:
    """98 fates in the order of raising."""
    rng = people.rng
    september = [
        weekday_between(rng, date(2025, 9, 1), date(2025, 9, 30)) for _ in range(SEPTEMBER)
    ]
    october = [weekday_between(rng, date(2025, 10, 1), date(2025, 10, 31)) for _ in range(OCTOBER)]
    days = sorted(september + october)
    days += [date(2026, 8, 25)] * AUGUST_25 + [date(2026, 8, 26)] * AUGUST_26
    hands = (rng.sample(hand, len(hand)) for hand in (STAGES, OWNERS, SOURCES))
    return [Fate(*fate) for fate in zip(days, *hands, strict=True)]


def add_earlier_attempts(people: People, days: Days, person: Person, fates: list[Fate]) -> None:
    """Archived leads of somebody who has an open one today."""
    for fate in fates:
        add_archived(people, days, person, fate)


def add_archive(people: People, days: Days, fates: list[Fate]) -> None:
    """Everybody else of the two abandoned attempts."""
    names = _names(people)
    first = [fate for fate in fates if fate.in_first_attempt]
    second = [fate for fate in fates if not fate.in_first_attempt]
    known: list[Person] = []
    for n, fate in enumerate(first):
        known.append(_add_person(people, days, next(names), fate, asked=n < OLD_ASKERS))
        add_archived(people, days, known[-1], fate)
    for person, fate in zip(known[-SECOND_TIME:], second[:SECOND_TIME], strict=True):
        add_archived(people, days, person, fate)
    for n, fate in enumerate(second[SECOND_TIME:]):
        person = _add_person(people, days, next(names), fate, asked=n < AUGUST_ASKERS)
        add_archived(people, days, person, fate)


def _names(people: People) -> Iterator[tuple[str, str]]:
    yield from AWKWARD_NAMES
    while True:
        yield people.invent_name()


def _add_person(
    people: People, days: Days, name: tuple[str, str], fate: Fate, *, asked: bool
) -> Person:
    created_at = days.at(fate.raised_on - timedelta(days=people.rng.randrange(10, 90)), 10, 20)
    label = people.rng.choice(AWKWARD_COMPANIES) if not name[1].isascii() else None
    company = people.add_company(label or people.invent_company_name(), created_at=created_at)
    request = None
    if asked:
        asked_on = fate.raised_on - timedelta(days=0 if fate.in_first_attempt else 6)
        request = Request((asked_on,), people.street_address(company), shipped=True)
    person = people.add_person(
        *name,
        company,
        created_at=created_at,
        also=request.properties(people, days) if request else None,
        history=request.history(days) if request else None,
    )
    if request:
        note_requests(people, days, person, request)
    return person


def add_archived(people: People, days: Days, person: Person, fate: Fate) -> None:
    """One lead from raising to archiving: hours in August 2026, weeks in 2025."""
    road = _road(people, days, fate)
    attempt = Attempt(
        person=person,
        road=road,
        owner=fate.owner,
        source=fate.source,
        drill_down=people.rng.choice(DRILL_DOWNS),
        archived_at=_archived_at(people, days, fate),
    )
    add_lead(people.portal, attempt)


def _road(people: People, days: Days, fate: Fate) -> Road:
    raised_at = days.within(people.rng, fate.raised_on, 8, 10)
    step = timedelta(days=3) if fate.in_first_attempt else timedelta(hours=2)
    stages = ROAD[: ROAD.index(fate.stage) + 1]
    return [(stage, raised_at + n * step) for n, stage in enumerate(stages)]


def _archived_at(people: People, days: Days, fate: Fate) -> datetime:
    if not fate.in_first_attempt:
        return days.within(people.rng, date(2026, 8, 26), 15, 17)
    weeks = people.rng.randrange(2, 7)
    return days.within(people.rng, fate.raised_on + timedelta(weeks=weeks), 9, 16)
