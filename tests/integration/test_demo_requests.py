"""What becomes of somebody's asking for a lock: contact, note, lead and channel, each once in HubSpot."""

from datetime import timedelta

import pytest

from leads.domain.pipeline import PIPELINE_ID, Stage
from leads.models import Contact, DemoRequest, Lead, OutboundWrite
from tests.asking import ADDRESS, a_door, ask, contact_of, leads_of, notes, turn
from tests.scenes import LONG_AGO, OMAR, RITA, Scene

pytestmark = pytest.mark.django_db(transaction=True)

TAKEN, CUSTOMER, STUCK = "taken", "customer", "stuck"


def add_person(scene: Scene, email: str, **properties: str) -> str:
    made = scene.add(
        "contacts", None, firstname="Nadia", lastname="Brook", email=email, **properties
    )
    scene.read()
    return made


def add_lead_of(scene: Scene, contact: str, **properties: str) -> str:
    base = {
        "hs_lead_name": "Nadia Brook lead",
        "hs_pipeline": PIPELINE_ID,
        "hs_pipeline_stage": Stage.ATTEMPTING.value,
        "hubspot_owner_id": OMAR,
    }
    made = scene.add("leads", {578: contact}, **(base | properties))
    scene.read()
    return made


def test_an_unknown_person_becomes_a_contact_with_a_lead_and_a_note(scene: Scene) -> None:
    scene.read()
    request = ask(scene, a_door(scene), " Nadia@Brook.example ", phone="555-0142")
    turn(scene)
    contact = contact_of(scene, "nadia@brook.example")
    (lead,) = leads_of(scene, contact["id"])
    (note,) = notes(scene, contact["id"])
    today = scene.clock().date().isoformat()
    assert contact["properties"]["sent_date"] == today
    assert contact["properties"]["demo_lock_address"] == ADDRESS
    assert contact["properties"]["phone"] == "555-0142"
    assert lead["properties"]["hs_lead_name"] == "Nadia Brook lead"
    assert lead["properties"]["hs_lead_label"] == "Website"
    assert lead["properties"]["hubspot_owner_id"] in {RITA, OMAR}
    assert f"requested on {today} through Website" in note
    assert ADDRESS in note
    request.refresh_from_db()
    assert request.state == TAKEN
    assert request.lead == Lead.objects.get(hubspot_id=lead["id"])
    assert Contact.objects.get(pk=contact["id"]).asked_on == request.asked_on


def test_taking_in_again_changes_nothing(scene: Scene) -> None:
    scene.read()
    request = ask(scene, a_door(scene), "nadia@brook.example")
    turn(scene)
    DemoRequest.objects.filter(pk=request.pk).update(not_before=None)
    before = OutboundWrite.objects.count()
    turn(scene)
    assert OutboundWrite.objects.count() == before


def test_an_address_in_other_letters_is_the_same_person(scene: Scene) -> None:
    known = add_person(scene, "nadia@brook.example", hs_additional_emails="n.brook@brook.example")
    first = ask(scene, a_door(scene), "NADIA@brook.example")
    turn(scene)
    second = ask(scene, first.door, "N.Brook@Brook.example")
    turn(scene)
    for request in (first, second):
        request.refresh_from_db()
        assert request.contact_id == known
    assert len(notes(scene, known)) == 2
    assert len(leads_of(scene, known)) == 1


def test_whom_a_rep_touched_first_keeps_the_reps_channel(scene: Scene) -> None:
    contact = add_person(scene, "nadia@brook.example")
    lead = add_lead_of(scene, contact, hs_lead_label="Outbound - Rep")
    request = ask(scene, a_door(scene), "nadia@brook.example")
    turn(scene)
    request.refresh_from_db()
    assert scene.portal.object("leads", lead)["properties"]["hs_lead_label"] == "Outbound - Rep"
    assert request.outcome == "The open attempt keeps its channel, Outbound · Rep."
    assert len(leads_of(scene, contact)) == 1
    assert len(notes(scene, contact)) == 1


def test_an_open_lead_without_a_channel_gets_the_doors(scene: Scene) -> None:
    contact = add_person(scene, "nadia@brook.example")
    lead = add_lead_of(scene, contact)
    ask(scene, a_door(scene, "August e-mail", "Marketing"), "nadia@brook.example")
    turn(scene)
    assert scene.portal.object("leads", lead)["properties"]["hs_lead_label"] == "Marketing"
    assert scene.lead(lead).channel == "Marketing"


def test_a_lead_raised_in_hubspot_a_moment_ago_is_seen(scene: Scene) -> None:
    contact = add_person(scene, "nadia@brook.example")
    scene.portal.order("limits", burst=0, search=0)
    fresh = scene.add(
        "leads", {578: contact}, hs_lead_name="Nadia Brook lead", hs_pipeline=PIPELINE_ID,
        hs_pipeline_stage=Stage.NEW.value, hubspot_owner_id=OMAR, hs_lead_label="Referral",
    )  # fmt: skip
    ask(scene, a_door(scene), "nadia@brook.example")
    turn(scene)
    assert [lead["id"] for lead in leads_of(scene, contact)] == [fresh]


def test_asked_twice_keeps_the_later_day_and_both_notes(scene: Scene) -> None:
    scene.read()
    door = a_door(scene)
    today = scene.clock().date()
    ask(scene, door, "nadia@brook.example", address="1 New Street, Dayton, OH 45402")
    turn(scene)
    ask(scene, door, "nadia@brook.example", on=today - timedelta(days=3), address="9 Old Road")
    turn(scene)
    contact = contact_of(scene, "nadia@brook.example")
    assert contact["properties"]["sent_date"] == today.isoformat()
    assert contact["properties"]["demo_lock_address"] == "1 New Street, Dayton, OH 45402"
    assert len(notes(scene, contact["id"])) == 2


def test_two_requests_of_one_unknown_person_make_one_contact_and_one_lead(scene: Scene) -> None:
    scene.read()
    door = a_door(scene)
    ask(scene, door, "nadia@brook.example")
    ask(scene, door, "Nadia@Brook.example", address="2 Other Way, Dayton, OH 45402")
    turn(scene)
    contact = contact_of(scene, "nadia@brook.example")
    assert len(leads_of(scene, contact["id"])) == 1
    assert len(notes(scene, contact["id"])) == 2


def customer(scene: Scene) -> str:
    company = scene.add("companies", name="Brook Storage")
    contact = scene.add("contacts", {279: company}, firstname="Nadia", email="nadia@brook.example")
    scene.read()
    # HubSpot's calculation moves no modified date: only a fresh read of the company tells.
    scene.portal.order(
        "edit", kind="companies", id=company, properties={"locks_purchased": "12"}, touch=False
    )
    return contact


def test_a_customer_gets_no_lead_and_waits_for_a_person(scene: Scene) -> None:
    contact = customer(scene)
    request = ask(scene, a_door(scene), "nadia@brook.example")
    turn(scene)
    request.refresh_from_db()
    assert request.state == CUSTOMER
    assert leads_of(scene, contact) == []
    assert len(notes(scene, contact)) == 1
    assert scene.portal.object("contacts", contact)["properties"]["sent_date"]


def test_a_running_deal_is_a_conversation(scene: Scene) -> None:
    contact = add_person(scene, "nadia@brook.example")
    scene.add("deals", {3: contact}, dealname="Brook", pipeline="930425200", dealstage="1428879448")
    request = ask(scene, a_door(scene), "nadia@brook.example")
    turn(scene)
    request.refresh_from_db()
    assert leads_of(scene, contact) == []
    assert "deal is under way" in request.outcome


def test_a_calculator_capture_is_no_request_for_a_lock(scene: Scene) -> None:
    scene.read()
    ask(scene, a_door(scene), "nadia@brook.example", kind="calculator", details={"Units": "240"})
    turn(scene)
    contact = contact_of(scene, "nadia@brook.example")
    assert not contact["properties"].get("sent_date")
    assert not contact["properties"].get("demo_lock_address")
    (note,) = notes(scene, contact["id"])
    assert "Calculator used" in note
    assert "Units: 240" in note


def test_a_closed_attempt_gives_way_to_a_new_one(scene: Scene) -> None:
    contact = add_person(scene, "nadia@brook.example")
    closed = {
        "hs_pipeline_stage": Stage.DISQUALIFIED.value,
        "hs_lead_disqualification_reason": "NO_INTEREST",
        "hs_v2_date_entered_current_stage": LONG_AGO,
    }
    add_lead_of(scene, contact, **closed)
    ask(scene, a_door(scene), "nadia@brook.example")
    turn(scene)
    assert len(leads_of(scene, contact)) == 2


def test_new_leads_go_to_the_reps_in_turn(scene: Scene) -> None:
    scene.read()
    door = a_door(scene, owner_rule="in_turn")
    for number in range(4):
        ask(scene, door, f"person{number}@brook.example", last_name=f"Brook{number}")
    turn(scene)
    owners = list(Lead.objects.order_by("pk").values_list("owner_id", flat=True))
    assert sorted(owners[:2]) == sorted({RITA, OMAR})
    assert owners[:2] == owners[2:]


def test_a_contacts_owner_keeps_them_and_a_reps_own_door_goes_first(scene: Scene) -> None:
    add_person(scene, "nadia@brook.example", hubspot_owner_id=OMAR)
    add_person(scene, "other@brook.example", hubspot_owner_id=OMAR)
    ask(scene, a_door(scene), "nadia@brook.example")
    ask(scene, a_door(scene, "Rita's link", "Outbound - Rep", owner_id=RITA), "other@brook.example")
    turn(scene)
    owners = dict(Lead.objects.values_list("channel", "owner_id"))
    assert owners == {"Website": OMAR, "Outbound - Rep": RITA}


def test_a_portal_that_is_away_costs_time_and_no_request(scene: Scene) -> None:
    scene.read()
    request = ask(scene, a_door(scene), "nadia@brook.example")
    with scene.portal.down():
        turn(scene, 1)
    request.refresh_from_db()
    assert request.state == "received"
    assert request.not_before is not None
    scene.later(minutes=1)
    turn(scene)
    request.refresh_from_db()
    assert request.state == TAKEN


@pytest.mark.parametrize("action", ["drop_after", "status_after", "drop_before"])
def test_a_contact_whose_making_went_unheard_is_made_once(scene: Scene, action: str) -> None:
    scene.read()
    request = ask(scene, a_door(scene), "nadia@brook.example")
    scene.portal.fault(action, "POST", "/crm/v3/objects/contacts$")
    turn(scene)
    scene.later(minutes=1)
    turn(scene)
    request.refresh_from_db()
    contact = contact_of(scene, "nadia@brook.example")
    assert request.contact_id == contact["id"]
    assert request.state == TAKEN
    assert len(leads_of(scene, contact["id"])) == 1


def test_a_contact_that_somebody_made_meanwhile_is_adopted(scene: Scene) -> None:
    from leads.sync.requests import find_contacts

    scene.read()
    request = ask(scene, a_door(scene), "nadia@brook.example")
    find_contacts(scene.port, scene.clock)
    made = scene.add("contacts", firstname="N.", email="nadia@brook.example")
    turn(scene)
    request.refresh_from_db()
    assert request.contact_id == made
    assert request.state == TAKEN


def test_what_hubspot_refuses_waits_for_a_person_in_words(scene: Scene) -> None:
    scene.read()
    request = ask(scene, a_door(scene), "not an address")
    turn(scene)
    request.refresh_from_db()
    assert request.state == STUCK
    assert "not an address" in request.outcome or "email" in request.outcome.lower()


def test_a_pull_does_not_take_back_what_hubspot_has_not_heard(scene: Scene) -> None:
    contact = add_person(scene, "nadia@brook.example", sent_date="2025-01-02")
    ask(scene, a_door(scene), "nadia@brook.example")
    from leads.actions.request_demo_lock import take_in_due
    from leads.sync.requests import find_contacts

    find_contacts(scene.port, scene.clock)
    take_in_due(now=scene.clock())
    scene.portal.edit("contacts", contact, phone="555-0199")
    scene.later(minutes=1)
    scene.read()
    shown = Contact.objects.get(pk=contact)
    assert shown.asked_on == scene.clock().date()
    assert shown.phone == "555-0199"
