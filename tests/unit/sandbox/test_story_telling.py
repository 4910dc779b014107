"""The same story on the same day is the same portal; another day moves it; others are refused."""

from collections import Counter
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from leads.sandbox.portal import Portal
from leads.sandbox.story import STORIES, tell

OFFICE = ZoneInfo("America/New_York")
LAST = date(2026, 8, 28)
SUNDAY = date(2027, 1, 31)


def told(name: str, today: date = LAST) -> Portal:
    portal = Portal(clock=lambda: datetime(2030, 1, 1, tzinfo=OFFICE))
    tell(portal, name, today=today)
    return portal


def picture(portal: Portal) -> list[object]:
    """Everything that stands in a portal, ties included."""
    return [
        (
            row,
            sorted(
                (kind, end, sorted(types))
                for kind, end, types in portal.edges.every(row.kind, row.id)
            ),
        )
        for shelf in portal.shelves.values()
        for row in shelf.rows.values()
    ]


@pytest.mark.parametrize("name", ["playbook", "scale:40"])
def test_told_twice_a_story_is_the_same(name: str) -> None:
    assert picture(told(name)) == picture(told(name))


def test_the_dated_story_does_not_care_for_today() -> None:
    assert picture(told("playbook@2026-08-28", SUNDAY)) == picture(told("playbook", LAST))


def test_another_day_moves_the_story_by_whole_days() -> None:
    before, after = told("playbook", LAST), told("playbook", SUNDAY)
    for kind in ("leads", "contacts", "emails", "notes"):
        pairs = zip(
            before.shelves[kind].rows.values(), after.shelves[kind].rows.values(), strict=True
        )
        for was, now in pairs:
            moved = now.created_at.astimezone(OFFICE).replace(
                tzinfo=None
            ) - was.created_at.astimezone(OFFICE).replace(tzinfo=None)
            assert moved == SUNDAY - LAST
            asked = (was.properties.get("sent_date"), now.properties.get("sent_date"))
            assert asked == (None, None) or _days_between(*asked) == SUNDAY - LAST


def _days_between(was: str | None, now: str | None) -> timedelta:
    return date.fromisoformat(now or "") - date.fromisoformat(was or "")


def test_tasks_due_on_the_last_day_stay_due_on_it_and_meetings_avoid_weekends() -> None:
    portal = told("playbook", SUNDAY)
    due = [row.properties["hs_timestamp"] or "" for row in portal.shelves["tasks"].rows.values()]
    days = Counter(datetime.fromisoformat(moment).astimezone(OFFICE).date() for moment in due)
    assert days[SUNDAY] >= 8
    for meeting in portal.shelves["meetings"].rows.values():
        start = datetime.fromisoformat(meeting.properties["hs_meeting_start_time"] or "")
        assert start.astimezone(OFFICE).date() > SUNDAY
        assert start.weekday() < 5


def test_the_empty_story_has_owners_and_definitions_only() -> None:
    portal = told("empty")
    assert len(portal.owners) == 5
    assert portal.pipelines["leads"]
    assert portal.definitions["leads"]
    assert not picture(portal)


def test_a_scaled_story_has_so_many_open_leads_and_others_behind_them() -> None:
    portal = told("scale:240", SUNDAY)
    live = [
        lead.properties for lead in portal.shelves["leads"].rows.values() if not lead.archived_at
    ]
    assert sum(lead["hs_lead_is_open"] == "1" for lead in live) == 240
    assert len(portal.shelves["contacts"].rows) == 240
    assert len(portal.shelves["companies"].rows) == 120
    assert len(live) == 240 + 60
    assert len(portal.shelves["leads"].rows) == 240 + 60 + 24
    assert len(portal.shelves["tasks"].rows) == 144
    assert len({lead["hs_pipeline_stage"] for lead in live}) == 5
    assert len({lead.get("hs_lead_label") for lead in live}) == 8
    assert len({lead.get("hubspot_owner_id") for lead in live}) == 5


def test_in_a_scaled_story_closed_leads_have_a_deal_or_a_reason() -> None:
    portal = told("scale:240")
    for lead in portal.shelves["leads"].rows.values():
        deals = portal.edges.ends("leads", lead.id, "deals")
        assert bool(deals) is (lead.properties["hs_pipeline_stage"] == "qualified-stage-id")
        reason = lead.properties.get("hs_lead_disqualification_reason")
        assert bool(reason) is (lead.properties["hs_pipeline_stage"] == "unqualified-stage-id")


def test_a_scaled_story_keeps_contact_addresses_apart() -> None:
    portal = told("scale:2000")
    emails = [row.properties["email"] for row in portal.shelves["contacts"].rows.values()]
    assert len(set(emails)) == len(emails)


@pytest.mark.parametrize(
    "name", ["", "novel", "scale", "scale:", "scale:many", "scale:-3", "playbook@2026-08-29"]
)
def test_an_unknown_story_is_refused_in_words(name: str) -> None:
    portal = Portal()
    with pytest.raises(ValueError, match="There is no story") as refusal:
        tell(portal, name, today=LAST)
    assert all(story in str(refusal.value) for story in STORIES)
    assert not portal.owners


@pytest.mark.parametrize("name", ["scale:0", "scale:1000001"])
def test_a_scale_out_of_range_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="out of range"):
        tell(Portal(), name, today=LAST)
