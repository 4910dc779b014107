"""Leaving and coming back: archive, restore, merge, and removal for good."""

from leads.sandbox import calculated
from leads.sandbox.instants import to_milliseconds
from leads.sandbox.portal import Portal, Row


def bump(portal: Portal, row: Row) -> None:
    """Move the modified date of a live record without changing a value."""
    with portal.lock:
        before = to_milliseconds(row.updated_at)
        portal.shelves[row.kind].remember(row, portal.search_lag)
        portal.touch(row, portal.now())
        if row.archived_at is None:
            portal.shelves[row.kind].move_modified(row, before)


def archive(portal: Portal, row: Row) -> None:
    """Archive a live record; its values and ties stay, its unique values are free again."""
    with portal.lock:
        shelf = portal.shelves[row.kind]
        shelf.remember(row, portal.search_lag)
        shelf.lift(row)
        row.archived_at = portal.now()
        shelf.place(row)


def restore(portal: Portal, row: Row) -> None:
    """Bring an archived record back under its old id, as a person can in HubSpot."""
    with portal.lock:
        shelf = portal.shelves[row.kind]
        shelf.remember(row, portal.search_lag)
        shelf.lift(row)
        row.archived_at = None
        portal.touch(row, portal.now())
        shelf.place(row)


def purge(portal: Portal, row: Row) -> None:
    """Remove a record for good: no id, no archive, no ties."""
    with portal.lock:
        portal.shelves[row.kind].remember(row, portal.search_lag)
        leads = list(portal.edges.ends(row.kind, row.id, "leads"))
        portal.edges.drop(row.kind, row.id)
        portal.shelves[row.kind].remove(row)
        _relate(portal, leads)


def merge(portal: Portal, primary: Row, other: Row, *, new_id: bool = False) -> Row:
    """Make one record of two. The former ids lead to the survivor, whose empty values are filled."""
    with portal.lock:
        survivor = _renewed(portal, primary) if new_id else primary
        values = {n: v for n, v in other.properties.items() if v and _may_fill(survivor, n)}
        emails = _emails(primary, other) if primary.kind == "contacts" else ""
        former = [survivor.properties.get("hs_merged_object_ids") or "", other.id]
        if survivor is not primary:
            former.append(primary.id)
        leads = list(portal.edges.ends(other.kind, other.id, "leads"))
        portal.edges.move(primary.kind, other.id, survivor.id)
        portal.shelves[other.kind].remove(other)
        portal.merged[primary.kind][other.id] = survivor.id
        values["hs_merged_object_ids"] = ";".join(part for part in former if part)
        if emails:
            values["hs_additional_emails"] = emails
        portal.change(survivor, values, source="MERGE_OBJECTS")
        _relate(portal, [*leads, *portal.edges.ends(survivor.kind, survivor.id, "leads")])
        return survivor


def _renewed(portal: Portal, primary: Row) -> Row:
    """The primary record under a fresh id, which HubSpot gives in some merges."""
    survivor = portal.add(
        primary.kind,
        {**primary.properties, "hs_object_id": None},
        created_at=primary.created_at,
        updated_at=primary.updated_at,
        source=primary.source,
    )
    survivor.history = primary.history
    portal.edges.move(primary.kind, primary.id, survivor.id)
    portal.shelves[primary.kind].remove(primary)
    portal.shelves[primary.kind].lift(survivor)
    portal.shelves[primary.kind].place(survivor)
    portal.merged[primary.kind][primary.id] = survivor.id
    return survivor


def _may_fill(survivor: Row, name: str) -> bool:
    return not survivor.properties.get(name) and name != "hs_additional_emails"


def _emails(primary: Row, other: Row) -> str:
    mine = (primary.properties.get("hs_additional_emails") or "").split(";")
    theirs = (other.properties.get("hs_additional_emails") or "").split(";")
    every = [*mine, other.properties.get("email") or "", *theirs]
    own = (primary.properties.get("email") or other.properties.get("email") or "").lower()
    return ";".join(dict.fromkeys(e for e in every if e and e.lower() != own))


def _relate(portal: Portal, lead_ids: list[str]) -> None:
    for lead_id in lead_ids:
        lead = portal.shelves["leads"].rows.get(lead_id)
        if lead is not None:
            calculated.relate(portal, lead)
