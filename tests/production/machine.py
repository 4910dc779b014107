"""A machine in production: the processes that docker/ runs, natively, with a PostgreSQL database, a Redis
and a portal of their own. What the tests stop and cut belongs to nobody else."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import LiteralString
from urllib.parse import urlencode, urlsplit

import psycopg
from psycopg import sql

from tests.portal import Portal
from tests.run import POSTGRES
from tests.shared import PATIENCE, ROOT, wait_until

SITE = "https://crm.kiss.example"
"""What people type; a reverse proxy hands it on by plain HTTP and says so."""
PASSWORD = "a-password-of-the-production-run"
PROCESSES = ("web", "worker-write", "worker-read", "beat")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Page:
    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Browser:
    """Somebody's browser behind the reverse proxy."""

    port: int
    cookies: SimpleCookie = field(default_factory=SimpleCookie)

    def get(self, path: str) -> Page:
        return self.ask("GET", path, "")

    def post(self, path: str, **typed: str) -> Page:
        token = self.cookies["csrftoken"]
        return self.ask("POST", path, urlencode(typed | {"csrfmiddlewaretoken": token.value}))

    def ask(self, method: str, path: str, body: str) -> Page:
        headers = {
            "Host": urlsplit(SITE).netloc,
            "X-Forwarded-Proto": "https",
            "Referer": f"{SITE}/",
            "Cookie": "; ".join(f"{name}={one.value}" for name, one in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        line.request(method, path, body, headers)
        reply = line.getresponse()
        for cookie in reply.headers.get_all("Set-Cookie") or ():
            self.cookies.load(cookie)
        page = Page(reply.status, dict(reply.headers), reply.read().decode())
        line.close()
        return page


@dataclass
class Machine:
    """Its processes by name, each with a log in `folder`."""

    folder: Path
    portal: Portal
    database: str
    redis_port: int
    port: int = field(default_factory=free_port)
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def env(self) -> dict[str, str]:
        """What .env and the secrets hold; nothing of the tests' own environment."""
        key = self.folder / "secret_key"
        key.write_text("d1b0c4f2a6e8497f8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b\n")
        return {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "TMPDIR": str(self.folder),
            "BIND": f"127.0.0.1:{self.port}",
            "SECRET_KEY_FILE": str(key),
            "SITE_URL": SITE,
            "DATABASE_URL": self.database,
            "REDIS_URL": f"redis://127.0.0.1:{self.redis_port}/0",
            "HUBSPOT_BASE_URL": self.portal.url,
            "HUBSPOT_ACCESS_TOKEN": "pat-sandbox",
            "PASSWORD_OF_ALL": PASSWORD,
        }

    def start(self, name: str, *command: str) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command or ["docker/entrypoint.sh", name], cwd=ROOT, env=self.env,
                stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip

    def stop(self, name: str) -> int:
        """As a container is stopped: asked once, and waited for. Returns its exit code."""
        process = self.running.pop(name)
        process.send_signal(signal.SIGTERM)
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError(f"{name} did not end when asked:\n{self.log(name)}") from None

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()[-5_000:]

    def run(self, *command: str) -> str:
        """A command of the entrypoint to its end."""
        done = subprocess.run(
            ["docker/entrypoint.sh", *command], cwd=ROOT, env=self.env,
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start_redis(self) -> None:
        """As compose.yaml has it: nothing is thrown away, and what it heard is on disk."""
        self.start(
            "redis", "redis-server", "--port", str(self.redis_port), "--bind", "127.0.0.1", "--dir",
            str(self.folder), "--appendonly", "yes", "--maxmemory-policy", "noeviction",
        )  # fmt: skip
        wait_until(lambda: listens(self.redis_port), "Redis")

    def rows(self, asked: LiteralString, *values: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.database, autocommit=True) as line:
            return line.execute(asked, values).fetchall()

    def sign_in(self, name: str) -> Browser:
        browser = Browser(self.port)
        browser.get("/login/")
        said = browser.post("/login/", username=name, password=PASSWORD)
        assert said.status == 302, said.text
        assert browser.get("/").status == 200
        return browser

    def open_leads(self, owner: str) -> list[tuple[str, str]]:
        """Our id and HubSpot's of somebody's leads that are being worked on."""
        found = self.rows(
            "SELECT l.id, l.hubspot_id FROM leads_lead l JOIN leads_owner o ON o.hubspot_id = l.owner_id"
            " WHERE o.email = %s AND l.archived_at IS NULL AND l.closed_at IS NULL ORDER BY l.id",
            owner,
        )
        return [(str(id), str(hubspot_id)) for id, hubspot_id in found]

    def unsent(self) -> int:
        return len(self.rows("SELECT id FROM leads_outboundwrite WHERE state <> 'sent'"))


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def own_database(name: str) -> Iterator[str]:
    """An empty database on the tests' server, gone when the block is left; yields its URL."""
    server = re.sub(r"/[^/]*$", "/postgres", POSTGRES)
    named = sql.Identifier(name)
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(named))
        line.execute(sql.SQL("CREATE DATABASE {}").format(named))
        try:
            yield re.sub(r"/[^/]*$", f"/{name}", POSTGRES)
        finally:
            line.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(named))


@contextmanager
def in_production(folder: Path, portal: Portal) -> Iterator[Machine]:
    """Everything is prepared, read once, and up."""
    with ExitStack() as closing:
        database = closing.enter_context(own_database(f"production_run_{os.getpid()}"))
        machine = Machine(folder, portal, database, free_port())
        closing.callback(end_all, machine)
        machine.start_redis()
        machine.run("prepare")
        machine.run("collectstatic", "--noinput")
        machine.run("pull", "--full")
        for name, role in (("rita", "rep"), ("ada", "admin")):
            owner = ("--owner-email", f"{name}@kiss.example")
            machine.run(
                "create_person", name, "--role", role, *owner, "--password-env", "PASSWORD_OF_ALL"
            )
        for name in PROCESSES:
            machine.start(name)
        wait_until(lambda: listens(machine.port), "the site")
        yield machine


def end_all(machine: Machine) -> None:
    for process in machine.running.values():
        process.kill()
        process.wait()
