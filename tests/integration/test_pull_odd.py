"""What HubSpot holds need not be tidy: odd values are kept as read, shown as best we can, and never stop
a pull; and nothing that is read takes back a choice that HubSpot has yet to hear."""

from decimal import Decimal
from typing import Any

import pytest

from leads.actions.move import move
from leads.actions.set_next_step import set_next_step
from leads.domain.pipeline import Stage
from leads.hubspot.port import Record
from leads.models import Company, Contact, Deal, Lead
from leads.queries.board import Column, Tab, Wanted, board
from leads.queries.card import Viewer
from leads.sync.merge import merge_leads, merge_records
from tests.mirror import OFFICE
from tests.scenes import Scene

pytestmark = pytest.mark.django_db

NUL = "\x00"
HALF_AN_EMOJI = "\ud83c"
"""JSON can carry half of a surrogate pair; no database can."""


def columns(scene: Scene) -> dict[str, Column]:
    drawn = board(Wanted(tab=Tab.TEAM), Viewer(scene.cast.rita, scene.clock(), OFFICE))
    return {column.slug: column for column in drawn.columns}


def test_a_lead_in_a_stage_we_do_not_know_is_in_a_lane_of_its_own(scene: Scene) -> None:
    stage = {"kind": "leads", "pipeline": "lead-pipeline-id", "id": "5550001", "label": "Nurture"}
    scene.portal.order("stage", **stage)
    lead = scene.add_lead(stage="5550001")
    scene.read()
    lane = columns(scene)["unknown"]
    assert (lane.label, lane.count, lane.stage) == ("Unknown stage", 1, None)
    assert [card.hubspot_id for card in lane.cards] == [lead]


def test_without_such_leads_there_are_five_columns(scene: Scene) -> None:
    scene.add_lead()
    scene.read()
    assert list(columns(scene)) == [stage.slug for stage in Stage]


def test_a_stage_gone_from_the_pipeline_drops_no_lead(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.CONNECTED.value)
    scene.portal.order(
        "stage", kind="leads", pipeline="lead-pipeline-id", id=Stage.CONNECTED, gone=True
    )
    scene.read()
    assert scene.card(lead).stage is Stage.CONNECTED


def test_stage_ids_that_differ_in_case_are_different_stages(scene: Scene) -> None:
    lead = scene.add_lead(stage="New-Stage-Id")
    scene.read()
    assert scene.card(lead).stage is None


def test_a_nul_is_kept_out_of_names_and_does_not_stop_the_pull(scene: Scene) -> None:
    lead = scene.add_lead(f"Ima{NUL}ni Oyelaran", hs_lead_disqualification_note=f"a{NUL}b")
    scene.add_task(lead, f"Call{NUL} back", "2026-12-02T14:00:00Z")
    scene.read()
    found = scene.lead(lead)
    assert (found.note, found.next_step) == ("ab", "Call back")
    assert scene.card(lead).name == "Imani Oyelaran"


def test_a_nul_that_arrives_by_the_delta_is_no_harm_either(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    scene.portal.edit("leads", lead, hs_lead_label=f"Pa{NUL}id")
    scene.read("delta")
    assert scene.lead(lead).channel == "Paid"


@pytest.mark.parametrize("text", [HALF_AN_EMOJI, NUL, "🏢‮ \u200b", "x" * 5000])
def test_any_text_can_be_kept(scene: Scene, text: str) -> None:
    now = scene.clock()
    merge_records("companies", [Record("1", {"name": f"A{text}Z"}, now, now)], now)
    name = Company.objects.get().name
    assert name.startswith("A")
    assert name.endswith("Z")
    merge_leads([Record("2", {"hs_lead_name": f"A{text}Z"}, now, now)], now)
    assert Lead.objects.get().name.endswith("Z")


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("1234;5678", None),
        ("12", 12),
        ("12.0", 12),
        ("-3", -3),
        ("99999999999999999999", None),
        ("NaN", None),
        ("Infinity", None),
        ("1e400", None),
        ("twelve", None),
    ],
)
def test_a_number_that_is_none_is_empty_and_stays_readable(
    scene: Scene, raw: str, kept: int | None
) -> None:
    company = scene.add("companies", name="Odd", locks_purchased=raw)
    contact = scene.add("contacts", firstname="Odd", number_of_facilities=raw)
    scene.read()
    assert Company.objects.get(pk=company).locks_purchased == kept
    assert Company.objects.get(pk=company).remote["locks_purchased"] == raw
    assert Contact.objects.get(pk=contact).number_of_facilities == kept


@pytest.mark.parametrize(
    ("raw", "kept"),
    [("1200.505", Decimal("1200.50")), ("0", Decimal(0)), ("1e30", None), ("a lot", None), ("NaN", None)],
)  # fmt: skip
def test_an_amount_that_is_none_is_empty(scene: Scene, raw: str, kept: Decimal | None) -> None:
    deal = scene.add("deals", dealname="Odd", amount=raw)
    scene.read()
    assert Deal.objects.get(pk=deal).amount == kept


def test_dates_that_are_none_are_empty(scene: Scene) -> None:
    lead = scene.add_lead(hs_v2_date_entered_current_stage="soon")
    contact = scene.add("contacts", firstname="Odd", sent_date="the day after")
    scene.add_task(lead, "Whenever", "one day")
    scene.read()
    assert Contact.objects.get(pk=contact).asked_on is None
    assert scene.lead(lead).next_step_on is None
    assert scene.card(lead).age == ""


def test_a_date_in_milliseconds_is_that_day(scene: Scene) -> None:
    contact = scene.add("contacts", firstname="Old", sent_date="1787616000000")
    scene.read()
    assert str(Contact.objects.get(pk=contact).asked_on) == "2026-08-25"


def test_an_owner_nobody_knows_is_shown_by_number(scene: Scene) -> None:
    lead = scene.add_lead(owner="99999999")
    scene.read()
    assert scene.card(lead).owner_name == "99999999"


def test_a_lead_without_contact_or_company_is_drawn(scene: Scene) -> None:
    lead = scene.add("leads", hs_lead_name="Nobody yet lead", hs_pipeline_stage=Stage.NEW.value)
    scene.read()
    card = scene.card(lead)
    assert (card.name, card.company) == ("Nobody yet", "")


def test_a_disqualified_lead_without_a_reason_is_taken_as_it_is(scene: Scene) -> None:
    lead = scene.add_lead(stage=Stage.DISQUALIFIED.value)
    scene.read()
    assert scene.card(lead).stage is Stage.DISQUALIFIED
    assert scene.card(lead).reason == ""


@pytest.fixture
def moved(scene: Scene) -> str:
    """Rita has moved her lead to Connected, and HubSpot has not heard of it."""
    lead = scene.add_lead()
    scene.read()
    step: dict[str, Any] = {"actor": scene.cast.rita, "key": None, "now": scene.clock()}
    move(scene.lead(lead).pk, stage=Stage.CONNECTED, seen=None, **step)
    return lead


@pytest.mark.parametrize("loop", ["pull", "delta", "sweep"])
def test_no_read_moves_a_card_back_while_the_choice_is_unsent(
    scene: Scene, moved: str, loop: str
) -> None:
    scene.portal.edit("leads", moved, hs_lead_label="Paid")
    scene.read(loop)
    found = scene.lead(moved)
    assert (found.stage, found.channel) == (Stage.CONNECTED, "Paid")
    assert found.remote["hs_pipeline_stage"] == Stage.ATTEMPTING


def test_an_older_page_read_after_the_write_does_not_move_it_back(scene: Scene, moved: str) -> None:
    page = scene.port.page("leads", properties=["hs_pipeline_stage", "hs_lead_name"])
    scene.push()
    merge_leads(page.records, scene.clock())
    assert scene.lead(moved).stage == Stage.CONNECTED


def test_an_unsent_next_step_is_not_taken_back_by_a_read(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.add_task(lead, "Old step", "2026-12-02T14:00:00Z")
    scene.read()
    chosen = scene.clock().date().replace(year=scene.clock().year + 1)
    set_next_step(
        scene.lead(lead).pk, due_on=chosen, subject="Visit", actor=scene.cast.rita, key=None,
        now=scene.clock(), office=OFFICE,
    )  # fmt: skip
    scene.read("sweep")
    found = scene.lead(lead)
    assert (found.next_step_on, found.next_step) == (chosen, "Visit")
    scene.push()
    scene.read("sweep")
    assert scene.lead(lead).next_step == "Visit"
