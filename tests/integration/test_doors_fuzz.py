"""Whatever is thrown at a door: never an error of ours, and nothing but text kept. Bounded, and the same
throws each time."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from leads.domain.asking import MOST_BYTES
from leads.models import DemoRequest, Door
from tests.doors import CALCULATOR, LOCK
from tests.factories import DoorFactory

pytestmark = pytest.mark.django_db

THROWS = settings(
    derandomize=True,
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
ANSWERS = {202, 303, 400, 411, 413, 415, 422, 429}
NAMES = ["email", "first_name", "lastName", "name", "phone", "company", "address", "country",
         "number_of_facilities", "message", "key", "next", "leave_empty", "request"]  # fmt: skip
NASTY = [
    "<script>alert(1)</script>", "'\"><img src=x onerror=alert(1)>", "{{ 7|add:7 }}", "\x00", "\ud800",
    "a@b.example", "=cmd|' /C calc'!A0", "../../etc/passwd", "'; DROP TABLE leads_door; --", "9" * 5000,
]  # fmt: skip

texts = st.one_of(st.sampled_from(NASTY), st.text(st.characters(), max_size=60))
values = st.recursive(
    st.one_of(texts, st.none(), st.booleans(), st.integers(), st.floats()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=6,
)
fields = st.dictionaries(st.one_of(st.sampled_from(NAMES), texts), values, max_size=8)
plain_fields = st.dictionaries(st.sampled_from(NAMES), texts, max_size=8)
usable = st.builds(lambda said: said | {"email": "noor@juniper.example"}, plain_fields)
ats = st.sampled_from([LOCK, CALCULATOR])
header = st.one_of(
    st.none(), st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=60)
)


@pytest.fixture
def door() -> Door:
    made: Door = DoorFactory.create(daily_cap=20, origins=["https://www.kiss-locks.example"])
    return made


def throw(door: Door, at: str, body: bytes, content_type: str, **headers: Any) -> int:
    client = Client(raise_request_exception=False)
    extra = {name: value for name, value in headers.items() if value is not None}
    path = f"/doors/{door.token}/{at}/"
    return client.generic("POST", path, body, content_type=content_type, **extra).status_code


def only_text_is_kept() -> bool:
    return all(
        isinstance(value, str) and "\x00" not in value
        for one in DemoRequest.objects.all()
        for value in (one.email, one.first_name, one.company, one.address, *one.details.values())
    )


@given(at=ats, said=st.one_of(fields, usable, values))
@THROWS
def test_any_json(door: Door, at: str, said: Any) -> None:
    body = json.dumps(said).encode()
    assert throw(door, at, body, "application/json") in ANSWERS
    assert only_text_is_kept()


@given(at=ats, said=st.one_of(plain_fields, usable), in_parts=st.booleans(), page=st.booleans())
@THROWS
def test_any_form(door: Door, at: str, said: dict[str, str], in_parts: bool, page: bool) -> None:
    accept = "text/html" if page else "*/*"
    if in_parts:
        parts = [
            f'--b\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n'
            for n, v in said.items()
        ]
        body = ("".join(parts) + "--b--\r\n").encode(errors="replace")
        kind = "multipart/form-data; boundary=b"
    else:
        body = urlencode(said, errors="replace").encode()
        kind = "application/x-www-form-urlencoded"
    assert throw(door, at, body, kind, HTTP_ACCEPT=accept) in ANSWERS
    assert only_text_is_kept()


@given(
    at=ats,
    body=st.binary(max_size=200),
    kind=st.one_of(
        st.sampled_from(["application/json", "application/x-www-form-urlencoded", "multipart/form-data",
                         "multipart/form-data; boundary=b", "application/json; charset=nonsense",
                         "multipart/form-data; boundary=" + "b" * 300]),
        st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=40),
    ),
    length=st.one_of(st.none(), st.text("0123456789-+ e.x", max_size=12)),
    headers=st.fixed_dictionaries({
        "HTTP_ORIGIN": header, "HTTP_ACCEPT": header, "HTTP_IDEMPOTENCY_KEY": header,
        "HTTP_TRANSFER_ENCODING": st.sampled_from([None, "chunked", "gzip"]),
        "HTTP_HX_REQUEST": st.sampled_from([None, "true"]),
    }),
)  # fmt: skip
@THROWS
def test_any_bytes_under_any_headers(
    door: Door, at: str, body: bytes, kind: str, length: str | None, headers: dict[str, Any]
) -> None:
    if length is not None:
        assume(not len(body) < as_number(length) <= MOST_BYTES)  # a server would wait for the rest
        headers["CONTENT_LENGTH"] = length
    assert throw(door, at, body, kind, **headers) in ANSWERS


def as_number(length: str) -> int:
    try:
        return int(length)
    except ValueError:
        return 0


@given(token=st.text(st.characters(exclude_characters="/?#"), min_size=1, max_size=80), at=ats)
@THROWS
def test_any_token(db: None, token: str, at: str) -> None:
    client = Client(raise_request_exception=False)
    for method in ("POST", "GET", "OPTIONS"):
        answer = client.generic(method, f"/doors/{token}/{at}/", b"{}")
        assert answer.status_code in {404, 405}
