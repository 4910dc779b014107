"""Raises the forty open leads of the cast: four on the 26th of August, thirty-six on the 27th."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from leads.sandbox.rows import Row
from leads.sandbox.story_archive import Fate, add_earlier_attempts
from leads.sandbox.story_cast import CAST, Part
from leads.sandbox.story_days import Days
from leads.sandbox.story_leads import BY_INITIAL, Attempt, add_lead, road_to
from leads.sandbox.story_locks import Request, ask, note_requests
from leads.sandbox.story_owners import BY_INITIAL as OWNERS
from leads.sandbox.story_people import Company, People, Person
from leads.sandbox.story_tasks import add_task, due_at
from leads.sandbox.story_touches import Thread, add_touches, connected_at, writer_for

BROADCAST_EVERY = timedelta(seconds=16)
"""One mass e-mail brought seven of the nine Marketing leads inside two minutes."""
RELABELLED_AT = (date(2026, 8, 27), 17)
"""They first read `Website`, until somebody saw that the broadcast had brought them."""
EARLIER_DAY = date(2025, 8, 18)


@dataclass(frozen=True)
class Raised:
    """One part of the cast with its person and the moment of raising."""

    part: Part
    person: Person
    request: Request | None
    at: datetime

    @property
    def owner(self) -> str | None:
        return OWNERS[self.part.owner] if self.part.owner else None


def add_open_leads(people: People, days: Days, fates: list[Fate]) -> None:
    """All forty, each after his earlier attempts; `fates` has one for every earlier attempt."""
    companies: dict[str, Company] = {}
    left = iter(fates)
    broadcast = _broadcast(days)
    for part in CAST:
        at = _raised_at(people, days, part, broadcast)
        raised = _add_person(people, days, part, companies, at)
        earlier = [next(left) for _ in range(part.earlier)]
        add_earlier_attempts(people, days, raised.person, earlier)
        _raise_lead(people, days, raised)


def _broadcast(days: Days) -> Iterator[datetime]:
    at = days.at(date(2026, 8, 27), 9, 5)
    while True:
        yield at
        at += BROADCAST_EVERY


def _raised_at(people: People, days: Days, part: Part, broadcast: Iterator[datetime]) -> datetime:
    if part.channel == "Marketing" and part.asked_on == part.raised_on:
        return next(broadcast)
    minutes = people.rng.randrange(8, 90)
    return days.at(date(2026, 8, part.raised_on), 9) + timedelta(minutes=minutes)


def _add_person(
    people: People, days: Days, part: Part, companies: dict[str, Company], at: datetime
) -> Raised:
    asked_on = date(2026, 8, part.asked_on) if part.asked_on else None
    first_seen = days.at(EARLIER_DAY, 11) if part.earlier else at - timedelta(days=6)
    company = _company(people, companies, part.company, first_seen)
    request = ask(people, company, part.lock, asked_on)
    if request and len(request.asked_on) > 1:
        first_seen = days.at(EARLIER_DAY, 11)
    person = people.add_person(
        part.first,
        part.last,
        company,
        created_at=first_seen,
        updated_at=at,
        facilities=part.facilities,
        also=_known(people, days, part, request),
        history=request.history(days) if request else None,
        source="CRM_UI" if part.by_hand else part.drill_down,
    )
    return Raised(part, person, request, at)


def _company(
    people: People, companies: dict[str, Company], name: str, at: datetime
) -> Company | None:
    if name and name not in companies:
        companies[name] = people.add_company(name, created_at=at)
    return companies.get(name)


def _known(people: People, days: Days, part: Part, request: Request | None) -> dict[str, str]:
    owner = {"hubspot_owner_id": OWNERS[part.owner]} if part.owner else {}
    return owner | (request.properties(people, days) if request else {})


def _raise_lead(people: People, days: Days, raised: Raised) -> None:
    lead = _add_lead(people, days, raised)
    if raised.request:
        note_requests(people, days, raised.person, raised.request, lead.id)
    add_touches(_thread(people, days, raised, lead), raised.part.touches, _meeting_in(raised.part))
    _add_steps(people, days, raised, lead)


def _add_lead(people: People, days: Days, raised: Raised) -> Row:
    part, sent_at = raised.part, _sent_at(raised)
    attempt = Attempt(
        person=raised.person,
        road=road_to(
            BY_INITIAL[part.stage], raised.at, sent_at, connected_at(sent_at, part.touches)
        ),
        owner=raised.owner,
        source="CRM_UI" if part.by_hand else "AUTOMATION_PLATFORM",
        traffic=part.traffic,
        drill_down=part.drill_down,
        channel=part.channel,
        by_hand=part.by_hand,
        kind=None if part.by_hand else "NEW_BUSINESS",
    )
    relabelled = days.at(*RELABELLED_AT) if part.channel == "Marketing" else None
    return add_lead(people.portal, attempt, relabelled_at=relabelled)


def _sent_at(raised: Raised) -> datetime:
    return raised.at + timedelta(minutes=40)


def _thread(people: People, days: Days, raised: Raised, lead: Row) -> Thread:
    return Thread(
        people, days, raised.person, lead, writer_for(raised.owner), first_send_at=_sent_at(raised)
    )


def _meeting_in(part: Part) -> int:
    """The two meetings stand on different days."""
    return 3 if part.raised_on == 26 else 5


def _add_steps(people: People, days: Days, raised: Raised, lead: Row) -> None:
    written_at = raised.at + timedelta(minutes=20)
    if raised.part.touches == "twice":
        add_task(
            people,
            raised.person,
            lead,
            owner=raised.owner,
            done=True,
            due=raised.at + timedelta(hours=1),
            written_at=written_at,
        )
    if raised.part.step:
        due = due_at(days, raised.part.step)
        add_task(people, raised.person, lead, due=due, written_at=written_at, owner=raised.owner)
