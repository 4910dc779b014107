"""Who was removed from HubSpot for good loses their personal data here too; that something happened, when
and how it ended stays, so that no figure changes."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core import serializers
from django.db.models import Model

from leads.domain.pipeline import Stage
from leads.models import (
    Contact,
    Decision,
    DemoRequest,
    Lead,
    OutboundWrite,
    Shipment,
    State,
    Touch,
    WriteAttempt,
)
from leads.queries.search import contacts_matching
from tests.factories import DoorFactory
from tests.scenes import Scene

pytestmark = pytest.mark.django_db


SECRETS = ("Imani", "Oyelaran", "imani@cedar.example", "555-0142", "12 Elm St", "gates")


@pytest.fixture
def known(scene: Scene) -> str:
    """A lead of somebody about whom we know a lot, from HubSpot, a door, a reply and a parcel."""
    lead = scene.add_lead("Imani Oyelaran", hs_lead_name="A lead")
    contact = scene.portal.object("leads", lead)["properties"]["hs_primary_contact_id"]
    scene.portal.edit(
        "contacts", contact, email="imani@cedar.example", phone="555-0142",
        demo_lock_address="12 Elm St",
    )  # fmt: skip
    scene.read()
    now, row = scene.clock(), scene.lead(lead)
    about: dict[str, Any] = {"contact_id": contact, "lead": row}
    Touch.objects.create(
        kind="email", hubspot_id="1", modified_at=now, at=now, subject="gates",
        snippet="the gates of 12 Elm St", because="gates", **about,
    )  # fmt: skip
    request = DemoRequest.objects.create(
        door=DoorFactory.create(), state=DemoRequest.State.TAKEN, fingerprint="f", received_at=now,
        asked_on=now.date(), email="imani@cedar.example", first_name="Imani", address="12 Elm St",
        details={"notes": "gates"}, **about,
    )  # fmt: skip
    decision = Decision.objects.create(
        verb=Decision.Verb.ADDRESS, summary="Address", decided_at=now, actor=scene.cast.rita,
        before={"demo_lock_address": "12 Elm St"}, evidence={"text": "gates"}, **about,
    )  # fmt: skip
    write = OutboundWrite.objects.create(
        object_type="contacts", record_id=contact, properties={"phone": "555-0142"}, lead=row,
        base={"phone": "555-0142"}, decision=decision, created_at=now, not_before=now,
        state=State.SENT,
    )  # fmt: skip
    WriteAttempt.objects.create(write=write, at=now, outcome="sent", message="555-0142")
    Shipment.objects.create(
        request=request, asked_on=now.date(), destination={"line_1": "12 Elm St"}, wanted_at=now,
        not_before=now, state=Shipment.State.LABELLED, tracking_number="9400", **about,
    )  # fmt: skip
    return lead


KEPT: tuple[type[Model], ...] = (
    Contact, Touch, DemoRequest, Decision, OutboundWrite, WriteAttempt, Shipment
)  # fmt: skip


def kept_texts() -> str:
    return "".join(
        json.dumps(json.loads(serializers.serialize("json", model._default_manager.all())))
        for model in KEPT
    )


def test_a_removed_contact_loses_personal_data_here_and_keeps_the_id(
    scene: Scene, known: str
) -> None:
    contact = scene.lead(known).contact_id
    assert all(secret in kept_texts() for secret in SECRETS)
    scene.portal.order("purge", kind="contacts", id=contact)
    scene.read_on("sweep")
    assert [secret for secret in SECRETS if secret in kept_texts()] == []
    assert Contact.objects.get(pk=contact).gone_at == scene.clock()
    assert Shipment.objects.get().tracking_number == "9400"
    assert not contacts_matching("Imani").exists()


def test_the_nightly_reading_finds_a_removed_contact_that_no_lead_names(scene: Scene) -> None:
    contact = scene.add("contacts", firstname="Imani", email="imani@cedar.example")
    scene.read()
    scene.portal.order("purge", kind="contacts", id=contact)
    scene.read_on("pull")
    found = Contact.objects.get(pk=contact)
    assert (found.first_name, found.email, found.remote, found.folded) == ("", "", {}, "")


def test_an_archived_contact_is_forgotten_when_hubspot_forgets_it(scene: Scene) -> None:
    contact = scene.add("contacts", firstname="Imani")
    scene.read()
    scene.portal.order("archive", kind="contacts", id=contact)
    scene.read_on("pull")
    held = Contact.objects.get(pk=contact)
    assert held.archived_at
    assert held.first_name == "Imani"
    scene.portal.order("purge", kind="contacts", id=contact)
    scene.read_on("pull")
    assert Contact.objects.get(pk=contact).first_name == ""


def test_a_request_that_waits_is_not_taken_in_for_somebody_removed(
    scene: Scene, known: str
) -> None:
    DemoRequest.objects.update(state=DemoRequest.State.RECEIVED)
    scene.portal.order("purge", kind="contacts", id=scene.lead(known).contact_id)
    scene.read_on("pull")
    assert DemoRequest.objects.get().state == DemoRequest.State.DISMISSED


def test_a_removed_lead_leaves_the_board_and_says_nothing_of_the_person(scene: Scene) -> None:
    lead = scene.add_lead(hs_lead_disqualification_note="Imani moved to Ohio")
    scene.read()
    scene.portal.order("purge", kind="leads", id=lead)
    scene.read_on("sweep")
    found = scene.lead(lead)
    assert found.gone_at
    assert "Imani" not in f"{found.name} {found.note} {found.remote}"
    assert found.stage == Stage.ATTEMPTING
    assert scene.names_on_board() == []


def test_archived_leads_that_hubspot_no_longer_lists_stay_in_the_figures(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED.value)
    scene.read()
    scene.portal.order("archive", kind="leads", id=lead)
    scene.read_on("sweep")
    scene.portal.order("purge", kind="leads", id=lead)
    scene.clock.now += timedelta(days=91)
    scene.read("pull")
    assert Lead.objects.filter(hubspot_id=lead, gone_at=None, archived_at__isnull=False).exists()
