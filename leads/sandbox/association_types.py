"""HubSpot's association types: which number ties which two kinds, and its number on the way back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AssociationType:
    """One direction of a tie. `single`: the record on the from side has at most one of this type."""

    id: int
    from_kind: str
    to_kind: str
    back: int
    plain: int
    name: str
    label: str | None = None
    single: bool = False

    @property
    def primary(self) -> bool:
        """Whether this is the labelled, primary form of the tie."""
        return self.label is not None


# from, to, out, back: the unlabelled ties that HubSpot defines.
_PLAIN = (
    ("leads", "contacts", 608, 609),
    ("leads", "companies", 610, 611),
    ("leads", "deals", 1037, 1038),
    ("leads", "calls", 596, 597),
    ("leads", "emails", 598, 599),
    ("leads", "meetings", 600, 601),
    ("leads", "communications", 602, 603),
    ("leads", "tasks", 646, 647),
    ("leads", "notes", 854, 855),
    ("contacts", "companies", 279, 280),
    ("contacts", "deals", 4, 3),
    ("contacts", "emails", 197, 198),
    ("contacts", "meetings", 199, 200),
    ("contacts", "notes", 201, 202),
    ("contacts", "tasks", 203, 204),
    ("contacts", "calls", 193, 194),
    ("contacts", "communications", 82, 81),
    ("contacts", "orders", 508, 507),
    ("contacts", "contacts", 449, 449),
    ("companies", "deals", 342, 341),
    ("companies", "emails", 185, 186),
    ("companies", "meetings", 187, 188),
    ("companies", "notes", 189, 190),
    ("companies", "tasks", 191, 192),
    ("companies", "calls", 181, 182),
    ("companies", "communications", 88, 87),
    ("companies", "orders", 510, 509),
    ("deals", "emails", 209, 210),
    ("deals", "meetings", 211, 212),
    ("deals", "notes", 213, 214),
    ("deals", "tasks", 215, 216),
    ("deals", "calls", 205, 206),
    ("deals", "communications", 86, 85),
    ("deals", "orders", 511, 512),
)

# The same with the label "Primary": the from side holds one only, the to side may be primary to many.
_PRIMARY = (
    ("leads", "contacts", 578, 579),
    ("leads", "companies", 580, 581),
    ("leads", "deals", 582, 583),
    ("contacts", "companies", 1, 2),
    ("deals", "companies", 5, 6),
)

_SINGULAR = {"companies": "company"}


def _name(from_kind: str, to_kind: str, primary: bool) -> str:
    start, end = (_SINGULAR.get(kind, kind.removesuffix("s")) for kind in (from_kind, to_kind))
    if "lead" in (start, end):
        return f"{start}_to_primary_{end}" if primary else f"{start}_to_{end}"
    has_primary = {start, end} in ({"contact", "company"}, {"deal", "company"})
    return f"{start}_to_{end}" + ("_unlabeled" if has_primary and not primary else "")


def _table() -> dict[int, AssociationType]:
    table: dict[int, AssociationType] = {}
    plain: dict[tuple[str, str], int] = {}
    for start, end, out, back in _PLAIN:
        plain[start, end], plain[end, start] = out, back
        for a, b, here, there in ((start, end, out, back), (end, start, back, out)):
            table[here] = AssociationType(here, a, b, there, here, _name(a, b, False))
    for start, end, out, back in _PRIMARY:
        for a, b, here, there in ((start, end, out, back), (end, start, back, out)):
            table[here] = AssociationType(
                here, a, b, there, plain[a, b], _name(a, b, True), "Primary", single=a == start
            )
    return table


TYPES = _table()


def types_between(from_kind: str, to_kind: str) -> list[AssociationType]:
    """All types from one kind to another, the primary first; none at all from lead to order."""
    found = [t for t in TYPES.values() if (t.from_kind, t.to_kind) == (from_kind, to_kind)]
    return sorted(found, key=lambda t: (not t.primary, t.id))


def plain_type(from_kind: str, to_kind: str) -> AssociationType | None:
    """The unlabelled type that a default association takes."""
    return next((t for t in types_between(from_kind, to_kind) if not t.primary), None)


def primary_type(from_kind: str, to_kind: str) -> AssociationType | None:
    """The primary type, seen from the side that may hold one only."""
    return next((t for t in types_between(from_kind, to_kind) if t.single), None)
