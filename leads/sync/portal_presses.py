"""The presses of the portal page, done one after the other: a check, or a fix that the API allows.
What HubSpot refuses is told as it said it, with the steps by hand."""

from collections.abc import Callable
from datetime import datetime

from leads.hubspot.errors import HubSpotError, Refused
from leads.hubspot.port import Port
from leads.models import PortalFinding, PortalPress
from leads.models.sync import GO_ON
from leads.sync.doubt import allow
from leads.sync.metadata import pull_metadata
from leads.sync.portal_check import (
    add_channel,
    add_no_response,
    add_write_id,
    check_portal,
    record_findings,
)

CHECK = "check"
CHANNEL = "channel:"
OFF = "Writing to HubSpot is switched off here: set HUBSPOT_WRITES=on first."


def waiting() -> bool:
    return PortalPress.objects.filter(done_at=None).exists()


def do_presses(
    port: Port, clock: Callable[[], datetime], pair: tuple[str, str], *, writes: bool
) -> int:
    """Do all that waits, then look at the portal anew. Returns how many were done.

    While HubSpot cannot be reached they go on waiting; raises its HubSpotError.
    """
    presses = list(PortalPress.objects.filter(done_at=None).order_by("pressed_at", "pk"))
    for press in presses:
        mended, refused = ("", False) if press.what == CHECK else mend(port, press, writes=writes)
        found = look(port, clock(), pair)
        press.outcome = mended or f"Checked: {counted(found)}."
        press.is_refused, press.done_at = refused, clock()
        press.save()
    return len(presses)


def mend(port: Port, press: PortalPress, *, writes: bool) -> tuple[str, bool]:
    """What became of a fix, in words, and whether it was refused."""
    if press.what.startswith(GO_ON):
        is_asked = allow(press.what.removeprefix(GO_ON), press.pressed_at)
        return ("The next full read goes on." if is_asked else "It asks no more."), False
    if not writes:
        return OFF, True
    try:
        added = fix(port, press.what)
    except Refused as no:
        return f"HubSpot refused: {no} {by_hand(press.what)}".strip(), True
    return ("Done." if added else "It was there already."), False


def fix(port: Port, what: str) -> bool:
    """Each reads first and adds only what is not there, so that doing it twice does it once."""
    if what.startswith(CHANNEL):
        return add_channel(port, what.removeprefix(CHANNEL))
    return {"no-response": add_no_response, "write-id": add_write_id}[what](port)


def by_hand(what: str) -> str:
    found = PortalFinding.objects.filter(fix=what).first()
    return found.mend if found else ""


def look(port: Port, now: datetime, pair: tuple[str, str]) -> int:
    """Read the vocabulary and compare. Returns the differences, offers left out."""
    differences = check_portal(port, pair)
    record_findings(differences, now)
    try:
        pull_metadata(port, now)
    except HubSpotError:
        if not differences:  # else the difference says it already
            raise
    return sum(not one.is_offer for one in differences)


def counted(differences: int) -> str:
    if not differences:
        return "the portal is as the rules believe"
    return f"{differences} difference{'s' if differences > 1 else ''}"
