"""Everybody without a lead: customers, older askers, people marked by the sequence machinery."""

from datetime import date, timedelta

from leads.sandbox.story_days import Days, weekday_between
from leads.sandbox.story_deals import add_won_deals
from leads.sandbox.story_locks import Request, note_requests
from leads.sandbox.story_people import Company, People, Person

CUSTOMERS = 79
CUSTOMERS_WHO_ASKED = 35
"""So many customers had been sent a demo lock before they bought."""
OLDER_ASKERS = 152
"""With these customers and the people of the 2025 leads they are the 207 older requests."""
ASKED_TWICE = 9
MACHINERY = (
    ("campaign_completed_for_lead_without_reply", "5001"),
    ("campaign_completed_for_lead_without_reply", "5001"),
    ("campaign_completed_for_lead_without_reply", "5001"),
    ("campaign_completed_for_lead_without_reply", "5001"),
    ("lead_replied", "5002"),
    ("lead_meeting_booked", "5003"),
)


def add_customers(people: People, days: Days) -> None:
    """79 companies with locks; one of their people asked for a demo lock and was never answered."""
    for n in range(CUSTOMERS):
        bought = [
            people.rng.choice((12, 24, 48, 96, 240)) for _ in range(people.rng.choice((1, 1, 2)))
        ]
        since = days.at(weekday_between(people.rng, date(2023, 2, 1), date(2024, 11, 29)), 10)
        name = f"{people.invent_company_name()} {n + 1}"
        company = people.add_company(name, created_at=since, locks_purchased=sum(bought))
        person = _add(people, days, company, _customers_request(people, company, n), "customer")
        add_won_deals(people, days, person, bought)


def _customers_request(people: People, company: Company, n: int) -> Request | None:
    address = people.street_address(company)
    if n == 0:
        return Request((date(2026, 8, 26),), address, shipped=False)
    if n > CUSTOMERS_WHO_ASKED:
        return None
    asked_on = weekday_between(people.rng, date(2024, 12, 2), date(2024, 12, 31))
    return Request((asked_on,), address, shipped=True)


def add_older_askers(people: People, days: Days) -> list[Person]:
    """The older requests with nothing else behind them; the address of one was never kept."""
    persons = []
    for n in range(OLDER_ASKERS):
        company = people.add_company(
            people.invent_company_name(),
            created_at=days.at(date(2024, 6, 3), 9),
            locks_purchased=0,
        )
        latest = weekday_between(people.rng, date(2025, 3, 3), date(2026, 7, 31))
        earlier = (latest - timedelta(days=84),) if n < ASKED_TWICE else ()
        address = None if n == OLDER_ASKERS - 1 else people.street_address(company)
        persons.append(
            _add(people, days, company, Request((*earlier, latest), address, shipped=True), "lead")
        )
    return persons


def _add(
    people: People, days: Days, company: Company, request: Request | None, lifecycle: str
) -> Person:
    asked_at = [request.asked_at(days, day) for day in request.asked_on] if request else []
    created_at = days.at(date(2024, 11, 29), 13)
    person = people.add_person(
        *people.invent_name(),
        company,
        created_at=min(asked_at, default=created_at),
        updated_at=max(asked_at, default=created_at),
        also={"lifecyclestage": lifecycle} | (request.properties(people, days) if request else {}),
        history=request.history(days) if request else None,
    )
    if request:
        note_requests(people, days, person, request)
    return person


def add_machinery_people(people: People, days: Days) -> list[Person]:
    """Contacts with the machinery's marks, one `lead_meeting_booked`; none of them has a lead."""
    at = days.at(date(2026, 5, 12), 9, 30)
    persons = []
    for category, number in MACHINERY:
        company = people.add_company(people.invent_company_name(), created_at=at)
        marks = {"os_last_lead_category_name": category, "os_last_lead_category_id": number}
        name = people.invent_name()
        persons.append(
            people.add_person(*name, company, created_at=at, also=marks, source="IMPORT")
        )
    return persons
