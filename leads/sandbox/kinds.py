"""The kinds of record in the portal, and the three ways in which a path may name one of them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """One object type; `created` and `modified` are the names of its two date properties."""

    plural: str
    singular: str
    type_id: str
    created: str = "hs_createdate"
    modified: str = "hs_lastmodifieddate"

    @property
    def shout(self) -> str:
        """The name as HubSpot's error messages print it."""
        return self.singular.upper()


KINDS: dict[str, Kind] = {
    kind.plural: kind
    for kind in (
        Kind("contacts", "contact", "0-1", "createdate", "lastmodifieddate"),
        Kind("companies", "company", "0-2", "createdate"),
        Kind("deals", "deal", "0-3", "createdate"),
        Kind("leads", "lead", "0-136"),
        Kind("notes", "note", "0-46"),
        Kind("tasks", "task", "0-27"),
        Kind("emails", "email", "0-49"),
        Kind("meetings", "meeting", "0-47"),
        Kind("calls", "call", "0-48"),
        Kind("communications", "communication", "0-18"),
        Kind("orders", "order", "0-123"),
    )
}

_NAMES = {
    name: kind for kind in KINDS.values() for name in (kind.plural, kind.singular, kind.type_id)
}


def kind_named(name: str) -> Kind | None:
    """The kind behind a plural, a singular or a `0-NNN`; None where HubSpot would not know it either."""
    return _NAMES.get(name) or _NAMES.get(name.lower())
