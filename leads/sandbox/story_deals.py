"""The deals without a lead behind them: customers' orders, and those of the retired pipeline."""

from datetime import date, datetime, timedelta

from leads.sandbox.portal import Portal
from leads.sandbox.story_days import Days, weekday_between
from leads.sandbox.story_owners import DANA, OMAR, RITA
from leads.sandbox.story_people import People, Person

DEAL_PIPELINE = "930425200"
EVALUATION = "1428879448"
RETIRED_PIPELINE = "default"
NEW_OPPORTUNITY = "New Opportunity"
RETIRED_DEALS = 59

DEAL_TO_CONTACT = 3
DEAL_TO_PRIMARY_COMPANY = 5
WON = "1.0"


def stage_labelled(portal: Portal, pipeline_id: str, label: str) -> str:
    """The id of a deal stage by its label; raises LookupError where the pipeline has none such."""
    for stage in portal.pipelines["deals"][pipeline_id].stages:
        if stage.label.lower() == label.lower():
            return stage.id
    raise LookupError(f"The deal pipeline {pipeline_id} has no stage {label}.")


def closing_stage(portal: Portal, pipeline_id: str, *, won: bool) -> str:
    """The id of the stage in which deals of the pipeline end; raises LookupError without one."""
    for stage in portal.pipelines["deals"][pipeline_id].stages:
        if stage.closed and (stage.metadata.get("probability") == WON) is won:
            return stage.id
    raise LookupError(f"The deal pipeline {pipeline_id} has no such closing stage.")


def add_deal(
    people: People,
    person: Person,
    name: str,
    pipeline: str,
    stage: str,
    *,
    created_at: datetime,
    closes_on: date,
    locks: int,
    owner: str | None = None,
) -> str:
    """One deal with its contact and primary company; answers its id. `locks` sets the amount."""
    properties = {
        "dealname": name,
        "pipeline": pipeline,
        "dealstage": stage,
        "amount": str(locks * 119),
        "closedate": f"{closes_on.isoformat()}T16:00:00Z",
        "hubspot_owner_id": owner or people.rng.choice((RITA, OMAR, DANA)),
    }
    row = people.portal.add("deals", properties, created_at=created_at)
    people.portal.link("deals", row.id, "contacts", person.id, DEAL_TO_CONTACT)
    if person.company:
        company_id = person.company.id
        people.portal.link("deals", row.id, "companies", company_id, DEAL_TO_PRIMARY_COMPANY)
    return row.id


def add_won_deals(people: People, days: Days, person: Person, locks: list[int]) -> None:
    """A customer's closed orders, one deal for each number of locks."""
    won = closing_stage(people.portal, DEAL_PIPELINE, won=True)
    for n, bought in enumerate(locks, 1):
        day = weekday_between(people.rng, date(2025, 1, 6), date(2026, 6, 30))
        name = f"{person.company.name if person.company else person.name} – order {n}"
        add_deal(
            people,
            person,
            name,
            DEAL_PIPELINE,
            won,
            created_at=days.at(day, 10, 40),
            closes_on=days.told(day + timedelta(days=21)),
            locks=bought,
        )


def add_retired_deals(people: People, days: Days, persons: list[Person]) -> None:
    """The 59 that sit in New Opportunity, each for another person, none from a lead."""
    stage = stage_labelled(people.portal, RETIRED_PIPELINE, NEW_OPPORTUNITY)
    for person in persons[:RETIRED_DEALS]:
        day = weekday_between(people.rng, date(2025, 10, 1), date(2026, 7, 31))
        add_deal(
            people,
            person,
            f"{person.name} – locks",
            RETIRED_PIPELINE,
            stage,
            created_at=days.at(day, 14, 15),
            closes_on=days.told(day + timedelta(days=90)),
            locks=people.rng.choice((20, 40, 80, 150)),
        )


def add_unattributable_deals(people: People, days: Days, persons: list[Person]) -> None:
    """Open deals that somebody made from a contact: no channel will ever be known for them."""
    for n, person in enumerate(persons):
        day = date(2026, 7, 14 + n)
        add_deal(
            people,
            person,
            f"{person.company.name if person.company else person.name} – pilot",
            DEAL_PIPELINE,
            EVALUATION,
            created_at=days.at(day, 11, 30),
            closes_on=days.told(day + timedelta(days=75)),
            locks=60,
        )
