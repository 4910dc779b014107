"""Addresses as people type them, each kind of trouble many times over, and what is said of each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.domain.address import Verdict, judge

CASES = [
    ("shippable", "Tamarack Self Storage LLC 4410 N Division St Spokane WA 99207"),
    ("shippable", "88 Elm St Apt 4B\nSt. Paul, MN 55102"),
    ("shippable", "12 Oak St St Paul MN 55101"),
    (
        "shippable",
        "hello! my address is 5500 Old Mill Road, Unit 7, Reston, Virginia 20190. thanks!",
    ),
    ("shippable", "1200 W 5th Ave #210, Columbus, OH 43212"),
    ("shippable", "300 S 600 E, Salt Lake City, UT 84102"),
    ("shippable", "W204N11509 Goldendale Rd, Germantown, WI 53022"),
    ("shippable", "34-18 Northern Blvd, Long Island City, NY 11101"),
    ("shippable", "812 1/2 Lincoln Ave, Cheyenne, WY 82001"),
    ("shippable", "2 Kansas City Rd, Olathe KS 66061"),
    ("shippable", "100 Main, Peru, IN 46970"),
    ("shippable", "77 Boxelder Drive, Fort Collins, Colorado 80526"),
    ("shippable", "Post Oak Storage, 1901 Post Oak Blvd, Houston, TX 77056"),
    ("shippable", "3 Moscow Rd, Moscow, ID 83843"),
    ("shippable", "9 Wyoming Ave SW, Wyoming, Mich. 49509"),
    ("shippable", "4500 Post Falls Ave Post Falls ID 83854"),
    ("shippable", "5 Star Storage, 810 Airport Rd, Montrose, CO 81401"),
    ("shippable", "12A Wharf Street, Rome GA 30161"),
    ("shippable", "700 Highway 82 W, Abilene, TX 79602"),
    ("shippable", "Mailbox Plus, 455 Center St, Lebanon, PA 17042"),
    ("shippable", "1 Lebanon Way Lebanon NH 03766 United States"),
    ("shippable", "C/O Bright Door Storage, 1450 Route 9, Clifton Park, NY 12065"),
    ("shippable", "221 Baker Ct, Stamford CT 06902"),
    ("shippable", "18 7th St NE, Washington, DC 20002"),
    ("shippable", "350 5th Ave, New York, NY 10118"),
    ("shippable", "40 Wall Street New York NY 10005"),
    ("shippable", "Unit 12, 90 Depot Rd, Oxford, Miss. 38655"),
    ("shippable", "901 E. Pine Str., Bldg. C, Lodi, Calif. 95240 USA (rear entrance)"),
    ("shippable", "6100 SW Hall Blvd Ste 100 Beaverton OR 97008 phone: 503-555-0142"),
    ("po_box", "P. O. Box 77, Hilo HI 96720"),
    ("po_box", "PO BOX A, Marfa TX 79843"),
    ("po_box", "Cedar Storage, P.O. Drawer 12, Elko, NV 89803"),
    ("po_box", "post box 44 Winslow AZ 86047"),
    ("po_box", "p.o box #9, alpine, tx"),
    ("po_box", "Apartado 55, San Juan, PR 00902"),
    ("po_box", "BOX 221 DEADWOOD SD 57732"),
    ("po_box", "PO 118, Ely, MN 55731"),
    ("po_box", "P/O Box 6, Bisbee AZ 85603"),
    ("po_box", "gen delivery, Nome, AK 99762"),
    ("po_box", "P.O.Box12345, Reno, NV 89510"),
    ("military", "Unit 45013 Box 2020, APO AP 96338"),
    ("military", "PSC 3 Box 88 APO, AE 09021"),
    ("military", "USS Example, FPO AP 96601"),
    ("missing_city", "1818 Larimer Street"),
    ("missing_city", "55 Cedar Lane, OH 44113"),
    ("missing_city", "9 Hill Ct, 06902"),
    ("missing_city", "6 Old Post Rd"),
    ("missing_state", "88 Pine St, Burlington 05401"),
    ("missing_state", "2020 Market Street, Philadelphia"),
    ("missing_state", "14 Elm Ave, Portland, 97205"),
    ("missing_zip", "14 Elm Ave, Portland, OR"),
    ("missing_zip", "500 Congress Ave Austin TX"),
    ("missing_zip", "18 Beacon St, Boston, MA 2108"),
    ("missing_zip", "4 State St, Augusta, Maine"),
    ("missing_zip", "77 Main St, Salem, NH 0307"),
    ("missing_zip", "12 Lake Dr, Tahoe City, CA 9614S"),
    ("missing_street_number", "Main Street, Springfield, IL 62701"),
    ("missing_street_number", "Rural Route 3, Box 9, Ottumwa IA 52501"),
    ("missing_street_number", "State Road 16, Sparta, WI 54656"),
    ("missing_street_number", "Airport Self Storage, Denver, CO 80249"),
    ("missing_street_number", "5 Star Storage, Montrose, CO 81401"),
    ("missing_street_number", "PMB 14, Tulsa OK 74103"),
    ("missing_street_number", "Tulsa, OK 74103"),
    ("missing_street_number", "behind the Dairy, Hwy 50, Fallon NV 89406"),
    ("missing_street_number", "Storage Road"),
    ("missing_street_number", "Star Route 2, Ely NV 89301"),
    ("zip_state_mismatch", "100 Main St, Austin, TX 97205"),
    ("zip_state_mismatch", "9 Bay Rd, Miami, FL 10001"),
    ("zip_state_mismatch", "22 Elm St, Denver, Colorado 30301"),
    ("foreign", "10 Downing Street, London SW1A 2AA"),
    ("foreign", "55 King St W, Toronto, Ontario M5K 1A1"),
    ("foreign", "Calle Mayor 5, 28013 Madrid, Spain"),
    ("foreign", "12 George St, Sydney NSW 2000"),
    ("foreign", "4 Rue de la Paix, 75002 Paris, France"),
    ("foreign", "200 Bay St, Toronto ON, Canada"),
    ("foreign", "Av. Reforma 222, Ciudad de Mexico, Mexico"),
    ("empty", "tbd"),
    ("empty", "see notes"),
    ("empty", "-"),
    ("empty", "will send later"),
    ("empty", "call me 555-0100"),
    ("empty", "you already have it"),
    ("empty", "rep@cedar.example"),
]


@pytest.mark.parametrize(("verdict", "text"), CASES)
def test_each_address_gets_its_verdict(verdict: str, text: str) -> None:
    assert judge(text).verdict == verdict


def test_every_verdict_is_among_the_cases() -> None:
    assert {verdict for verdict, _ in CASES} == set(Verdict)


@pytest.mark.parametrize(("verdict", "text"), CASES)
def test_what_cannot_be_shipped_has_words_to_send_and_what_can_has_parts(
    verdict: str, text: str
) -> None:
    found = judge(text)
    assert bool(found.ask) is not found.is_shippable
    assert bool(found.parts) is found.is_shippable
    assert found.words


def test_the_parts_are_those_of_a_label() -> None:
    parts = judge("Bright Door Storage, 90 Depot Rd Suite 4, Oxford, Miss. 38655-1201").parts
    assert parts is not None
    assert (parts.company, parts.street, parts.unit) == (
        "Bright Door Storage",
        "90 Depot Rd",
        "Suite 4",
    )
    assert (parts.city, parts.state, parts.zip) == ("Oxford", "MS", "38655")


def test_one_message_asks_for_everything_that_is_missing() -> None:
    found = judge("4 Cedar Lane")
    assert found.missing == (Verdict.NO_CITY, Verdict.NO_STATE, Verdict.NO_ZIP)
    assert "not the city, state and ZIP code" in found.ask


def test_a_lost_zero_is_proposed_and_never_mended_in_silence() -> None:
    found = judge("18 Beacon St, Boston, MA 2108")
    assert found.proposal == "Is the ZIP code 02108?"
    assert found.proposal in found.ask
    assert judge("6 Sunset Blvd, Los Angeles, CA 9002").proposal == ""


def test_the_zip_tells_the_state_that_is_missing() -> None:
    assert "Ohio" in judge("19 Wilmington Ave, Dayton 45420").proposal


def test_a_mismatch_names_both_states() -> None:
    assert (
        "30301 is in Georgia, and it says Colorado."
        in judge("22 Elm St, Denver, Colorado 30301").ask
    )


def test_a_box_beside_a_street_is_left_out_and_said() -> None:
    found = judge("905 Main St, PO Box 88, Garden City, KS 67846")
    assert found.is_shippable
    assert found.warnings == ("The box is left out: the lock goes to the street.",)


def test_the_forms_country_counts_where_the_text_does_not_say_otherwise() -> None:
    assert judge("Hauptweg 5, 10115 Berlin", "Germany").verdict is Verdict.FOREIGN
    assert judge("9 Elm St, Austin, TX 78701", "Germany").is_shippable
    assert judge("9 Elm St, Austin, TX 78701", "USA").is_shippable


def test_an_offshore_address_can_go_but_a_person_should_look() -> None:
    found = judge("12 Calle Luna, San Juan, PR 00901")
    assert found.is_shippable
    assert any("Offshore" in words for words in found.warnings)


@given(st.text(max_size=400), st.text(max_size=20))
def test_no_text_at_all_is_a_fault(text: str, country: str) -> None:
    found = judge(text, country)
    assert found.verdict in Verdict
    assert bool(found.parts) is found.is_shippable


@pytest.mark.parametrize(
    "piece", ["1 ", "PO Box ", ", ", "(", "St ", "a@b.c ", "555-0100 ", "RR 2 "]
)
def test_a_very_long_text_is_judged_as_soon_as_a_short_one(piece: str) -> None:
    """Only the first thousand signs are looked at: more is no address."""
    assert judge(piece * 50_000).verdict == judge((piece * 50_000)[:1000]).verdict
