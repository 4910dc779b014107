"""Portal health on screen: age, loops, calls, what waits with every try, and the points still open."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from leads import tasks
from leads.domain.pipeline import Stage
from leads.hubspot.client import HubSpotClient
from leads.models import (
    Decision,
    DemoRequest,
    Door,
    Lead,
    OutboundWrite,
    Portal,
    SyncRun,
    Ticked,
    WriteAttempt,
)
from leads.models.outbox import State
from leads.queries.mirror_age import calls, is_late, kinds, loops
from leads.queries.open_points import Point, open_points
from leads.sync.metadata import note_calls
from tests.cast import Cast
from tests.factories import (
    NOW,
    CompanyFactory,
    ContactFactory,
    DecisionFactory,
    LeadFactory,
    WriteFactory,
)
from tests.pressing import client
from tests.scenes import Scene
from tests.touching import TouchFactory

pytestmark = pytest.mark.django_db
PORTAL = "/desk/portal/"


def page(cast: Cast, address: str = PORTAL) -> str:
    return client(cast.ada).get(address).content.decode()


def point(title: str) -> Point:
    return next(one for one in open_points(timezone.now()) if title in one.title)


def test_it_opens_on_an_empty_mirror(cast: Cast) -> None:
    shown = page(cast)
    assert "HubSpot has everything that was changed here." in shown
    assert "Not checked yet" in shown
    assert "HubSpot has not said how many calls" in shown


def test_the_age_of_each_kind_and_the_loops_after_a_pull(scene: Scene) -> None:
    scene.add_lead()
    scene.read()
    found = {kind.label: kind for kind in kinds()}
    assert {name: kind.rows for name, kind in found.items()} == {
        "Leads": 1, "Contacts": 1, "Companies": 1, "Deals": 0, "Touches": 0
    }  # fmt: skip
    assert found["Leads"].read_at == scene.clock()
    assert found["Leads"].read_to is not None
    pull = next(loop for loop in loops(scene.clock()) if loop.name == "pull")
    assert (pull.is_late, "1 leads" in pull.counts) == (False, True)


@pytest.mark.parametrize(("minutes", "late"), [(2, False), (4, True), (None, False)])
def test_a_loop_is_late_after_three_rounds(minutes: int | None, late: bool) -> None:
    last = NOW - timedelta(minutes=minutes) if minutes else None
    assert is_late(last, timedelta(minutes=1), NOW) is late


def test_a_loop_that_never_ended_well_is_late_once_others_have_run_for_long(db: None) -> None:
    SyncRun.objects.create(name="delta", started_at=NOW - timedelta(minutes=16))
    late = {loop.name for loop in loops(NOW) if loop.is_late}
    assert late == {"delta", "touches", "sweep"}


def test_an_error_of_a_loop_is_shown_in_its_words(cast: Cast) -> None:
    now = timezone.now()
    SyncRun.objects.create(name="delta", started_at=now, finished_at=now, error="HubSpot <b>broke")
    assert "HubSpot &lt;b&gt;broke" in page(cast)


def test_the_days_calls_are_learned_from_hubspots_answers(
    scene: Scene, port: HubSpotClient
) -> None:
    scene.read_vocabulary()
    assert port.calls_today() is None
    port.account()
    told = port.calls_today()
    assert told is not None
    note_calls(told, scene.clock())
    shown = calls(scene.clock())
    assert shown.words == f"{told.calls - told.left} of {told.calls:,}"
    assert (shown.a_day, shown.used) == (told.calls, told.calls - told.left)
    assert 0 < (shown.used or 0) <= told.calls


def test_nothing_told_keeps_what_was_known(db: None) -> None:
    Portal.objects.create(portal_id="1", calls_a_day=100, calls_left=60)
    note_calls(None, NOW)
    assert calls(NOW).used == 40


def test_every_open_write_is_listed_those_for_a_person_first(cast: Cast) -> None:
    made = DecisionFactory.create(actor=cast.rita, lead=LeadFactory.create())
    for state in State:
        WriteFactory.create(lead=made.lead, decision=made, state=state, stuck_because=f"{state}!")
    shown = page(cast)
    order = ["held!", "refused!", "in_doubt!", "sending!", "waiting!"]
    assert sorted(order, key=shown.index) == order
    assert "sent!" not in shown
    assert "discarded!" not in shown
    assert "by Rita Solano" in shown


def test_the_whole_history_of_tries_is_on_the_writes_page(cast: Cast) -> None:
    write = WriteFactory.create(state=State.REFUSED, stuck_because="<i>No</i>")
    for number, outcome in enumerate(("busy", "in doubt", "refused")):
        WriteAttempt.objects.create(
            write=write, at=NOW + timedelta(minutes=number), outcome=outcome, http_status=429,
            message=f"said {outcome}", correlation_id=f"c-{number}",
        )  # fmt: skip
    shown = page(cast, f"{PORTAL}writes/{write.pk}/")
    tries = ["said busy", "said in doubt", "said refused"]
    assert sorted(tries, key=shown.index) == tries
    assert "c-2" in shown
    assert "&lt;i&gt;No" in shown
    assert "3 tries" in page(cast)


def test_a_name_is_shown_whole_for_its_ending_is_what_is_at_stake(cast: Cast) -> None:
    write = WriteFactory.create(
        state=State.REFUSED,
        properties={"hs_lead_name": "Ana Ruiz lead"},
        base={"hs_lead_name": "Ana Ruiz"},
    )
    shown = page(cast, f"{PORTAL}writes/{write.pk}/")
    assert "<bdi>Ana Ruiz</bdi></td><td><bdi>Ana Ruiz lead</bdi>" in shown


def test_a_write_without_a_lead_is_listed_by_its_contact(cast: Cast) -> None:
    contact = ContactFactory.create(first_name="Saskia", last_name="Underhill")
    made = DecisionFactory.create(lead=None, contact=contact, summary="Asked for a demo lock")
    write = WriteFactory.create(
        lead=None, decision=made, object_type="contacts", record_id=contact.pk, state=State.REFUSED,
        properties={"sent_date": "2026-08-28"}, base={},
    )  # fmt: skip
    assert "Saskia Underhill" in page(cast)
    client(cast.ada).post(f"{PORTAL}writes/{write.pk}/retry/")
    write.refresh_from_db()
    assert write.state == State.WAITING


def test_discarding_returns_the_screen_to_hubspots_value(cast: Cast) -> None:
    write = WriteFactory.create(state=State.HELD)
    assert client(cast.ada).post(f"{PORTAL}writes/{write.pk}/discard/").status_code == 302 + 1
    write.refresh_from_db()
    assert write.state == State.DISCARDED
    again = client(cast.ada).post(f"{PORTAL}writes/{write.pk}/retry/")
    assert again.status_code == 422
    assert "no longer needs a decision" in again.content.decode()


@pytest.mark.parametrize("who", ["rita", "omar", "mona"])
def test_the_portal_is_an_admins(cast: Cast, who: str) -> None:
    person, write = client(getattr(cast, who)), WriteFactory.create(state=State.REFUSED)
    assert person.get(PORTAL).status_code == 403
    assert person.get(f"{PORTAL}writes/{write.pk}/").status_code == 403
    for name in ("press", *(f"writes/{write.pk}/{verb}" for verb in ("retry", "edit", "discard"))):
        assert person.post(f"{PORTAL}{name}/", {"what": "check"}).status_code == 403
    write.refresh_from_db()
    assert write.state == State.REFUSED
    assert Client().get(PORTAL).status_code == 302


def test_the_rail_counts_what_waits_for_a_person(cast: Cast) -> None:
    LeadFactory.create(channel="")
    WriteFactory.create(state=State.REFUSED)
    assert "<b>2</b>" in page(cast, "/changes/")
    for other in (cast.rita, cast.mona):
        assert "<b>2</b>" not in client(other).get("/changes/").content.decode()


def test_the_desk_leads_each_person_to_the_first_page_that_is_theirs(cast: Cast) -> None:
    assert 'class="place" href="/desk/missing-channel/"' in page(cast, "/")
    assert 'class="place" href="/desk/deals/"' in client(cast.mona).get("/").content.decode()
    assert "/desk/" not in client(cast.rita).get("/").content.decode()


def test_point_channels(cast: Cast) -> None:
    assert point("has its channel").is_done is True
    LeadFactory.create(channel="HOT")
    assert (point("has its channel").is_done, point("has its channel").evidence[:6]) == (
        False,
        "1 lead",
    )


def test_point_required(cast: Cast) -> None:
    assert point("is required").is_done is None
    Ticked.objects.create(name="channel-required", ticked_by=cast.ada, ticked_at=NOW)
    assert point("is required").is_done is True
    LeadFactory.create(channel="", created_at=NOW + timedelta(days=1))
    assert point("is required").is_done is False


def test_point_no_response(scene: Scene) -> None:
    assert point("No Response").is_done is None
    scene.read_vocabulary()
    assert point("No Response").is_done is False
    scene.portal.add_no_response()
    scene.read_vocabulary()
    assert point("No Response").is_done is True


def test_point_new_becomes_attempting(cast: Cast) -> None:
    title = "New becomes Attempting"
    assert point(title).is_done is None
    DecisionFactory.create(
        verb=Decision.Verb.ADVANCE, actor=None, decided_at=timezone.now(),
        after={"hs_pipeline_stage": Stage.ATTEMPTING.value},
    )  # fmt: skip
    assert point(title).is_done is True
    TouchFactory.create(lead=LeadFactory.create(stage=Stage.NEW.value))
    assert point(title).is_done is False


def test_point_owners(cast: Cast) -> None:
    LeadFactory.create(owner=cast.rita.owner)
    assert point("sets its owner").is_done is True
    LeadFactory.create(owner=None, created_by="AUTOMATION_PLATFORM")
    assert "A workflow in HubSpot: 1" in point("sets its owner").evidence


@pytest.mark.parametrize(("channel", "cap", "done"), [
    ("Website", 10, None), ("Marketing", 10, False), ("Marketing", 200, True),
])  # fmt: skip
def test_point_caps(db: None, channel: str, cap: int, done: bool | None) -> None:
    Door.objects.create(name="Spring", channel=channel, daily_cap=cap, created_at=NOW)
    assert point("daily cap").is_done is done


@pytest.mark.parametrize("address", ["118 Storage Road", "PO Box 418, Dayton, OH 45402"])
def test_point_locks_that_cannot_be_shipped(db: None, address: str) -> None:
    fields = {"asked_on": NOW.date(), "demo_lock_address": address}
    ContactFactory.create(**fields, demo_lock_tracking="1ZX")
    assert point("cannot be shipped").is_done is True
    ContactFactory.create(**fields)
    assert "1 asked" in point("cannot be shipped").evidence


def test_a_stuck_request_is_told_and_leads_to_the_queue(cast: Cast) -> None:
    door = Door.objects.create(name="Site", channel="Website", created_at=NOW)
    DemoRequest.objects.create(
        door=door, received_at=NOW, asked_on=NOW.date(), fingerprint="f", email="x",
        state=DemoRequest.State.STUCK,
    )  # fmt: skip
    assert point("cannot be shipped").is_done is False
    assert "1 demo-lock request and 0 shipments need a person" in page(cast)
    assert 'href="/demo-locks/"' in page(cast)


def test_point_customers(db: None) -> None:
    company = CompanyFactory.create(locks_purchased=40)
    ContactFactory.create(company=company, asked_on=None)
    assert point("unanswered").is_done is True
    ContactFactory.create(company=company, asked_on=NOW.date(), first_name="Vera", last_name="Kwan")
    assert (point("unanswered").is_done, "Vera Kwan" in point("unanswered").evidence) == (
        False,
        True,
    )


def test_no_page_of_the_desk_asks_hubspot(scene: Scene) -> None:
    write = WriteFactory.create(state=State.REFUSED)
    scene.portal.order("journal/clear")
    for address in (PORTAL, f"{PORTAL}writes/{write.pk}/", "/desk/missing-channel/"):
        assert client(scene.cast.ada).get(address).status_code == 200
    assert scene.portal.journal() == []


def test_the_timetable_calls_the_check_and_the_presses(scene: Scene) -> None:
    from kisscrm.celery import app

    called = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert {"leads.check_portal", "leads.portal_presses"} <= called
    tasks.check_portal()
    assert SyncRun.objects.get(name="check").counts == {"differences": 1}
    assert OutboundWrite.objects.count() == Lead.objects.count() == 0
