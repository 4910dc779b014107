"""Bad timing whose day has come stands on the board until a new attempt begins."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from leads.domain.pipeline import Stage
from leads.models import Lead, Person
from leads.queries.card import Viewer
from tests.cast import Cast
from tests.factories import LeadFactory
from tests.mirror import OFFICE

pytestmark = pytest.mark.django_db


def day(offset: int) -> str:
    today = Viewer(Person(), datetime.now(UTC), OFFICE).today
    return (today + timedelta(days=offset)).isoformat()


def ended(cast: Cast, offset: int, **fields: Any) -> Lead:
    lead: Lead = LeadFactory.create(**{
        "owner": cast.rita.owner, "stage": Stage.DISQUALIFIED.value, "reason": "BAD_TIMING",
        "note": f"Call back on {day(offset)}. After the season.",
    } | fields)  # fmt: skip
    return lead


def board(person: Person) -> str:
    client = Client()
    client.force_login(person)
    return client.get("/").content.decode()


@pytest.mark.parametrize(("offset", "shown"), [(-3, True), (0, True), (1, False)])
def test_it_is_shown_from_its_day_on(cast: Cast, offset: int, shown: bool) -> None:
    lead = ended(cast, offset)
    page = board(cast.rita)
    assert ("Call back today" in page) is shown
    assert (f'href="/leads/new/?contact={lead.contact_id}"' in page) is shown


@pytest.mark.parametrize("fields", [{"reason": "NO_INTEREST"}, {"note": "Later."}])
def test_other_endings_and_undated_ones_are_not(cast: Cast, fields: dict[str, str]) -> None:
    ended(cast, 0, **fields)
    assert "Call back today" not in board(cast.rita)


def test_it_is_its_owners_alone(cast: Cast) -> None:
    ended(cast, 0)
    assert "Call back today" not in board(cast.omar)


def test_a_new_attempt_ends_it(cast: Cast) -> None:
    lead = ended(cast, 0)
    LeadFactory.create(contact=lead.contact, created_at=datetime.now(UTC))
    assert "Call back today" not in board(cast.rita)
