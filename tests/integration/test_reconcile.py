"""`manage.py reconcile`: silent where the mirror is true, one line for each way in which it is not."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from leads.actions.move import move
from leads.domain.pipeline import Stage
from leads.hubspot import client as gateway
from leads.models import Company, Contact, Deal, Lead
from leads.sync.reconcile import differences
from tests.scenes import RITA, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_limits() -> None:
    gateway._connected.cache_clear()


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead("Imani Oyelaran", hs_lead_label="Paid")
    scene.add("deals", {583: made}, dealname="Two sites", amount="1200.50")
    scene.add_lead("José Ñandú", stage=Stage.NEW.value, owner="")
    old = scene.add_lead("Viggo Birchall")
    scene.portal.order("archive", kind="leads", id=old)
    scene.read()
    return made


def found(scene: Scene) -> list[str]:
    return list(differences(scene.port))


def test_a_quiet_system_prints_nothing(scene: Scene, lead: str) -> None:
    out = StringIO()
    call_command("reconcile", stdout=out)
    assert out.getvalue() == ""


def test_the_story_of_the_playbook_is_mirrored_without_a_difference(scene: Scene) -> None:
    scene.portal.reset("playbook@2026-08-28")
    scene.portal.order("limits", burst=0, search=0)
    scene.read()
    assert found(scene) == []


def test_a_difference_is_a_line_and_exit_1(scene: Scene, lead: str) -> None:
    scene.portal.edit("leads", lead, hs_lead_label="Referral")
    out = StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("reconcile", stdout=out)
    assert failed.value.returncode == 1
    assert out.getvalue() == f"leads {lead}: hs_lead_label is 'Referral' in HubSpot, 'Paid' here\n"


def test_where_hubspot_cannot_be_asked_the_exit_is_2(scene: Scene, lead: str) -> None:
    scene.portal.fault("status", "GET", "/objects/contacts", status=500)
    with pytest.raises(CommandError) as failed:
        call_command("reconcile")
    assert failed.value.returncode == 2


def test_a_choice_that_hubspot_has_yet_to_hear_is_no_difference(scene: Scene, lead: str) -> None:
    step: dict[str, Any] = {"actor": scene.cast.rita, "key": None, "now": scene.clock()}
    move(scene.lead(lead).pk, stage=Stage.CONNECTED, seen=None, **step)
    assert found(scene) == []
    scene.push()
    scene.read("sweep")
    assert found(scene) == []


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda: Lead.objects.filter(channel="Paid").update(channel="Website"), "channel shows"),
        (lambda: Lead.objects.filter(channel="Paid").update(contact_ids=[]), "contacts: ["),
        (lambda: Lead.objects.filter(channel="Paid").update(contact=None), "the contact: "),
        (lambda: Lead.objects.filter(channel="Paid").update(company=None), "the company: "),
        (lambda: Deal.objects.update(lead=None), "deals: ["),
        (lambda: Contact.objects.filter(last_name="Oyelaran").update(company=None), "the company"),
        (lambda: Lead.objects.update(archived_at=None), "archived in HubSpot, live here"),
        (lambda: Company.objects.filter(name="Ñandú Storage").delete(), "in HubSpot and not here"),
        (lambda: Deal.objects.update(merged_into="7"), "live in HubSpot, merged into 7 here"),
    ],
)
def test_each_way_of_being_unlike_is_told(scene: Scene, lead: str, change: Any, line: str) -> None:
    change()
    assert any(line in one for one in found(scene)), found(scene)


def test_a_record_that_is_only_here_is_told(scene: Scene, lead: str) -> None:
    contact = scene.lead(lead).contact_id
    scene.portal.order("purge", kind="contacts", id=contact)
    assert f"contacts {contact}: here and not in HubSpot" in found(scene)


def test_an_owner_who_left_is_told(scene: Scene, lead: str) -> None:
    scene.portal.order("owner", id=RITA, archived=True)
    (line,) = found(scene)
    assert line.startswith(f"owner {RITA}: ")


def test_what_was_typed_cannot_steer_the_console(scene: Scene, lead: str) -> None:
    scene.portal.edit("leads", lead, hs_lead_name="\x1b[2J\nleads 1: fine" + "x" * 500)
    (line,) = found(scene)
    assert line.isprintable()
    assert len(line) < 250
