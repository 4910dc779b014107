"""Correcting a refused write: the same properties, values that portal and rules take, sent once more."""

from typing import Any

import pytest

from leads.actions.disqualify import disqualify
from leads.models import Decision, OutboundWrite, PortalProperty, State
from tests.cast import Cast
from tests.factories import LeadFactory, WriteFactory
from tests.mirror import OFFICE
from tests.pressing import client
from tests.scenes import Scene

pytestmark = pytest.mark.django_db
REASON = "hs_lead_disqualification_reason"
NOTE = "hs_lead_disqualification_note"


def edit(cast: Cast, write: OutboundWrite, **values: str) -> Any:
    typed = {f"value:{name}": value for name, value in values.items()}
    return client(cast.ada).post(f"/desk/portal/writes/{write.pk}/edit/", typed)


def refused(**fields: Any) -> OutboundWrite:
    made: OutboundWrite = WriteFactory.create(
        state=State.REFUSED, stuck_because="No such option", **fields
    )
    return made


def test_a_reason_that_the_portal_lacks_is_corrected_and_arrives(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    scene.read_vocabulary()
    disqualify(
        scene.lead(lead).pk, reason="NO_INTEREST", callback_on=None, note="", seen=None,
        office=OFFICE, actor=scene.cast.rita, key=None, now=scene.clock(),
    )  # fmt: skip
    scene.portal.order("option", kind="leads", property=REASON, value="NO_INTEREST", gone=True)
    scene.later(minutes=1)
    scene.push()
    write = OutboundWrite.objects.get()
    assert write.state == State.REFUSED
    scene.read_vocabulary()
    assert edit(scene.cast, write, **{REASON: "NOT_A_GOOD_FIT"}).status_code == 303
    scene.later(minutes=1)
    scene.push()
    write.refresh_from_db()
    assert write.state == State.SENT
    stored = scene.portal.object("leads", lead)["properties"]
    assert stored[REASON] == "NOT_A_GOOD_FIT"
    assert scene.lead(lead).reason == "NOT_A_GOOD_FIT"
    told = Decision.objects.get(verb=Decision.Verb.CHOOSE)
    assert (told.actor, told.evidence["before"]) == (scene.cast.ada, {REASON: "NO_INTEREST"})


@pytest.mark.parametrize(
    ("properties", "typed", "words"),
    [
        ({"hs_lead_label": "Paid"}, {"hs_lead_label": "HOT"}, "Choose one of the seven channels."),
        ({"hubspot_owner_id": "1"}, {"hubspot_owner_id": "71000999"}, "who is still here"),
        ({REASON: "X"}, {REASON: ""}, "no attempt is closed without one"),
        ({REASON: "X"}, {REASON: "BAD_TIMING"}, "needs a date to call back"),
        ({NOTE: "a"}, {NOTE: "a"}, "Nothing was corrected."),
        ({NOTE: "a"}, {"hs_lead_name": "b"}, "Nothing was corrected."),
    ],
)  # fmt: skip
def test_our_own_rules_hold_here_too(
    cast: Cast, properties: dict[str, str], typed: dict[str, str], words: str
) -> None:
    write = refused(properties=properties)
    answer = edit(cast, write, **typed)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    write.refresh_from_db()
    assert (write.state, write.properties) == (State.REFUSED, properties)


@pytest.mark.parametrize(
    ("kind", "value", "fine"),
    [
        ("enumeration", "b", False), ("enumeration", "hidden", False), ("enumeration", "a", True),
        ("number", "twelve", False), ("number", "NaN", False), ("number", "12.5", True),
        ("date", "tomorrow", False), ("date", "2026-11-30", True),
        ("datetime", "noon", False), ("datetime", "2026-11-30T14:00:00Z", True), ("string", "x", True),
    ],
)  # fmt: skip
def test_a_value_must_fit_the_portals_definition(
    cast: Cast, kind: str, value: str, fine: bool
) -> None:
    options = [["a", "A", False], ["hidden", "H", True]] if kind == "enumeration" else []
    PortalProperty.objects.create(object_type="deals", name="amount", type=kind, options=options)
    write = refused(object_type="deals", properties={"amount": "old"})
    assert edit(cast, write, amount=value).status_code == (303 if fine else 422)
    write.refresh_from_db()
    assert write.state == (State.WAITING if fine else State.REFUSED)


def test_a_property_that_is_locked_is_not_sent(cast: Cast) -> None:
    PortalProperty.objects.create(object_type="leads", name=NOTE, read_only=True)
    assert edit(cast, refused(properties={NOTE: "a"}), **{NOTE: "b"}).status_code == 422


def test_a_stage_is_never_typed(cast: Cast) -> None:
    write = refused()
    shown = client(cast.ada).get(f"/desk/portal/writes/{write.pk}/").content.decode()
    assert "Correct it and send it again" not in shown
    assert edit(cast, write, hs_pipeline_stage="anything").status_code == 422
    write.refresh_from_db()
    assert write.state == State.REFUSED


def test_a_held_one_is_not_edited_and_a_second_post_changes_nothing(cast: Cast) -> None:
    held = WriteFactory.create(state=State.HELD, properties={NOTE: "a"})
    assert edit(cast, held, **{NOTE: "b"}).status_code == 422
    write = refused(properties={NOTE: "a"}, lead=LeadFactory.create())
    assert edit(cast, write, **{NOTE: "b"}).status_code == 303
    assert edit(cast, write, **{NOTE: "c"}).status_code == 422
    write.refresh_from_db()
    assert write.properties == {NOTE: "b"}
    assert Decision.objects.filter(verb=Decision.Verb.CHOOSE).count() == 1


def test_what_is_not_there_is_404(cast: Cast) -> None:
    for verb in ("", "retry/", "edit/", "discard/"):
        where = f"/desk/portal/writes/999999/{verb}"
        answer = client(cast.ada).post(where) if verb else client(cast.ada).get(where)
        assert answer.status_code == 404
