"""The board's query: what stands in which column, in what order, how it is counted, and what has changed."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leads.domain.channels import Channel
from leads.domain.pipeline import OPEN, Stage
from leads.models import Lead
from leads.models.clock import tick
from leads.queries.board import (
    CLOSED_FOR,
    MOST_CHANGES,
    PAGE,
    Chip,
    Column,
    Tab,
    Wanted,
    board,
    changes,
)
from leads.queries.card import Viewer
from tests.cast import Cast
from tests.factories import NOW, CompanyFactory, ContactFactory, LeadFactory
from tests.mirror import OFFICE

pytestmark = pytest.mark.django_db

TODAY = NOW.astimezone(OFFICE).date()
TEAM = Wanted(tab=Tab.TEAM)


@pytest.fixture
def viewer(cast: Cast) -> Viewer:
    return Viewer(cast.rita, NOW, OFFICE)


def columns(wanted: Wanted, viewer: Viewer) -> dict[str, Column]:
    return {column.slug: column for column in board(wanted, viewer).columns}


def ids(column: Column) -> list[int]:
    return [card.id for card in column.cards]


def made(**fields: Any) -> Lead:
    lead: Lead = LeadFactory.create(**fields)
    return lead


def test_five_columns_in_pipeline_order_whatever_there_is(viewer: Viewer) -> None:
    drawn = board(TEAM, viewer).columns
    assert [column.stage for column in drawn] == list(Stage)
    assert [column.count_words for column in drawn] == ["0"] * 5
    made(stage=Stage.CONNECTED.value)
    assert [column.stage for column in board(TEAM, viewer).columns] == list(Stage)


def test_the_next_step_orders_a_column_none_first(viewer: Viewer) -> None:
    later = made(next_step_on=TODAY + timedelta(days=3))
    overdue = made(next_step_on=TODAY - timedelta(days=3))
    none = made(next_step_on=None)
    assert ids(columns(TEAM, viewer)["attempting"]) == [none.pk, overdue.pk, later.pk]


def test_closed_ones_stand_newest_first_for_a_month(viewer: Viewer) -> None:
    closed = {"stage": Stage.DISQUALIFIED.value, "reason": "NO_INTEREST"}
    old = made(closed_at=NOW - CLOSED_FOR - timedelta(seconds=1), **closed)
    edge = made(closed_at=NOW - CLOSED_FOR, **closed)
    new = made(closed_at=NOW - timedelta(days=1), **closed)
    drawn = columns(TEAM, viewer)["disqualified"]
    assert ids(drawn) == [new.pk, edge.pk]
    assert old.pk not in ids(drawn)


def test_archived_gone_and_merged_leads_are_on_no_board(viewer: Viewer) -> None:
    made(archived_at=NOW)
    made(gone_at=NOW)
    made(merged_into="501")
    assert sum(column.count for column in columns(TEAM, viewer).values()) == 0


def test_under_a_search_the_count_says_of_how_many(viewer: Viewer) -> None:
    for name in ("Ana", "Bea", "Cleo"):
        made(contact=ContactFactory.create(first_name=name, last_name="X", email=""))
    found = columns(Wanted(tab=Tab.TEAM, text="bea"), viewer)["attempting"]
    assert (found.count, found.total, found.count_words) == (1, 3, "1 of 3")


def test_a_long_column_is_paged_and_says_so(viewer: Viewer) -> None:
    LeadFactory.create_batch(PAGE + 1)
    drawn = columns(TEAM, viewer)["attempting"]
    assert len(drawn.cards) == PAGE
    assert drawn.count_words == f"{PAGE} / {PAGE + 1}"
    whole = columns(Wanted(tab=Tab.TEAM, more="attempting"), viewer)["attempting"]
    assert len(whole.cards) == PAGE + 1
    assert whole.count_words == str(PAGE + 1)


def test_the_board_costs_the_same_however_many_cards(viewer: Viewer) -> None:
    made()
    few = queries(viewer)
    LeadFactory.create_batch(25)
    assert queries(viewer) == few
    assert few <= 20


def queries(viewer: Viewer) -> int:
    with CaptureQueriesContext(connection) as asked:
        board(TEAM, viewer)
    return len(asked)


def test_tabs_show_what_they_say(viewer: Viewer, cast: Cast) -> None:
    mine = made(owner=cast.rita.owner)
    other = made(owner=cast.omar.owner, channel="")
    nobodys = made(owner=None, channel="Website - Demo Lock")
    asked = made(
        owner=None, contact=ContactFactory.create(asked_on=TODAY), channel="Outbound - New"
    )
    shown = {tab: set(ids(columns(Wanted(tab=tab), viewer)["attempting"])) for tab in Tab}
    assert shown == {
        Tab.MINE: {mine.pk},
        Tab.TEAM: {mine.pk, other.pk, nobodys.pk, asked.pk},
        Tab.OWNERLESS: {nobodys.pk, asked.pk},
        Tab.NO_CHANNEL: {other.pk, nobodys.pk},
        Tab.DEMO_LOCKS: {asked.pk},
    }


def test_somebody_who_owns_nothing_sees_no_ownerless_lead_as_theirs(
    viewer: Viewer, cast: Cast
) -> None:
    made(owner=None)
    cast.rita.owner = None
    assert columns(Wanted(), viewer)["attempting"].count == 0


@pytest.mark.parametrize("channel", [*Channel, "Outbound - Somebody New"])
def test_a_lead_with_a_usable_channel_is_not_missing_one(viewer: Viewer, channel: str) -> None:
    made(channel=channel)
    assert columns(Wanted(tab=Tab.NO_CHANNEL), viewer)["attempting"].count == 0


def test_chips_count_only_open_leads_and_edges_are_exact(viewer: Viewer) -> None:
    for day in (TODAY - timedelta(days=1), TODAY, TODAY + timedelta(days=1), None):
        made(next_step_on=day)
        made(next_step_on=day, stage=Stage.MEETING_BOOKED.value, closed_at=NOW)
    chips = board(TEAM, viewer).chips
    assert (chips[Chip.OVERDUE], chips[Chip.TODAY], chips[Chip.NO_STEP]) == (1, 1, 1)
    for chip in (Chip.OVERDUE, Chip.TODAY, Chip.NO_STEP):
        found = columns(Wanted(tab=Tab.TEAM, chip=chip), viewer)
        assert sum(column.count for column in found.values()) == 1


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    stage=st.sampled_from(list(Stage)),
    days_in_stage=st.integers(0, 12),
    hours=st.integers(0, 23),
    due_in=st.one_of(st.none(), st.integers(-3, 3)),
    today_in=st.integers(0, 6),
)
def test_the_stale_chip_agrees_with_each_card(
    cast: Cast, stage: Stage, days_in_stage: int, hours: int, due_in: int | None, today_in: int
) -> None:
    """The rule for one card and the rule for the whole table are the same rule."""
    Lead.objects.all().delete()
    now = NOW + timedelta(days=today_in)
    viewer = Viewer(cast.rita, now, OFFICE)
    step = None if due_in is None else viewer.today + timedelta(days=due_in)
    entered = now - timedelta(days=days_in_stage, hours=hours)
    closed_at = entered if stage not in OPEN else None
    made(stage=stage.value, stage_entered_at=entered, next_step_on=step, closed_at=closed_at,
         reason="NO_INTEREST")  # fmt: skip
    drawn = board(TEAM, viewer)
    (card,) = (card for column in drawn.columns for card in column.cards)
    assert drawn.chips[Chip.STALE] == int(card.is_stale)


def test_the_oldest_of_a_column_is_said(viewer: Viewer) -> None:
    made(stage_entered_at=NOW - timedelta(days=9))
    made(stage_entered_at=NOW - timedelta(days=2))
    assert columns(TEAM, viewer)["attempting"].oldest == "9 d"


def test_nothing_changed_costs_one_query_and_says_nothing(viewer: Viewer) -> None:
    version = tick()
    with CaptureQueriesContext(connection) as asked:
        assert changes(TEAM, viewer, version) is None
    assert len(asked) == 1


def test_changes_bring_the_cards_that_changed_and_name_those_that_left(
    viewer: Viewer, cast: Cast
) -> None:
    before = tick()
    made(version=before)
    changed, left = made(version=tick(), owner=cast.rita.owner), made(version=tick())
    found = changes(Wanted(), viewer, before)
    assert found
    assert [card.id for card in found.cards] == [changed.pk]
    assert found.gone_ids == (left.pk,)
    assert not found.too_many


def test_too_many_changes_ask_for_the_whole_page(viewer: Viewer) -> None:
    before = tick()
    version = tick()
    LeadFactory.create_batch(MOST_CHANGES + 1, version=version, contact=None, company=None)
    found = changes(TEAM, viewer, before)
    assert found
    assert found.too_many


def test_an_empty_mirror_says_so(viewer: Viewer) -> None:
    assert board(TEAM, viewer).empty_mirror
    made()
    assert not board(TEAM, viewer).empty_mirror


def test_a_company_shared_by_two_leads_is_named_on_both(viewer: Viewer) -> None:
    company = CompanyFactory.create(name="Blue Heron Storage", locks_purchased=12)
    for _ in range(2):
        made(contact=ContactFactory.create(company=company), company=company)
    cards = columns(TEAM, viewer)["attempting"].cards
    assert {(card.company, card.customer_locks) for card in cards} == {("Blue Heron Storage", 12)}
