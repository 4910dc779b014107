"""Second posts, second tabs and second thoughts: nothing is lost, doubled, or said that is not so."""

from datetime import date, timedelta

import pytest
from django.test import Client

from leads.actions.decide import SomebodyWasFirst
from leads.actions.disqualify import disqualify
from leads.actions.set_next_step import set_next_step, task_side
from leads.actions.settle import give_up, send_again
from leads.actions.undo import undo
from leads.domain.pipeline import Stage
from leads.models import Decision, Lead, State
from tests.mirror import OFFICE
from tests.scenes import DANA, Scene

pytestmark = pytest.mark.django_db(transaction=True)


def close(scene: Scene, lead: Lead, key: str | None = None) -> Decision:
    return disqualify(
        lead.pk, reason="NO_INTEREST", seen=None, actor=scene.cast.rita, key=key, now=scene.clock(),
        office=OFFICE,
    )  # fmt: skip


def step(scene: Scene, lead: Lead, words: str, days: int = 3) -> Decision:
    return set_next_step(
        lead.pk, due_on=scene.clock().date() + timedelta(days=days), subject=words,
        actor=scene.cast.rita, key=None, now=scene.clock(), office=OFFICE,
    )  # fmt: skip


def take_back(scene: Scene, lead: Lead) -> Decision:
    return undo(lead.pk, actor=scene.cast.rita, key=None, now=scene.clock())


def opened(scene: Scene, **more: str) -> Lead:
    id = scene.add_lead(**more)
    scene.read()
    return scene.lead(id)


@pytest.mark.parametrize(
    "fault", [{"action": "drop_after"}, {"action": "status_after", "status": 502}]
)
def test_undoing_what_may_have_arrived_writes_the_old_values_back(
    scene: Scene, fault: dict[str, object]
) -> None:
    lead = opened(scene)
    scene.portal.fault(fault.pop("action"), "PATCH", "/leads/", **fault)  # type: ignore[arg-type]
    close(scene, lead)
    scene.push()
    undone = take_back(scene, lead)
    assert "never_sent" not in undone.evidence
    scene.later(minutes=6)
    scene.push()
    there = scene.portal.object("leads", lead.hubspot_id or "")["properties"]
    assert there["hs_pipeline_stage"] == Stage.ATTEMPTING
    assert not there["hs_lead_disqualification_reason"]
    scene.read()
    assert scene.lead(lead.hubspot_id or "").stage == Stage.ATTEMPTING


def test_a_form_that_was_used_and_undone_does_not_pretend(scene: Scene) -> None:
    lead = opened(scene)
    close(scene, lead, key="drawn-once")
    take_back(scene, lead)
    with pytest.raises(SomebodyWasFirst, match="undone"):
        close(scene, lead, key="drawn-once")


def test_other_words_or_another_lead_under_one_key_are_another_choice(scene: Scene) -> None:
    one, other = opened(scene), opened(scene, name="Kofi Marchetti")
    client = Client()
    client.force_login(scene.cast.rita)
    posts = [(one, "first"), (one, "first"), (one, "second"), (other, "first")]
    for lead, text in posts:
        answer = client.post(f"/leads/{lead.pk}/note/", {"text": text, "key": "k" * 16})
        assert answer.status_code == 303
    assert Decision.objects.filter(verb="note").count() == 3


def test_a_refused_step_leaves_the_card_as_hubspot_has_it(scene: Scene) -> None:
    id = scene.add_lead()
    scene.add_task(id, "Look up who decides", "2026-12-01T14:00:00Z")
    scene.read()
    lead = scene.lead(id)
    body = {"status": "error", "message": "no such time", "category": "VALIDATION_ERROR"}
    scene.portal.fault("status", "PATCH", "/tasks/", status=400, body=body)
    write = step(scene, lead, "Refused").writes.get()
    assert scene.lead(id).next_step == "Refused"
    scene.push()
    lead.refresh_from_db()
    assert (lead.next_step, lead.next_step_on) == ("Look up who decides", date(2026, 12, 1))
    send_again(write.pk, actor=scene.cast.rita, now=scene.clock())
    assert scene.lead(id).next_step == "Refused"
    scene.push()
    assert scene.portal.objects("tasks")[0]["properties"]["hs_task_subject"] == "Refused"


def test_a_refused_task_takes_along_what_waited_for_it(scene: Scene) -> None:
    lead = opened(scene)
    body = {"status": "error", "message": "no", "category": "VALIDATION_ERROR"}
    scene.portal.fault("status", "POST", "/objects/tasks$", status=400, body=body)
    first = step(scene, lead, "First words").writes.get()
    second = step(scene, lead, "Later words").writes.get()
    scene.push()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == (State.REFUSED, State.DISCARDED)
    assert first.properties["hs_task_subject"] == "Later words"
    lead.refresh_from_db()
    assert (lead.next_step, lead.next_step_on) == ("", None)
    give_up(first.pk, actor=scene.cast.rita, now=scene.clock())
    assert not lead.writes.unsent().exists()


def test_a_step_of_a_lead_whose_owner_left_names_no_owner(scene: Scene) -> None:
    lead = opened(scene, owner=DANA)
    loaded = Lead.objects.select_related("owner").get(pk=lead.pk)
    assert loaded.owner is not None
    assert "hubspot_owner_id" not in task_side(loaded, {}).properties


def test_a_second_tab_that_saw_no_step_makes_no_second_task(scene: Scene) -> None:
    lead = opened(scene)
    stale = Lead.objects.select_related("owner").get(pk=lead.pk)
    step(scene, lead, "From the first tab")
    side = task_side(Lead.objects.get(pk=stale.pk), {"hs_task_subject": "From the second"})
    assert side.after is not None


def test_closing_takes_the_words_of_an_older_closing_away(scene: Scene) -> None:
    lead = opened(scene, hs_lead_disqualification_note="Call back on 2026-01-01.")
    close(scene, lead)
    scene.push()
    there = scene.portal.object("leads", lead.hubspot_id or "")["properties"]
    assert not there["hs_lead_disqualification_note"]
    take_back(scene, lead)
    scene.push()
    there = scene.portal.object("leads", lead.hubspot_id or "")["properties"]
    assert there["hs_lead_disqualification_note"] == "Call back on 2026-01-01."


def test_a_stale_tab_is_told_and_overwrites_neither_owner_nor_step(scene: Scene) -> None:
    lead = opened(scene)
    client = Client()
    client.force_login(scene.cast.mona)
    page = client.get(f"/leads/{lead.pk}/").content.decode()
    assert 'name="owner_seen" value="71000001"' in page
    assert 'name="due_seen" value="none"' in page
    assign = f"/leads/{lead.pk}/assign/"
    owner = {"owner": scene.cast.omar.owner_id, "owner_seen": "71000001"}
    assert client.post(assign, owner).status_code == 303
    late = client.post(assign, {"owner": scene.cast.mona.owner_id, "owner_seen": "71000001"})
    assert (late.status_code, "belongs to Omar Haddad now" in late.content.decode()) == (409, True)
    path, day = f"/leads/{lead.pk}/next-step/", str(scene.clock().date() + timedelta(days=9))
    first = client.post(path, {"due_on": day, "subject": "One", "due_seen": "none"})
    second = client.post(path, {"due_on": day, "subject": "Two", "due_seen": "none"})
    assert (first.status_code, second.status_code) == (303, 409)
    lead.refresh_from_db()
    assert (lead.next_step, lead.owner_id) == ("One", scene.cast.omar.owner_id)
