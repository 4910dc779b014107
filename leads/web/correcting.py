"""The values that an admin corrects in a refused write, checked against what the portal says of each."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation

from leads.domain.refusal import Refusal
from leads.models import PortalProperty
from leads.models.raw import as_moment
from leads.queries.stuck_writes import FIXED

LONGEST = 65_536
PREFIX = "value:"
"""How the fields of the form are called: a property may be named like anything."""


class UnableToCorrect(Refusal):
    """A value that HubSpot would refuse again."""

    rule = "saving"


def corrected(kind: str, names: list[str], posted: Mapping[str, str]) -> dict[str, str]:
    """The posted values by property name. Raises UnableToCorrect with the first that cannot be sent."""
    said = {
        name: posted[PREFIX + name].replace("\r\n", "\n").strip()
        for name in names
        if name not in FIXED and PREFIX + name in posted
    }
    known = PortalProperty.objects.filter(object_type=kind, name__in=said)
    for one in known:
        check(one, said[one.name])
    if any(len(value) > LONGEST for value in said.values()):
        raise UnableToCorrect(f"Keep each value under {LONGEST:,} letters.")
    return said


def check(known: PortalProperty, value: str) -> None:
    """Whether the portal's definition takes this value. An empty one clears, and is always taken."""
    label = known.label or known.name
    if known.read_only:
        raise UnableToCorrect(f"HubSpot does not let anybody write {label}.")
    if not value:
        return
    offered = {option for option, _, hidden in known.options if not hidden}
    if known.type == "enumeration" and offered and value not in offered:
        raise UnableToCorrect(f"HubSpot offers no “{value}” for {label}.")
    if known.type == "number" and not is_number(value):
        raise UnableToCorrect(f"{label} takes a number.")
    if known.type == "date" and not is_day(value):
        raise UnableToCorrect(f"{label} takes a day like 2026-11-30.")
    if known.type == "datetime" and as_moment(value) is None:
        raise UnableToCorrect(f"{label} takes a moment like 2026-11-30T14:00:00Z.")


def is_number(value: str) -> bool:
    try:
        return Decimal(value).is_finite()
    except InvalidOperation:
        return False


def is_day(value: str) -> bool:
    try:
        date.fromisoformat(value)
    except ValueError:
        return as_moment(value) is not None
    return True
