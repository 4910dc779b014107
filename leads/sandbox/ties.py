"""How ties are made and taken away through the API, with what HubSpot does by itself on the way."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from leads.sandbox import removals
from leads.sandbox.association_types import TYPES, AssociationType, primary_type
from leads.sandbox.kinds import KINDS
from leads.sandbox.portal import Portal
from leads.sandbox.refusals import Refusal, bad_associations, invalid, wrong_way_round

# The first of these becomes the primary one by itself; a lead's are primary only when said so.
_FIRST_IS_PRIMARY = {("contacts", "companies"), ("deals", "companies")}


class Tie(NamedTuple):
    """A tie that was asked for: to whom, by which type."""

    to_id: str
    type: AssociationType


def wire_type(portal: Portal, type_id: int) -> int:
    """The number under which this portal shows a type."""
    return portal.switches.renumbered_types.get(type_id, type_id)


def known_type(portal: Portal, type_id: object) -> AssociationType | None:
    """The type behind a number as this portal shows it."""
    renumbered = portal.switches.renumbered_types
    usual = {other: one for one, other in renumbered.items()}
    if not isinstance(type_id, int) or type_id in renumbered:
        return None
    return TYPES.get(usual.get(type_id, type_id))


def types_asked(portal: Portal, from_kind: str, specs: Any) -> list[AssociationType]:
    """The types of a list of specs; refuses unknown ones and those that start elsewhere."""
    found = []
    if not isinstance(specs, Sequence) or not specs:
        raise Refusal(400, invalid("Association types must be given as a list"))
    for spec in specs:
        number = spec.get("associationTypeId") if isinstance(spec, dict) else None
        kind = known_type(portal, int(number) if isinstance(number, str) else number)
        if kind is None:
            category = spec.get("associationCategory") if isinstance(spec, dict) else "null"
            text = f"{category}={number} is not a valid association definition id"
            raise Refusal(400, bad_associations("INVALID_ASSOCIATION_TYPE_ID", [text]))
        if kind.from_kind != from_kind:
            given, expected = KINDS[from_kind].type_id, KINDS[kind.from_kind].type_id
            raise Refusal(400, wrong_way_round(given, expected))
        found.append(kind)
    return found


def ties_asked(portal: Portal, from_kind: str, given: Any) -> list[Tie]:
    """The inline associations of a create; refuses records that are not there."""
    wanted: list[Tie] = []
    for one in given or ():
        to_id = str((one.get("to") or {}).get("id", ""))
        wanted += [Tie(to_id, kind) for kind in types_asked(portal, from_kind, one.get("types"))]
    absent = [tie for tie in wanted if portal.row(tie.type.to_kind, tie.to_id) is None]
    if absent:
        items = [f"{KINDS[t.type.to_kind].shout}={t.to_id} is not valid" for t in absent]
        raise Refusal(400, bad_associations("INVALID_OBJECT_IDS", items))
    return wanted


def attach(portal: Portal, from_id: str, tie: Tie) -> None:
    """Make a tie; a contact's or deal's first company becomes its primary one."""
    kind = tie.type
    to_id = portal.survivor(kind.to_kind, tie.to_id)
    changed = portal.tie(from_id, to_id, kind)
    _promote(portal, kind.from_kind, from_id, kind.to_kind, to_id)
    _promote(portal, kind.to_kind, to_id, kind.from_kind, from_id)
    if changed and portal.switches.association_change_bumps:
        for row in (portal.row(kind.from_kind, from_id), portal.row(kind.to_kind, to_id)):
            if row is not None:
                removals.bump(portal, row)


def _promote(portal: Portal, kind: str, row_id: str, to_kind: str, to_id: str) -> None:
    primary = primary_type(kind, to_kind)
    if primary is None or (kind, to_kind) not in _FIRST_IS_PRIMARY:
        return
    if portal.edges.of_type(kind, row_id, to_kind, primary.id) is None:
        portal.tie(row_id, to_id, primary)


def detach(
    portal: Portal, from_kind: str, from_id: str, to_kind: str, to_id: str, only: set[int] | None
) -> None:
    """Take ties away. Without its plain type no primary one stays; a lead without any primary is archived."""
    if only is not None:
        only = only | {t.id for t in TYPES.values() if t.plain in only}
    primaries = {578, 579, 580, 581}
    had = portal.edges.ends(from_kind, from_id, to_kind).get(to_id, frozenset()) & primaries
    changed = portal.untie(from_kind, from_id, to_kind, to_id, only)
    lead_id = from_id if from_kind == "leads" else to_id if to_kind == "leads" else None
    if changed and had and lead_id is not None:
        _archive_bereft(portal, lead_id)
    if changed and portal.switches.association_change_bumps:
        for row in (portal.row(from_kind, from_id), portal.row(to_kind, to_id)):
            if row is not None:
                removals.bump(portal, row)


def _archive_bereft(portal: Portal, lead_id: str) -> None:
    lead = portal.row("leads", lead_id)
    held = (
        portal.edges.of_type("leads", lead_id, "contacts", 578),
        portal.edges.of_type("leads", lead_id, "companies", 580),
    )
    if lead is not None and held == (None, None):
        removals.archive(portal, lead)
