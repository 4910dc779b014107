"""The label's parts: what fits is kept word for word, what does not is refused and never cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leads.domain.parcel import LINE, destination, in_one_line, lines, phone_number, split
from leads.domain.shipping import UnableToShip

ADDRESS = {"street": "77 Larch Street", "unit": "Suite 4", "city": "Reno", "state": "nv",
           "zip": "89501-0123"}  # fmt: skip
PERSON = {
    "name": "Imani Oyelaran", "company": "Cedar Gate Storage", "phone": "775-555-0142",
    "email": "imani@cedar.example",
}  # fmt: skip


def parts(**other: str) -> dict[str, str]:
    person = {name: other.pop(name, text) for name, text in PERSON.items()}
    return destination({**ADDRESS, **other}, **person)


def test_a_good_address_keeps_every_word() -> None:
    assert parts() == {
        "line_1": "77 Larch Street", "line_2": "Suite 4", "city": "Reno", "state": "NV",
        "postal_code": "89501-0123", "company_name": "Cedar Gate Storage",
        "contact_name": "Imani Oyelaran", "contact_phone": "775-555-0142",
        "contact_email": "imani@cedar.example",
    }  # fmt: skip


def test_empty_parts_are_left_out() -> None:
    assert parts(unit="", company="").keys() == parts().keys() - {"line_2", "company_name"}


def test_a_long_street_goes_on_in_the_second_line() -> None:
    street = "12345 North Martin Luther King Junior Memorial Parkway"
    assert lines(street, "Unit 9") == (
        "12345 North Martin Luther King",
        "Junior Memorial Parkway Unit 9",
    )


@pytest.mark.parametrize("street", ["x" * 36, "Long " * 16, "x" * 40 + " Street"])
def test_a_street_that_two_lines_do_not_hold_is_refused(street: str) -> None:
    with pytest.raises(UnableToShip, match="too long"):
        lines(street.strip(), "")


@given(st.lists(st.text("abcdef", min_size=1, max_size=40), min_size=1, max_size=12))
def test_no_word_is_ever_cut_or_lost(words: list[str]) -> None:
    first, rest = split(" ".join(words))
    assert f"{first} {rest}".split() == words
    assert len(first) <= LINE


@given(st.text(max_size=90), st.text(max_size=50))
def test_lines_are_refused_or_hold_every_word(street: str, unit: str) -> None:
    try:
        made = parts(street=street, unit=unit)
    except UnableToShip:
        return
    shown = f"{made['line_1']} {made.get('line_2', '')}"
    printable = "".join(s if s.isprintable() else " " for s in f"{street} {unit}")
    assert shown.split() == printable.split()
    assert all(len(made.get(line, "")) <= LINE for line in ("line_1", "line_2"))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"street": " "}, "no street"),
        ({"city": ""}, "needs a city"),
        ({"state": "Nevada"}, "two letters"),
        ({"state": ""}, "two letters"),
        ({"zip": "8950"}, "ZIP"),
        ({"phone": ""}, "phone number"),
        ({"phone": "call me"}, "phone number"),
        ({"phone": "775-555-0142-775-555-0142-1"}, "too long"),
        ({"email": "imani"}, "e-mail"),
        ({"email": f"{'i' * 50}@cedar.example"}, "too long"),
        ({"company": "C" * 51}, "company's name is too long"),
        ({"name": "I" * 51}, "person's name is too long"),
        ({"name": "", "company": ""}, "needs a name"),
    ],
)
def test_what_is_missing_or_too_long_is_said(wrong: dict[str, str], words: str) -> None:
    with pytest.raises(UnableToShip, match=words):
        parts(**wrong)


def test_a_company_stands_in_for_a_person_without_a_name() -> None:
    assert parts(name=" ")["contact_name"] == "Cedar Gate Storage"


def test_the_addresss_own_company_goes_first() -> None:
    address = {**ADDRESS, "company": "North Depot"}
    assert destination(address, **PERSON)["company_name"] == "North Depot"


def test_a_long_number_loses_its_signs_and_no_digit() -> None:
    assert phone_number("+1 (775) 555 - 0142 x 77") == "+17755550142x77"
    assert phone_number("+1 (775) 555-0142") == "+1 (775) 555-0142"


def test_signs_that_no_label_shows_go() -> None:
    assert parts(street="77\x00 Larch\n\tStreet\u202e")["line_1"] == "77 Larch Street"


def test_a_destination_in_one_line() -> None:
    assert in_one_line(parts()) == "77 Larch Street, Suite 4, Reno, NV 89501-0123"
