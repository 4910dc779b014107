"""What happens in HubSpot is told here: somebody there assigns a lead, or answers a mail."""

from datetime import timedelta

from leads.models import Person
from leads.queries.card import Viewer
from leads.queries.notices import Kind, notices
from tests.mirror import OFFICE
from tests.scenes import OMAR, RITA, Scene
from tests.touching import answer, read_and_advance, send


def told(scene: Scene, name: str) -> list[tuple[Kind, str]]:
    viewer = Viewer(Person.objects.get(username=name), scene.clock(), OFFICE)
    return [(notice.kind, notice.words) for notice in notices(viewer)]


def test_a_lead_assigned_in_hubspot_is_told_to_its_new_owner(scene: Scene) -> None:
    lead = scene.add_lead(owner=OMAR)
    scene.read()
    assert told(scene, "rita") == []
    scene.portal.edit("leads", lead, hubspot_owner_id=RITA)
    scene.later(minutes=1)
    scene.read("delta")
    assert told(scene, "rita") == [(Kind.ASSIGNED, "Assigned to you in HubSpot")]
    assert told(scene, "omar") == []


def test_a_reply_read_from_hubspot_is_told_once_read(scene: Scene) -> None:
    lead = scene.add_lead()
    sent_at = scene.clock() - timedelta(days=1)
    send(scene, lead, sent_at)
    answer(scene, lead, "Yes, please call me on Monday.", sent_at + timedelta(hours=2))
    read_and_advance(scene)
    assert told(scene, "rita") == [(Kind.REPLIED, "A person replied")]
