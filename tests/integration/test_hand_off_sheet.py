"""What the sheet "Create deal" shows before it is pressed, and the deals that were made past their leads."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leads.actions.decide import NoSuchLead
from leads.actions.link_deal import UnableToLinkDeal, link_deal
from leads.domain.channels import REP_SETS, DealPair
from leads.domain.pipeline import Stage
from leads.domain.roles import NotAllowed
from leads.models import Deal, Decision, Lead, Person, PortalFinding
from leads.queries.card import Viewer, draw_cards
from leads.queries.hand_off import HandOff, hand_off_sheet, unattributable_deals
from leads.queries.lead import lead_page
from leads.queries.saving import Sync
from tests.handing_off import NAME, add_deal, deals, press
from tests.mirror import OFFICE
from tests.scenes import DANA, OMAR, Scene

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead(stage=Stage.CONNECTED, hs_lead_label="Outbound - IntentSignal")
    scene.read()
    return made


def viewer(scene: Scene, who: Person | None = None) -> Viewer:
    return Viewer(who or scene.cast.rita, scene.clock(), OFFICE)


def sheet(scene: Scene, lead: str, who: Person | None = None) -> HandOff:
    found = hand_off_sheet(scene.lead(lead).pk, viewer(scene, who))
    assert found is not None
    return found


def test_the_sheet_comes_filled_in(scene: Scene, lead: str) -> None:
    contact = scene.lead(lead).contact_id or ""
    scene.portal.edit("contacts", contact, number_of_facilities="14")
    scene.read()
    shown = sheet(scene, lead)
    assert (shown.deal_name, shown.owner) == (NAME, "Rita Solano")
    assert shown.pair == DealPair("Outbound", "Cold Outreach")
    assert shown.rests_on == "From the lead's channel, Outbound · IntentSignal."
    assert shown.contacts == ("Imani Oyelaran",)
    assert shown.company == "Oyelaran Storage"
    assert (shown.why_not, shown.channels, shown.making, shown.warnings) == ("", (), "", ())


def test_without_a_channel_the_sheet_asks_for_one(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    shown = sheet(scene, lead)
    assert (shown.why_not, shown.channels, shown.pair) == ("", REP_SETS, None)
    assert "no channel" in shown.rests_on


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"stage": Stage.MEETING_BOOKED}, "closed"),
        ({"owner": OMAR}, "belongs to Omar Haddad"),
        ({"owner": DANA}, "has left"),
        ({"hs_lead_label": "Partner - Acme"}, "reserved for partners"),
    ],
)
def test_the_sheet_says_why_not(scene: Scene, more: dict[str, str], words: str) -> None:
    who = scene.cast.mona if more.get("owner") == DANA else scene.cast.rita
    lead = scene.add_lead(**({"hs_lead_label": "Referral"} | more))
    scene.read()
    assert words in sheet(scene, lead, who).why_not


def test_the_sheet_says_that_a_deal_is_being_made(scene: Scene, lead: str) -> None:
    press(scene, lead)
    assert sheet(scene, lead).making == "Rita Solano is creating the deal."


def test_a_deal_that_is_there_is_offered_for_closing(scene: Scene, lead: str) -> None:
    made = add_deal(scene, lead, amount="7000")
    scene.read()
    shown = sheet(scene, lead)
    assert shown.deal is not None
    assert (shown.deal.id, shown.deal.words) == (made, "Evaluation · $7,000")
    assert shown.why_not == "This lead already has a deal."


def test_warnings_name_customers_other_attempts_and_a_portal_out_of_shape(
    scene: Scene, lead: str
) -> None:
    row = scene.lead(lead)
    scene.portal.edit("companies", row.company_id or "", locks_purchased="120")
    earlier = scene.add(
        "leads", {578: row.contact_id or ""},
        hs_lead_name="Imani Oyelaran lead", hs_pipeline="lead-pipeline-id", hs_pipeline_stage=Stage.NEW,
    )  # fmt: skip
    add_deal(scene, earlier)
    scene.read()
    PortalFinding.objects.create(code="deal-stage", message="No Evaluation.", seen_at=scene.clock())
    assert sheet(scene, lead).warnings == (
        "No Evaluation.",
        "Oyelaran Storage is a customer already (120 locks): is this an expansion?",
        "Another attempt with this person is still open.",
        "An earlier attempt led to a deal: “Made in HubSpot”, Evaluation.",
    )


def test_the_lead_page_has_the_sheet_and_the_deal(scene: Scene, lead: str) -> None:
    press(scene, lead)
    scene.push()
    page = lead_page(scene.lead(lead).pk, viewer(scene))
    assert page is not None
    assert page.hand_off is not None
    (fact,) = page.deal_facts
    assert (fact.name, fact.words) == (NAME, "Evaluation · $12,500")


def test_cards_with_deals_take_no_more_queries(scene: Scene, lead: str) -> None:
    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            draw_cards(Lead.objects.all(), viewer(scene))
        return len(asked)

    one = count()
    for number in range(3):
        add_deal(scene, scene.add_lead(f"Noor Abadi{number}", stage=Stage.MEETING_BOOKED))
    scene.read()
    assert count() == one


def stray(scene: Scene, lead: str, **properties: str) -> str:
    """A deal for the lead's contact that somebody made from scratch."""
    made = add_deal(scene, **properties)
    contact = scene.lead(lead).contact_id
    scene.portal.order(
        "link", from_kind="deals", from_id=made, to_kind="contacts", to_id=contact, type_id=3
    )
    scene.read()
    return made


def test_deals_past_their_lead_are_listed_with_the_leads_they_may_get(
    scene: Scene, lead: str
) -> None:
    made = stray(scene, lead, amount="900")
    add_deal(scene, pipeline="default", dealstage="appointmentscheduled", dealname="Old")
    scene.read()
    found = unattributable_deals()
    (deal,) = found.deals
    assert (deal.id, deal.stage, deal.contacts) == (made, "Evaluation", ("Imani Oyelaran",))
    assert deal.leads == ((scene.lead(lead).pk, "Imani Oyelaran, Connected"),)
    assert found.amount == Decimal(900)


def test_what_stands_in_the_retired_stage_is_counted_apart(scene: Scene) -> None:
    old = {"pipeline": "default", "dealstage": retired_stage(scene)}
    for _ in range(3):
        add_deal(scene, **old)
    scene.read()
    found = unattributable_deals()
    assert (found.deals, found.retired) == ((), 3)


def retired_stage(scene: Scene) -> str:
    pipelines = scene.port.pipelines("deals")
    (stage,) = [s for p in pipelines for s in p.stages if s.label == "New Opportunity"]
    return stage.id


def link(scene: Scene, deal: str, lead: str, who: Person | None = None) -> Decision:
    return link_deal(
        deal, scene.lead(lead).pk, actor=who or scene.cast.mona, key=None, now=scene.clock()
    )


def test_a_stray_deal_is_linked_to_a_lead_of_its_contact(scene: Scene, lead: str) -> None:
    made = stray(scene, lead)
    link(scene, made, lead)
    assert unattributable_deals().deals[0].state == "linking the deal"
    scene.portal.fault("drop_after", "PUT", "/associations/")
    scene.push()
    scene.later(minutes=1)
    scene.push()
    assert deals(scene)[0]["associations"]["leads"] == {lead: [583, 1038]}
    assert Deal.objects.get(pk=made).lead == scene.lead(lead)
    assert unattributable_deals().deals == ()
    assert scene.card(lead).sync.state is Sync.SAVED


def test_a_deal_that_got_another_lead_meanwhile_is_left_alone(scene: Scene, lead: str) -> None:
    made = stray(scene, lead)
    link(scene, made, lead)
    other = scene.add_lead("Noor Abadi")
    scene.portal.order(
        "link", from_kind="deals", from_id=made, to_kind="leads", to_id=other, type_id=583
    )
    scene.push()
    assert list(deals(scene)[0]["associations"]["leads"]) == [other]
    assert "another lead already" in scene.card(lead).sync.words


def test_a_deal_is_linked_by_managers_and_only_within_one_contact(scene: Scene, lead: str) -> None:
    made = stray(scene, lead)
    other = scene.add_lead("Noor Abadi")
    scene.read()
    with pytest.raises(NotAllowed):
        link(scene, made, lead, scene.cast.rita)
    with pytest.raises(UnableToLinkDeal, match="somebody else"):
        link(scene, made, other)
    with pytest.raises(NoSuchLead):
        link(scene, "404", lead)
    link(scene, made, lead)
    with pytest.raises(UnableToLinkDeal, match="being linked already"):
        link(scene, made, lead)
    scene.push()
    with pytest.raises(UnableToLinkDeal, match="has its lead already"):
        link(scene, made, lead)
    second = stray(scene, lead)
    with pytest.raises(UnableToLinkDeal, match="already has a deal"):
        link(scene, second, lead)
    old = stray(scene, lead, pipeline="default", dealstage=retired_stage(scene))
    with pytest.raises(UnableToLinkDeal, match="Deal Pipeline"):
        link(scene, old, lead)
