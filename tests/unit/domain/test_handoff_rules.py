"""Hand-off: a deal only from an open, labelled, owned lead with someone who could buy."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import TypedDict, Unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.domain.channels import Channel, DealPair
from leads.domain.handoff import (
    RETIRED_ON,
    RETIRED_PIPELINE_LABEL,
    RETIRED_STAGE_LABEL,
    CouldBuy,
    UnableToHandOff,
    amount_text,
    check_close_with_deal,
    check_hand_off,
    close_date_text,
    deal_name,
    deal_properties,
    prompts_hand_off,
)
from leads.domain.pipeline import CLOSED, OPEN, Stage

BORN = datetime(2026, 8, 20, 9, 0, tzinfo=UTC)
PAIR = DealPair("Inbound", "MKT Email Campaign")
PAIR_PROPERTIES = ("deal_source", "deal_source_detail")


class Ask(TypedDict, total=False):
    stage: Stage | None
    channel: str | None
    has_deal: bool
    could_buy: CouldBuy | None
    owner: str | None


def ask(**changed: Unpack[Ask]) -> None:
    fine: Ask = {
        "stage": Stage.CONNECTED,
        "channel": "Marketing",
        "has_deal": False,
        "could_buy": CouldBuy.YES,
        "owner": "7001",
    }
    asked = fine | changed
    check_hand_off(
        stage=asked["stage"],
        channel=asked["channel"],
        has_deal=asked["has_deal"],
        could_buy=asked["could_buy"],
        owner=asked["owner"],
    )


@pytest.mark.parametrize("stage", sorted(OPEN))
@pytest.mark.parametrize("channel", [*Channel, "Outbound - SecondVendor"])
def test_an_open_lead_with_a_channel_may_become_a_deal(stage: Stage, channel: str) -> None:
    ask(stage=stage, channel=channel)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (Ask(stage=Stage.MEETING_BOOKED), "This attempt is closed"),
        (Ask(stage=Stage.DISQUALIFIED), "This attempt is closed"),
        (Ask(stage=None), "not part of the pipeline"),
        (Ask(has_deal=True), "already has a deal"),
        (Ask(owner=None), "no owner"),
        (Ask(owner=" "), "no owner"),
        (Ask(channel=None), "no channel yet"),
        (Ask(channel="HOT"), "Set the channel first"),
        (Ask(channel="Partner - Acme"), "reserved for partners"),
        (Ask(channel="Website - Demo Lock"), "Keep only the channel"),
        (Ask(could_buy=None), "Say first whether"),
        (Ask(could_buy=CouldBuy.NO), "Wrong person"),
        (Ask(could_buy=CouldBuy.UNSURE), "until you know"),
    ],
)
def test_a_hand_off_is_refused_with_its_reason(changed: Ask, words: str) -> None:
    with pytest.raises(UnableToHandOff, match=words) as refused:
        ask(**changed)
    assert refused.value.rule == "hand-off"


def test_a_closed_lead_says_so_before_anything_else() -> None:
    with pytest.raises(UnableToHandOff, match="This attempt is closed"):
        ask(stage=Stage.MEETING_BOOKED, has_deal=True, owner=None, channel=None, could_buy=None)


@pytest.mark.parametrize("stage", sorted(OPEN))
def test_a_lead_closes_with_the_deal_it_has(stage: Stage) -> None:
    check_close_with_deal(stage=stage, has_deal=True)
    with pytest.raises(UnableToHandOff, match="no deal yet"):
        check_close_with_deal(stage=stage, has_deal=False)


@pytest.mark.parametrize("stage", [*sorted(CLOSED), None])
def test_a_deal_does_not_close_what_is_not_open(stage: Stage | None) -> None:
    with pytest.raises(UnableToHandOff):
        check_close_with_deal(stage=stage, has_deal=True)


def test_the_answer_to_could_buy_is_read_from_a_form() -> None:
    assert [CouldBuy.of(raw) for raw in ("yes", "no", "unsure")] == list(CouldBuy)
    assert CouldBuy.of("") is CouldBuy.of(None) is CouldBuy.of("maybe") is None


@pytest.mark.parametrize(
    ("company", "sites", "name"),
    [
        ("Summit Lock-Up", 22, "Summit Lock-Up – 22 sites"),
        ("Summit Lock-Up", 1, "Summit Lock-Up – 1 site"),
        ("Summit Lock-Up", 1200, "Summit Lock-Up – 1,200 sites"),
        (" Summit  Lock-Up ", None, "Summit Lock-Up"),
        ("Summit Lock-Up", 0, "Summit Lock-Up"),
        ("Summit Lock-Up", -3, "Summit Lock-Up"),
        (None, 3, "Ana Ruiz – 3 sites"),
        ("", None, "Ana Ruiz"),
    ],
)
def test_a_deal_is_named_after_company_and_sites(
    company: str | None, sites: int | None, name: str
) -> None:
    assert deal_name(company, sites, "Ana Ruiz") == name


def test_a_deal_opens_in_evaluation_with_the_channel_pair() -> None:
    properties = deal_properties(
        name=" Summit Lock-Up – 22 sites ", owner="7001", pair=PAIR, pair_properties=PAIR_PROPERTIES
    )
    assert properties == {
        "dealname": "Summit Lock-Up – 22 sites",
        "pipeline": "930425200",
        "dealstage": "1428879448",
        "hubspot_owner_id": "7001",
        "deal_source": "Inbound",
        "deal_source_detail": "MKT Email Campaign",
    }


def test_the_old_opening_is_known_by_its_names() -> None:
    assert (RETIRED_PIPELINE_LABEL, RETIRED_STAGE_LABEL) == ("Sales Pipeline", "New Opportunity")
    assert date(2026, 10, 1) == RETIRED_ON


def test_amount_and_close_date_are_sent_when_given() -> None:
    properties = deal_properties(
        name="Summit Lock-Up",
        owner="7001",
        pair=PAIR,
        pair_properties=PAIR_PROPERTIES,
        amount=Decimal("1.2E+4"),
        close_on=date(2026, 12, 31),
    )
    assert properties["amount"] == "12000"
    assert properties["closedate"] == "2026-12-31T00:00:00Z"


def test_a_deal_without_its_pair_is_never_built() -> None:
    for names in (("", "detail"), ("source", "")):
        with pytest.raises(ValueError, match="not configured"):
            deal_properties(name="A", owner="7001", pair=PAIR, pair_properties=names)


def test_a_deal_without_a_name_is_refused() -> None:
    with pytest.raises(UnableToHandOff, match="needs a name"):
        deal_properties(name=" ", owner="7001", pair=PAIR, pair_properties=PAIR_PROPERTIES)


@given(st.decimals(min_value=0, allow_nan=False, allow_infinity=False))
def test_an_amount_keeps_its_value_in_plain_digits(amount: Decimal) -> None:
    text = amount_text(amount)
    assert Decimal(text) == amount
    assert set(text) <= set("0123456789.")


@pytest.mark.parametrize("raw", ["-1", "-0.01", "NaN", "Infinity"])
def test_an_amount_that_cannot_be_is_refused(raw: str) -> None:
    with pytest.raises(UnableToHandOff, match="amount"):
        amount_text(Decimal(raw))


@given(st.dates())
def test_a_close_date_reads_back_as_the_same_day(close_on: date) -> None:
    read = datetime.fromisoformat(close_date_text(close_on))
    assert read.astimezone(UTC).date() == close_on
    assert read.utcoffset() == timedelta(0)


@pytest.mark.parametrize(
    ("outcome", "prompts"),
    [
        ("SCHEDULED", True),
        ("COMPLETED", True),
        ("RESCHEDULED", True),
        ("scheduled", True),
        ("", True),
        (None, True),
        ("NO_SHOW", False),
        ("CANCELED", False),
        ("SOMETHING_ELSE", False),
    ],
)
def test_a_meeting_that_stands_asks_for_a_deal(outcome: str | None, prompts: bool) -> None:
    assert prompts_hand_off(outcome, BORN + timedelta(days=3), BORN) is prompts


def test_a_meeting_belongs_to_the_attempt_that_it_follows() -> None:
    assert prompts_hand_off("SCHEDULED", BORN, BORN)
    assert not prompts_hand_off("COMPLETED", BORN - timedelta(seconds=1), BORN)
    assert not prompts_hand_off("SCHEDULED", None, BORN)
