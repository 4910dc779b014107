"""What the wire can do to a call, over real sockets: a server that answers any bytes it is told to,
since no portal, however faulty, would answer some of these."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from leads.hubspot.client import HubSpotClient, connect
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.errors import Busy, Gone, HubSpotError, Refused, Unreachable
from leads.hubspot.limiter import LocalLimiter, Priority, Unlimited
from leads.hubspot.properties import READ

TOKEN = "pat-na1-not-a-real-one"
LEAD = {
    "id": "501",
    "properties": {"hs_lead_name": "Harbor Demo lead"},
    "createdAt": "2026-08-01T10:00:00Z",
    "updatedAt": "2026-08-01T10:00:00Z",
}
SILENCE = b"silence"
HANG_UP = b"hang up"


class Wire(ThreadingHTTPServer):
    """Gives its answers in turn, the last one for ever, and remembers who asked what."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[bytes] = []
        self.requests: list[str] = []
        self.bodies: list[str] = []
        self.tokens: list[str] = []
        self.connections: set[Any] = set()
        self.released = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def says(self, status: int, body: Any = None, **headers: str) -> "Wire":
        raw = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(raw)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.answers.append("\r\n".join([*lines, "", ""]).encode() + raw)
        return self

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is what these tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Wire

    def answer(self) -> None:
        wire = self.server
        wire.requests.append(f"{self.command} {self.path}")
        wire.tokens.append(self.headers.get("Authorization", ""))
        wire.connections.add(self.client_address)
        length = int(self.headers.get("Content-Length") or 0)
        wire.bodies.append(self.rfile.read(length).decode())
        raw = wire.answers.pop(0) if len(wire.answers) > 1 else wire.answers[0]
        if raw is SILENCE:
            wire.released.wait(10)
        if raw is SILENCE or raw is HANG_UP:
            self.close_connection = True
            return
        self.wfile.write(raw)
        self.close_connection = b"Close-After: 1" in raw

    do_GET = do_POST = do_PATCH = do_PUT = answer  # noqa: N815

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@pytest.fixture
def wire() -> Iterator[Wire]:
    server = Wire()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.released.set()
    server.shutdown()
    server.server_close()
    thread.join()


def config(url: str, **options: Any) -> HubSpotConfig:
    options = {"writes": True, "read_timeout": 5.0} | options
    return HubSpotConfig(base_url=url, access_token=TOKEN, **options)


@pytest.fixture
def client(wire: Wire) -> HubSpotClient:
    return HubSpotClient(config(wire.url), Unlimited())


def read(client: HubSpotClient) -> object:
    return client.read("leads", "501", properties=["hs_lead_name"])


def write(client: HubSpotClient) -> object:
    return client.update("leads", "501", {"hs_lead_name": "Harbor Demo lead"})


def create(client: HubSpotClient) -> object:
    return client.create("deals", {"dealname": "Harbor"}, {})


def doubt(client: HubSpotClient) -> tuple[bool, bool]:
    """Whether a write, and whether a read, is left in doubt by what the wire does."""
    with pytest.raises(Unreachable) as wrote:
        write(client)
    with pytest.raises(Unreachable) as had_read:
        read(client)
    return wrote.value.in_doubt, had_read.value.in_doubt


def test_a_refused_connection_leaves_no_doubt() -> None:
    with closing(socket.socket()) as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        assert doubt(HubSpotClient(config(url), Unlimited())) == (False, False)


def test_a_lost_answer_leaves_a_write_in_doubt(wire: Wire, client: HubSpotClient) -> None:
    wire.answers = [HANG_UP]
    assert doubt(client) == (True, False)
    assert len(wire.requests) == 2


def test_a_late_answer_leaves_a_write_in_doubt(wire: Wire) -> None:
    wire.answers = [SILENCE]
    client = HubSpotClient(config(wire.url, read_timeout=0.1), Unlimited())
    assert doubt(client) == (True, False)
    assert len(wire.requests) == 2


def test_half_an_answer_leaves_a_write_in_doubt(wire: Wire, client: HubSpotClient) -> None:
    half = b'HTTP/1.1 200 X\r\nContent-Length: 900\r\nClose-After: 1\r\n\r\n{"id": "501"'
    wire.answers = [half]
    assert doubt(client) == (True, False)


@pytest.mark.parametrize("body", [b"{", b"<html></html>", b"[]", b"null", b"{}", b"\xff"])
def test_an_unreadable_success_leaves_a_write_in_doubt(
    wire: Wire, client: HubSpotClient, body: bytes
) -> None:
    wire.says(200, body)
    assert doubt(client) == (True, False)


@pytest.mark.parametrize("status", [202, 204, 206])
def test_an_undocumented_success_is_no_success(
    wire: Wire, client: HubSpotClient, status: int
) -> None:
    wire.says(status, None if status == 204 else LEAD)
    with pytest.raises(Unreachable) as lost:
        create(client)
    assert lost.value.in_doubt
    assert lost.value.status == status


def test_a_gateway_page_leaves_a_write_in_doubt(wire: Wire, client: HubSpotClient) -> None:
    wire.says(502, b"<html><body>Bad gateway</body></html>", Content_Type="text/html")
    with pytest.raises(Unreachable) as lost:
        write(client)
    assert lost.value.in_doubt
    assert "<" not in lost.value.message


def test_an_error_body_in_no_encoding_is_an_error_all_the_same(
    wire: Wire, client: HubSpotClient
) -> None:
    wire.says(400, b"caf\xe9", X_HubSpot_Correlation_Id="c-9")
    with pytest.raises(Refused) as refusal:
        write(client)
    assert (refusal.value.status, refusal.value.correlation_id) == (400, "c-9")


def test_a_redirect_does_not_carry_the_key_elsewhere(wire: Wire, client: HubSpotClient) -> None:
    wire.says(307, None, Location=f"{wire.url}/elsewhere")
    assert doubt(client) == (False, False)
    assert not any("elsewhere" in request for request in wire.requests)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        *((status, Refused) for status in (400, 401, 403, 409, 414)),
        (404, Gone),
        *((status, Busy) for status in (423, 429, 477)),
        *((status, Unreachable) for status in (500, 503, 521, 524)),
    ],
)
def test_every_call_goes_out_once(
    wire: Wire, client: HubSpotClient, status: int, kind: type[HubSpotError]
) -> None:
    wire.says(status, {"message": "no"})
    for call in (read, write, create):
        with pytest.raises(kind):
            call(client)
    assert len(wire.requests) == 3


def test_a_503_that_names_a_time_is_not_tried_again(wire: Wire, client: HubSpotClient) -> None:
    wire.says(503, {"message": "later"}, Retry_After="7")
    with pytest.raises(Busy) as busy:
        read(client)
    assert busy.value.retry_after == 7.0
    assert len(wire.requests) == 1


def test_the_key_goes_with_each_call_and_into_no_message(wire: Wire, client: HubSpotClient) -> None:
    wire.says(400, {"message": f"Bad header: Bearer {TOKEN}"})
    with pytest.raises(Refused) as refusal:
        write(client)
    assert wire.tokens == [f"Bearer {TOKEN}"]
    assert TOKEN not in refusal.value.message
    assert TOKEN not in repr(refusal.value)


def test_the_key_is_in_no_reason_either(wire: Wire, client: HubSpotClient) -> None:
    row = {"message": f"{TOKEN} is odd", "context": {"propertyName": ["amount"]}}
    wire.says(400, {"message": "no", "errors": [row]})
    with pytest.raises(Refused) as refusal:
        write(client)
    assert TOKEN not in repr(refusal.value)


def test_all_kinds_of_call_go_over_one_connection(wire: Wire, client: HubSpotClient) -> None:
    wire.says(200, {"results": []} | LEAD | {"portalId": 1})
    client.account()
    list(client.owners(archived=False))
    client.pipelines("leads")
    client.properties("leads")
    client.page("leads", properties=["hs_lead_name"])
    client.search("leads", text="harbor", properties=["hs_lead_name"])
    client.read_many("leads", ["501"], properties=["hs_lead_name"])
    client.edges("leads", ["501"], "contacts")
    client.link_type("leads", "contacts")
    client.link("leads", "501", "contacts", "201", 578)
    read(client)
    write(client)
    create(client)
    wire.says(500, b"<html>").says(200, LEAD)
    del wire.answers[0]
    with pytest.raises(Unreachable):
        read(client)
    read(client.at(Priority.SWEEP))
    assert len(wire.connections) == 1


def test_the_limiter_learns_from_good_and_bad_answers(wire: Wire) -> None:
    limiter = LocalLimiter()
    client = HubSpotClient(config(wire.url), limiter)
    wire.says(200, LEAD, X_HubSpot_RateLimit_Max="190")
    wire.says(429, {"message": "no"}, X_HubSpot_RateLimit_Max="250")
    read(client)
    assert limiter.maximum == 190
    with pytest.raises(Busy):
        read(client)
    assert limiter.maximum == 250


def test_a_search_body_stays_small(wire: Wire, client: HubSpotClient) -> None:
    wire.says(200, {"results": []})
    for kind, names in READ.items():
        client.changed(kind, since=datetime(2026, 9, 1, tzinfo=UTC), properties=names)
    assert max(map(len, wire.bodies)) < 1500


def test_a_process_has_one_client_for_one_portal(wire: Wire) -> None:
    assert connect(config(wire.url)) is connect(config(wire.url))
    assert connect(config(wire.url)) is not connect(config("http://127.0.0.1:1"))
