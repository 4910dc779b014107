"""Raising a lead: made in HubSpot with its contact inline, once, also when the answer was lost."""

import pytest

from leads.actions.raise_lead import raise_lead
from leads.actions.settle import give_up
from leads.domain.intake import UnableToRaise
from leads.domain.pipeline import Stage
from leads.hubspot.client import HubSpotClient
from leads.models import Contact, Lead, State
from leads.queries.card import Viewer
from leads.queries.raising import find_contacts, raising
from leads.sync.push import push_due
from tests.cast import Cast
from tests.conftest import Clock
from tests.factories import CompanyFactory, ContactFactory, LeadFactory
from tests.mirror import OFFICE, read
from tests.portal import Portal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def contact(portal: Portal, port: HubSpotClient, clock: Clock, cast: Cast) -> Contact:
    properties = {"firstname": "Ana", "lastname": "Ruiz", "email": "ana@cedar.example"}
    portal.order("create", kind="contacts", properties=properties)
    read(port, clock)
    portal.order("journal/clear")
    return Contact.objects.get()


def press(contact: Contact | None, cast: Cast, clock: Clock, **more: str) -> Lead:
    assert contact is not None
    asked = {"owner_id": "71000001", "channel": "Referral", "key": "form-1"} | more
    return raise_lead(contact.pk, actor=cast.rita, now=clock(), **asked).on_lead


def test_the_lead_stands_in_the_portal_with_its_contact_owner_channel_and_name(
    contact: Contact, cast: Cast, clock: Clock, portal: Portal, port: HubSpotClient
) -> None:
    lead = press(contact, cast, clock)
    assert (lead.stage, lead.hubspot_id) == (Stage.NEW, None)
    push_due(port, clock)
    lead.refresh_from_db()
    (made,) = portal.objects("leads")
    assert made["id"] == lead.hubspot_id
    assert {
        "hs_lead_name": "Ana Ruiz lead",
        "hs_lead_label": "Referral",
        "hs_lead_type": "NEW_BUSINESS",
        "hubspot_owner_id": "71000001",
        "hs_pipeline_stage": "new-stage-id",
    }.items() <= made["properties"].items()
    (edge,) = port.edges("leads", [made["id"]], "contacts")[made["id"]]
    assert (edge.to_id, 578 in edge.type_ids) == (contact.pk, True)


def test_a_form_posted_twice_raises_one_lead(contact: Contact, cast: Cast, clock: Clock) -> None:
    assert press(contact, cast, clock) == press(contact, cast, clock)
    assert Lead.objects.count() == 1


def test_a_lost_answer_makes_no_second_lead_even_when_a_pull_was_quicker(
    contact: Contact, cast: Cast, clock: Clock, portal: Portal, port: HubSpotClient
) -> None:
    portal.fault("drop_after", "POST", "/objects/leads$")
    lead = press(contact, cast, clock)
    push_due(port, clock)
    assert lead.writes.get().state == State.IN_DOUBT
    read(port, clock)
    assert Lead.objects.count() == 2
    clock.on(minutes=1)
    push_due(port, clock)
    assert len(portal.objects("leads")) == 1
    assert Lead.objects.get().pk == lead.pk
    assert lead.writes.get().state == State.SENT


def test_a_lost_answer_that_made_nothing_is_sent_again(
    contact: Contact, cast: Cast, clock: Clock, portal: Portal, port: HubSpotClient
) -> None:
    portal.fault("drop_before", "POST", "/objects/leads$")
    press(contact, cast, clock)
    push_due(port, clock)
    assert portal.objects("leads") == []
    clock.on(minutes=1)
    push_due(port, clock)
    clock.on(minutes=1)
    push_due(port, clock)
    assert len(portal.objects("leads")) == 1


def test_a_lead_that_hubspot_refuses_says_so_and_can_be_given_up(
    contact: Contact, cast: Cast, clock: Clock, portal: Portal, port: HubSpotClient
) -> None:
    body = {"status": "error", "message": "No seat for this owner.", "category": "VALIDATION_ERROR"}
    portal.fault("status", "POST", "/objects/leads$", status=400, body=body)
    lead = press(contact, cast, clock)
    push_due(port, clock)
    lead.refresh_from_db()
    write = lead.writes.get()
    assert (write.state, lead.name) == (State.REFUSED, "Ana Ruiz lead")
    assert "No seat" in write.stuck_because
    give_up(write.pk, actor=cast.rita, now=clock())
    lead.refresh_from_db()
    assert lead.gone_at is not None


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"owner_id": ""}, "Choose an owner"),
        ({"channel": ""}, "Choose a channel"),
        ({"channel": "Marketing"}, "set by the system"),
        ({"type": "HOT"}, "New business or Existing"),
    ],
)
def test_owner_channel_and_type_are_demanded_in_words(
    contact: Contact, cast: Cast, clock: Clock, more: dict[str, str], words: str
) -> None:
    with pytest.raises(UnableToRaise, match=words):
        press(contact, cast, clock, **more)
    assert Lead.objects.count() == 0


def test_an_open_lead_of_another_rep_stops_it_and_is_shown(cast: Cast, clock: Clock) -> None:
    theirs = LeadFactory.create(owner=cast.omar.owner)
    with pytest.raises(UnableToRaise, match="open lead"):
        press(theirs.contact, cast, clock)
    form = raising(theirs.contact_id or "", Viewer(cast.rita, clock(), OFFICE))
    assert form is not None
    assert form.is_stopped
    assert form.warnings[0].leads[0].owner_name == "Omar Haddad"


def test_a_closed_lead_is_no_hindrance(cast: Cast, clock: Clock) -> None:
    closed = LeadFactory.create(stage=Stage.DISQUALIFIED, reason="NO_INTEREST")
    assert press(closed.contact, cast, clock).contact_id == closed.contact_id


def test_a_customer_is_existing_business(cast: Cast, clock: Clock) -> None:
    contact = ContactFactory.create(company=CompanyFactory.create(locks_purchased=12))
    with pytest.raises(UnableToRaise, match="customer already"):
        press(contact, cast, clock, type="NEW_BUSINESS")
    assert press(contact, cast, clock).type == "UPSELL"


@pytest.mark.parametrize(
    "text", ["jose nandu", "JOSÉ", "0199", "+1 (555) 010-0199", "cedar", "jose@"]
)
def test_contacts_are_found_by_name_without_accents_by_number_and_by_company(
    db: None, text: str
) -> None:
    ContactFactory.create(
        first_name="José", last_name="Ñandú", folded="jose nandu jose@cedar.example 15550100199 "
    )
    ContactFactory.create(first_name="Other", folded="other", company=None)
    assert [found.name for found in find_contacts(text)] == ["José Ñandú"]
