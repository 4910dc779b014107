"""The mirror is true in spite of what HubSpot does not tell: links and calculated values that move no date,
answers cut into pages, numbers that differ from portal to portal, owners that leave."""

import pytest
from django.test import Client

from leads.domain.channels import Channel
from leads.domain.pipeline import Stage
from leads.models import Company, Contact, Lead, OutboundWrite, SyncCursor, SyncRun
from leads.queries.board import Tab, Wanted, board
from leads.queries.card import Viewer
from leads.sandbox.server import Sandbox
from leads.sync.delta import OVERLAP
from leads.sync.reconcile import differences
from leads.tasks import pull
from tests.factories import DecisionFactory
from tests.mirror import OFFICE
from tests.scenes import RITA, Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead("Imani Oyelaran")
    scene.add("companies", name="Harbor Light Storage")
    scene.read()
    scene.later(minutes=1)
    return made


@pytest.fixture
def other(lead: str) -> str:
    """A company that nobody belongs to, younger than that of the lead."""
    return Company.objects.get(name="Harbor Light Storage").pk


def test_a_company_tied_without_moving_a_date_is_seen_by_the_sweep(scene: Scene) -> None:
    lead = scene.add("leads", hs_lead_name="Imani lead", hs_pipeline_stage=Stage.NEW.value)
    company = scene.add("companies", name="Cedar Gate Storage")
    scene.read()
    scene.later(minutes=1)
    scene.portal.order(
        "link", from_kind="leads", from_id=lead, to_kind="companies", to_id=company, type_id=580
    )
    scene.read("delta")
    assert scene.card(lead).company == ""
    scene.read("sweep")
    assert scene.card(lead).company == "Cedar Gate Storage"


def test_a_contact_that_changes_its_company_has_the_new_one_alone(
    scene: Scene, lead: str, other: str
) -> None:
    contact = scene.lead(lead).contact_id or ""
    ends = {"from_kind": "contacts", "from_id": contact, "to_kind": "companies"}
    scene.portal.order("unlink", to_id=scene.lead(lead).company_id, **ends)
    scene.portal.order("link", to_id=other, type_id=1, **ends)
    scene.read("sweep")
    assert Contact.objects.get(pk=contact).company_id == other
    assert Company.objects.get(pk=other).contacts.count() == 1


@pytest.mark.parametrize("loop", ["delta", "sweep", "pull"])
def test_of_two_companies_the_primary_one_is_the_contacts(
    scene: Scene, lead: str, other: str, loop: str
) -> None:
    """The former one stays linked too."""
    contact = scene.lead(lead).contact_id or ""
    scene.portal.order(
        "link", from_kind="contacts", from_id=contact, to_kind="companies", to_id=other, type_id=1
    )
    scene.portal.edit("contacts", contact, lastname="Changed")
    scene.read(loop)
    assert Contact.objects.get(pk=contact).company_id == other
    assert list(differences(scene.port)) == []


def test_a_link_under_two_types_is_one_link_with_both(scene: Scene, lead: str) -> None:
    contact, company = scene.lead(lead).contact_id or "", scene.lead(lead).company_id or ""
    scene.portal.order(
        "link", from_kind="contacts", from_id=contact, to_kind="companies", to_id=company, type_id=1
    )
    (edge,) = scene.port.edges("contacts", [contact], "companies")[contact]
    assert (edge.to_id, set(edge.type_ids)) == (company, {1, 279})
    scene.read("sweep")
    assert Company.objects.get(pk=company).contacts.count() == 1


def test_locks_that_hubspot_counts_without_moving_a_date_make_a_customer(
    scene: Scene, lead: str
) -> None:
    company = scene.lead(lead).company_id or ""
    scene.portal.order(
        "edit", kind="companies", id=company, properties={"locks_purchased": "4"}, bump=False
    )
    scene.read("delta")
    assert scene.card(lead).customer_locks == 0
    scene.read("sweep")
    assert scene.card(lead).customer_locks == 4


def test_a_company_of_350_people_has_350_links(scene: Scene, sandbox: Sandbox) -> None:
    scene.portal.order("switches", association_page=100)
    company = scene.add("companies", name="Cedar Gate Storage")
    made = [
        sandbox.portal.add("contacts", {"firstname": f"C{n}"}, created_at=scene.clock()).id
        for n in range(350)
    ]
    for id in made:
        sandbox.portal.link("contacts", id, "companies", company, 279)
    found = scene.port.edges("companies", [company], "contacts")[company]
    assert {edge.to_id for edge in found} == set(made)
    scene.read()
    assert Company.objects.get(pk=company).contacts.count() == 350


def test_a_portal_that_takes_a_hundred_ids_at_a_time_is_asked_for_so_many(
    scene: Scene, sandbox: Sandbox
) -> None:
    scene.portal.order("switches", association_batch_read=100)
    at = scene.clock()
    ids = [sandbox.portal.add("contacts", {}, created_at=at).id for _ in range(450)]
    assert scene.port.edges("contacts", ids, "companies") == {id: [] for id in ids}
    scene.portal.order("journal/clear")
    scene.port.edges("contacts", ids, "companies")
    sizes = [len(one["body"]["inputs"]) for one in scene.portal.journal("POST", "/associations/")]
    assert max(sizes) <= 100
    assert sum(sizes) == 450


@pytest.mark.parametrize("loop", ["delta", "sweep", "pull"])
def test_a_portal_with_other_type_ids_is_read_the_same(scene: Scene, loop: str) -> None:
    scene.read()
    scene.later(minutes=1)
    lead = scene.add_lead()
    scene.portal.edit("leads", lead, hs_lead_label="Paid")
    scene.portal.order("switches", renumbered_types={"578": 900578, "1": 900001})
    scene.read(loop)
    assert scene.card(lead).name == "Imani Oyelaran"
    assert list(differences(scene.port)) == []


def test_a_record_changed_again_during_the_search_is_read_next_time(
    scene: Scene, lead: str
) -> None:
    """Search matches by the date that it has indexed and shows a later one: the cursor stays behind."""
    scene.later(minutes=30)
    after = (scene.clock.now).isoformat().replace("+00:00", "Z")
    scene.portal.order(
        "edit", kind="leads", id=lead, properties={"hs_lead_label": "Paid"}, updated_at=after
    )
    scene.read("delta")
    assert SyncCursor.objects.get(kind="leads").read_to < scene.clock()
    scene.portal.order(
        "edit", kind="leads", id=lead, properties={"hs_lead_label": "Referral"}, updated_at=after,
        bump=False,
    )  # fmt: skip
    scene.later(seconds=20)
    Lead.objects.update(modified_at=None)
    scene.read("delta")
    assert scene.lead(lead).channel == "Referral"


def test_two_stages_whose_ids_differ_in_case_alone_lose_no_lead(scene: Scene) -> None:
    for id in ("_01A", "_01a"):
        scene.portal.order("stage", kind="leads", pipeline="lead-pipeline-id", id=id, label=id)
    leads = {scene.add_lead(f"Lead {id}", stage=id) for id in ("_01A", "_01a", "never-heard-of")}
    scene.read()
    drawn = board(Wanted(tab=Tab.TEAM), Viewer(scene.cast.mona, scene.clock(), OFFICE))
    lane = next(column for column in drawn.columns if column.slug == "unknown")
    assert {card.hubspot_id for card in lane.cards} == leads
    stages = set(Lead.objects.values_list("stage", flat=True))
    assert stages == {"_01A", "_01a", "never-heard-of"}


def test_leads_of_another_pipeline_are_shown(scene: Scene, sandbox: Sandbox) -> None:
    stages = [("7001", "Warm up", {"leadState": "NEW"})]
    sandbox.portal.add_pipeline("leads", "second", "Partners", stages)
    lead = scene.add_lead(stage="7001", hs_pipeline="second")
    scene.read()
    assert scene.card(lead).name == "Imani Oyelaran"
    assert scene.lead(lead).pipeline == "second"


def test_an_unknown_option_is_kept_and_shown(scene: Scene, lead: str) -> None:
    scene.portal.edit("leads", lead, hs_lead_label="Billboard")
    scene.read("delta")
    assert scene.lead(lead).channel == "Billboard"
    assert "Billboard" not in set(Channel)


def test_an_owner_who_left_is_still_named_as_the_former_one(
    scene: Scene, lead: str, client: Client
) -> None:
    """HubSpot gives no day for it, and no change filter ever shows it: the vocabulary does."""
    scene.portal.order("owner", id=RITA, archived=True)
    scene.read_vocabulary()
    client.force_login(scene.cast.mona)
    assert 'title="Former: Rita Solano"' in client.get("/?tab=team").text
    assert "former: Rita Solano" in client.get(f"/leads/{scene.lead(lead).pk}/").text


def test_a_number_that_hubspot_rewrites_is_sent_once(scene: Scene, lead: str) -> None:
    """HubSpot keeps telephone numbers in a form of its own: records are told apart by id alone."""
    scene.portal.order("switches", normalise_phones=True)
    contact = scene.lead(lead).contact_id or ""
    OutboundWrite.objects.create(
        object_type="contacts", record_id=contact, properties={"phone": "+1 (555) 010-0142"},
        base={"phone": ""}, decision=DecisionFactory.create(), created_at=scene.clock(),
        not_before=scene.clock(),
    )  # fmt: skip
    for loop in ("delta", "sweep", "pull"):
        scene.push()
        scene.later(minutes=1)
        scene.read(loop)
    assert len(scene.portal.journal("PATCH", "/contacts/")) == 1
    held = Contact.objects.get(pk=contact)
    assert (held.phone, held.archived_at, held.gone_at) == ("+15550100142", None, None)
    assert list(differences(scene.port)) == []


def test_a_cursor_that_is_there_is_read_on_from(scene: Scene, lead: str) -> None:
    """A new version starts where the old one stopped, whatever else the table holds."""
    SyncCursor.objects.create(kind="tickets", read_to=scene.clock())
    SyncRun.objects.filter(name="pull").update(counts={}, step="", total=None)
    before = SyncCursor.objects.get(kind="leads").read_to
    scene.portal.order("journal/clear")
    pull()
    asked = scene.portal.journal("POST", "/leads/search")[0]["body"]["filterGroups"][0]["filters"]
    since = int((before - OVERLAP).timestamp() * 1000)
    assert abs(int(asked[0]["value"]) - since) <= 1
    assert scene.portal.journal("GET", "/objects/contacts") == []
    assert SyncCursor.objects.get(kind="leads").read_to >= before
