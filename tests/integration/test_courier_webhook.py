"""EasyShip's webhook: who is not proven to call is turned away, and whoever calls only makes us look."""

import base64
import hashlib
import hmac
import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from leads.models import Shipment
from tests.courier import FIRST
from tests.shipping import Dock

pytestmark = pytest.mark.django_db

SECRET, COMPANY = "webh_invented", "ESCO100"
URL = "/webhooks/easyship/"


def part(body: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(body).encode()).decode().rstrip("=")


def signed(
    claims: object = None, *, secret: str = SECRET, alg: str = "HS256", digest: str = "sha256"
) -> str:
    claims = {"easyship_company_id": COMPANY} if claims is None else claims
    text = f"{part({'alg': alg, 'typ': 'JWT'})}.{part(claims)}"
    made = hmac.new(secret.encode(), text.encode(), getattr(hashlib, digest)).digest()
    return f"{text}.{base64.urlsafe_b64encode(made).decode().rstrip('=')}"


def event(id: str = FIRST, name: str = "shipment.label.created") -> dict[str, Any]:
    return {
        "event_type": name, "resource_type": "shipment", "resource_id": id,
        "data": {"easyship_shipment_id": id, "tracking_number": "9499999"},
    }  # fmt: skip


def post(client: Client, body: object, signature: str | None = None) -> int:
    raw = body if isinstance(body, str) else json.dumps(body)
    said = signed() if signature is None else signature
    answer = client.post(
        URL, raw, content_type="application/json", headers={"X-EASYSHIP-SIGNATURE": said}
    )
    return answer.status_code


@pytest.fixture
def waiting(dock: Dock) -> Shipment:
    """A label under way, next looked for in a while."""
    dock.settings.EASYSHIP = replace(
        dock.settings.EASYSHIP, webhook_secret=SECRET, company_id=COMPANY
    )
    dock.shipped(polls_until_label=2)
    dock.turn(2, minutes=1)
    Shipment.objects.update(not_before=dock.now.replace(year=2099))
    return Shipment.objects.get()


def is_due(shipment: Shipment) -> bool:
    shipment.refresh_from_db()
    return shipment.not_before.year < 2099


def test_an_event_makes_us_look_and_is_believed_in_nothing_else(
    client: Client, dock: Dock, waiting: Shipment
) -> None:
    assert post(client, event()) == 204
    waiting.refresh_from_db()
    assert (waiting.state, waiting.tracking_number) == ("label_wanted", "")
    assert (
        dock.turn().tracking_number == dock.desk.shipments()[0]["trackings"][0]["tracking_number"]
    )


def test_twice_and_out_of_order_is_one_lock(client: Client, dock: Dock, waiting: Shipment) -> None:
    for name in ("shipment.tracking.status.changed", "shipment.label.created") * 2:
        assert post(client, event(name=name)) == 204
        dock.turn()
    assert (len(dock.writes()), dock.desk.labels_bought()) == (1, 1)


@pytest.mark.parametrize(
    "signature",
    [
        "",
        "a.b.c",
        "ä.ö.ü",
        SECRET,
        signed(secret="webh_other"),
        signed({"easyship_company_id": "ESCO999"}),
        signed({}),
        signed(["odd"]),
        signed(alg="none"),
        signed(alg="HS512", digest="sha512"),
        f"{part({'alg': 'none'})}.{part({'easyship_company_id': COMPANY})}.",
    ],
)
def test_who_is_not_proven_is_turned_away(
    client: Client, waiting: Shipment, signature: str
) -> None:
    assert post(client, event(), signature) == 401
    assert not is_due(waiting)


@pytest.mark.parametrize(
    "body",
    [event("ESUS999999999"), {}, [], "no json", {"data": None}, {"resource_id": 5}, "[" * 9000,
     {"resource_id": "\x00"}],
)  # fmt: skip
def test_what_is_not_ours_is_passed_over_quietly(
    client: Client, waiting: Shipment, body: object
) -> None:
    assert post(client, body) == 204
    assert not is_due(waiting)


def test_a_body_over_the_limit_is_not_read(client: Client, waiting: Shipment) -> None:
    assert post(client, "x" * (64 * 1024 + 1)) == 413
    answer = client.generic("POST", URL, b"{}", CONTENT_LENGTH="9" * 5000)
    assert answer.status_code == 413


def test_without_a_secret_there_is_no_such_page(client: Client, dock: Dock) -> None:
    assert post(client, event()) == 404
    assert client.get(URL).status_code == 405
