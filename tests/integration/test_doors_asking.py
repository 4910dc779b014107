"""A door as the world meets it: every answer to a post, and what is kept of it."""

import json
import logging
from datetime import UTC, datetime
from io import BytesIO, StringIO
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.db import OperationalError, connection
from django.test import Client

from leads.models import DemoRequest, Door
from leads.models.door import request_waits
from tests.doors import ASKED, CALCULATOR, LOCK, knock
from tests.factories import DoorFactory

pytestmark = pytest.mark.django_db

PAGE: dict[str, Any] = {"HTTP_ACCEPT": "text/html,application/xhtml+xml,*/*;q=0.8"}
FORM = {"content_type": "application/x-www-form-urlencoded"}
SITE = "https://www.kiss-locks.example"
State = DemoRequest.State


@pytest.fixture
def door() -> Door:
    made: Door = DoorFactory.create(origins=[SITE])
    return made


@pytest.mark.parametrize("at", [LOCK, CALCULATOR])
def test_what_is_asked_is_kept_and_answered_with_its_id(door: Door, at: str) -> None:
    answer = knock(door, {"numberOfFacilities": 14, "message": "Soon"}, at=at)
    kept = DemoRequest.objects.get()
    assert answer.status_code == 202
    assert answer.json() == {"request": str(kept.request_id), "message": answer.json()["message"]}
    assert (kept.door, kept.kind, kept.state) == (door, at.replace("-", "_"), State.RECEIVED)
    assert (kept.email, kept.first_name, kept.company) == (
        ASKED["email"],
        "Noor",
        "Juniper Storage",
    )
    assert kept.address == ASKED["address"]
    assert kept.details == {"number_of_facilities": "14", "message": "Soon"}


def test_a_form_is_as_good_as_json(door: Door) -> None:
    answer = Client().post(f"/doors/{door.token}/demo-lock/", ASKED)  # in parts
    assert (answer.status_code, answer["Content-Type"]) == (202, "application/json")
    knock(door, "email=bo%40cedar.example&name=Bo+Lind&tick=a&tick=b", **FORM)
    assert [(one.first_name, one.details) for one in DemoRequest.objects.all()] == [
        ("Noor", {}), ("Bo", {"tick": "a, b"}),
    ]  # fmt: skip


def test_a_post_to_the_address_without_its_slash_is_taken_too(door: Door) -> None:
    answer = Client().post(f"/doors/{door.token}/demo-lock", json.dumps(ASKED), "application/json")
    assert answer.status_code == 202


def test_a_browser_is_thanked_by_a_page_or_sent_back_to_a_listed_site(door: Door) -> None:
    page = Client().post(f"/doors/{door.token}/demo-lock/", ASKED, **PAGE)
    assert page.status_code == 202
    assert "Thank you" in page.content.decode()
    for back, status in [(f"{SITE}/thanks?a=1", 303), ("https://evil.example/", 202), ("//x", 202),
                         (f"https://{SITE[8:]}@evil.example/", 202), (f"{SITE}/{'a' * 3000}", 202),
                         ("http://[", 202)]:  # fmt: skip
        answer = Client().post(f"/doors/{door.token}/demo-lock/", ASKED | {"next": back}, **PAGE)
        assert answer.status_code == status
        assert answer.get("Location", back) == back


def test_a_campaign_link_opens_as_a_form(door: Door) -> None:
    """The page's own field for machines is empty, and a person's post through it is taken."""
    page = Client().get(f"/doors/{door.token}/demo-lock/").content.decode()
    assert 'name="leave_empty"' in page
    assert Client().get(f"/doors/{door.token}/calculator/").status_code == 405
    sent = ASKED | {"leave_empty": "", "key": "drawn"}
    assert Client(enforce_csrf_checks=True).post(f"/doors/{door.token}/demo-lock/", sent)
    assert DemoRequest.objects.get().details == {}


def test_a_closed_door_shows_no_form_and_tells_no_site_anything(door: Door) -> None:
    Door.objects.update(is_active=False)
    path = f"/doors/{door.token}/demo-lock/"
    assert Client().get(path).status_code == 404
    asked = Client().options(path, headers={"Origin": SITE})
    assert (asked.status_code, asked.get("Access-Control-Allow-Origin")) == (404, None)


@pytest.mark.parametrize("at", [LOCK, CALCULATOR])
@pytest.mark.parametrize("which", ["unknown", "inactive", "rotated"])
def test_a_link_that_is_not_open_is_404_and_its_token_is_in_no_log(
    door: Door, at: str, which: str, caplog: pytest.LogCaptureFixture
) -> None:
    console, lines = logging.getHandlerByName("console"), StringIO()
    assert isinstance(console, logging.StreamHandler)
    old, token = door.token, "unknown-0123456789"
    if which == "inactive":
        Door.objects.update(is_active=False)
    if which == "rotated":
        Door.objects.update(token="another-token")
    before = console.setStream(lines)
    try:
        answer = knock(token if which == "unknown" else old, at=at)
    finally:
        console.setStream(before)
    assert answer.status_code == 404
    assert "unknown or switched off" in lines.getvalue()
    assert token not in lines.getvalue()
    assert old not in lines.getvalue()
    assert logging.getLogger("django").handlers == []  # nobody else writes lines
    assert not DemoRequest.objects.exists()


def posted(body: BytesIO, **headers: Any) -> dict[str, Any]:
    """A body as the server hands it over."""
    return {"wsgi.input": body} | headers


class Unread(BytesIO):
    def read(self, *_: Any) -> bytes:
        raise AssertionError("It was read.")


@pytest.mark.parametrize("at", [LOCK, CALCULATOR])
def test_what_says_that_it_is_too_long_is_refused_unread(door: Door, at: str) -> None:
    for said in (str(16 * 1024 + 1), "9" * 30):
        answer = knock(door, at=at, **posted(Unread(), CONTENT_LENGTH=said))
        assert answer.status_code == 413
        assert "16 kB" in answer.json()["message"]
    assert (
        knock(door, {"message": "a" * 4000, "b": "b" * 4900, "c": "c" * 4900}, at=at).status_code
        == 202
    )


class Endless(BytesIO):
    """A body that never ends, and counts how much of it was taken."""

    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        size = size or 0
        self.taken += size
        return b" " * min(size, 4096)


def test_a_body_without_a_length_is_read_no_further_than_the_limit(door: Door) -> None:
    chunked = {"CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}
    ended = chunked | {"wsgi.input_terminated": True}
    endless = Endless()
    answer = knock(door, **posted(endless, **ended))
    assert answer.status_code == 413
    assert endless.taken < 4 * 16 * 1024 + 10
    whole = BytesIO(json.dumps(ASKED).encode())
    assert knock(door, **posted(whole, **ended)).status_code == 202
    assert knock(door, **posted(Unread(), **chunked)).status_code == 411


class Broken(BytesIO):
    def read(self, *_: Any) -> bytes:
        raise ConnectionResetError


def test_a_post_that_breaks_off_is_no_error_of_ours(door: Door) -> None:
    assert knock(door, **posted(Broken(), CONTENT_LENGTH="300")).status_code == 400


@pytest.mark.parametrize("at", [LOCK, CALCULATOR])
@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"{", "form"), (b"", "form"), (b"[1]", "form"), (b'"x"', "form"), (b"\xff\xfe", "form"),
        (b"[" * 16_000, "form"), (b'{"email": NaN}', "form"), (b'{"n": ' + b"9" * 9000 + b"}", "form"),
        (b'{"company": "x"}', "email"), (b'{"email": ["a@b.example"]}', "email"),
        (b'{"email": "a@b.example", "phone": {}}', "phone"),
        (b'{"email": "a@b.example", "x": ' + b'{"a":' * 2000 + b"1" + b"}" * 2000 + b"}", "x"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_is_refused_in_words_by_field(
    door: Door, at: str, body: bytes, field: str
) -> None:
    answer = knock(door, body, at=at)
    if field == "x":  # deep, and kept as text or refused, as deep as Python reads
        assert answer.status_code in {202, 422}
        return
    assert answer.status_code == 422
    assert set(answer.json()["errors"]) == {field}
    assert not DemoRequest.objects.exists()


def test_a_browser_reads_what_was_wrong_with_its_form(door: Door) -> None:
    page = Client().post(f"/doors/{door.token}/demo-lock/", {"email": "<b>x"}, **PAGE)
    assert page.status_code == 422
    assert "no e-mail address" in page.content.decode()
    assert "<b>x" not in page.content.decode()


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "", "image/png", "nonsense"])
def test_other_kinds_of_body_are_415(door: Door, kind: str) -> None:
    assert knock(door, b"{}", content_type=kind).status_code == 415


def test_broken_forms_are_422(door: Door) -> None:
    for body, kind in [
        (b"&".join(b"f%d=1" % n for n in range(900)), "application/x-www-form-urlencoded"),
        (b"--x\r\nrubbish", "multipart/form-data; boundary=x"),
        (b"", "multipart/form-data"),
        (b"a", "multipart/form-data; boundary=\xff".encode("latin1").decode("latin1")),
    ]:
        assert knock(door, body, content_type=kind).status_code == 422


def test_a_machine_that_fills_the_trap_hears_thanks_and_nothing_is_kept(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    answer = knock(door, {"leave_empty": "http://spam.example"})
    assert (answer.status_code, UUID(answer.json()["request"]).version) == (202, 4)
    assert not DemoRequest.objects.exists()
    assert "trap of the door August e-mail" in caplog.text


def test_who_is_to_take_it_in_hears_of_it_once_it_is_written(
    door: Door, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[int] = []

    def listener(**_: Any) -> None:
        heard.append(DemoRequest.objects.count())

    request_waits.connect(listener)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            knock(door)
            knock(door)
            assert heard == []
    finally:
        request_waits.disconnect(listener)
    assert heard == [1]


def test_a_database_that_is_away_is_said_and_not_an_error(door: Door) -> None:
    def away(*_: Any) -> None:
        raise OperationalError("gone")

    with connection.execute_wrapper(away):
        answer = knock(door)
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")


def test_the_day_is_the_offices(door: Door) -> None:
    with time_machine.travel(datetime(2026, 8, 29, 3, 30, tzinfo=UTC), tick=False):
        knock(door)
    assert str(DemoRequest.objects.get().asked_on) == "2026-08-28"
