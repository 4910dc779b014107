"""Shipping starts with a token, an address and a box that fit together, or says what is wrong with them."""

import json

import environ
import pytest

from kisscrm.env import Faults, easyship_config
from tests.courier import ORIGIN

PARCEL = {"lock_type": "Disc Lock", "weight": 1, "length": 9, "width": 9, "height": 9, "value": 80}
GOOD = {
    "EASYSHIP_BASE_URL": "https://public-api.easyship.com",
    "EASYSHIP_TOKEN": "prod_invented",
    "EASYSHIP_ORIGIN": json.dumps(ORIGIN),
    "EASYSHIP_PARCEL": json.dumps(PARCEL),
}


def faults_with(monkeypatch: pytest.MonkeyPatch, **said: str) -> str:
    for name, value in (GOOD | said).items():
        monkeypatch.setenv(name, value)
    faults = Faults()
    easyship_config(environ.Env(), faults)
    return " | ".join(faults)


def test_good_values_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults_with(monkeypatch) == ""


def test_without_a_token_shipping_is_off_and_nothing_else_is_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    off = {"EASYSHIP_TOKEN": "", "EASYSHIP_ORIGIN": "", "EASYSHIP_PARCEL": ""}
    assert faults_with(monkeypatch, **off) == ""
    assert not easyship_config(environ.Env(), Faults()).is_on


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"EASYSHIP_TOKEN": "sand_invented"}, "EASYSHIP_TOKEN must begin with prod_"),
        ({"EASYSHIP_BASE_URL": "https://public-api-sandbox.easyship.com"}, "begin with sand_"),
        ({"EASYSHIP_BASE_URL": "http://public-api.easyship.com"}, "must be https"),
        ({"EASYSHIP_ORIGIN": "Albany"}, "EASYSHIP_ORIGIN='Albany' must be JSON"),
        ({"EASYSHIP_ORIGIN": "{}"}, "EASYSHIP_ORIGIN has no line_1"),
        ({"EASYSHIP_ORIGIN": json.dumps({**ORIGIN, "street": "x"})}, "does not know street"),
        ({"EASYSHIP_ORIGIN": json.dumps({**ORIGIN, "line_1": "x" * 36})}, "longer than"),
        ({"EASYSHIP_ORIGIN": json.dumps({**ORIGIN, "line_1": 5})}, "must be text"),
        ({"EASYSHIP_WEBHOOK_SECRET": "webh_invented"}, "EASYSHIP_COMPANY_ID is missing"),
        ({"EASYSHIP_PARCEL": ""}, "EASYSHIP_PARCEL must be JSON with lock_type, weight"),
        ({"EASYSHIP_PARCEL": json.dumps({**PARCEL, "weight": 0})}, "must be above 0"),
        ({"EASYSHIP_PARCEL": json.dumps({**PARCEL, "lock_type": ""})}, "no lock_type"),
    ],
)
def test_what_is_wrong_is_named(
    monkeypatch: pytest.MonkeyPatch, said: dict[str, str], named: str
) -> None:
    assert named in faults_with(monkeypatch, **said)


def test_any_token_goes_to_a_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    local = {"EASYSHIP_BASE_URL": "http://127.0.0.1:8001", "EASYSHIP_TOKEN": "anything"}
    assert faults_with(monkeypatch, **local) == ""
