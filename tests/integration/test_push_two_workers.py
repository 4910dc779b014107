"""Two workers on one outbox: what one of them has just made is known to the other."""

from typing import Any

import pytest

from leads.models import Lead, OutboundWrite
from leads.sync import push
from leads.sync.hand_off import Looks
from tests.asking import a_door, ask, contact_of, notes
from tests.scenes import Scene

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_note_is_tied_to_a_lead_that_another_worker_has_just_made(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lead is made between the reading of the waiting rows and the question whether they may go."""
    from leads.actions.request_demo_lock import take_in_due
    from leads.sync.requests import find_contacts

    scene.add("contacts", firstname="Nadia", lastname="Brook", email="nadia@brook.example")
    scene.read()
    ask(scene, a_door(scene), "nadia@brook.example")
    find_contacts(scene.port, scene.clock)
    take_in_due(now=scene.clock())
    asked = push.is_blocked

    def after_the_other(write: OutboundWrite) -> Any:
        if write.object_type == "notes" and asked(write):
            monkeypatch.setattr(push, "is_blocked", asked)
            making = OutboundWrite.objects.get(object_type="leads")
            assert push.claim(making, scene.clock())
            push.push_one(scene.port, making, scene.clock, Looks())
        return asked(write)

    monkeypatch.setattr(push, "is_blocked", after_the_other)
    tried = {OutboundWrite.objects.get(object_type="leads").pk}
    while write := push.claim_next(scene.clock(), tried):
        tried.add(write.pk)
        push.push_one(scene.port, write, scene.clock, Looks())
    assert Lead.objects.get().hubspot_id
    assert len(notes(scene, contact_of(scene, "nadia@brook.example")["id"])) == 1
