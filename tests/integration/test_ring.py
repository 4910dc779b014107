"""The ring turns: what is in the portal is on the board, and what is decided here arrives there, once."""

from datetime import timedelta

import pytest

from leads.actions.disqualify import disqualify
from leads.domain.disqualification import UnableToDisqualify
from leads.domain.pipeline import Stage
from leads.hubspot.client import HubSpotClient
from leads.models import Decision, Lead, Owner, Person, State
from leads.queries.card import Sync, Viewer, draw_cards
from leads.sync.push import LEASE, push_due
from tests.cast import gather
from tests.conftest import Clock
from tests.mirror import OFFICE, read
from tests.portal import Portal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lead(portal: Portal, port: HubSpotClient, clock: Clock) -> Lead:
    """One of Rita's open leads out of the playbook story, in a portal that offers No Response."""
    portal.reset("playbook@2026-08-28")
    portal.add_no_response()
    read(port, clock)
    gather()
    portal.order("journal/clear")
    found = Lead.objects.filter(
        owner=Owner.objects.get(email="rita@kiss.example"), archived_at=None
    )
    return found.filter(stage=Stage.ATTEMPTING).order_by("pk")[0]


@pytest.fixture
def rita(lead: Lead) -> Person:
    return Person.objects.get(username="rita")


def press_no_response(lead: Lead, rita: Person, clock: Clock) -> Decision:
    return disqualify(
        lead.pk, reason="NO_RESPONSE", seen=Stage.ATTEMPTING, actor=rita, key="form-1", now=clock(),
        office=OFFICE,
    )  # fmt: skip


def mark(lead: Lead, rita: Person, clock: Clock) -> tuple[Stage | None, Sync, str]:
    viewer = Viewer(rita, clock(), OFFICE)
    card = draw_cards(Lead.objects.filter(pk=lead.pk), viewer)[0]
    return card.stage, card.sync.state, card.sync.words


def test_one_press_is_one_patch_with_stage_and_reason(
    lead: Lead, rita: Person, portal: Portal, port: HubSpotClient, clock: Clock
) -> None:
    press_no_response(lead, rita, clock)
    assert mark(lead, rita, clock)[:2] == (Stage.DISQUALIFIED, Sync.SAVING)
    assert push_due(port, clock).sent == 1
    (patch,) = portal.patches(lead.hubspot_id or "")
    assert patch["body"]["properties"] == {
        "hs_pipeline_stage": "unqualified-stage-id",
        "hs_lead_disqualification_reason": "NO_RESPONSE",
    }
    assert mark(lead, rita, clock) == (Stage.DISQUALIFIED, Sync.SAVED, "")


def test_a_form_posted_twice_is_one_decision(
    lead: Lead, rita: Person, portal: Portal, port: HubSpotClient, clock: Clock
) -> None:
    assert press_no_response(lead, rita, clock) == press_no_response(lead, rita, clock)
    push_due(port, clock)
    push_due(port, clock)
    assert len(portal.patches(lead.hubspot_id or "")) == 1
    assert Decision.objects.count() == 1


def test_while_the_portal_is_down_the_card_waits_and_the_patch_arrives_after_once(
    lead: Lead, rita: Person, portal: Portal, port: HubSpotClient, clock: Clock
) -> None:
    press_no_response(lead, rita, clock)
    with portal.down():
        push_due(port, clock)
        assert mark(lead, rita, clock) == (Stage.DISQUALIFIED, Sync.WAITING, "waiting for HubSpot")
    clock.on(minutes=6)
    push_due(port, clock)
    push_due(port, clock)
    assert len([one for one in portal.patches(lead.hubspot_id or "") if one["applied"]]) == 1
    assert mark(lead, rita, clock)[1] == Sync.SAVED


def test_a_reply_lost_after_the_write_does_not_write_twice(
    lead: Lead, rita: Person, portal: Portal, port: HubSpotClient, clock: Clock
) -> None:
    portal.fault("drop_after", "PATCH", "/leads/")
    press_no_response(lead, rita, clock)
    push_due(port, clock)
    assert mark(lead, rita, clock)[1] == Sync.WAITING
    clock.on(minutes=6)
    push_due(port, clock)
    assert [one["applied"] for one in portal.patches(lead.hubspot_id or "")] == [True]
    assert mark(lead, rita, clock) == (Stage.DISQUALIFIED, Sync.SAVED, "")


def test_a_refusal_returns_the_card_with_hubspots_reason(
    lead: Lead, rita: Person, portal: Portal, port: HubSpotClient, clock: Clock
) -> None:
    body = {
        "status": "error",
        "message": "A reason is demanded by your admin.",
        "category": "VALIDATION_ERROR",
    }
    portal.fault("status", "PATCH", "/leads/", status=400, body=body)
    press_no_response(lead, rita, clock)
    push_due(port, clock)
    stage, state, words = mark(lead, rita, clock)
    assert (stage, state) == (Stage.ATTEMPTING, Sync.REFUSED)
    assert "A reason is demanded by your admin." in words
    lead.refresh_from_db()
    assert (lead.reason, lead.closed_at) == ("", None)


def test_a_change_in_hubspot_meanwhile_holds_the_write(
    lead: Lead, rita: Person, portal: Portal, port: HubSpotClient, clock: Clock
) -> None:
    press_no_response(lead, rita, clock)
    portal.edit("leads", lead.hubspot_id or "", hs_pipeline_stage=Stage.CONNECTED)
    push_due(port, clock)
    assert mark(lead, rita, clock) == (
        Stage.DISQUALIFIED, Sync.CONFLICT, "Somebody moved this to Connected in HubSpot."
    )  # fmt: skip
    assert portal.patches(lead.hubspot_id or "") == []


def test_a_worker_that_died_while_sending_is_looked_after(
    lead: Lead, rita: Person, portal: Portal, port: HubSpotClient, clock: Clock
) -> None:
    write = press_no_response(lead, rita, clock).writes.get()
    write.state, write.claimed_at = State.SENDING, clock()
    write.save()
    push_due(port, clock)
    assert portal.patches(lead.hubspot_id or "") == []
    clock.on(seconds=LEASE.total_seconds() + 1)
    push_due(port, clock)
    assert len(portal.patches(lead.hubspot_id or "")) == 1
    write.refresh_from_db()
    assert write.state == State.SENT


def test_a_pull_that_was_under_way_does_not_move_the_card_back(
    lead: Lead, rita: Person, portal: Portal, port: HubSpotClient, clock: Clock
) -> None:
    press_no_response(lead, rita, clock)
    read(port, clock)
    assert mark(lead, rita, clock)[0] == Stage.DISQUALIFIED
    push_due(port, clock)
    read(port, clock)
    assert mark(lead, rita, clock) == (Stage.DISQUALIFIED, Sync.SAVED, "")


def test_without_the_option_no_response_is_refused_in_words(
    lead: Lead, rita: Person, portal: Portal, port: HubSpotClient, clock: Clock
) -> None:
    portal.reset("playbook@2026-08-28")
    read(port, clock)
    with pytest.raises(UnableToDisqualify, match="does not offer"):
        press_no_response(lead, rita, clock)
    assert Decision.objects.count() == 0


def test_a_write_that_nobody_took_for_a_day_needs_a_person(
    lead: Lead, rita: Person, portal: Portal, port: HubSpotClient, clock: Clock
) -> None:
    press_no_response(lead, rita, clock)
    with portal.down():
        push_due(port, clock)
        clock.on(seconds=timedelta(hours=25).total_seconds())
        push_due(port, clock)
    assert mark(lead, rita, clock)[:2] == (Stage.ATTEMPTING, Sync.REFUSED)
