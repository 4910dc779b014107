"""What a sweep does not see is looked for by id before it is believed gone, and answers that would empty
the mirror stop it: nothing is erased until an admin says so."""

import pytest
from django.test import Client

from leads.actions.press_portal import press_portal
from leads.domain.pipeline import Stage
from leads.models import Contact, Lead, PortalFinding, SyncRun
from leads.models.sync import MIRROR
from leads.sandbox.server import Sandbox
from leads.sync.absent import settle_absent
from leads.sync.portal_check import record_findings
from leads.sync.portal_presses import do_presses
from leads.sync.runs import run
from tests.mirror import LOOPS, OFFICE
from tests.scenes import Scene

pytestmark = pytest.mark.django_db


def sweep(scene: Scene, name: str = "pull") -> SyncRun:
    """One more full reading, a minute later, whatever becomes of it."""
    scene.later(minutes=1)
    done = run(name, scene.clock, lambda progress: LOOPS[name](scene.port, progress, OFFICE))
    assert done
    return done


def add_contacts(sandbox: Sandbox, scene: Scene, number: int) -> list[str]:
    add, at = sandbox.portal.add, scene.clock()
    return [
        add("contacts", {"firstname": f"C{n}", "phone": "555-0100"}, created_at=at).id
        for n in range(number)
    ]


def gone() -> int:
    return Contact.objects.exclude(gone_at=None).count()


def asked() -> list[str]:
    """What the loops that read have put before the admins."""
    found = PortalFinding.objects.filter(code__startswith=MIRROR)
    return list(found.values_list("code", flat=True))


def press(scene: Scene, what: str) -> str:
    scene.later(minutes=1)
    made = press_portal(what, actor=scene.cast.ada, now=scene.clock())
    do_presses(scene.port, scene.clock, ("deal_source", "deal_source_detail"), writes=False)
    made.refresh_from_db()
    return made.outcome


def test_a_sweep_killed_in_the_middle_takes_nothing_away(scene: Scene, sandbox: Sandbox) -> None:
    ids = add_contacts(sandbox, scene, 350)
    scene.read()
    scene.portal.order("purge", kind="contacts", id=ids[0])
    scene.portal.fault("drop_before", "GET", "/objects/contacts", skip=2)
    assert sweep(scene).error
    assert gone() == 0
    assert sweep(scene).error == ""
    assert list(Contact.objects.exclude(gone_at=None).values_list("pk", flat=True)) == [ids[0]]


def test_a_page_that_the_list_left_out_is_told_and_healed(scene: Scene, sandbox: Sandbox) -> None:
    """Paging goes on after an empty page, as if nothing had been wrong."""
    add_contacts(sandbox, scene, 450)
    scene.portal.fault("empty", "GET", "/objects/contacts", skip=2)
    sweep(scene)
    assert Contact.objects.count() == 350
    found = PortalFinding.objects.get(code="mirror:count:contacts")
    assert "gave 350 records and search counts 450" in found.message
    sweep(scene)
    assert Contact.objects.count() == 450
    assert asked() == []


def test_a_page_left_out_of_a_later_sweep_takes_nothing_away(
    scene: Scene, sandbox: Sandbox
) -> None:
    add_contacts(sandbox, scene, 450)
    scene.read()
    scene.portal.fault("empty", "GET", "/objects/contacts", skip=2)
    assert sweep(scene).error == ""
    assert gone() == 0
    assert asked() == ["mirror:count:contacts"]


def test_an_empty_list_where_many_were_stops_the_sweep(scene: Scene, sandbox: Sandbox) -> None:
    add_contacts(sandbox, scene, 60)
    scene.read()
    scene.portal.fault("empty", "GET", "/objects/contacts", times=None)
    assert "list of contacts is empty, and 60 are held here" in sweep(scene).error
    assert gone() == 0
    scene.portal.ask("DELETE", "/__sandbox__/faults")
    assert sweep(scene).error == ""
    assert asked() == []


def test_a_key_without_the_scope_for_leads_leaves_the_board_as_it_was(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    scene.portal.order(
        "tokens", token="pat-sandbox", scopes=["crm.objects.contacts.read"]
    )  # the key lost its scope for leads
    try:
        for name in ("delta", "sweep"):
            assert "scope" in sweep(scene, name).error
    finally:
        scene.portal.order("tokens", token="pat-sandbox", scopes=None)
    found = scene.lead(lead)
    assert (found.stage, found.archived_at, found.gone_at) == (Stage.ATTEMPTING, None, None)
    assert sweep(scene, "sweep").error == ""


def test_a_refused_key_in_the_middle_erases_nothing_and_the_next_run_goes_on(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    contact = scene.lead(lead).contact_id
    scene.portal.edit("leads", lead, hs_lead_label="Paid")
    scene.portal.fault("status", "POST", "/associations/", status=401)
    assert sweep(scene, "delta").error
    assert scene.lead(lead).contact_id == contact
    assert sweep(scene, "delta").error == ""
    assert (scene.lead(lead).contact_id, scene.lead(lead).channel) == (contact, "Paid")


@pytest.mark.parametrize("loop", ["pull", "delta", "sweep"])
def test_a_property_absent_from_every_record_is_not_taken_for_cleared(
    scene: Scene, sandbox: Sandbox, loop: str
) -> None:
    for n in range(12):
        scene.add_lead(f"Imani Number{n}", hs_lead_label="Paid")
    scene.read()
    hidden = sandbox.portal.definitions["leads"].pop("hs_lead_label")
    scene.later(minutes=1)
    for id in Lead.objects.values_list("hubspot_id", flat=True):
        scene.portal.edit("leads", id or "", hs_lead_name="Changed lead")
    assert "no leads with hs_lead_label" in sweep(scene, loop).error
    assert Lead.objects.filter(channel="Paid").count() == 12
    assert asked() == ["mirror:value:leads.hs_lead_label"]
    sandbox.portal.definitions["leads"]["hs_lead_label"] = hidden
    assert sweep(scene).error == ""
    assert asked() == []


def test_a_property_that_was_really_removed_is_let_go_by_a_press(
    scene: Scene, sandbox: Sandbox
) -> None:
    ids = add_contacts(sandbox, scene, 30)
    scene.read()
    del sandbox.portal.definitions["contacts"]["phone"]
    assert "no contacts with phone" in sweep(scene).error
    press(scene, "go-on:value:contacts.phone")
    assert sweep(scene).error == ""
    assert Contact.objects.get(pk=ids[0]).phone == ""


def test_a_sweep_that_would_drop_too_many_asks_and_goes_on_when_pressed(
    scene: Scene, sandbox: Sandbox, client: Client
) -> None:
    ids = add_contacts(sandbox, scene, 100)
    scene.read()
    for id in ids[:30]:
        scene.portal.order("purge", kind="contacts", id=id)
    assert sweep(scene).error == ""
    assert gone() == 0
    found = PortalFinding.objects.get()
    assert found.message == "30 of 100 contacts are not in HubSpot any more, not by id either."
    client.force_login(scene.cast.ada)
    assert '<button class="button small" type="submit">Go on<' in client.get("/desk/portal/").text
    assert press(scene, found.fix) == "The next full read goes on."
    sweep(scene)
    assert gone() == 30
    assert asked() == []


def test_what_was_let_pass_is_no_licence_for_more(scene: Scene, sandbox: Sandbox) -> None:
    ids = add_contacts(sandbox, scene, 100)
    scene.read()
    for id in ids[:30]:
        scene.portal.order("purge", kind="contacts", id=id)
    sweep(scene)
    press(scene, "go-on:gone:contacts")
    scene.portal.order("purge", kind="contacts", id=ids[30])
    sweep(scene)
    assert gone() == 0
    assert "31 of 100" in PortalFinding.objects.get(code="mirror:gone:contacts").message


def test_the_portal_check_leaves_the_sweeps_questions_alone(scene: Scene, sandbox: Sandbox) -> None:
    ids = add_contacts(sandbox, scene, 100)
    scene.read()
    for id in ids[:30]:
        scene.portal.order("purge", kind="contacts", id=id)
    sweep(scene)
    record_findings([], scene.clock())
    assert asked() == ["mirror:gone:contacts"]


def test_a_few_that_are_gone_need_no_press(scene: Scene, sandbox: Sandbox) -> None:
    ids = add_contacts(sandbox, scene, 100)
    scene.read()
    for id in ids[:3]:
        scene.portal.order("purge", kind="contacts", id=id)
    sweep(scene)
    assert gone() == 3


def test_one_404_for_a_contact_that_exists_is_not_believed(scene: Scene) -> None:
    """A key that was just refused and renewed has been seen to meet a 404 for records that are there."""
    lead = scene.add_lead()
    scene.read()
    contact = scene.lead(lead).contact_id or ""
    scene.portal.fault("empty", "GET", r"/objects/contacts$")
    scene.portal.fault("empty", "POST", "/objects/contacts/batch/read", times=2)
    scene.portal.fault("status", "GET", f"/objects/contacts/{contact}", status=404)
    sweep(scene)
    found = Contact.objects.get(pk=contact)
    assert (found.gone_at, found.first_name) == (None, "Imani")
    assert len(scene.portal.journal("GET", f"/objects/contacts/{contact}")) == 2


def test_the_good_part_of_a_batch_with_missing_ones_is_taken(
    scene: Scene, sandbox: Sandbox
) -> None:
    """97 of 100 are answered; of the others one was archived, one merged, one removed."""
    ids = add_contacts(sandbox, scene, 200)
    scene.read()
    scene.portal.order("archive", kind="contacts", id=ids[0])
    scene.portal.order("merge", kind="contacts", primary=ids[150], merged=ids[1])
    scene.portal.order("purge", kind="contacts", id=ids[2])
    for id in ids[3:100]:
        scene.portal.edit("contacts", id, lastname="Changed")
    scene.later(minutes=1)
    settle_absent(scene.port, "contacts", ids[:100], scene.clock)
    assert Contact.objects.filter(last_name="Changed").count() == 97
    archived, merged, removed = (Contact.objects.get(pk=id) for id in ids[:3])
    assert archived.archived_at
    assert merged.merged_into == ids[150]
    assert removed.gone_at
