"""`manage.py demo`: the whole product in one process, against the sandbox portal, from an empty database."""

import contextlib
import os
import signal
import socket
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.utils import timezone

from leads.domain.next_step import today_in
from leads.management.background import Background
from leads.management.demo_doors import open_doors
from leads.sandbox.server import Sandbox

PEOPLE = (
    ("rita", "rep", "rita@kiss.example", "works her own leads"),
    ("omar", "rep", "omar@kiss.example", "the other rep"),
    ("mona", "manager", "mona@kiss.example", "sees and changes every lead"),
    ("ada", "admin", "ada@kiss.example", "mends data and the portal"),
)
PASSWORD = "kiss-demo-lock"  # noqa: S105 - printed on the screen: a demo on loopback has no secrets
PASSWORD_VARIABLE = "DEMO_PASSWORD"  # noqa: S105 - a name


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # its database does not exist yet
    help = "Run the demo: sandbox portal, database, first pull, workers and the site, all in one process."

    def handle(self, **_: Any) -> None:
        site, portal = address(settings.SITE_URL), address(settings.HUBSPOT.base_url)
        if portal[0] not in {"127.0.0.1", "localhost"}:
            raise CommandError(
                "The demo plays with a sandbox on this machine only: run `make demo`."
            )
        self.check_free(site, "PORT=8010")
        self.check_free(portal, "PORTAL_PORT=8011")
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, interrupt)
        try:
            self.run_all(site, portal)
        except KeyboardInterrupt:
            self.stdout.write("\nThe demo has ended.")

    def check_free(self, at: tuple[str, int], example: str) -> None:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(at)
            except OSError:
                raise CommandError(
                    f"Port {at[1]} is taken. Choose another: make demo {example}"
                ) from None

    def run_all(self, site: tuple[str, int], portal: tuple[str, int]) -> None:
        today = today_in(settings.OFFICE, timezone.now())
        story = os.environ.get("STORY", "playbook")
        with Sandbox(port=portal[1], story=story, today=today, token=settings.HUBSPOT.access_token):
            self.prepare()
            with Background():
                self.welcome()
                serve(site)

    def prepare(self) -> None:
        """A demo starts from nothing: its portal does too."""
        database = Path(settings.DATABASES["default"]["NAME"])
        database.parent.mkdir(parents=True, exist_ok=True)
        connections.close_all()
        for leftover in database.parent.glob(database.name + "*"):
            leftover.unlink()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        self.stdout.write("Reading the portal into the mirror …")
        self.offer_no_response()
        call_command("pull", full=True)
        os.environ[PASSWORD_VARIABLE] = PASSWORD
        for name, role, email, _ in PEOPLE:
            with Path(os.devnull).open("w") as silence:
                call_command(
                    "create_person",
                    name,
                    role=role,
                    owner_email=email,
                    password_env=PASSWORD_VARIABLE,
                    stdout=silence,
                )
        open_doors("ada", timezone.now())
        settings.DEMO_PEOPLE = [
            {"username": name, "password": PASSWORD, "role": role, "words": words}
            for name, role, _, words in PEOPLE
        ]

    def offer_no_response(self) -> None:
        """The story's portal lacks the commonest reason, as the real one did."""
        with contextlib.suppress(CommandError):
            call_command("check_portal", fix=True, stdout=StringIO())
        self.stdout.write(
            "Added the reason No Response to the portal (manage.py check_portal --fix)."
        )

    def welcome(self) -> None:
        lines = [f"    {name:<6} {role:<8} {what}" for name, role, _, what in PEOPLE]
        self.stdout.write(
            f"\n  KISS CRM     {settings.SITE_URL}\n"
            f"  The portal   {settings.HUBSPOT.base_url}   (watch the writes arrive)\n\n"
            f"  Sign in as   (password {PASSWORD})\n"
            + "\n".join(lines)
            + "\n\n  Ctrl-C ends it all.\n"
        )
        self.stdout.flush()


def address(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    return parts.hostname or "", parts.port or 80


def interrupt(*_: Any) -> None:
    raise KeyboardInterrupt


class QuietHandler(WSGIRequestHandler):
    """A server that says nothing of ordinary requests."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


def serve(at: tuple[str, int]) -> None:
    server = ThreadedWSGIServer(at, QuietHandler)
    server.daemon_threads = True
    server.set_app(get_wsgi_application())
    try:
        server.serve_forever(poll_interval=0.2)
    finally:
        server.server_close()
