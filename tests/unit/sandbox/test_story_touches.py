"""The open leads have been written to, answered and given next steps, as their stages say."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest

from leads.sandbox.portal import Portal
from leads.sandbox.rows import Row
from leads.sandbox.story import tell

LAST = date(2026, 8, 28)
ACTIVITIES = ("emails", "calls", "meetings", "tasks")


@pytest.fixture(scope="module")
def portal() -> Portal:
    told = Portal()
    tell(told, "playbook@2026-08-28", today=LAST)
    return told


def of_lead(portal: Portal, lead: Row, kind: str) -> list[dict[str, str | None]]:
    ends = portal.edges.ends("leads", lead.id, kind)
    return [portal.shelves[kind].rows[end].properties for end in ends]


def in_stage(portal: Portal, stage: str) -> list[Row]:
    every = portal.shelves["leads"].rows.values()
    return [
        x for x in every if x.archived_at is None and x.properties["hs_pipeline_stage"] == stage
    ]


def answered(mails: list[dict[str, str | None]]) -> bool:
    return any(
        mail["hs_email_direction"] == "INCOMING_EMAIL"
        and mail["hs_incoming_email_is_out_of_office"] == "false"
        for mail in mails
    )


def day_due(task: dict[str, str | None]) -> date:
    return datetime.fromisoformat(task["hs_timestamp"] or "").date()


def test_every_activity_hangs_on_a_lead_and_on_its_contact(portal: Portal) -> None:
    for kind in ACTIVITIES:
        for row_id in portal.shelves[kind].rows:
            (lead,) = portal.edges.ends(kind, row_id, "leads")
            assert set(portal.edges.ends(kind, row_id, "contacts")) == set(
                portal.edges.ends("leads", lead, "contacts")
            )


def test_most_connected_leads_were_answered_by_a_person(portal: Portal) -> None:
    connected = in_stage(portal, "connected-stage-id")
    by_person = [lead for lead in connected if answered(of_lead(portal, lead, "emails"))]
    assert len(connected) / 2 < len(by_person) < len(connected)


def test_nobody_in_new_or_attempting_was_answered(portal: Portal) -> None:
    for stage in ("new-stage-id", "attempting-stage-id"):
        assert not any(
            answered(of_lead(portal, lead, "emails")) for lead in in_stage(portal, stage)
        )


def test_every_attempting_lead_was_written_to_by_a_sequence(portal: Portal) -> None:
    for lead in in_stage(portal, "attempting-stage-id"):
        assert any(mail.get("hs_sequence_id") for mail in of_lead(portal, lead, "emails"))


def test_one_new_lead_waits_to_be_moved(portal: Portal) -> None:
    written_to = [
        lead for lead in in_stage(portal, "new-stage-id") if of_lead(portal, lead, "emails")
    ]
    assert len(written_to) == 1


def test_one_absence_and_one_bounce(portal: Portal) -> None:
    mails = [row.properties for row in portal.shelves["emails"].rows.values()]
    assert Counter(mail.get("hs_incoming_email_is_out_of_office") for mail in mails)["true"] == 1
    assert Counter(mail["hs_email_status"] for mail in mails)["BOUNCED"] == 1


def test_two_meetings_stand_in_the_future_of_connected_leads(portal: Portal) -> None:
    connected = {lead.id for lead in in_stage(portal, "connected-stage-id")}
    meetings = portal.shelves["meetings"].rows
    assert len(meetings) == 2
    for meeting in meetings.values():
        start = datetime.fromisoformat(meeting.properties["hs_meeting_start_time"] or "")
        assert start > datetime(2026, 8, 29, tzinfo=UTC)
        assert start.weekday() < 5
        assert meeting.properties["hs_meeting_outcome"] == "SCHEDULED"
        assert set(portal.edges.ends("meetings", meeting.id, "leads")) <= connected


def test_next_steps_are_late_today_ahead_and_missing(portal: Portal) -> None:
    tasks = [row.properties for row in portal.shelves["tasks"].rows.values()]
    waiting = [task for task in tasks if task["hs_task_status"] == "NOT_STARTED"]
    late = sum(day_due(task) < LAST for task in waiting)
    today = sum(day_due(task) == LAST for task in waiting)
    ahead = sum(day_due(task) > LAST for task in waiting)
    assert min(late, today, ahead, 40 - len(waiting)) >= 8


def test_every_request_for_a_lock_left_a_note_with_its_date(portal: Portal) -> None:
    for contact in portal.shelves["contacts"].rows.values():
        bodies = [
            portal.shelves["notes"].rows[note].properties["hs_note_body"] or ""
            for note in portal.edges.ends("contacts", contact.id, "notes")
        ]
        dates = [change.value for change in contact.history.get("sent_date", [])]
        assert len(bodies) == len(dates)
        assert all(any(day in body for body in bodies) for day in dates)


def test_whoever_asked_twice_shows_the_latest_date(portal: Portal) -> None:
    twice = [
        row
        for row in portal.shelves["contacts"].rows.values()
        if len(row.history.get("sent_date", [])) == 2
    ]
    assert len(twice) > 2
    for row in twice:
        latest, first = (change.value for change in row.history["sent_date"])
        assert row.properties["sent_date"] == latest
        assert first < latest


def test_stages_were_entered_in_order_and_after_the_raising(portal: Portal) -> None:
    for lead in portal.shelves["leads"].rows.values():
        moments = [change.at for change in reversed(lead.changes("hs_pipeline_stage"))]
        assert moments == sorted(moments)
        assert moments[0] == lead.created_at
        assert lead.archived_at is None or lead.archived_at - moments[-1] > timedelta(0)
