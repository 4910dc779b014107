"""`python -m kisscrm.knock web [PORT] | worker-write | worker-read | beat`: exit 0 if the process is well.

For the health checks of docker/: it looks at the process beside it, and at no other."""

import http.client
import socket
import sys
import tempfile
import time
from pathlib import Path

from django.conf import settings

SILENT_AFTER = 600
"""Seconds. The timetable writes down what it rang at least every three minutes."""


def web(port: int) -> bool:
    """It answers to the name that people use; asked directly, so by plain HTTP."""
    site = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    site.request("GET", "/health/live", headers={"Host": settings.ALLOWED_HOSTS[0]})
    return site.getresponse().status == http.client.OK


def worker(queue: str) -> bool:
    """It answers over the broker, also while a task runs."""
    from kisscrm.celery import app

    return bool(app.control.ping([f"{queue}@{socket.gethostname()}"], timeout=5))


def beat() -> bool:
    """docker/entrypoint.sh puts the schedule there; what is written last may be in a file beside it."""
    written = [one.stat().st_mtime for one in Path(tempfile.gettempdir()).glob("beat-schedule*")]
    return time.time() - max(written, default=0) < SILENT_AFTER


def is_well(which: str, port: str = "8000") -> bool:
    if which == "web":
        return web(int(port))
    return beat() if which == "beat" else worker(which.removeprefix("worker-"))


if __name__ == "__main__":
    sys.exit(not is_well(*sys.argv[1:]))
