"""Whatever goes wrong on the way to HubSpot, a write arrives once or waits for a person; none is lost."""

from typing import Any

import pytest

from leads.actions.move import move
from leads.actions.set_next_step import set_next_step
from leads.actions.write_note import write_note
from leads.domain.pipeline import Stage
from leads.hubspot.client import HubSpotClient
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.limiter import Unlimited
from leads.models import OutboundWrite, State, WriteAttempt
from leads.queries.card import Sync
from leads.sync.outcomes import GIVE_UP_AFTER
from leads.tasks import push as push_task
from tests.mirror import OFFICE
from tests.scenes import Scene

pytestmark = pytest.mark.django_db

DAILY = {
    "status": "error",
    "message": "You have reached your daily limit.",
    "errorType": "RATE_LIMIT",
    "policyName": "DAILY",
}
BURST = DAILY | {
    "message": "You have reached your ten_secondly_rolling limit.",
    "policyName": "TEN_SECONDLY_ROLLING",
}


@pytest.fixture
def leads(scene: Scene) -> list[str]:
    """Three leads of Rita's, each moved to Connected here, which HubSpot has yet to hear."""
    made = [scene.add_lead(f"Imani Number{n}") for n in range(3)]
    scene.read()
    for lead in made:
        move(scene.lead(lead).pk, stage=Stage.CONNECTED, seen=None, **by(scene))
    scene.portal.order("journal/clear")
    return made


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead()
    scene.read()
    scene.portal.order("journal/clear")
    return made


def by(scene: Scene) -> dict[str, Any]:
    return {"actor": scene.cast.rita, "key": None, "now": scene.clock()}


def states() -> set[str]:
    return set(OutboundWrite.objects.values_list("state", flat=True))


def stages(scene: Scene, leads: list[str]) -> set[str]:
    rows = [scene.portal.object("leads", lead)["properties"] for lead in leads]
    return {row["hs_pipeline_stage"] for row in rows}


def applied(scene: Scene, method: str, path: str) -> int:
    return sum(one["applied"] for one in scene.portal.journal(method, path))


@pytest.mark.parametrize(("body", "pause"), [(BURST, 11), (DAILY, 301), (None, 11)])
def test_a_429_fails_nothing_and_all_goes_later(
    scene: Scene, leads: list[str], body: Any, pause: int
) -> None:
    scene.portal.fault("status", path="/leads/", status=429, body=body, times=None)
    for _ in range(4):
        tally = scene.push()
    assert (tally.sent, tally.needs_person, tally.waiting) == (0, 0, 3)
    scene.portal.ask("DELETE", "/__sandbox__/faults")
    scene.later(seconds=pause)
    assert scene.push().sent == 3
    assert stages(scene, leads) == {Stage.CONNECTED}


def test_a_429_ends_the_round_at_the_first_answer(scene: Scene, leads: list[str]) -> None:
    scene.portal.fault("status", path="/leads/", status=429, body=BURST, times=None)
    scene.push()
    assert len(scene.portal.journal()) == 1


def test_retry_after_is_kept(scene: Scene, leads: list[str]) -> None:
    scene.portal.fault("status", path="/leads/", status=503, headers={"Retry-After": "60"})
    scene.push()
    first = OutboundWrite.objects.order_by("pk")[0]
    assert (first.not_before - scene.clock()).total_seconds() == 60


@pytest.mark.parametrize("method", ["GET", "PATCH"])
def test_a_rejected_key_parks_everything_and_fails_nothing(
    scene: Scene, leads: list[str], method: str
) -> None:
    scene.portal.fault("status", method, "/leads/", status=401, times=None)
    assert all(scene.push().problem for _ in leads)
    scene.push()
    assert states() == {State.WAITING}
    assert scene.card(leads[0]).stage is Stage.CONNECTED
    assert scene.card(leads[0]).sync.state is Sync.WAITING
    scene.portal.ask("DELETE", "/__sandbox__/faults")
    scene.later(minutes=6)
    assert scene.push().sent == 3


def test_a_missing_scope_parks_everything_and_fails_nothing(scene: Scene, leads: list[str]) -> None:
    scene.portal.order("tokens", token="pat-sandbox", scopes=["crm.objects.leads.read"])
    for _ in range(4):
        scene.push()
    assert states() == {State.WAITING}
    scene.portal.order("tokens", token="pat-sandbox")
    scene.later(minutes=6)
    assert scene.push().sent == 3


@pytest.mark.parametrize(
    ("action", "more"),
    [
        ("html", {"status": 502}),
        ("html", {"status": 524}),
        ("malformed", {}),
        ("drop_before", {}),
        ("drop_after", {}),
        ("reset", {}),
        ("status", {"status": 500}),
        ("status_after", {"status": 503}),
        ("status_after", {"status": 504}),
    ],
)
@pytest.mark.parametrize("method", ["GET", "PATCH"])
def test_a_patch_whose_answer_is_lost_is_applied_once(
    scene: Scene, leads: list[str], method: str, action: str, more: dict[str, Any]
) -> None:
    scene.portal.fault(action, method, f"/leads/{leads[0]}", **more)
    for _ in range(3):
        scene.push()
        scene.later(minutes=6)
    assert states() == {State.SENT}
    assert applied(scene, "PATCH", f"/leads/{leads[0]}") == 1
    assert scene.card(leads[0]).sync.state is Sync.SAVED


def test_what_a_person_reads_of_trouble_holds_no_html(scene: Scene, leads: list[str]) -> None:
    scene.portal.fault("html", "PATCH", "/leads/")
    scene.push()
    attempt = WriteAttempt.objects.filter(http_status=502).get()
    assert "<" not in attempt.message
    assert "<" not in scene.card(leads[0]).sync.words


LOSSES: list[tuple[str, dict[str, Any], int]] = [
    ("drop_before", {}, 0),
    ("drop_after", {}, 1),
    ("reset", {}, 0),
    ("malformed", {}, 1),
    ("status", {"status": 500}, 0),
    ("status_after", {"status": 500}, 1),
    ("status_after", {"status": 503}, 1),
    ("html", {"status": 502}, 0),
]


@pytest.mark.parametrize(("action", "more", "made"), LOSSES)
@pytest.mark.parametrize("kind", ["notes", "tasks"])
def test_a_create_whose_answer_is_lost_is_made_once(
    scene: Scene, lead: str, kind: str, action: str, more: dict[str, Any], made: int
) -> None:
    create(scene, lead, kind)
    scene.portal.fault(action, "POST", f"/objects/{kind}", **more)
    scene.push()
    assert scene.write().state == State.IN_DOUBT
    assert len(scene.portal.objects(kind)) == made
    assert "checking" in scene.card(lead).sync.words
    for _ in range(3):
        scene.later(seconds=31)
        scene.push()
    (record,) = scene.portal.objects(kind)
    assert (scene.write().state, scene.write().record_id) == (State.SENT, record["id"])
    assert list(record["associations"]["leads"]) == [lead]
    assert list(record["associations"]["contacts"]) == [scene.lead(lead).contact_id]


def create(scene: Scene, lead: str, kind: str) -> None:
    if kind == "notes":
        write_note(scene.lead(lead).pk, text="They want a price for 14 sites.", **by(scene))
        return
    tomorrow = (scene.clock()).date().replace(year=scene.clock().year + 1)
    set_next_step(scene.lead(lead).pk, due_on=tomorrow, subject="Visit", office=OFFICE, **by(scene))


def test_a_create_in_doubt_never_searches(scene: Scene, lead: str) -> None:
    """Search lags behind: what it does not show may exist all the same."""
    create(scene, lead, "notes")
    scene.portal.fault("drop_after", "POST", "/objects/notes")
    scene.push()
    scene.later(seconds=31)
    scene.push()
    assert scene.portal.journal(path="/search") == []


def test_somebody_elses_note_is_not_taken_for_ours(scene: Scene, lead: str) -> None:
    create(scene, lead, "notes")
    scene.add(
        "notes", {855: lead}, hs_note_body="Another note", hs_timestamp=scene.clock().isoformat()
    )
    scene.portal.fault("drop_before", "POST", "/objects/notes")
    scene.push()
    for _ in range(2):
        scene.later(seconds=31)
        scene.push()
    bodies = sorted(row["properties"]["hs_note_body"] for row in scene.portal.objects("notes"))
    assert bodies == ["Another note", "They want a price for 14 sites."]


def test_with_writes_off_nothing_is_sent(scene: Scene, leads: list[str], settings: Any) -> None:
    off = HubSpotConfig(scene.config.base_url, "pat-sandbox", writes=False)
    settings.HUBSPOT = off
    push_task()
    assert scene.portal.journal() == []
    scene.push(HubSpotClient(off, Unlimited()))
    assert scene.portal.journal("PATCH") == []
    assert states() == {State.WAITING}


def test_a_write_untaken_for_a_day_is_shown_to_a_person_and_goes_back(
    scene: Scene, leads: list[str]
) -> None:
    scene.portal.fault("status", path="/leads/", status=500, times=None)
    scene.push()
    assert states() == {State.WAITING}
    scene.later(seconds=GIVE_UP_AFTER.total_seconds())
    scene.push()
    assert states() == {State.REFUSED}
    assert scene.card(leads[0]).stage is Stage.ATTEMPTING
    assert "a day" in scene.card(leads[0]).sync.words


def test_every_try_is_on_record_without_the_key(scene: Scene, leads: list[str]) -> None:
    scene.portal.fault("status", "PATCH", "/leads/", status=500, body={"message": "pat-sandbox"})
    scene.push()
    attempts = list(WriteAttempt.objects.filter(write__record_id=leads[0]))
    assert [one.http_status for one in attempts] == [500]
    assert attempts[0].correlation_id
    assert not any("pat-sandbox" in one.message for one in attempts)


def test_a_refusal_names_the_property_in_hubspots_words(scene: Scene, leads: list[str]) -> None:
    scene.portal.order(
        "stage", kind="leads", pipeline="lead-pipeline-id", id=Stage.CONNECTED, gone=True
    )
    scene.push()
    assert states() == {State.REFUSED}
    words = scene.card(leads[0]).sync.words
    assert words
    assert "{" not in words
