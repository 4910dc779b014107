"""Raising a lead: its name, its owner, its channel, and what is known of the person already."""

from decimal import Decimal
from typing import TypedDict, Unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.domain.channels import REP_SETS, Channel
from leads.domain.intake import (
    KnownLead,
    LeadType,
    UnableToRaise,
    WarningKind,
    check_raise,
    contact_name,
    display_name,
    duplicate_warnings,
    follows_name_rule,
    is_customer,
    lead_name,
    type_for,
)
from leads.domain.pipeline import CLOSED, OPEN, Stage
from leads.domain.roles import Role


class Wish(TypedDict, total=False):
    role: Role | None
    owner: str | None
    owner_is_active: bool
    channel: str | None
    lead_type: LeadType
    has_open_lead: bool
    locks_purchased: Decimal | float | None


def wish(**changed: Unpack[Wish]) -> Channel:
    fine: Wish = {
        "role": Role.REP,
        "owner": "7001",
        "owner_is_active": True,
        "channel": "Referral",
        "lead_type": LeadType.NEW_BUSINESS,
        "has_open_lead": False,
        "locks_purchased": None,
    }
    asked = fine | changed
    return check_raise(
        role=asked["role"],
        owner=asked["owner"],
        owner_is_active=asked["owner_is_active"],
        channel=asked["channel"],
        lead_type=asked["lead_type"],
        has_open_lead=asked["has_open_lead"],
        locks_purchased=asked["locks_purchased"],
    )


@pytest.mark.parametrize(
    ("first", "last", "email", "name"),
    [
        ("Ana", "Ruiz", "ana@summit.example", "Ana Ruiz"),
        (" Ana ", None, "ana@summit.example", "Ana"),
        (None, "Ruiz", None, "Ruiz"),
        ("", " ", " ana@summit.example ", "ana@summit.example"),
        (None, None, None, "Unnamed"),
        ("D’Angelo “Dee”", "Brück", None, "D’Angelo “Dee” Brück"),
    ],
)
def test_a_contact_is_named_by_what_is_known(
    first: str | None, last: str | None, email: str | None, name: str
) -> None:
    assert contact_name(first, last, email) == name


def test_a_lead_is_named_after_its_contact() -> None:
    assert lead_name("Ana Ruiz") == "Ana Ruiz lead"
    assert lead_name("  Ana   Ruiz ") == "Ana Ruiz lead"
    assert lead_name("") == "Unnamed lead"


@given(st.text(min_size=1).filter(str.strip))
def test_a_name_survives_the_way_there_and_back(name: str) -> None:
    assert display_name(lead_name(name)) == " ".join(name.split())
    assert follows_name_rule(lead_name(name), name)
    assert not follows_name_rule(name, name)


def test_a_person_called_lead_keeps_the_name() -> None:
    assert lead_name("Jo Lead") == "Jo Lead lead"
    assert display_name("Jo Lead lead") == "Jo Lead"
    assert display_name("Jo Lead") == "Jo Lead"
    assert display_name(" lead") == "lead"


@pytest.mark.parametrize("name", ["Ana Ruiz", "Ana Ruiz Lead", "Ana Ruiz-lead", "Ana lead", ""])
def test_a_name_made_by_hand_breaks_the_rule(name: str) -> None:
    assert not follows_name_rule(name, "Ana Ruiz")


@pytest.mark.parametrize("channel", REP_SETS)
def test_a_rep_raises_a_lead_with_owner_and_channel(channel: Channel) -> None:
    assert wish(channel=channel.value) is channel


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (Wish(owner=None), "Choose an owner"),
        (Wish(owner=" "), "Choose an owner"),
        (Wish(owner_is_active=False), "no longer active"),
        (Wish(channel=None), "Choose a channel"),
        (Wish(channel=" "), "Choose a channel"),
        (Wish(channel="HOT"), "“HOT” is not one of the channels"),
        (Wish(channel="Website"), "set by the system"),
        (Wish(channel="Marketing", role=Role.MANAGER), "set by the system"),
        (Wish(has_open_lead=True), "open lead already"),
        (Wish(has_open_lead=True, lead_type=LeadType.UPSELL), "open lead already"),
        (Wish(locks_purchased=12), "Existing business"),
    ],
)
def test_a_lead_is_not_raised_like_this(changed: Wish, words: str) -> None:
    with pytest.raises(UnableToRaise, match=words) as refused:
        wish(**changed)
    assert refused.value.rule == "raise"


@pytest.mark.parametrize("channel", Channel)
def test_a_door_and_an_admin_use_any_channel(channel: Channel) -> None:
    assert wish(role=None, channel=channel.value) is channel
    assert wish(role=Role.ADMIN, channel=channel.value) is channel


def test_a_customer_is_offered_existing_business() -> None:
    with pytest.raises(UnableToRaise) as refused:
        wish(locks_purchased=Decimal(1))
    assert refused.value.offers is LeadType.UPSELL
    assert wish(locks_purchased=Decimal(1), lead_type=LeadType.UPSELL) is Channel.REFERRAL


def test_no_other_refusal_offers_a_type() -> None:
    with pytest.raises(UnableToRaise) as refused:
        wish(owner=None)
    assert refused.value.offers is None


@pytest.mark.parametrize(
    ("locks", "customer"), [(None, False), (0, False), (-1, False), (0.5, True), (12, True)]
)
def test_a_customer_is_a_company_that_bought_locks(locks: float | None, customer: bool) -> None:
    assert is_customer(locks) is customer
    assert type_for(locks) is (LeadType.UPSELL if customer else LeadType.NEW_BUSINESS)


def test_the_types_are_hubspots() -> None:
    assert [(kind.value, kind.label) for kind in LeadType] == [
        ("NEW_BUSINESS", "New business"),
        ("UPSELL", "Existing business"),
    ]
    assert LeadType.of("UPSELL") is LeadType.UPSELL
    assert LeadType.of("RE_ATTEMPTING") is LeadType.of(None) is None


def known(
    lead_id: int,
    stage: Stage | None,
    *,
    same_contact: bool = True,
    is_archived: bool = False,
) -> KnownLead:
    return KnownLead(lead_id, "Ana Ruiz", stage, same_contact, is_archived=is_archived)


@pytest.mark.parametrize("stage", [*sorted(OPEN), None])
def test_an_open_lead_of_the_contact_stops(stage: Stage | None) -> None:
    (warning,) = duplicate_warnings([known(1, stage)])
    assert warning.kind is WarningKind.OPEN_LEAD
    assert warning.kind.stops


@pytest.mark.parametrize("stage", sorted(CLOSED))
def test_a_closed_lead_of_the_contact_only_informs(stage: Stage) -> None:
    (warning,) = duplicate_warnings([known(1, stage)])
    assert warning.kind is WarningKind.CLOSED_LEADS
    assert not warning.kind.stops


def test_a_lead_is_taken_as_live_unless_said_otherwise() -> None:
    assert KnownLead(1, "Ana Ruiz", Stage.NEW, same_contact=True).is_open


def test_a_lead_archived_in_mid_pipeline_is_a_past_attempt() -> None:
    (warning,) = duplicate_warnings([known(1, Stage.CONNECTED, is_archived=True)])
    assert warning.kind is WarningKind.CLOSED_LEADS


def test_a_colleagues_lead_only_informs() -> None:
    (warning,) = duplicate_warnings([known(1, Stage.NEW, same_contact=False)])
    assert warning.kind is WarningKind.COLLEAGUE
    assert not warning.kind.stops


def test_warnings_come_with_the_stopping_one_first() -> None:
    leads = [
        known(1, Stage.NEW, same_contact=False),
        known(2, Stage.DISQUALIFIED),
        known(3, Stage.ATTEMPTING),
        known(4, Stage.MEETING_BOOKED),
    ]
    found = [(w.kind, [lead.lead_id for lead in w.leads]) for w in duplicate_warnings(iter(leads))]
    assert found == [
        (WarningKind.OPEN_LEAD, [3]),
        (WarningKind.CLOSED_LEADS, [2, 4]),
        (WarningKind.COLLEAGUE, [1]),
    ]


def test_an_unknown_person_brings_no_warning() -> None:
    assert duplicate_warnings([]) == ()
