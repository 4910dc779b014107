"""A lead becomes a deal once: with its links, its channel's pair and its owner, and closes with it."""

from datetime import date

import pytest

from leads.actions.set_channel import UnableToSetChannel
from leads.domain.channels import Channel
from leads.domain.handoff import UnableToHandOff
from leads.domain.pipeline import Stage
from leads.domain.roles import NotAllowed
from leads.models import Deal, Decision, OutboundWrite
from tests.handing_off import NAME, add_deal, deals, press, stage_there
from tests.portal import Json
from tests.scenes import DANA, OMAR, RITA, Scene

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lead(scene: Scene) -> str:
    made = scene.add_lead(stage=Stage.CONNECTED, hs_lead_label="Marketing")
    scene.read()
    return made


def test_the_deal_has_everything_that_was_typed_and_inherited(scene: Scene, lead: str) -> None:
    press(scene, lead)
    assert scene.push().sent == 2
    (deal,) = deals(scene)
    wanted = {
        "dealname": NAME,
        "pipeline": "930425200",
        "dealstage": "1428879448",
        "hubspot_owner_id": RITA,
        "deal_source": "Inbound",
        "deal_source_detail": "MKT Email Campaign",
        "amount": "12500",
    }
    assert wanted.items() <= deal["properties"].items()
    assert deal["properties"]["closedate"].startswith("2027-01-31T00:00:00")
    assert stage_there(scene, lead) == Stage.MEETING_BOOKED


def test_the_close_date_is_read_back_as_the_same_day(scene: Scene, lead: str) -> None:
    press(scene, lead, close_on=date(2026, 12, 31))
    scene.push()
    assert Deal.objects.get().close_on == date(2026, 12, 31)
    scene.read()
    assert Deal.objects.get().close_on == date(2026, 12, 31)


def test_what_was_left_empty_is_not_sent(scene: Scene, lead: str) -> None:
    press(scene, lead, amount=" ", close_on=None)
    scene.push()
    (body,) = scene.sent_bodies("deals", "POST")
    assert {"amount", "closedate"}.isdisjoint(body)
    assert Deal.objects.get().amount is None


def test_lead_contacts_and_company_are_linked_inline(scene: Scene, lead: str) -> None:
    (own,) = scene.lead(lead).contact_ids
    other = scene.add("contacts", firstname="Noor", lastname="Abadi")
    scene.portal.order(
        "link", from_kind="leads", from_id=lead, to_kind="contacts", to_id=other, type_id=608
    )
    scene.read("sweep")
    press(scene, lead)
    scene.push()
    (deal,) = deals(scene)
    ties = deal["associations"]
    assert ties["leads"] == {lead: [583, 1038]}
    assert set(ties["contacts"]) == {own, other}
    assert ties["companies"] == {scene.lead(lead).company_id: [5, 341]}
    assert len(scene.portal.objects("contacts")) == 2
    assert scene.portal.journal("PUT") == []


def test_nothing_else_in_the_portal_changes(scene: Scene, lead: str) -> None:
    other_lead = scene.add_lead("Noor Abadi", hs_lead_label="Referral")
    add_deal(scene, other_lead, amount="900")
    scene.read()
    before = whole_portal(scene)
    press(scene, lead)
    scene.push()
    after = whole_portal(scene)
    made = {key for key in after if key not in before}
    assert [kind for kind, _ in made] == ["deals"]
    changed = {
        (kind, name)
        for (kind, id), record in before.items()
        for name in record.keys() | after[kind, id].keys()
        if record.get(name) != after[kind, id].get(name)
    }
    assert {kind for kind, _ in changed} == {"leads"}
    assert {name for _, name in changed if not is_machinery(name)} == {"hs_pipeline_stage"}


def whole_portal(scene: Scene) -> dict[tuple[str, str], Json]:
    return {
        (kind, row["id"]): row["properties"]
        for kind in ("leads", "contacts", "companies", "deals")
        for row in scene.portal.objects(kind)
    }


def is_machinery(name: str) -> bool:
    """What HubSpot works out from the stage and the links by itself."""
    return name.startswith(("hs_v2_date_", "hs_lead_is_", "hs_lead_associated_")) or name in {
        "hs_lastmodifieddate", "hs_pipeline_stage_last_updated",
    }  # fmt: skip


PAIRS = {
    "Website": ("Inbound", "Organic"),
    "Marketing": ("Inbound", "MKT Email Campaign"),
    "Outbound - Rep": ("Outbound", "Cold Outreach"),
    "Outbound - IntentSignal": ("Outbound", "Cold Outreach"),
    "Outbound - SecondVendor": ("Outbound", "Cold Outreach"),
    "Referral": ("Referral", "Organic"),
    "Tradeshow": ("Outbound", "Tradeshow"),
    "Paid": ("Inbound", "Paid Advertising"),
}


def test_every_channel_arrives_as_its_pair(scene: Scene) -> None:
    assert set(Channel) < set(PAIRS)
    leads = {channel: scene.add_lead(hs_lead_label=channel) for channel in PAIRS}
    scene.read()
    for channel, id in leads.items():
        press(scene, id, deal_name=channel)
    scene.push()
    found = {
        deal["properties"]["dealname"]: (
            deal["properties"]["deal_source"], deal["properties"]["deal_source_detail"]
        )
        for deal in deals(scene)
    }  # fmt: skip
    assert found == PAIRS


@pytest.mark.parametrize(
    ("channel", "words"),
    [
        ("Partner - Acme", "reserved for partners"),
        ("Website - Demo Lock", "campaign"),
        ("", "no channel"),
    ],
)
def test_what_has_no_pair_makes_no_deal(scene: Scene, channel: str, words: str) -> None:
    lead = scene.add_lead(hs_lead_label=channel)
    scene.read()
    with pytest.raises(UnableToHandOff, match=words):
        press(scene, lead)
    assert OutboundWrite.objects.count() == 0


def test_a_channel_chosen_in_the_sheet_goes_first_and_gives_the_pair(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED)
    scene.read()
    press(scene, lead, channel="Referral")
    assert scene.lead(lead).channel == "Referral"
    assert scene.push().sent == 3
    (deal,) = deals(scene)
    assert deal["properties"]["deal_source"] == "Referral"
    assert scene.sent_bodies("leads", "PATCH") == [
        {"hs_lead_label": "Referral"},
        {"hs_pipeline_stage": Stage.MEETING_BOOKED},
    ]


def test_a_rep_chooses_only_what_a_rep_may_know(scene: Scene, lead: str) -> None:
    bare = scene.add_lead("Noor Abadi")
    scene.read()
    with pytest.raises(UnableToSetChannel):
        press(scene, bare, channel="Website")
    with pytest.raises(NotAllowed):
        press(scene, lead, channel="Referral")
    assert Decision.objects.count() == 0


@pytest.mark.parametrize(
    ("answer", "words"), [("no", "could buy"), ("unsure", "until you know"), ("", "Say first")]
)
def test_only_someone_who_could_buy_becomes_a_deal(
    scene: Scene, lead: str, answer: str, words: str
) -> None:
    with pytest.raises(UnableToHandOff, match=words):
        press(scene, lead, could_buy=answer)
    assert OutboundWrite.objects.count() == 0


def test_the_answer_is_kept_with_the_decision(scene: Scene, lead: str) -> None:
    evidence = press(scene, lead).evidence
    assert evidence == {
        "could_buy": "yes", "deal_name": NAME, "amount": "12500", "close_on": "2027-01-31",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "amount"),
    [("12500", "12500"), ("$12,500.50", "12500.50"), (" 1 200 ", "1200"), ("0", "0"), ("", None)],
)
def test_amounts_are_read_as_people_write_them(
    scene: Scene, lead: str, typed: str, amount: str | None
) -> None:
    press(scene, lead, amount=typed)
    assert OutboundWrite.objects.get(object_type="deals").properties.get("amount") == amount


@pytest.mark.parametrize("typed", ["-1", "12,50", "1.234,56", "1e5", "NaN", "lots", "١٢", "9" * 12])
def test_an_amount_that_is_none_is_refused(scene: Scene, lead: str, typed: str) -> None:
    with pytest.raises(UnableToHandOff, match="amount"):
        press(scene, lead, amount=typed)


@pytest.mark.parametrize("name", ["", "   ", "x" * 251])
def test_a_deal_needs_a_name_of_some_length(scene: Scene, lead: str, name: str) -> None:
    with pytest.raises(UnableToHandOff, match="name"):
        press(scene, lead, deal_name=name)


@pytest.mark.parametrize("day", [date(1970, 1, 1), date(2099, 1, 1)])
def test_a_close_date_is_within_reach(scene: Scene, lead: str, day: date) -> None:
    with pytest.raises(UnableToHandOff, match="close date"):
        press(scene, lead, close_on=day)


def test_another_reps_lead_is_refused_before_anything_is_written(scene: Scene, lead: str) -> None:
    with pytest.raises(NotAllowed):
        press(scene, lead, who=scene.cast.omar)
    assert (Decision.objects.count(), OutboundWrite.objects.count()) == (0, 0)


@pytest.mark.parametrize(("owner", "words"), [("", "no owner"), (DANA, "has left")])
def test_a_deal_needs_an_owner_who_is_here(scene: Scene, owner: str, words: str) -> None:
    lead = scene.add_lead(hs_lead_label="Referral", owner=owner)
    scene.read()
    with pytest.raises(UnableToHandOff, match=words):
        press(scene, lead, who=scene.cast.mona)


def test_a_manager_hands_off_for_the_owner(scene: Scene) -> None:
    lead = scene.add_lead(hs_lead_label="Referral", owner=OMAR)
    scene.read()
    press(scene, lead, who=scene.cast.mona)
    scene.push()
    assert deals(scene)[0]["properties"]["hubspot_owner_id"] == OMAR
