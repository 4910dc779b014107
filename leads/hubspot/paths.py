"""HubSpot's two spellings of its paths: by number (`/crm/v3/…`, `/crm/v4/…`), which the SDK speaks and
which go out of support in 2027, and by the date of a version (`/crm/objects/2026-03/…`)."""

import re

VERSION = re.compile(r"\d{4}-(03|09)(-beta)?")
"""What a dated version looks like: HubSpot names one each March and September."""

_SPELLINGS = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"^/crm/v[34]/objects/", "/crm/objects/{version}/"),
        (r"^/crm/v4/associations/", "/crm/associations/{version}/"),
        (r"^/crm/v3/(properties|pipelines)/", r"/crm/\1/{version}/"),
        (r"^/crm/v3/owners/?", "/crm/owners/{version}/"),
    )
)


def dated(path: str, version: str) -> str:
    """The path as that version spells it; unchanged without a version, or where it has no dated form."""
    if not version:
        return path
    for pattern, replacement in _SPELLINGS:
        spelt, count = pattern.subn(replacement.replace("{version}", version), path, count=1)
        if count:
            return spelt.rstrip("/")
    return path
