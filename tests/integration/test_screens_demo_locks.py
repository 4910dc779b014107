"""The demo-lock queue as people use it: groups, presses, refusals, rights."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from leads.models import Contact, Decision, DemoRequest, OutboundWrite, Person, Shipment
from leads.sync.push import push_due
from tests.asking import a_door, ask, contact_of, leads_of, notes, turn
from tests.mirror import read
from tests.scenes import OMAR, Scene
from tests.shipping import Dock

pytestmark = pytest.mark.django_db(transaction=True)

GOOD = "88 Wharf Road, New London, CT 06320"
BOX = "PO Box 418, Dayton, OH 45402"


def open_as(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def rows(client: Client, group: str = "asked", **filters: str) -> list[Any]:
    reply = client.get("/demo-locks/", {"group": group, **filters})
    assert reply.status_code == 200
    return list(reply.context["queue"].rows)


def names(client: Client, group: str = "asked", **filters: str) -> list[str]:
    return [row.name for row in rows(client, group, **filters)]


def press(client: Client, key: str, action: str, **said: str) -> Any:
    return client.post(
        f"/demo-locks/{key}/press/", {"action": action, "key": f"form-{action}", **said}
    )


def push(scene: Scene) -> None:
    """By the wall's clock, as the presses of a page are."""
    push_due(scene.port, timezone.now)


@pytest.fixture
def rita(dock: Dock) -> Client:
    return open_as(dock.scene.cast.rita)


def test_the_story_puts_each_person_where_they_belong(scene: Scene) -> None:
    scene.portal.reset("playbook@2026-08-28")
    scene.portal.order("limits", burst=0, search=0)
    read(scene.port, scene.clock)
    mona = open_as(scene.cast.mona)
    blocked = {row.address: row.trouble for row in rows(mona, "blocked")}
    assert blocked == {
        "118 Storage Road": "Missing: city, state, ZIP code.",
        BOX: "It is a post office box: couriers cannot deliver there.",
    }
    (customer,) = rows(mona, "customer")
    assert customer.lead is None
    counts = mona.get("/demo-locks/").context["queue"].counts
    assert counts["shipped"] == 237
    assert sum(counts.values()) == 250


def test_one_press_ships_and_the_row_says_so(dock: Dock, rita: Client) -> None:
    contact = dock.asking(demo_lock_address=GOOD)
    (row,) = rows(rita)
    reply = press(rita, row.key, "ship")
    assert reply.status_code == 303
    assert names(rita, "shipping") == [row.name]
    dock.until_settled()
    dock.scene.push()
    (shipped,) = rows(rita, "shipped")
    assert shipped.shipment.tracking_number
    there = dock.scene.portal.object("contacts", contact)["properties"]
    assert there["demo_lock_tracking"] == shipped.shipment.tracking_number


def test_a_second_press_of_the_same_form_ships_no_second_lock(dock: Dock, rita: Client) -> None:
    dock.asking(demo_lock_address=GOOD)
    key = rows(rita)[0].key
    press(rita, key, "ship")
    assert press(rita, key, "ship").status_code == 303
    assert press(rita, key, "ship", phone="775-555-0100").status_code == 422
    assert Shipment.objects.count() == 1


def test_what_cannot_be_shipped_is_refused_in_words(dock: Dock, rita: Client) -> None:
    dock.asking(demo_lock_address=BOX)
    (row,) = rows(rita, "blocked")
    reply = press(rita, row.key, "ship")
    assert reply.status_code == 422
    assert "post office box" in reply.content.decode()
    assert not Shipment.objects.exists()


def test_a_corrected_address_is_written_and_judged_anew(dock: Dock, rita: Client) -> None:
    contact = dock.asking(demo_lock_address=BOX)
    key = rows(rita, "blocked")[0].key
    press(rita, key, "correct", address=GOOD)
    (row,) = rows(rita, "asked")
    assert row.saving == "saving"
    push(dock.scene)
    assert dock.scene.portal.object("contacts", contact)["properties"]["demo_lock_address"] == GOOD
    assert rows(rita, "asked")[0].saving == ""


def test_an_address_that_somebody_changed_in_hubspot_is_not_overwritten(
    dock: Dock, rita: Client
) -> None:
    contact = dock.asking(demo_lock_address=BOX)
    key = rows(rita, "blocked")[0].key
    press(rita, key, "correct", address=GOOD)
    dock.scene.portal.edit("contacts", contact, demo_lock_address="5 Theirs Street, Reno, NV 89501")
    push(dock.scene)
    assert OutboundWrite.objects.get(object_type="contacts").state == "held"


def test_the_words_to_ask_become_a_task_on_the_contact(dock: Dock, rita: Client) -> None:
    contact = dock.asking(demo_lock_address="118 Storage Road")
    key = rows(rita, "blocked")[0].key
    press(rita, key, "ask")
    press(rita, key, "ask")
    push(dock.scene)
    (task,) = dock.scene.portal.objects("tasks")
    assert "city, state and ZIP code" in task["properties"]["hs_task_body"]
    assert task["properties"]["hs_task_type"] == "EMAIL"
    assert list(task["associations"]["contacts"]) == [contact]


def test_a_task_to_ask_is_not_the_next_step_of_the_lead(dock: Dock, rita: Client) -> None:
    scene = dock.scene
    lead = scene.add_lead("Nadia Brook", hs_lead_label="Website")
    scene.add_task(lead, "Call Nadia", "2026-08-29T14:00:00Z")
    (contact,) = scene.portal.object("leads", lead)["associations"]["contacts"]
    scene.portal.edit("contacts", contact, sent_date="2026-08-20", demo_lock_address=BOX)
    scene.read()
    before = scene.lead(lead).next_step_task
    press(rita, f"c{contact}", "ask")
    push(scene)
    scene.read()
    assert scene.lead(lead).next_step_task == before


def test_over_the_cap_is_let_in_by_a_press(dock: Dock, rita: Client) -> None:
    dock.scene.read()
    request = ask(dock.scene, a_door(dock.scene), "nadia@brook.example", state="over_cap")
    turn(dock.scene)
    (row,) = rows(rita, "over-cap")
    assert row.contact is None
    press(rita, row.key, "let-in")
    turn(dock.scene)
    request.refresh_from_db()
    assert request.state == "taken"
    assert names(rita, "over-cap") == []
    assert len(leads_of(dock.scene, contact_of(dock.scene, "nadia@brook.example")["id"])) == 1


def test_a_dismissed_request_leaves_the_queue_and_stays_on_record(dock: Dock, rita: Client) -> None:
    request = ask(dock.scene, a_door(dock.scene), "nadia@brook.example", state="over_cap")
    key = rows(rita, "over-cap")[0].key
    press(rita, key, "dismiss")
    assert names(rita, "over-cap") == []
    request.refresh_from_db()
    assert request.state == "dismissed"
    assert Decision.objects.get().summary.endswith("Dismissed: no lock goes for it")


def test_the_second_of_two_people_is_told(dock: Dock, rita: Client) -> None:
    ask(dock.scene, a_door(dock.scene), "nadia@brook.example", state="over_cap")
    key = rows(rita, "over-cap")[0].key
    press(rita, key, "let-in")
    reply = open_as(dock.scene.cast.omar).post(
        f"/demo-locks/{key}/press/", {"action": "dismiss", "key": "another"}
    )
    assert reply.status_code == 409
    assert "settled this request a moment ago" in reply.content.decode()


def test_what_hubspot_refused_can_be_tried_again(dock: Dock, rita: Client) -> None:
    scene = dock.scene
    scene.read()
    request = ask(scene, a_door(scene), "not an address")
    turn(scene)
    (row,) = rows(rita, "blocked")
    assert row.trouble
    DemoRequest.objects.filter(pk=request.pk).update(email="nadia@brook.example")
    press(rita, row.key, "retry")
    turn(scene)
    request.refresh_from_db()
    assert request.state == "taken"
    assert len(notes(scene, request.contact_id or "")) == 1


def test_another_reps_lock_is_theirs(dock: Dock, rita: Client) -> None:
    dock.asking(demo_lock_address=GOOD, hubspot_owner_id=OMAR)
    (row,) = rows(rita)
    assert not row.may_act
    assert press(rita, row.key, "ship").status_code == 403
    assert press(rita, row.key, "correct", address="1 New St, Reno, NV 89501").status_code == 403
    assert not Shipment.objects.exists()
    assert press(open_as(dock.scene.cast.mona), row.key, "ship").status_code == 303


def test_many_are_shipped_at_once_and_each_is_answered(dock: Dock, rita: Client) -> None:
    good = dock.asking("Imani Oyelaran", demo_lock_address=GOOD)
    box = dock.asking("Ruben Castellane", demo_lock_address=BOX)
    reply = rita.post("/demo-locks/ship/", {"action": "ship", "lock": [f"c{good}", f"c{box}"]})
    page = reply.content.decode()
    assert "1 on the way, 1 refused" in page
    assert "Ruben Castellane" in page
    assert Shipment.objects.get().contact_id == good
    assert rita.post("/demo-locks/ship/", {"action": "ship"}).status_code == 422


def test_filters_hold_together_and_counts_follow_them(dock: Dock, rita: Client) -> None:
    dock.asking("Imani Oyelaran", demo_lock_address=GOOD)
    dock.asking("José Peña", demo_lock_address=GOOD)
    assert names(rita, q="jose") == ["José Peña"]
    page = rita.get("/demo-locks/", {"q": "jose"}).context["queue"]
    assert page.counts["asked"] == 1
    assert names(rita, owner="nobody") == []


def test_who_waits_longest_comes_first(dock: Dock, rita: Client) -> None:
    dock.asking("Late Comer", demo_lock_address=GOOD, sent_date="2026-08-21")
    dock.asking("Early Bird", demo_lock_address=GOOD, sent_date="2026-08-02")
    assert names(rita) == ["Early Bird", "Late Comer"]


def test_an_old_request_says_when_it_was_asked_before(dock: Dock, rita: Client) -> None:
    scene = dock.scene
    scene.read()
    door, today = a_door(scene), scene.clock().date()
    ask(scene, door, "nadia@brook.example", on=today - timedelta(days=9))
    ask(scene, door, "nadia@brook.example")
    turn(scene)
    (row,) = [row for row in rows(open_as(scene.cast.mona)) if row.name == "Nadia Brook"]
    assert row.asked_before == (today - timedelta(days=9),)


def test_shipping_off_is_said_and_nothing_else_stops(scene: Scene, settings: Settings) -> None:
    contact = scene.add("contacts", firstname="Nadia", sent_date="2026-08-20", email="n@b.example")
    Contact.objects.filter(pk=contact).exists()
    scene.read()
    page = open_as(scene.cast.mona).get("/demo-locks/?group=blocked").content.decode()
    assert "Shipping is off" in page
    assert "Nadia" in page


def test_a_strange_key_is_no_row(dock: Dock, rita: Client) -> None:
    for key in ("x1", "r99", "c0", "rabc"):
        assert press(rita, key, "ship").status_code == 404


def queries(client: Client) -> int:
    with CaptureQueriesContext(
        connection,
    ) as made:
        client.get("/demo-locks/")
    return len(made)


def test_the_number_of_queries_does_not_grow_with_the_queue(dock: Dock, rita: Client) -> None:
    dock.asking(demo_lock_address=GOOD)
    few = queries(rita)
    for number in range(8):
        dock.scene.add(
            "contacts",
            None,
            firstname=f"Person {number}",
            sent_date="2026-08-20",
            demo_lock_address=GOOD,
        )
    dock.scene.read()
    assert len(rows(rita)) == 9
    assert queries(rita) == few
