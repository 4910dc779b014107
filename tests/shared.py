"""A database that other processes share with a test, and such processes: a worker, a command, a press."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30.0
"""Seconds after which what was awaited is taken to have failed."""


@contextmanager
def shared_database(folder: Path) -> Iterator[str]:
    """The URL of the test's own database as other processes reach it.

    SQLite's test database lives in this process: it is copied to a file, which the test uses from then
    on until the block is left. PostgreSQL's can be reached as it is.
    """
    connection = connections["default"]
    if connection.vendor != "sqlite":
        yield postgres_url(connection)
        return
    path = folder / "shared.sqlite3"
    connection.ensure_connection()
    with sqlite3.connect(path) as copy:
        connection.connection.backup(copy)
    copy.close()
    options = {**connection.settings_dict, "NAME": str(path)}
    connections["default"] = type(connection)(options, "default")
    try:
        yield f"sqlite:///{path}"
    finally:
        connections["default"].close()
        connections["default"] = connection


def postgres_url(connection: BaseDatabaseWrapper) -> str:
    named = connection.settings_dict
    who = quote(named["USER"], safe="") + (
        f":{quote(named['PASSWORD'], safe='')}" if named["PASSWORD"] else ""
    )
    return (
        f"postgres://{who}@{named['HOST'] or '127.0.0.1'}:{named['PORT'] or 5432}/{named['NAME']}"
    )


@contextmanager
def process(*command: str, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run Python in a process of its own, killed by its id at the latest when the block is left."""
    running = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, env={**os.environ, **env},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield running
    finally:
        running.kill()
        running.wait()


def manage(*command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command of manage.py to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env={**os.environ, **env},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


def wait_until[T](found: Callable[[], T], what: str) -> T:
    """Ask again until there is something; an AssertionError when patience is at its end."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if answer := found():
            return answer
        time.sleep(0.02)
    raise AssertionError(f"{what} did not happen within {PATIENCE:.0f} s")
