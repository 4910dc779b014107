"""The playbook's two leads that stand wrong are put right by themselves, each with one PATCH."""

from datetime import UTC, datetime

import pytest

from leads.actions.advance import advance
from leads.domain.pipeline import Stage
from leads.models import Decision, Lead, OutboundWrite, Touch
from leads.sync.touches import pull_touches
from tests.mirror import OFFICE
from tests.portal import Portal
from tests.scenes import Scene

pytestmark = pytest.mark.django_db(transaction=True)

FRIDAY = datetime(2026, 8, 28, 15, 0, tzinfo=UTC)


@pytest.fixture
def story(scene: Scene) -> Scene:
    """The portal of 28 August, pulled whole, on that morning."""
    scene.portal.reset("playbook@2026-08-28")
    scene.portal.order("limits", burst=0, search=0)
    scene.clock.now = FRIDAY
    scene.read()
    scene.portal.order("journal/clear")
    return scene


def lead_of(last_name: str) -> Lead:
    return Lead.objects.get(contact__last_name=last_name, archived_at=None)


def turn(story: Scene) -> int:
    changed = advance(now=story.clock(), office=OFFICE)
    story.push()
    return changed


def stage_in_hubspot(portal: Portal, lead: Lead) -> object:
    return portal.object("leads", lead.hubspot_id or "")["properties"]["hs_pipeline_stage"]


def test_a_sequence_that_wrote_empties_new(story: Scene) -> None:
    imani = lead_of("Silverthorn")
    assert imani.stage == Stage.NEW
    turn(story)
    (patch,) = story.portal.patches(imani.hubspot_id or "")
    assert patch["body"]["properties"] == {"hs_pipeline_stage": Stage.ATTEMPTING.value}
    assert stage_in_hubspot(story.portal, imani) == Stage.ATTEMPTING
    assert lead_of("Silverthorn").stage == Stage.ATTEMPTING


def test_an_absence_note_alone_does_not_keep_connected(story: Scene) -> None:
    stellan = lead_of("Rosenquist")
    assert (stellan.stage, str(stellan.next_step_on)) == (Stage.CONNECTED, "2026-08-27")
    turn(story)
    (patch,) = story.portal.patches(stellan.hubspot_id or "")
    assert patch["body"]["properties"] == {"hs_pipeline_stage": Stage.ATTEMPTING.value}
    stellan = lead_of("Rosenquist")
    assert (stellan.stage, str(stellan.next_step_on)) == (Stage.ATTEMPTING, "2026-09-04")
    (task,) = story.portal.journal("PATCH", f"/tasks/{stellan.next_step_task}")
    assert task["body"]["properties"]["hs_timestamp"] == "2026-09-04T09:00:00-04:00"


def test_the_move_tells_on_what_it_rests(story: Scene) -> None:
    turn(story)
    decision = Decision.objects.get(lead=lead_of("Rosenquist"))
    assert (decision.verb, decision.actor) == (Decision.Verb.ADVANCE, None)
    assert decision.summary == (
        "Back to Attempting · Out of office: nobody has read this yet"
        " · Next step Fri 4 Sep: Second try by telephone"
    )
    touch = Touch.objects.get(pk=decision.evidence["touch"])
    assert decision.evidence["rule"] == touch.rule
    assert "out of the office until 2026-09-03" in decision.evidence["text"]


def test_everybody_else_stays_where_he_is(story: Scene) -> None:
    """But for the one mail that bounced, whose next step is put off."""
    before = dict(Lead.objects.values_list("pk", "stage"))
    assert turn(story) == 3
    after = dict(Lead.objects.values_list("pk", "stage"))
    moved = {pk for pk, stage in after.items() if stage != before[pk]}
    assert moved == {lead_of("Silverthorn").pk, lead_of("Rosenquist").pk}
    assert not Touch.objects.filter(asks=True).exists()
    bounced = Decision.objects.get(verb=Decision.Verb.NEXT_STEP)
    assert "Check the e-mail address" in bounced.summary


def test_the_next_runs_have_nothing_left_to_do(story: Scene) -> None:
    turn(story)
    story.portal.order("journal/clear")
    story.read("sweep")
    story.clock.on(minutes=5)
    story.read("pull")
    assert turn(story) == 0
    assert story.portal.journal("PATCH") == []
    assert OutboundWrite.objects.unsent().count() == 0


def calls(story: Scene, *, thorough: bool) -> list[str]:
    story.portal.order("journal/clear")
    pull_touches(story.port, story.clock(), thorough=thorough)
    return [entry["path"] for entry in story.portal.journal()]


def test_a_look_without_news_is_one_call_for_each_kind(story: Scene) -> None:
    assert calls(story, thorough=False) == [
        f"/crm/v4/associations/contacts/{kind}/batch/read"
        for kind in ("emails", "calls", "meetings")
    ]


def test_the_first_reading_of_forty_leads_takes_nine_calls(story: Scene) -> None:
    Touch.objects.all().delete()
    assert len(calls(story, thorough=True)) == 9
    assert Touch.objects.count() > 40
