"""Channels: seven doors, their place on a deal, and values that are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.domain.channels import (
    REP_SETS,
    Channel,
    DealPair,
    deal_pair,
    is_known,
    label_of,
    may_stamp,
    why_unattributable,
)

ROLL_UP = [
    ("Website", "Website", "Inbound", "Organic"),
    ("Marketing", "Marketing", "Inbound", "MKT Email Campaign"),
    ("Outbound - Rep", "Outbound · Rep", "Outbound", "Cold Outreach"),
    ("Outbound - IntentSignal", "Outbound · IntentSignal", "Outbound", "Cold Outreach"),
    ("Referral", "Referral", "Referral", "Organic"),
    ("Tradeshow", "Tradeshow", "Outbound", "Tradeshow"),
    ("Paid", "Paid", "Inbound", "Paid Advertising"),
]
NO_CHANNEL = [
    None,
    "",
    "  ",
    "HOT",
    "WARM",
    "COLD",
    "Website - Demo Lock",
    "Marketing - Demo Lock",
    "Partner - Acme",
    "Partner - ",
    "Outbound",
    "Outbound - ",
    "Outbound -Rep",
    "outbound - rep",
    "website",
    "DIRECT_TRAFFIC",
    "OFFLINE",
]


def test_there_are_seven_channels() -> None:
    assert [channel.value for channel in Channel] == [value for value, *_ in ROLL_UP]


@pytest.mark.parametrize(("value", "label", "source", "detail"), ROLL_UP)
def test_each_channel_rolls_up_to_its_pair(
    value: str, label: str, source: str, detail: str
) -> None:
    assert deal_pair(value) == Channel(value).deal_pair == DealPair(source, detail)
    assert Channel(value).label == label
    assert is_known(value)
    assert why_unattributable(value) == ""


def test_a_second_vendor_rolls_up_by_its_prefix() -> None:
    assert deal_pair("Outbound - SecondVendor") == DealPair("Outbound", "Cold Outreach")
    assert why_unattributable("Outbound - SecondVendor") == ""
    assert not is_known("Outbound - SecondVendor")


@pytest.mark.parametrize("raw", NO_CHANNEL)
def test_what_is_no_channel_attributes_no_deal(raw: str | None) -> None:
    assert deal_pair(raw) is None
    assert not is_known(raw)
    assert why_unattributable(raw).endswith(".")


@given(st.none() | st.text() | st.text().map("Outbound - {}".format))
def test_the_roll_up_answers_for_any_text(raw: str | None) -> None:
    attributed = deal_pair(raw) is not None
    assert attributed is (why_unattributable(raw) == "")
    assert attributed or not is_known(raw)
    assert label_of(raw)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("", "no channel yet"),
        ("HOT", "how warm"),
        ("Partner - Acme", "reserved for partners"),
        ("Website - Demo Lock", "Keep only the channel, Website"),
        ("Fax - Demo Lock", "“Fax - Demo Lock” is not one of the channels"),
        ("OFFLINE", "“OFFLINE” is not one of the channels"),
    ],
)
def test_a_value_that_is_no_channel_is_explained(raw: str, words: str) -> None:
    assert words in why_unattributable(raw)


@pytest.mark.parametrize("new", [value for value, *_ in ROLL_UP])
def test_a_channel_is_stamped_only_where_none_stands(new: str) -> None:
    assert may_stamp("", new)
    assert may_stamp(None, new)
    assert may_stamp(" ", new)
    assert not may_stamp("Outbound - Rep", new)
    assert not may_stamp("HOT", new)


@pytest.mark.parametrize("new", NO_CHANNEL)
def test_what_is_no_channel_is_never_stamped(new: str | None) -> None:
    assert not may_stamp("", new)


def test_a_rep_chooses_only_what_a_rep_can_know() -> None:
    assert [channel.value for channel in REP_SETS] == [
        "Outbound - Rep",
        "Referral",
        "Tradeshow",
        "Paid",
    ]


def test_the_two_outbound_channels_share_a_pair_and_stay_apart() -> None:
    assert [channel for channel in Channel if channel.is_outbound] == [
        Channel.OUTBOUND_REP,
        Channel.OUTBOUND_INTENT_SIGNAL,
    ]


def test_every_channel_says_what_it_means() -> None:
    assert len({channel.means for channel in Channel}) == 7


def test_screens_say_no_channel_where_there_is_none() -> None:
    assert label_of(None) == label_of("") == "No channel"
    assert label_of("Website - Demo Lock") == "Website · Demo Lock"
