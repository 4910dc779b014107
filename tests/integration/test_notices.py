"""Notices: each rule of what is told and what is not, whose they are, and what was seen."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from leads.actions.see_notices import see_notices
from leads.domain.channels import Channel
from leads.domain.pipeline import Stage
from leads.domain.touches import Direction, Verdict
from leads.models import Decision, DemoRequest, Door, Lead, Person, SyncRun
from leads.models.outbox import State
from leads.queries.card import Viewer
from leads.queries.notices import Kind, Notice, notices, read_until
from tests.cast import Cast
from tests.factories import ContactFactory, DecisionFactory, LeadFactory, WriteFactory
from tests.mirror import OFFICE
from tests.pressing import client
from tests.touching import ReplyFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 8, 28, 15, 0, tzinfo=UTC)
EARLIER = NOW - timedelta(hours=2)


def told(who: Person, now: datetime = NOW) -> list[Notice]:
    return notices(Viewer(Person.objects.get(pk=who.pk), now, OFFICE))


def kinds(who: Person, now: datetime = NOW) -> list[Kind]:
    return [notice.kind for notice in told(who, now)]


@pytest.fixture
def lead(cast: Cast) -> Lead:
    made: Lead = LeadFactory.create(owner=cast.rita.owner)
    return made


def give(lead: Lead, who: Person | None, to: Person, **more: Any) -> Decision:
    made: Decision = DecisionFactory.create(
        lead=lead, actor=who, verb=Decision.Verb.ASSIGN, decided_at=more.pop("at", EARLIER),
        after={"hubspot_owner_id": to.owner_id}, **more,
    )  # fmt: skip
    return made


def assigned_in_hubspot(lead: Lead, at: datetime) -> None:
    lead.remote |= {"hubspot_owner_assigneddate": at.isoformat()}
    lead.save()


def test_a_quiet_lead_tells_nothing(cast: Cast, lead: Lead) -> None:
    assert [kinds(who) for who in (cast.rita, cast.omar, cast.mona, cast.ada)] == [[]] * 4


def test_given_by_another_person_it_names_them(cast: Cast, lead: Lead) -> None:
    give(lead, cast.mona, cast.rita)
    [notice] = told(cast.rita)
    assert (notice.kind, notice.words) == (Kind.ASSIGNED, "Mona Lindqvist gave you this lead")
    assert (notice.lead_id, notice.at) == (lead.pk, EARLIER)
    assert kinds(cast.omar) == kinds(cast.mona) == []


def test_taken_by_oneself_it_is_no_news(cast: Cast, lead: Lead) -> None:
    give(lead, cast.rita, cast.rita)
    assigned_in_hubspot(lead, EARLIER + timedelta(minutes=1))  # how HubSpot dates our own write
    assert kinds(cast.rita) == []


def test_given_and_taken_away_again_it_is_no_news(cast: Cast, lead: Lead) -> None:
    give(lead, cast.mona, cast.rita)
    Lead.objects.update(owner=cast.omar.owner)
    assert kinds(cast.rita) == []


def test_assigned_in_hubspot_counts_by_its_own_date(cast: Cast, lead: Lead) -> None:
    give(lead, cast.rita, cast.rita, at=NOW - timedelta(days=3))
    assigned_in_hubspot(lead, EARLIER)
    [notice] = told(cast.rita)
    assert (notice.words, notice.at) == ("Assigned to you in HubSpot", EARLIER)


@pytest.mark.parametrize("change", [{"stage": Stage.DISQUALIFIED.value, "reason": "NO_INTEREST"},
                                    {"archived_at": NOW}])  # fmt: skip
def test_what_is_over_is_no_news(cast: Cast, lead: Lead, change: dict[str, Any]) -> None:
    give(lead, cast.mona, cast.rita)
    ReplyFactory.create(lead=lead, at=EARLIER)
    Lead.objects.update(**change)
    assert kinds(cast.rita) == []


def test_what_is_two_weeks_old_is_no_news(cast: Cast, lead: Lead) -> None:
    give(lead, cast.mona, cast.rita)
    ReplyFactory.create(lead=lead, at=EARLIER)
    assert len(kinds(cast.rita, EARLIER + timedelta(days=14))) == 2
    assert kinds(cast.rita, EARLIER + timedelta(days=14, seconds=1)) == []


def ask(lead: Lead | None, state: str = DemoRequest.State.TAKEN, **more: Any) -> DemoRequest:
    door, _ = Door.objects.get_or_create(
        name="Mail", defaults={"channel": Channel.MARKETING, "created_at": EARLIER}
    )
    return DemoRequest.objects.create(
        door=door, lead=lead, state=state, received_at=EARLIER, asked_on=EARLIER.date(),
        email="ana@cedar.example", first_name="Ana", last_name="Ruiz", **more,
    )  # fmt: skip


def test_a_lock_asked_for_is_told_to_the_owner_once(cast: Cast, lead: Lead) -> None:
    ask(lead)
    give(lead, None, cast.rita)  # the door raised it for her: one thing, told once
    assert kinds(cast.rita) == [Kind.ASKED]
    assert kinds(cast.omar) == kinds(cast.ada) == []


def test_a_calculators_request_is_no_lock(cast: Cast, lead: Lead) -> None:
    ask(lead, kind=DemoRequest.Kind.CALCULATOR)
    assert kinds(cast.rita) == []


@pytest.mark.parametrize("state", ["stuck", "over_cap", "customer"])
def test_requests_that_need_a_person_are_told_to_admins(cast: Cast, state: str) -> None:
    ask(None, state)
    [notice] = told(cast.ada, NOW + timedelta(days=40))
    assert (notice.kind, notice.name, notice.lead_id) == (Kind.ASKED, "Ana Ruiz", None)
    assert kinds(cast.rita) == kinds(cast.mona) == []
    assert "Ana Ruiz" in client(cast.ada).get("/notices/").content.decode()


@pytest.mark.parametrize(
    ("reply", "is_told"),
    [
        ({}, True),
        ({"verdict": Verdict.OOO.value}, False),
        ({"verdict": Verdict.UNSURE.value}, False),
        ({"corrected_verdict": Verdict.AUTO.value}, False),
        ({"direction": Direction.OUTGOING.value}, False),
        ({"gone_at": NOW}, False),
    ],
)
def test_a_reply_of_a_person_is_told(
    cast: Cast, lead: Lead, reply: dict[str, Any], is_told: bool
) -> None:
    ReplyFactory.create(lead=lead, at=EARLIER, snippet="Call <me>", **reply)
    assert kinds(cast.rita) == ([Kind.REPLIED] if is_told else [])
    assert kinds(cast.omar) == kinds(cast.mona) == []


def test_a_reply_that_one_judged_oneself_is_known(cast: Cast, lead: Lead) -> None:
    judged = {"verdict": Verdict.UNSURE.value, "corrected_verdict": Verdict.HUMAN.value}
    ReplyFactory.create(lead=lead, at=EARLIER, corrected_by=cast.rita, **judged)
    assert kinds(cast.rita) == []


def test_of_several_replies_the_last_is_told(cast: Cast, lead: Lead) -> None:
    ReplyFactory.create(lead=lead, at=EARLIER, snippet="First")
    ReplyFactory.create(lead=lead, at=EARLIER + timedelta(minutes=5), snippet="Second")
    assert [notice.text for notice in told(cast.rita)] == ["Second"]


@pytest.mark.parametrize("state", list(State))
def test_a_write_that_needs_a_person_is_told(cast: Cast, lead: Lead, state: State) -> None:
    WriteFactory.create(lead=lead, state=state, stuck_because="No such option", created_at=EARLIER)
    needs_one = state in {State.HELD, State.REFUSED}
    assert kinds(cast.rita) == ([Kind.NOT_SAVED] if needs_one else [])
    assert kinds(cast.omar) == kinds(cast.mona) == []


def test_somebody_to_call_back_is_told_from_that_day_on(cast: Cast) -> None:
    LeadFactory.create(
        owner=cast.rita.owner, contact=ContactFactory.create(), stage=Stage.DISQUALIFIED.value,
        reason="BAD_TIMING", note="Call back on 2026-08-28.", closed_at=NOW - timedelta(days=40),
    )  # fmt: skip
    assert kinds(cast.rita, NOW - timedelta(days=1)) == []
    assert kinds(cast.rita) == kinds(cast.rita, NOW + timedelta(days=60)) == [Kind.CALLBACK]
    see_notices(cast.rita, until=NOW - timedelta(days=1), read_to=None)
    assert [notice.is_new for notice in told(cast.rita)] == [True]
    see_notices(cast.rita, until=NOW, read_to=None)
    assert [notice.is_new for notice in told(cast.rita)] == [False]


def test_what_was_seen_is_old_and_what_came_later_is_new(cast: Cast, lead: Lead) -> None:
    give(lead, cast.mona, cast.rita)
    see_notices(cast.rita, until=EARLIER, read_to=None)
    ReplyFactory.create(lead=lead, at=EARLIER - timedelta(hours=1), acted_at=EARLIER + timedelta(1))
    assert {notice.kind: notice.is_new for notice in told(cast.rita)} == {
        Kind.ASSIGNED: False,
        Kind.REPLIED: True,  # it came before, but was read after
    }
    see_notices(cast.rita, until=EARLIER - timedelta(days=1), read_to=None)
    assert not told(cast.rita)[0].is_new  # an older page takes nothing back


def test_what_hubspot_had_but_we_had_not_read_stays_new(cast: Cast, lead: Lead) -> None:
    SyncRun.objects.create(name="delta", started_at=EARLIER, finished_at=EARLIER)
    SyncRun.objects.create(name="delta", started_at=NOW, finished_at=NOW)
    seen_at = EARLIER + timedelta(minutes=5)
    see_notices(cast.rita, until=seen_at, read_to=read_until(seen_at))
    assigned_in_hubspot(lead, EARLIER + timedelta(minutes=1))
    assert [notice.is_new for notice in told(cast.rita)] == [True]
    assigned_in_hubspot(lead, EARLIER - timedelta(minutes=1))
    assert [notice.is_new for notice in told(cast.rita)] == [False]


def test_the_bell_counts_and_one_press_sees_all(cast: Cast, lead: Lead) -> None:
    give(lead, cast.mona, cast.rita, at=timezone.now())
    rita = client(cast.rita)
    assert "<b>1</b>" in rita.get("/notices/bell/").content.decode()
    page = rita.get("/notices/").content.decode()
    assert "Mona Lindqvist gave you this lead" in page
    drawn_at = page.partition('name="until" value="')[2].partition('"')[0]
    later = give(LeadFactory.create(owner=cast.rita.owner), cast.mona, cast.rita)
    Decision.objects.filter(pk=later.pk).update(decided_at=timezone.now())
    assert rita.post("/notices/seen/", {"until": drawn_at}).status_code == 303
    assert "<b>1</b>" in rita.get("/notices/bell/").content.decode()
    assert "<b>1</b>" not in client(cast.omar).get("/notices/bell/").content.decode()


@pytest.mark.parametrize(
    "until", ["", "nonsense", "2999-01-01T00:00:00+00:00", "2026-02-31T00:00:00"]
)
def test_a_moment_that_makes_no_sense_is_now(cast: Cast, until: str) -> None:
    before = timezone.now()
    assert client(cast.rita).post("/notices/seen/", {"until": until}).status_code == 303
    seen_at = Person.objects.get(pk=cast.rita.pk).notices_seen_at
    assert seen_at is not None
    assert before <= seen_at <= timezone.now()


def test_texts_of_others_are_escaped(cast: Cast, lead: Lead) -> None:
    ReplyFactory.create(lead=lead, at=timezone.now(), snippet="<script>alert(1)</script>")
    page = client(cast.rita).get("/notices/").content.decode()
    assert "&lt;script&gt;alert(1)" in page


def test_without_a_role_nothing_is_told(cast: Cast) -> None:
    Person.objects.filter(pk=cast.rita.pk).update(role="")
    for where in ("/notices/", "/notices/bell/"):
        assert client(cast.rita).get(where).status_code == 403


def test_the_open_board_makes_the_bell_look_only_when_something_changed(cast: Cast) -> None:
    LeadFactory.create(owner=cast.rita.owner, version=1)
    rita: Client = client(cast.rita)
    since = {"since": "7"}
    assert rita.get("/board/changes/", since)["HX-Trigger"] == "boardchanged"
    assert "HX-Trigger" not in rita.get("/board/changes/", {"since": "0"})
