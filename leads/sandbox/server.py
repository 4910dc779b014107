"""The sandbox over HTTP on loopback: one thread for each connection, one write for each answer."""

import logging
import socket
import struct
import sys
from collections.abc import Callable
from datetime import date, datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from threading import Lock, Thread
from typing import Any, Self

from leads.sandbox import control, pages
from leads.sandbox.courier import Courier
from leads.sandbox.messages import Reply, Request
from leads.sandbox.portal import Portal, now_utc
from leads.sandbox.reception import Answer, Dropped, Reception, as_json
from leads.sandbox.refusals import Refusal
from leads.sandbox.scopes import Tokens

logger = logging.getLogger(__name__)


class Sandbox:
    """A portal with a story, served until stopped. Use it as a context manager, or start and stop it.

    `story` is a name that the stories know; `today` is the day on which it is told, the real one by
    default. `clock` gives the portal's time. Raises ValueError for an unknown story.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        story: str = "empty",
        today: date | None = None,
        token: str = "pat-sandbox",  # noqa: S107 - opens nothing
        clock: Callable[[], datetime] = now_utc,
    ) -> None:
        self.story = story
        self.today = today
        self._token = token
        self._clock = clock
        self._thread: Thread | None = None
        self.url = ""
        self.portal: Portal
        self.reception: Reception
        self.reset(story)
        self._server = _Server(port, self)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self.portal.ui_base = self.url

    def reset(self, story: str) -> None:
        """Forget everything and tell a story anew: records, shipments, journal, faults, switches."""
        portal = Portal(token=self._token, clock=self._clock)
        portal.ui_base = self.url
        _tell(portal, story, self.today or self._clock().date())
        self.story, self.portal = story, portal
        self.reception = Reception(portal, Tokens(self._token), Courier(self._clock))

    def start(self) -> Self:
        """Serve from a thread of its own; answers itself."""
        serve = self._server.serve_forever
        self._thread = Thread(target=serve, args=(0.05,), name="sandbox", daemon=True)
        self._thread.start()
        return self

    def serve(self) -> None:
        """Serve in this thread, until stopped from another or interrupted."""
        self._server.serve_forever()

    def stop(self) -> None:
        """Close the port and every open connection."""
        if self._thread is not None:
            self._server.shutdown()
            self._thread.join()
            self._thread = None
        self._server.server_close()
        self._server.hang_up()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


def _tell(portal: Portal, story: str, today: date) -> None:
    # Late, because the stories build on the portal and are large.
    from leads.sandbox.story import tell

    tell(portal, story, today=today)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, port: int, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._open: set[socket.socket] = set()
        self._torn: set[socket.socket] = set()
        self._lock = Lock()
        super().__init__(("127.0.0.1", port), _Handler)

    def server_bind(self) -> None:
        # HTTPServer would ask the name service for our own name.
        TCPServer.server_bind(self)
        self.server_name, self.server_port = "127.0.0.1", self.server_address[1]

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        with self._lock:
            self._open.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
            torn = request in self._torn
            self._torn.discard(request)
        if torn:
            # Zero linger and no goodbye: the client sees a reset.
            request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_request(request)
        else:
            super().shutdown_request(request)

    def tear(self, connection: socket.socket) -> None:
        """Let a connection end in a reset once it is left."""
        with self._lock:
            self._torn.add(connection)

    def handle_error(self, request: Any, client_address: Any) -> None:
        # A client that went away, or a connection that was torn on purpose.
        logger.debug("connection from %s ended: %s", client_address, sys.exception())

    def hang_up(self) -> None:
        """End the connections that are kept alive."""
        with self._lock:
            connections, self._open = list(self._open), set()
        for connection in connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server_version = "sandbox"
    sys_version = ""

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        length = self.headers.get("Content-Length") or "0"
        raw = self.rfile.read(int(length)) if length.isdigit() else b""
        request = Request(self.command, path, query, dict(self.headers.items()), raw)
        try:
            self._write(self._answer(request))
        except Dropped as dropped:
            self._drop(reset=dropped.reset)

    do_POST = do_PATCH = do_PUT = do_DELETE = do_GET  # noqa: N815

    def _answer(self, request: Request) -> Answer:
        sandbox = self.server.sandbox
        if request.path.startswith(control.PREFIX):
            return _controlled(sandbox, request)
        if request.method == "GET" and pages.has(request.path):
            status, page = pages.page(sandbox, request.path)
            return Answer(status, page.encode(), {"Content-Type": "text/html; charset=utf-8"})
        try:
            return sandbox.reception.receive(request)
        except Dropped:
            raise
        except Exception:
            logger.exception("the sandbox failed on %s %s", request.method, request.path)
            body = {"status": "error", "message": "internal error", "correlationId": ""}
            return Answer(500, as_json(body), {})

    def _write(self, answer: Answer) -> None:
        head = [f"HTTP/1.1 {answer.status} {_phrase(answer.status)}"]
        headers = {"Content-Type": "application/json;charset=utf-8"} | answer.headers
        if answer.status == 204:
            headers.pop("Content-Type")
        else:
            headers["Content-Length"] = str(len(answer.raw))
        head += [f"{name}: {value}" for name, value in headers.items()]
        head.append(f"Date: {self.date_time_string()}")
        raw = b"" if answer.status == 204 else answer.raw
        self.wfile.write("\r\n".join([*head, "", ""]).encode("latin-1") + raw)

    def _drop(self, *, reset: bool) -> None:
        self.close_connection = True
        if reset:
            self.server.tear(self.connection)

    def log_message(self, format: str, *args: object) -> None:
        """The journal is the log."""


def _controlled(sandbox: Sandbox, request: Request) -> Answer:
    try:
        reply = control.answer(sandbox, request)
    except Refusal as refusal:
        reply = Reply(refusal.status, refusal.body)
    return Answer(reply.status, as_json(reply.body))


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
