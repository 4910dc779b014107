"""The list in the order of any of its headings: in the address, by a link, and said to screen readers."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from leads.domain.channels import Channel
from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage
from leads.models import Lead
from leads.queries.board import MOST_SORTED
from leads.queries.order import Sort
from tests.cast import Cast
from tests.factories import NOW, ContactFactory, LeadFactory, WriteFactory
from tests.pressing import client

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(cast: Cast) -> list[int]:
    """Of Ana, Bo and Cy: by every heading Ana is the first of them, Bo the second."""
    closed = {"reason": Reason.NO_INTEREST.value, "closed_at": NOW}
    rows = [
        {"stage": Stage.NEW, "next_step_on": date(2026, 9, 1), "channel": Channel.MARKETING},
        {"stage": Stage.CONNECTED, "next_step_on": date(2026, 9, 4), "channel": Channel.REFERRAL},
        {"stage": Stage.DISQUALIFIED, "next_step_on": None, "channel": "", **closed},
    ]
    owners = [cast.ada.owner, cast.mona.owner, None]
    made = []
    for nth, (name, row) in enumerate(zip(("Ana", "Bo", "Cy"), rows, strict=True)):
        contact = ContactFactory.create(first_name=name)
        for earlier in range(nth):
            LeadFactory.create(
                contact=contact, stage=Stage.DISQUALIFIED, reason=Reason.NO_INTEREST,
                created_at=NOW - timedelta(days=900 + earlier), archived_at=NOW,
            )  # fmt: skip
        age = {"stage_entered_at": NOW - timedelta(days=nth)}
        made.append(LeadFactory.create(contact=contact, owner=owners[nth], **(age | row)))
    WriteFactory.create(lead=made[0])
    Lead.objects.filter(stage=Stage.DISQUALIFIED).update(closed_at=timezone.now())
    return [lead.pk for lead in made]


def listed(cast: Cast, sort: str) -> tuple[list[int], str]:
    page = client(cast.ada).get("/", {"tab": "team", "view": "list", "sort": sort}).content.decode()
    return [int(id) for id in re.findall(r'id="row-(\d+)"', page)], page


@pytest.mark.parametrize("sort", [sort for sort in Sort if sort is not Sort.HUBSPOT])
def test_each_heading_puts_them_in_its_order(cast: Cast, three: list[int], sort: Sort) -> None:
    rows, page = listed(cast, sort)
    assert [row for row in rows if row in three] == three
    assert page.count('aria-sort="ascending"') == 1


@pytest.mark.parametrize("sort", [Sort.NAME, Sort.STAGE, Sort.ATTEMPT, Sort.AGE])
def test_turned_round_it_is_the_other_way(cast: Cast, three: list[int], sort: Sort) -> None:
    rows, page = listed(cast, f"-{sort}")
    assert [row for row in rows if row in three] == three[::-1]
    assert 'aria-sort="descending"' in page


def test_what_hubspot_has_not_heard_stands_first(cast: Cast, three: list[int]) -> None:
    assert listed(cast, Sort.HUBSPOT)[0][0] == three[0]


def test_leads_without_a_day_stand_last_either_way(cast: Cast, three: list[int]) -> None:
    for sort in ("step", "-step"):
        rows, _ = listed(cast, sort)
        assert [row for row in rows if row in three][-1] == three[2]


def test_an_unknown_heading_is_the_order_of_the_board(cast: Cast, three: list[int]) -> None:
    _, page = listed(cast, "password")
    assert "aria-sort" not in page
    assert "in the order of the board" in page


def test_a_long_list_is_cut_and_says_so(cast: Cast, three: list[int]) -> None:
    LeadFactory.create_batch(MOST_SORTED, contact=ContactFactory.create(first_name="Aaron"))
    rows, page = listed(cast, "name")
    assert len(rows) == MOST_SORTED
    more = re.search(r'class="more" href="([^"]+)"', page)
    assert more
    whole = client(cast.ada).get(more[1].replace("&amp;", "&")).content.decode()
    assert set(three) <= {int(id) for id in re.findall(r'id="row-(\d+)"', whole)}
