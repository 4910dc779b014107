"""HubSpot's webhook: what is proven is read again, and nothing that it claims is believed."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from leads.models import Contact, Lead, Nudge
from leads.models.nudge import hear
from leads.sandbox.webhooks import Webhooks
from leads.sync.nudges import read_nudged
from tests.scenes import Scene

pytestmark = pytest.mark.django_db(transaction=True)

PATH = "/webhooks/hubspot/"
SECRET = "a-secret-of-the-app"


@pytest.fixture
def sender(settings: Settings) -> Webhooks:
    """The app's side: it signs as HubSpot does, for the public address."""
    settings.ENV = replace(settings.ENV, hubspot_app_secret=SECRET)
    settings.SITE_URL = "https://crm.kiss.example"
    return Webhooks(url=f"https://crm.kiss.example{PATH}", secret=SECRET)


def send(sender: Webhooks, events: Any, *, stamp: str = "", **headers: str) -> int:
    body = json.dumps(events).encode()
    stamp = stamp or str(int(timezone.now().timestamp() * 1000))
    said = {
        "X-HubSpot-Signature-v3": sender.sign(body, stamp),
        "X-HubSpot-Request-Timestamp": stamp,
    }
    reply = Client().post(PATH, body, content_type="application/json", headers=said | headers)
    return reply.status_code


def event(kind: str, id: int, **more: Any) -> dict[str, Any]:
    type_ids = {"contacts": "0-1", "companies": "0-2", "leads": "0-136", "deals": "0-3"}
    base = {"subscriptionType": "object.propertyChange", "objectTypeId": type_ids[kind]}
    return base | {"objectId": id, "portalId": 49584170, "eventId": 1} | more


def nudged() -> set[tuple[str, str]]:
    return set(Nudge.objects.values_list("kind", "record_id"))


def test_a_hundred_events_shuffled_and_doubled_are_one_nudge_each(sender: Webhooks) -> None:
    events = [event("leads", number) for number in range(50)] * 2
    assert send(sender, events) == 204
    assert send(sender, events[::-1]) == 204
    assert nudged() == {("leads", str(number)) for number in range(50)}


def test_what_is_not_proven_is_refused_and_names_nothing(sender: Webhooks) -> None:
    old = str(int(timezone.now().timestamp() * 1000) - 6 * 60 * 1000)
    assert send(sender, [event("leads", 1)], **{"X-HubSpot-Signature-v3": "forged"}) == 401
    assert send(sender, [event("leads", 1)], stamp=old) == 401
    assert Client().post(PATH, b"[]", content_type="application/json").status_code == 401
    assert nudged() == set()


def test_a_post_that_comes_again_word_for_word_changes_nothing(sender: Webhooks) -> None:
    stamp = str(int(timezone.now().timestamp() * 1000))
    assert send(sender, [event("leads", 1)], stamp=stamp) == 204
    Nudge.objects.all().delete()
    assert send(sender, [event("leads", 1)], stamp=stamp) == 204
    assert nudged() == set()


def test_without_a_secret_there_is_no_such_address(db: None) -> None:
    assert Client().post(PATH, b"[]", content_type="application/json").status_code == 404


def test_a_body_that_is_too_long_is_refused_unread(sender: Webhooks) -> None:
    assert send(sender, [], **{"Content-Length": str(10**7)}) == 413


@pytest.mark.parametrize(
    "events",
    [{}, "x", [1, None, "x", []], [{"objectId": {"a": 1}}], [{"objectTypeId": "0-999", "objectId": 3}],
     [{"objectTypeId": "0-1", "objectId": True}], [{"objectTypeId": "0-1", "objectId": "1; drop"}]],
)  # fmt: skip
def test_strange_bodies_name_nothing_and_break_nothing(sender: Webhooks, events: Any) -> None:
    assert send(sender, events) == 204
    assert nudged() == set()


def test_merges_and_links_name_every_record_they_touch(sender: Webhooks) -> None:
    merge = event("contacts", 201, primaryObjectId=201, mergedObjectIds=[202, 203], newObjectId=204)
    link = {"associationType": "LEAD_TO_CONTACT", "fromObjectId": 7, "toObjectId": 201}
    assert send(sender, [merge, link, {"subscriptionType": "deal.creation", "objectId": 9}]) == 204
    contacts = {("contacts", str(id)) for id in (201, 202, 203, 204)}
    assert nudged() == {*contacts, ("leads", "7"), ("deals", "9")}


def test_another_portals_events_are_not_ours(sender: Webhooks, settings: Settings) -> None:
    settings.HUBSPOT = replace(settings.HUBSPOT, portal_id="49584170")
    assert send(sender, [event("leads", 1, portalId=1)]) == 204
    assert nudged() == set()


def test_a_named_record_is_read_again_whatever_the_event_claimed(scene: Scene) -> None:
    lead = scene.add_lead(hs_lead_label="Website")
    scene.read()
    scene.portal.edit("leads", lead, hs_lead_label="Referral")
    hear([("leads", lead)], scene.clock())
    assert read_nudged(scene.port, scene.clock) == 1
    assert Lead.objects.get(hubspot_id=lead).channel == "Referral"
    assert nudged() == set()


def test_archived_and_merged_records_are_followed(scene: Scene) -> None:
    lead = scene.add_lead()
    keep = scene.add("contacts", firstname="Nadia", email="nadia@brook.example")
    drop = scene.add("contacts", firstname="N.", email="n@brook.example")
    scene.read()
    scene.portal.order("archive", kind="leads", id=lead)
    scene.portal.order("merge", kind="contacts", primary=keep, merged=drop)
    hear([("leads", lead), ("contacts", drop), ("contacts", "999999")], scene.clock())
    read_nudged(scene.port, scene.clock)
    assert Lead.objects.get(hubspot_id=lead).archived_at is not None
    assert Contact.objects.get(pk=keep).remote["email"] == "nadia@brook.example"
    assert nudged() == set()


def test_a_portal_that_is_away_keeps_the_nudges(scene: Scene) -> None:
    from leads.hubspot.errors import Unreachable

    lead = scene.add_lead()
    scene.read()
    hear([("leads", lead)], scene.clock())
    with scene.portal.down(), pytest.raises(Unreachable):
        read_nudged(scene.port, scene.clock)
    assert nudged() == {("leads", lead)}


def test_the_portals_own_sender_is_understood(
    scene: Scene, settings: Settings, live_server: Any
) -> None:
    """Over real HTTP: somebody edits, HubSpot posts, the record is read again."""
    settings.ENV = replace(settings.ENV, hubspot_app_secret=SECRET)
    settings.SITE_URL = live_server.url
    lead = scene.add_lead(hs_lead_label="Website")
    scene.read()
    scene.portal.order("webhooks", url=f"{live_server.url}{PATH}", secret=SECRET)
    scene.portal.edit("leads", lead, hs_lead_label="Paid")
    assert scene.portal.order("webhooks/deliver")["statuses"] == [204]
    read_nudged(scene.port, scene.clock)
    assert Lead.objects.get(hubspot_id=lead).channel == "Paid"


def test_what_was_not_taken_is_sent_once_more(
    scene: Scene, settings: Settings, live_server: Any
) -> None:
    settings.SITE_URL = live_server.url
    scene.portal.order("webhooks", url=f"{live_server.url}{PATH}", secret=SECRET)
    lead = scene.add_lead()
    scene.portal.order("webhooks", url=f"{live_server.url}{PATH}", secret=SECRET)
    scene.portal.edit("leads", lead, hs_lead_label="Paid")
    assert scene.portal.order("webhooks/deliver")["statuses"] == [404]
    settings.ENV = replace(settings.ENV, hubspot_app_secret=SECRET)
    assert scene.portal.order("webhooks/deliver")["statuses"] == [204]
    assert nudged() == {("leads", lead)}
