"""Whether a webhook comes from HubSpot: its third signature, over method, address, body and time."""

import base64
import hashlib
import hmac
import re
from datetime import datetime, timedelta

OLDEST = timedelta(minutes=5)
"""HubSpot's own advice: older ones are replays."""
SKEW = timedelta(minutes=1)
"""How far HubSpot's clock may be ahead of ours."""
_DECODED = {f"%{ord(sign):02X}": sign for sign in ":/?@!$'()*,;"}
_ESCAPE = re.compile("|".join(_DECODED), re.IGNORECASE)


def is_from_hubspot(
    *, secret: str, signature: str, stamp: str, method: str, uri: str, body: bytes, now: datetime
) -> bool:
    """`stamp` is X-HubSpot-Request-Timestamp in milliseconds, `uri` the public address with its query.

    HubSpot signs the address with a few escapes undone, and no others.
    """
    if not is_fresh(stamp, now):
        return False
    signed = f"{method}{plain(uri)}".encode() + body + stamp.encode()
    wanted = base64.b64encode(hmac.new(secret.encode(), signed, hashlib.sha256).digest())
    return hmac.compare_digest(wanted, signature.encode())


def is_fresh(stamp: str, now: datetime) -> bool:
    if not (stamp.isascii() and stamp.isdigit() and len(stamp) < 16):
        return False
    age = timedelta(milliseconds=now.timestamp() * 1000 - int(stamp))
    return -SKEW <= age <= OLDEST


def plain(uri: str) -> str:
    return _ESCAPE.sub(lambda found: _DECODED[found.group().upper()], uri)
