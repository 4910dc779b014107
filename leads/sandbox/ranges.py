"""A quick way into a search: the one filter on modified date or id that an index can answer."""

from typing import Any, NamedTuple

from leads.sandbox.filters import comparable
from leads.sandbox.kinds import KINDS
from leads.sandbox.portal import Portal


class Span(NamedTuple):
    """Ids in index order between two places of an index."""

    ids: list[int]
    by_modified: bool
    exact: bool
    """Whether the index answers the whole filter, so that no record need be asked."""


def span(portal: Portal, kind: str, groups: list[Any]) -> Span | None:
    """The records that an index picks for a search of one group; None where no index helps."""
    if len(groups) != 1 or not isinstance(groups[0], dict):
        return None
    filters = groups[0].get("filters") or []
    for one in filters:
        found = _of_filter(portal, kind, one)
        if found is not None:
            ids, by_modified = found
            return Span(ids, by_modified, len(filters) == 1)
    return None


def _of_filter(portal: Portal, kind: str, one: Any) -> tuple[list[int], bool] | None:
    name = one.get("propertyName")
    by_modified = name == KINDS[kind].modified
    if name != "hs_object_id" and not by_modified:
        return None
    key = comparable(portal.definitions[kind][name])
    value = key(str(one.get("value", "")))
    high = key(str(one.get("highValue", value)))
    if not isinstance(value, int | float) or not isinstance(high, int | float):
        return None
    bounds = _bounds(str(one.get("operator")), int(value), int(high))
    if bounds is None:
        return None
    shelf = portal.shelves[kind]
    if not by_modified:
        keys = shelf.live.in_order()
        return keys[shelf.live.at_or_after(bounds[0]) : shelf.live.at_or_after(bounds[1])], False
    pairs = shelf.modified.in_order()
    start = shelf.modified.at_or_after((bounds[0], 0))
    end = shelf.modified.at_or_after((bounds[1], 0))
    return [number for _, number in pairs[start:end]], True


def _bounds(operator: str, low: int, high: int) -> tuple[int, int] | None:
    """The half-open interval of whole numbers that an operator means."""
    far = 1 << 62
    return {
        "GTE": (low, far),
        "GT": (low + 1, far),
        "LTE": (-far, low + 1),
        "LT": (-far, low),
        "EQ": (low, low + 1),
        "BETWEEN": (low, high + 1),
    }.get(operator)
