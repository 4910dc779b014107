"""Leases: a loop runs in one place at a time, however many workers and timetables there are."""

import os
import socket
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from leads.models import Lease


@contextmanager
def lease(name: str, now: datetime, lasts: timedelta) -> Iterator[bool]:
    """Yields whether we hold it. Should we die it ends: at once for whoever asks on this machine,
    elsewhere after `lasts`."""
    holder = f"{this_process()}/{uuid.uuid4().hex[:12]}"
    held = take(name, holder, now, lasts)
    try:
        yield held
    finally:
        if held:
            Lease.objects.filter(name=name, holder=holder).update(until=now, holder="")


def take(name: str, holder: str, now: datetime, lasts: timedelta) -> bool:
    """By compare and set: a lease that is over may be taken by anyone, once."""
    known, _ = Lease.objects.get_or_create(name=name, defaults={"until": now})
    if known.holder and known.until > now and not is_over(known, now, lasts):
        return False
    as_seen = Lease.objects.filter(name=name, holder=known.holder, until=known.until)
    return bool(as_seen.update(holder=holder, until=now + lasts))


def is_over(known: Lease, now: datetime, lasts: timedelta) -> bool:
    """Before its time: its holder is dead, or it ends later than any lease does, having been taken
    before the clock was set back by a holder that is not to be seen from here."""
    return is_dead(known.holder) or (known.until > now + lasts * 2 and not is_here(known.holder))


def renew(name: str, now: datetime, lasts: timedelta) -> None:
    """Hold on to a lease of this process while its work goes on."""
    ours = Lease.objects.filter(name=name, holder__startswith=f"{this_process()}/")
    ours.update(until=now + lasts)


def this_process() -> str:
    return f"{socket.gethostname()[:40]}/{os.getpid()}"


def is_here(holder: str) -> bool:
    return holder.partition("/")[0] == socket.gethostname()[:40]


def is_dead(holder: str) -> bool:
    """Whether a process of this machine that held a lease is gone, killed before it could say so."""
    pid = holder.partition("/")[2].partition("/")[0]
    if not is_here(holder) or not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
