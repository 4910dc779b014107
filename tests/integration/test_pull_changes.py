"""What changes in HubSpot after the first pull arrives by the delta, the vocabulary or the sweep."""

from datetime import timedelta

import pytest

from leads.domain.pipeline import Stage
from leads.models import Company, Contact, Deal, Lead, Owner, SyncCursor
from leads.queries.board import Tab, Wanted, board
from leads.queries.card import Viewer
from leads.sync.delta import MARGIN, OVERLAP
from tests.mirror import OFFICE
from tests.scenes import DANA, OMAR, RITA, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead(scene: Scene) -> str:
    """Rita's lead, pulled; the journal is empty."""
    made = scene.add_lead("Imani Oyelaran")
    scene.read()
    scene.portal.order("journal/clear")
    return made


def test_an_edit_arrives_and_moves_the_boards_clock(scene: Scene, lead: str) -> None:
    before = scene.lead(lead).version
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.CONNECTED, hs_lead_label="Paid")
    scene.read("delta")
    found = scene.lead(lead)
    assert (found.stage, found.channel) == (Stage.CONNECTED, "Paid")
    assert found.version > before


def test_an_edit_of_the_contact_draws_the_card_again(scene: Scene, lead: str) -> None:
    before = scene.lead(lead)
    assert before.contact_id
    scene.portal.edit("contacts", before.contact_id, lastname="Oyelaran-Voss")
    scene.read("delta")
    assert scene.card(lead).name == "Imani Oyelaran-Voss"
    assert scene.lead(lead).version > before.version


def test_a_new_lead_comes_with_its_contact_and_company(scene: Scene, lead: str) -> None:
    created = scene.portal.order(
        "create", kind="companies", properties={"name": "Harbor Light Storage"}
    )
    ties = [{"to": {"id": created["id"]}, "types": [{"associationTypeId": 279}]}]
    contact = scene.portal.order(
        "create", kind="contacts", properties={"firstname": "Priya"}, associations=ties
    )
    ties = [{"to": {"id": contact["id"]}, "types": [{"associationTypeId": 578}]}]
    made = scene.portal.order(
        "create", kind="leads", associations=ties,
        properties={"hs_lead_name": "Priya lead", "hs_pipeline_stage": Stage.NEW.value},
    )  # fmt: skip
    scene.read("delta")
    card = scene.card(made["id"])
    assert (card.name, card.company, card.stage) == ("Priya", "Harbor Light Storage", Stage.NEW)


def test_an_archived_lead_leaves_the_board_and_stays_on_record(scene: Scene, lead: str) -> None:
    scene.portal.order("archive", kind="leads", id=lead)
    scene.read("sweep")
    found = scene.lead(lead)
    assert found.archived_at is not None
    assert found.stage == Stage.ATTEMPTING
    assert ids_on_board(scene) == []


def test_a_restored_lead_is_on_the_board_again(scene: Scene, lead: str) -> None:
    scene.portal.order("archive", kind="leads", id=lead)
    scene.read("sweep")
    scene.portal.order("restore", kind="leads", id=lead)
    scene.read("delta")
    assert scene.lead(lead).archived_at is None
    assert ids_on_board(scene) == [lead]


def test_an_owner_who_left_keeps_the_lead_and_is_marked(scene: Scene, lead: str) -> None:
    scene.portal.order("owner", id=RITA, archived=True)
    scene.read_vocabulary()
    card = scene.card(lead)
    assert (card.owner_name, card.owner_left) == ("Rita Solano", True)
    first_noticed = Owner.objects.get(pk=RITA).left_at
    scene.later(minutes=5)
    scene.read_vocabulary()
    assert Owner.objects.get(pk=RITA).left_at == first_noticed


def test_an_owner_who_came_back_is_no_longer_marked(scene: Scene, lead: str) -> None:
    scene.portal.order("owner", id=DANA, archived=False)
    scene.read_vocabulary()
    assert Owner.objects.get(pk=DANA).left_at is None


def test_a_change_of_owner_arrives(scene: Scene, lead: str) -> None:
    scene.portal.edit("leads", lead, hubspot_owner_id=OMAR)
    scene.read("delta")
    assert scene.card(lead).owner_name == "Omar Haddad"


def test_a_link_that_moves_no_date_is_found_by_the_sweep(scene: Scene, lead: str) -> None:
    other = scene.add("contacts", firstname="Tamsin", lastname="Copperfield")
    scene.portal.order(
        "link", from_kind="leads", from_id=lead, to_kind="contacts", to_id=other, type_id=608
    )
    scene.read("delta")
    assert other not in scene.lead(lead).contact_ids
    scene.read("sweep")
    assert other in scene.lead(lead).contact_ids
    assert scene.card(lead).name == "Imani Oyelaran"


def test_a_removed_link_goes_by_the_sweep(scene: Scene, lead: str) -> None:
    company = scene.lead(lead).company_id
    scene.portal.order(
        "unlink", from_kind="leads", from_id=lead, to_kind="companies", to_id=company
    )
    scene.read("sweep")
    assert scene.lead(lead).company_id is None
    assert Company.objects.filter(pk=company).exists()


def test_a_new_primary_contact_takes_over_the_card(scene: Scene, lead: str) -> None:
    other = scene.add("contacts", firstname="Tamsin", lastname="Copperfield")
    scene.portal.order(
        "link", from_kind="leads", from_id=lead, to_kind="contacts", to_id=other, type_id=578
    )
    scene.read("sweep")
    assert scene.card(lead).name == "Tamsin Copperfield"


def test_links_under_several_types_are_one_link(scene: Scene, lead: str) -> None:
    contact = scene.lead(lead).contact_id
    for type_id in (608, 578):
        scene.portal.order(
            "link", from_kind="leads", from_id=lead, to_kind="contacts", to_id=contact,
            type_id=type_id,
        )  # fmt: skip
    scene.read("sweep")
    assert scene.lead(lead).contact_ids == [contact]


def test_an_idle_delta_is_four_searches_and_nothing_else(scene: Scene, lead: str) -> None:
    scene.read("delta")
    asked = [(one["method"], one["path"]) for one in scene.portal.journal()]
    assert asked == [
        ("POST", f"/crm/v3/objects/{kind}/search")
        for kind in ("leads", "contacts", "companies", "deals")
    ]


def test_what_was_read_a_moment_ago_is_not_taken_apart_again(scene: Scene, lead: str) -> None:
    scene.portal.edit("leads", lead, hs_lead_label="Paid")
    scene.read("delta")
    scene.portal.order("journal/clear")
    scene.read("delta")
    assert len(scene.portal.journal()) == 4


def test_a_change_that_search_shows_late_is_found_by_the_overlap(scene: Scene, lead: str) -> None:
    scene.portal.edit("leads", lead, hs_lead_label="Paid")
    late = (scene.clock() - timedelta(minutes=5)).isoformat().replace("+00:00", "Z")
    SyncCursor.objects.update(read_to=scene.clock())
    scene.portal.order("edit", kind="leads", id=lead, properties={}, updated_at=late)
    scene.read("delta")
    assert scene.lead(lead).channel == "Paid"


def test_the_cursor_stays_behind_the_start_and_never_goes_back(scene: Scene, lead: str) -> None:
    scene.later(minutes=1)
    scene.portal.edit("leads", lead, hs_lead_label="Paid")
    scene.read("delta")
    first = SyncCursor.objects.get(kind="leads").read_to
    assert first <= scene.clock() - MARGIN
    scene.clock.now -= OVERLAP
    scene.read("delta")
    assert SyncCursor.objects.get(kind="leads").read_to == first


def test_an_answer_from_before_the_last_one_changes_nothing(scene: Scene, lead: str) -> None:
    """A page that was under way while something newer was read."""
    scene.portal.edit("leads", lead, hs_pipeline_stage=Stage.CONNECTED)
    scene.read("delta")
    before = (scene.clock() - OVERLAP / 2).isoformat().replace("+00:00", "Z")
    older = {"hs_pipeline_stage": Stage.NEW.value}
    scene.portal.order("edit", kind="leads", id=lead, properties=older, updated_at=before)
    scene.read("delta")
    assert scene.lead(lead).stage == Stage.CONNECTED


def test_a_deal_made_from_the_lead_in_hubspot_is_linked(scene: Scene, lead: str) -> None:
    ties = [{"to": {"id": lead}, "types": [{"associationTypeId": 583}]}]
    made = scene.portal.order(
        "create", kind="deals", properties={"dealname": "Two sites"}, associations=ties
    )
    scene.read("delta")
    assert Deal.objects.get(pk=made["id"]).lead == scene.lead(lead)


def test_a_failed_read_of_links_keeps_the_old_ones(scene: Scene, lead: str) -> None:
    contact = scene.lead(lead).contact_id
    scene.portal.edit("leads", lead, hs_lead_label="Paid")
    scene.portal.fault("status", "POST", "/associations/leads/contacts/", status=500)
    with pytest.raises(AssertionError):
        scene.read("delta")
    assert scene.lead(lead).contact_id == contact
    scene.read("delta")
    found = scene.lead(lead)
    assert (found.contact_id, found.channel) == (contact, "Paid")


def test_the_next_step_is_the_earliest_open_task(scene: Scene, lead: str) -> None:
    scene.add_task(lead, "Call about gates", "2026-12-04T14:00:00Z")
    scene.add_task(lead, "Send the brochure", "2026-12-02T14:00:00Z")
    scene.add_task(lead, "Ring once", "2026-12-01T14:00:00Z", "COMPLETED")
    scene.read("sweep")
    assert scene.card(lead).step.subject == "Send the brochure"


def test_a_task_late_in_the_evening_is_due_on_the_offices_day(scene: Scene, lead: str) -> None:
    scene.add_task(lead, "Call", "2026-12-03T03:30:00Z")
    scene.read("sweep")
    assert str(scene.lead(lead).next_step_on) == "2026-12-02"


def test_a_task_done_in_hubspot_is_no_next_step_any_more(scene: Scene, lead: str) -> None:
    task = scene.add_task(lead, "Call", "2026-12-02T14:00:00Z")
    scene.read("sweep")
    scene.portal.edit("tasks", task, hs_task_status="COMPLETED")
    scene.read("sweep")
    assert scene.lead(lead).next_step_on is None


def test_contacts_that_were_merged_away_are_not_lost(scene: Scene, lead: str) -> None:
    survivor = scene.add(
        "contacts", firstname="Imani", lastname="Oyelaran", email="i@cedar.example"
    )
    scene.portal.order(
        "merge", kind="contacts", primary=survivor, merged=scene.lead(lead).contact_id
    )
    scene.read("sweep")
    assert scene.lead(lead).contact_id == survivor
    assert Contact.objects.get(pk=survivor).email == "i@cedar.example"


def ids_on_board(scene: Scene) -> list[str]:
    drawn = board(Wanted(tab=Tab.TEAM), Viewer(scene.cast.rita, scene.clock(), OFFICE))
    return [card.hubspot_id for column in drawn.columns for card in column.cards]


def test_nothing_is_ever_deleted(scene: Scene, lead: str) -> None:
    scene.portal.order("purge", kind="leads", id=lead)
    for name in ("delta", "sweep", "pull"):
        scene.read(name)
    assert Lead.objects.filter(hubspot_id=lead).exists()
