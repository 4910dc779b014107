"""A portal of any size for measuring: so many open leads, closed and archived ones behind them.

For every 100 open leads there are 100 contacts, 50 companies, 25 closed and 10 archived earlier
attempts of the same people, a deal for each meeting that was booked, and 60 open tasks.
"""

from datetime import date, datetime, timedelta
from random import Random

from leads.sandbox.portal import Portal
from leads.sandbox.rows import Row
from leads.sandbox.story_days import LAST_DAY, Days
from leads.sandbox.story_deals import DEAL_PIPELINE, EVALUATION, add_deal
from leads.sandbox.story_leads import (
    ATTEMPTING,
    CONNECTED,
    DISQUALIFIED,
    MEETING_BOOKED,
    NEW,
    ROAD,
    Attempt,
    Road,
    add_lead,
    road_to,
)
from leads.sandbox.story_owners import DANA, MONA, OMAR, RITA
from leads.sandbox.story_people import Company, People, Person
from leads.sandbox.story_tasks import add_task

LEAD_TO_PRIMARY_DEAL = 582

STAGES = (NEW,) * 4 + (ATTEMPTING,) * 4 + (CONNECTED,) * 2
OWNERS = (RITA,) * 9 + (OMAR,) * 8 + (MONA, DANA, None)
CHANNELS = (
    ("Outbound - IntentSignal",) * 7
    + ("Marketing",) * 4
    + ("Outbound - Rep",) * 3
    + ("Website", "Website", "Referral", "Tradeshow", "Paid", None)
)
REASONS = ("NO_INTEREST", "NOT_A_GOOD_FIT", "NO_DECISION_MAKING_POWER", "BUDGET_CONSTRAINTS")
SOURCES = ("AUTOMATION_PLATFORM",) * 8 + ("CRM_UI", "INTEGRATION")
TASK_OF = 5
"""Of every five open leads the first three have a next step: late, today, ahead."""
CLOSED_OF = 4
ARCHIVED_OF = 10
WON_OF = 3
"""Of the closed ones each third booked a meeting."""
OLDEST_DAYS = 45


def tell_scale(portal: Portal, days: Days, open_leads: int) -> None:
    """`open_leads` open leads, and what belongs to that many."""
    people = People(portal, Random(f"scale of {open_leads}"))
    first_seen = days.at(date(2025, 3, 3), 10)
    company: Company | None = None
    for n in range(open_leads):
        if n % 2 == 0:
            company = people.add_company(people.invent_company_name(), created_at=first_seen)
        person = people.add_person(*people.invent_name(), company, created_at=first_seen)
        _add_past(people, days, person, n)
        lead = _add_open(people, days, person)
        _add_step(people, days, person, lead, n)


def _add_past(people: People, days: Days, person: Person, n: int) -> None:
    if n % CLOSED_OF == 0:
        _add_closed(people, days, person, n // CLOSED_OF)
    if n % ARCHIVED_OF == 1:
        stage = people.rng.choice(ROAD)
        road = _road(days, stage, _long_ago(people))
        archived_at = road[-1][1] + timedelta(days=8)
        add_lead(people.portal, _attempt(people, person, road, archived_at))


def _add_closed(people: People, days: Days, person: Person, n: int) -> None:
    booked = n % WON_OF == 0
    road = _road(days, CONNECTED, _long_ago(people))
    closed_at = road[-1][1] + timedelta(days=1)
    road.append((MEETING_BOOKED if booked else DISQUALIFIED, closed_at))
    attempt = _attempt(people, person, road)
    if booked:
        lead = add_lead(people.portal, attempt)
        _tie_deal(people, days, person, lead, closed_at)
    else:
        add_lead(people.portal, attempt, reason=people.rng.choice(REASONS))


def _tie_deal(people: People, days: Days, person: Person, lead: Row, at: datetime) -> None:
    closes_on = days.last + timedelta(days=40)
    deal_id = add_deal(
        people,
        person,
        f"{person.name} – locks",
        DEAL_PIPELINE,
        EVALUATION,
        created_at=at,
        closes_on=closes_on,
        locks=people.rng.choice((20, 40, 80)),
        owner=lead.properties.get("hubspot_owner_id"),
    )
    people.portal.link("leads", lead.id, "deals", deal_id, LEAD_TO_PRIMARY_DEAL)


def _add_open(people: People, days: Days, person: Person) -> Row:
    raised_on = LAST_DAY - timedelta(days=people.rng.randrange(8, OLDEST_DAYS))
    return add_lead(
        people.portal,
        _attempt(people, person, _road(days, people.rng.choice(STAGES), raised_on)),
    )


def _attempt(
    people: People, person: Person, road: Road, archived_at: datetime | None = None
) -> Attempt:
    return Attempt(
        person=person,
        road=road,
        owner=people.rng.choice(OWNERS),
        source=people.rng.choice(SOURCES),
        channel=people.rng.choice(CHANNELS),
        archived_at=archived_at,
    )


def _road(days: Days, stage: str, raised_on: date) -> Road:
    moments = (days.at(raised_on + timedelta(days=n), 9 + n, 15) for n in (0, 1, 4))
    return road_to(stage, *moments)


def _long_ago(people: People) -> date:
    return LAST_DAY - timedelta(days=people.rng.randrange(80, 400))


def _add_step(people: People, days: Days, person: Person, lead: Row, n: int) -> None:
    """The written day is in the past for all three; only the due day differs."""
    due = (
        days.at(LAST_DAY - timedelta(days=people.rng.randrange(1, 6)), 16),
        days.at(LAST_DAY, 16),
        days.ahead(people.rng.randrange(1, 15), 11),
    )
    if n % TASK_OF < len(due):
        add_task(
            people,
            person,
            lead,
            due=due[n % TASK_OF],
            written_at=days.at(LAST_DAY - timedelta(days=7), 12),
            owner=lead.properties.get("hubspot_owner_id"),
        )
