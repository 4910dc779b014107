"""What touches change on the board and the lead's page: meetings first, staleness, the timeline."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leads.domain.pipeline import Stage
from leads.domain.touches import Direction, TouchKind, Verdict
from leads.models import Lead, Touch
from leads.queries.board import Chip, Tab, Wanted, board
from leads.queries.card import Card, Viewer, draw_cards
from leads.queries.lead import lead_page
from leads.queries.timeline import Happening
from leads.queries.touches import meeting_words, open_meeting
from tests.cast import Cast
from tests.factories import NOW, LeadFactory
from tests.mirror import OFFICE
from tests.touching import ReplyFactory, TouchFactory

pytestmark = pytest.mark.django_db

TUESDAY = datetime(2026, 9, 1, 18, 0, tzinfo=UTC)
"""14:00 in the office."""


@pytest.fixture
def viewer(cast: Cast) -> Viewer:
    return Viewer(cast.rita, NOW, OFFICE)


def meeting(lead: Lead, starts_at: datetime = TUESDAY, **more: object) -> Touch:
    fields = {"verdict": "", "direction": "", "outcome": "SCHEDULED", "prompts_deal": True}
    made: Touch = TouchFactory.create(
        lead=lead, kind=TouchKind.MEETING.value, starts_at=starts_at, subject="KISS demo",
        **(fields | more),
    )  # fmt: skip
    return made


def card(lead: Lead, viewer: Viewer) -> Card:
    return draw_cards(Lead.objects.filter(pk=lead.pk), viewer)[0]


def column(stage: Stage, viewer: Viewer) -> list[int]:
    drawn = board(Wanted(tab=Tab.TEAM), viewer)
    found = next(one for one in drawn.columns if one.stage is stage)
    return [each.id for each in found.cards]


def test_a_booked_meeting_asks_for_the_deal(viewer: Viewer) -> None:
    lead = LeadFactory.create(stage=Stage.CONNECTED.value)
    meeting(lead)
    drawn = card(lead, viewer)
    assert drawn.meeting_at == TUESDAY
    assert drawn.meeting_words == "Meeting booked Tue 14:00: create deal"


def test_a_cancelled_or_removed_meeting_asks_for_nothing(viewer: Viewer) -> None:
    lead = LeadFactory.create()
    meeting(lead, prompts_deal=False)
    meeting(lead, gone_at=NOW)
    assert card(lead, viewer).meeting_at is None


def test_a_closed_lead_asks_for_nothing(viewer: Viewer) -> None:
    lead = LeadFactory.create(stage=Stage.MEETING_BOOKED.value, closed_at=NOW)
    meeting(lead)
    assert card(lead, viewer).meeting_words == ""


def test_the_meeting_to_speak_of_is_the_next_one_ahead(viewer: Viewer) -> None:
    lead = LeadFactory.create()
    held, coming, last = (meeting(lead, NOW + timedelta(days=days)) for days in (-1, 2, 5))
    assert open_meeting([last, coming, held], NOW) == coming.starts_at
    assert open_meeting([held], NOW) == held.starts_at
    assert open_meeting([], NOW) is None


@pytest.mark.parametrize(
    ("starts_at", "words"),
    [
        (NOW + timedelta(hours=2), "Meeting booked today 13:00: create deal"),
        (NOW + timedelta(days=6), "Meeting booked Thu 11:00: create deal"),
        (NOW + timedelta(days=7), "Meeting booked Fri 4 Sep 11:00: create deal"),
        (NOW - timedelta(days=2), "Meeting was Wed 26 Aug 11:00: create deal"),
    ],
)
def test_a_meeting_in_words(starts_at: datetime, words: str) -> None:
    assert meeting_words(starts_at, NOW, OFFICE) == words


def test_a_booked_meeting_stands_first_in_its_column(viewer: Viewer) -> None:
    due, undated, booked = (
        LeadFactory.create(stage=Stage.CONNECTED.value, next_step_on=day)
        for day in (date(2026, 8, 20), None, date(2026, 9, 20))
    )
    meeting(booked)
    assert column(Stage.CONNECTED, viewer) == [booked.pk, undated.pk, due.pk]


def test_a_persons_touch_ends_staleness_on_card_and_chip(viewer: Viewer) -> None:
    long_ago = NOW - timedelta(days=30)
    quiet, touched, machine = (
        LeadFactory.create(stage_entered_at=long_ago, created_at=long_ago) for _ in range(3)
    )
    TouchFactory.create(lead=touched, at=NOW - timedelta(days=1), is_by_person=True)
    TouchFactory.create(lead=machine, at=NOW - timedelta(days=1), sequence="300112")
    stale = {quiet.pk: True, touched.pk: False, machine.pk: True}
    assert {pk: card(Lead.objects.get(pk=pk), viewer).is_stale for pk in stale} == stale
    drawn = board(Wanted(tab=Tab.TEAM, chip=Chip.STALE), viewer)
    shown = {each.id for one in drawn.columns for each in one.cards}
    assert shown == {quiet.pk, machine.pk}
    assert drawn.chips[Chip.STALE] == 2


def test_card_and_chip_agree_on_the_day_at_the_edge(viewer: Viewer) -> None:
    """Attempting bears five working days: the sixth makes it stale."""
    long_ago = NOW - timedelta(days=60)
    for days in range(5, 12):
        lead = LeadFactory.create(stage_entered_at=long_ago, created_at=long_ago)
        TouchFactory.create(lead=lead, at=NOW - timedelta(days=days), is_by_person=True)
    by_card = {each.id for each in draw_cards(Lead.objects.all(), viewer) if each.is_stale}
    drawn = board(Wanted(tab=Tab.TEAM, chip=Chip.STALE), viewer)
    by_chip = {each.id for one in drawn.columns for each in one.cards}
    assert by_card == by_chip
    assert 0 < len(by_card) < 7


def test_a_card_knows_whether_anything_went_out(viewer: Viewer) -> None:
    silent, written = LeadFactory.create(), LeadFactory.create()
    ReplyFactory.create(lead=silent)
    TouchFactory.create(lead=written)
    assert not card(silent, viewer).was_touched
    assert card(written, viewer).was_touched


def test_the_queries_of_a_board_do_not_grow_with_its_touches(viewer: Viewer) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            board(Wanted(tab=Tab.TEAM), viewer)
        return len(seen)

    def fill() -> None:
        for stage in (Stage.NEW, Stage.ATTEMPTING, Stage.CONNECTED):
            lead = LeadFactory.create(stage=stage.value)
            meeting(lead)
            ReplyFactory.create(lead=lead, asks=True)

    fill()
    few = queries()
    for _ in range(5):
        fill()
    assert queries() == few


def timeline(lead: Lead, viewer: Viewer) -> tuple[Happening, ...]:
    page = lead_page(lead.pk, viewer)
    assert page is not None
    return page.timeline


def test_the_timeline_tells_touches_newest_first(viewer: Viewer, cast: Cast) -> None:
    lead = LeadFactory.create()
    TouchFactory.create(lead=lead, owner=cast.rita.owner, sequence="300112")
    reply = ReplyFactory.create(lead=lead)
    meeting(lead, at=NOW + timedelta(hours=3))
    lines = timeline(lead, viewer)
    assert [line.words for line in lines] == [
        "Meeting booked for Tue 1 Sep 14:00 · scheduled: KISS demo",
        "E-mail received · a person replied: Re: Your demo lock",
        "E-mail from a sequence: Your demo lock",
    ]
    assert [line.who for line in lines] == ["", "Imani Oyelaran", "Rita Solano"]
    assert [line.is_machine for line in lines] == [False, False, True]
    assert lines[1].text == "Yes, please call me."
    assert [line.touch_id for line in lines] == [None, reply.pk, None]


def test_a_machines_answer_is_noise_in_the_timeline_until_it_is_asked_about(
    viewer: Viewer,
) -> None:
    lead = LeadFactory.create()
    ReplyFactory.create(lead=lead, verdict=Verdict.OOO.value, is_by_person=False)
    ReplyFactory.create(lead=lead, verdict=Verdict.UNSURE.value, is_by_person=False, asks=True)
    assert {line.words: line.is_machine for line in timeline(lead, viewer)} == {
        "E-mail received · out of office: Re: Your demo lock": True,
        "E-mail received · person or machine?: Re: Your demo lock": False,
    }


def test_what_never_went_out_is_not_in_the_timeline(viewer: Viewer) -> None:
    lead = LeadFactory.create()
    TouchFactory.create(lead=lead, direction="", outcome="SCHEDULED")
    TouchFactory.create(lead=lead, kind=TouchKind.CALL.value, direction="", verdict="")
    TouchFactory.create(lead=lead, verdict=Verdict.BOUNCE.value, direction=Direction.OUTGOING.value)
    assert [line.words for line in timeline(lead, viewer)] == [
        "E-mail sent · did not arrive: Your demo lock"
    ]
