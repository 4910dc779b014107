"""One lead whole: what its page knows, and which forms it offers to whom."""

from datetime import timedelta
from typing import Any

import pytest

from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage
from leads.models import Decision, Lead, Portal, PortalProperty, State
from leads.queries.card import Sync, Viewer, draw_cards
from leads.queries.lead import LeadPage, lead_page
from tests.cast import Cast
from tests.factories import (
    NOW,
    CompanyFactory,
    ContactFactory,
    DecisionFactory,
    LeadFactory,
    OwnerFactory,
    WriteFactory,
)
from tests.mirror import OFFICE

pytestmark = pytest.mark.django_db


def made(**fields: Any) -> Lead:
    lead: Lead = LeadFactory.create(**fields)
    return lead


def page(lead: Lead, who: Any) -> LeadPage:
    found = lead_page(lead.pk, Viewer(who, NOW, OFFICE))
    assert found
    return found


def test_a_lead_that_is_gone_has_no_page(cast: Cast) -> None:
    lead = made(gone_at=NOW)
    assert lead_page(lead.pk, Viewer(cast.ada, NOW, OFFICE)) is None


def test_the_companys_facts_come_from_the_company_and_the_contact(cast: Cast) -> None:
    company = CompanyFactory.create(
        name="Summit", facility_management_software="SiteLink", current_lock_system="Padlocks",
        locks_purchased=40,
    )  # fmt: skip
    contact = ContactFactory.create(company=company, number_of_facilities=14)
    facts = dict(page(made(contact=contact), cast.rita).company_facts)
    assert facts == {
        "Name": "Summit", "Facilities": "14", "Software": "SiteLink", "Locks today": "Padlocks",
        "Bought from us": "40 locks",
    }  # fmt: skip


def test_earlier_attempts_are_told_with_their_outcome(cast: Cast) -> None:
    contact = ContactFactory.create()
    made(contact=contact, created_at=NOW - timedelta(days=300), stage=Stage.CONNECTED.value,
         archived_at=NOW)  # fmt: skip
    made(contact=contact, created_at=NOW - timedelta(days=90), stage=Stage.DISQUALIFIED.value,
         reason="BAD_TIMING")  # fmt: skip
    lead = made(contact=contact)
    found = page(lead, cast.rita)
    assert [attempt.words for attempt in found.earlier] == [
        "Disqualified · Bad timing",
        "Archived in Connected, no outcome",
    ]
    assert (found.card.attempt, len(found.card.earlier)) == (3, 2)


def test_an_attempt_does_not_count_those_that_came_after_it(cast: Cast) -> None:
    contact = ContactFactory.create()
    first = made(contact=contact, created_at=NOW - timedelta(days=90))
    made(contact=contact)
    assert page(first, cast.rita).card.attempt == 1


def test_reasons_stand_in_our_order_and_say_what_the_portal_lacks(cast: Cast) -> None:
    options = [[reason.value, reason.label, False] for reason in list(Reason)[1:]]
    PortalProperty.objects.create(
        object_type="leads", name="hs_lead_disqualification_reason", options=options
    )
    offered = page(made(), cast.rita).reasons
    assert [choice.reason for choice in offered] == list(Reason)
    assert [bool(choice.why_not) for choice in offered] == [True] + [False] * 8


def test_owners_offered_are_those_who_are_here(cast: Cast) -> None:
    OwnerFactory.create(first_name="Gone", left_at=NOW)
    names = [owner.first_name for owner in page(made(), cast.rita).owners]
    assert names == ["Ada", "Mona", "Omar", "Rita"]


@pytest.mark.parametrize(
    ("who", "owner", "may"),
    [("rita", "rita", True), ("rita", "", True), ("rita", "omar", False), ("mona", "omar", True)],
)
def test_the_page_knows_who_may_change_it(cast: Cast, who: str, owner: str, may: bool) -> None:
    lead = made(owner=getattr(cast, owner).owner if owner else None, channel="")
    found = page(lead, getattr(cast, who))
    assert found.may_change is may
    assert bool(found.channels) is may


def test_a_channel_that_is_set_is_offered_to_admins_only(cast: Cast) -> None:
    lead = made(owner=cast.rita.owner, channel="Paid")
    assert page(lead, cast.rita).channels == ()
    assert len(page(lead, cast.ada).channels) == 7


def test_a_conflict_is_shown_field_by_field_in_words(cast: Cast) -> None:
    lead = made()
    WriteFactory.create(
        lead=lead, state=State.HELD, stuck_because="Somebody changed this.",
        properties={"hs_pipeline_stage": Stage.DISQUALIFIED, "hubspot_owner_id": cast.omar.owner_id},
        base={"hs_pipeline_stage": Stage.ATTEMPTING, "hubspot_owner_id": cast.rita.owner_id},
        theirs={"hs_pipeline_stage": Stage.CONNECTED, "hubspot_owner_id": ""},
    )  # fmt: skip
    (clash,) = page(lead, cast.rita).clashes
    assert clash.is_conflict
    assert clash.fields == (
        ("Stage", "Attempting", "Disqualified", "Connected"),
        ("Owner", "Rita Solano", "Omar Haddad", "empty"),
    )


def test_undo_is_offered_for_what_can_be_undone_now(cast: Cast) -> None:
    lead = made(stage=Stage.CONNECTED.value)
    decided = DecisionFactory.create(
        lead=lead, actor=cast.rita, before={"hs_pipeline_stage": Stage.ATTEMPTING},
        after={"hs_pipeline_stage": Stage.CONNECTED},
    )  # fmt: skip
    assert page(lead, cast.rita).undo == decided
    DecisionFactory.create(lead=lead, verb=Decision.Verb.UNDO, undoes=decided)
    assert page(lead, cast.rita).undo is None


def test_no_undo_is_offered_of_an_old_closing_or_to_another(cast: Cast) -> None:
    lead = made(stage=Stage.DISQUALIFIED.value, reason="NO_INTEREST")
    decided = DecisionFactory.create(
        lead=lead, actor=cast.rita, verb=Decision.Verb.DISQUALIFY,
        before={"hs_pipeline_stage": Stage.ATTEMPTING, "hs_lead_disqualification_reason": ""},
        after={"hs_pipeline_stage": Stage.DISQUALIFIED, "hs_lead_disqualification_reason": "NO_INTEREST"},
    )  # fmt: skip
    assert page(lead, cast.rita).undo == decided
    assert page(lead, cast.mona).undo is None
    Decision.objects.update(decided_at=NOW - timedelta(minutes=16))
    assert page(lead, cast.rita).undo is None


def test_no_undo_is_offered_over_a_later_change(cast: Cast) -> None:
    lead = made(stage=Stage.NEW.value)
    DecisionFactory.create(
        lead=lead, actor=cast.rita, before={"hs_pipeline_stage": Stage.ATTEMPTING},
        after={"hs_pipeline_stage": Stage.CONNECTED},
    )  # fmt: skip
    assert page(lead, cast.rita).undo is None


def test_no_undo_is_offered_of_a_note(cast: Cast) -> None:
    lead = made()
    DecisionFactory.create(lead=lead, actor=cast.rita, verb=Decision.Verb.NOTE, after={}, before={})
    assert page(lead, cast.rita).undo is None


def test_an_archived_lead_is_there_to_be_read_only(cast: Cast) -> None:
    found = page(made(archived_at=NOW, owner=cast.rita.owner), cast.rita)
    assert (found.is_open, found.may_change) == (False, False)


@pytest.mark.parametrize(
    ("domain", "url"),
    [
        ("app.hubspot.com", "https://app.hubspot.com/contacts/49584170/record/0-136/777"),
        ("127.0.0.1:8001", "http://127.0.0.1:8001/contacts/49584170/record/0-136/777"),
        ("", ""),
    ],
)
def test_the_link_to_hubspot_leads_to_the_record(cast: Cast, domain: str, url: str) -> None:
    Portal.objects.create(portal_id="49584170", ui_domain=domain)
    assert page(made(hubspot_id="777"), cast.rita).hubspot_url == url


@pytest.mark.parametrize(
    ("state", "because", "minutes", "mark"),
    [
        (State.WAITING, "", 0, Sync.SAVING),
        (State.SENDING, "", 0, Sync.SAVING),
        (State.WAITING, "", 5, Sync.WAITING),
        (State.WAITING, "waiting for HubSpot", 0, Sync.WAITING),
        (State.IN_DOUBT, "checking", 0, Sync.WAITING),
        (State.HELD, "changed", 0, Sync.CONFLICT),
        (State.REFUSED, "no", 0, Sync.REFUSED),
        (State.SENT, "", 0, Sync.SAVED),
        (State.DISCARDED, "", 0, Sync.SAVED),
    ],
)
def test_each_state_of_a_write_has_its_mark(
    cast: Cast, state: State, because: str, minutes: int, mark: Sync
) -> None:
    lead = made()
    WriteFactory.create(lead=lead, state=state, stuck_because=because)
    viewer = Viewer(cast.rita, NOW + timedelta(minutes=minutes), OFFICE)
    (card,) = draw_cards(Lead.objects.all(), viewer)
    assert card.sync.state is mark


def test_the_worst_mark_of_several_is_shown(cast: Cast) -> None:
    lead = made()
    for state in (State.WAITING, State.HELD, State.REFUSED):
        WriteFactory.create(lead=lead, state=state)
    (card,) = draw_cards(Lead.objects.all(), Viewer(cast.rita, NOW, OFFICE))
    assert card.sync.state is Sync.CONFLICT
