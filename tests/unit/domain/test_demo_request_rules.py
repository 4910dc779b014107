"""What an asking does to a person's leads, and what it writes on the person."""

from datetime import date

import pytest

from leads.domain.demo_request import Facts, Fate, contact_changes, fate_of, note_words, words_for

MONDAY, TUESDAY = date(2026, 8, 24), date(2026, 8, 25)


@pytest.mark.parametrize(
    ("open_channel", "is_customer", "has_open_deal", "fate"),
    [
        (None, False, False, Fate.RAISE),
        (None, False, True, Fate.CONVERSATION),
        (None, True, False, Fate.CUSTOMER),
        (None, True, True, Fate.CUSTOMER),
        ("", False, False, Fate.STAMP),
        ("", True, True, Fate.STAMP),
        ("Outbound - Rep", False, False, Fate.KEEP),
        ("HOT", False, False, Fate.KEEP),
    ],
)
def test_an_open_lead_then_a_customer_then_a_deal(
    open_channel: str | None, is_customer: bool, has_open_deal: bool, fate: Fate
) -> None:
    assert fate_of(Facts(open_channel, is_customer, has_open_deal), "Website") is fate


@pytest.mark.parametrize("fate", list(Fate))
def test_every_fate_has_words(fate: Fate) -> None:
    assert words_for(fate, "Marketing", "Outbound - Rep").endswith(".")


def changes(asked_on: date, known: date | None, **more: str) -> dict[str, str]:
    said = {"address": "1 New Street", "phone": "", "known_phone": ""} | more
    return contact_changes(asked_on=asked_on, known_asked_on=known, **said)


def test_the_latest_asking_wins() -> None:
    assert changes(TUESDAY, MONDAY) == {
        "sent_date": "2026-08-25",
        "demo_lock_address": "1 New Street",
    }
    assert changes(MONDAY, TUESDAY) == {}
    assert changes(MONDAY, None)["sent_date"] == "2026-08-24"


def test_an_asking_without_an_address_keeps_the_one_that_is_known() -> None:
    assert changes(TUESDAY, MONDAY, address="") == {"sent_date": "2026-08-25"}


def test_a_phone_number_only_fills_a_gap() -> None:
    assert changes(MONDAY, TUESDAY, phone="555-0142") == {"phone": "555-0142"}
    assert changes(MONDAY, TUESDAY, phone="555-0142", known_phone="555-0100") == {}


def test_a_note_says_when_through_which_door_and_where_to() -> None:
    words = note_words(
        is_lock=True,
        asked_on=MONDAY,
        door="Website",
        address="",
        details={"Sites": "3", "Size": ""},
    )
    assert words == (
        "Demo lock requested on 2026-08-24 through Website.\nShip to: no address given\nSites: 3"
    )
