"""What a post to a door must hold, field by field, and when two posts are the same."""

import unicodedata
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leads.domain.asking import LONGEST, Asked, UnableToAsk, is_trapped, read_asked

ANA = {"email": "ana@cedar.example"}


def refused(said: Mapping[str, object]) -> dict[str, str]:
    with pytest.raises(UnableToAsk) as no:
        read_asked(said)
    return no.value.errors


def test_fields_are_known_by_any_sensible_spelling() -> None:
    read = read_asked(
        {
            "E-mail": " Ana@Cedar.example ", "firstName": "Ana", "lastname": "Ruiz", "Phone": 5185550100,
            "companyName": "Cedar", "address": "1 Elm St", "country": "US",
            "numberOfFacilities": 14.0, "message": "Soon, please",
        }
    )  # fmt: skip
    assert read == Asked(
        "Ana@Cedar.example", "Ana", "Ruiz", "5185550100", "Cedar", "1 Elm St", "US",
        {"number_of_facilities": "14", "message": "Soon, please"},
    )  # fmt: skip


def test_one_name_is_two_where_no_other_is_given() -> None:
    both = read_asked(ANA | {"name": "Ana María Ruiz"})
    assert (both.first_name, both.last_name) == ("Ana", "María Ruiz")
    given_first = read_asked(ANA | {"name": "Ana Ruiz", "first_name": "Anita"})
    assert (given_first.first_name, given_first.last_name) == ("Anita", "")


NO_EMAIL = [
    "", "  ", "ana", "ana@", "@cedar.example", "a b@c.example", "ana@cedar", "\x00", None,
    "ana@cedar.example, bo@cedar.example",
]  # fmt: skip


@pytest.mark.parametrize("email", NO_EMAIL)
def test_without_an_address_to_answer_nothing_is_taken(email: object) -> None:
    assert set(refused({"email": email})) == {"email"}


@pytest.mark.parametrize("value", [True, [], ["x"], {"a": 1}])
@pytest.mark.parametrize("name", ["email", "firstName", "address", "message"])
def test_a_known_field_is_text_or_a_number(name: str, value: object) -> None:
    (words,) = refused(ANA | {name: value}).values()
    assert words.startswith("Send the ")


def test_what_else_a_form_says_is_kept_as_text() -> None:
    read = read_asked(ANA | {"result": {"locks": [1, 2]}, "agreed": True, "nothing": None})
    assert read.details == {"result": '{"locks": [1, 2]}', "agreed": "true"}


@pytest.mark.parametrize("name", LONGEST)
def test_each_field_has_its_limit_and_says_it(name: str) -> None:
    most, tail = LONGEST[name], "@cedar.example"
    longest = "a" * (most - len(tail)) + tail
    assert getattr(read_asked(ANA | {name: longest}), name) == longest
    errors = refused(ANA | {name: "a" + longest})
    assert list(errors) == [name]
    assert f"{most:,} letters" in errors[name]


def test_further_fields_have_limits_too() -> None:
    assert set(refused(ANA | {"story": "a" * 5001})) == {"story"}
    assert set(refused(ANA | {"n" * 300: "x"})) == {"n" * 64}
    assert set(refused(ANA | {f"field{n}": "x" for n in range(60)})) == {"form"}


@given(st.dictionaries(st.text(max_size=20), st.text(max_size=40), max_size=6))
@settings(derandomize=True, max_examples=200)
def test_no_control_sign_is_kept(said: dict[str, str]) -> None:
    kept = read_asked(said | ANA)
    texts = [kept.first_name, kept.address, kept.company, *kept.details, *kept.details.values()]
    signs = set("".join(texts)) - set("\n\t")
    assert {unicodedata.category(sign) for sign in signs}.isdisjoint({"Cc", "Cs"})


def test_text_is_kept_as_typed() -> None:
    typed = "<script>alert(1)</script> & “Núñez” \u200d 👩‍🔧"
    assert read_asked(ANA | {"company": typed}).company == typed
    assert read_asked(ANA | {"address": "1 Elm St\r\nAlbany\x00"}).address == "1 Elm St\nAlbany"


def test_the_same_person_asking_the_same_thing_has_one_fingerprint() -> None:
    one = read_asked({"email": "Ana@Cedar.example", "address": "1 Elm St"})
    assert one.fingerprint("demo_lock") == read_asked(
        {"address": " 1 Elm St ", "email": "ana@cedar.example"}
    ).fingerprint("demo_lock")
    others = [
        read_asked({"email": "ana@cedar.example", "address": "2 Elm St"}).fingerprint("demo_lock"),
        read_asked({"email": "bo@cedar.example", "address": "1 Elm St"}).fingerprint("demo_lock"),
        one.fingerprint("calculator"),
    ]
    assert one.fingerprint("demo_lock") not in others


def test_a_key_is_good_for_one_person_and_one_door_bell() -> None:
    ana, bo = read_asked(ANA), read_asked({"email": "bo@cedar.example"})
    assert ana.key("demo_lock", "") == ""
    keys = {ana.key("demo_lock", "k"), bo.key("demo_lock", "k"), ana.key("calculator", "k")}
    assert len(keys) == 3
    assert {len(key) for key in keys} == {64}


def test_only_a_machine_fills_the_trap() -> None:
    assert is_trapped(ANA | {"leave_empty": "http://spam.example"})
    assert not is_trapped(ANA | {"leave_empty": " ", "website": "https://cedar.example"})
