"""Whether a webhook comes from our EasyShip company: a JWT, signed by HS256 with the webhook's secret. It
covers neither the body nor the time, so what it says is a hint and nothing more."""

import base64
import hashlib
import hmac
import json
from typing import Any


def is_signed(token: str, *, secret: str, company_id: str) -> bool:
    """Strictly HS256, whatever the token itself would like; of our company only. Nothing of it is
    read before it is proven."""
    try:
        head, claims, signature = token.split(".")
        wanted = hmac.new(secret.encode(), f"{head}.{claims}".encode("ascii"), hashlib.sha256)
        if not hmac.compare_digest(wanted.digest(), decode(signature)):
            return False
        if read(head).get("alg") != "HS256":
            return False
        return bool(company_id) and str(read(claims).get("easyship_company_id")) == company_id
    except (ValueError, AttributeError):
        return False


def read(part: str) -> Any:
    return json.loads(decode(part))


def decode(part: str) -> bytes:
    return base64.b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True)
