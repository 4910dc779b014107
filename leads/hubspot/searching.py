"""What a search for changed records asks: the bodies, and nothing of how they are sent."""

from collections.abc import Collection
from datetime import datetime

from leads.hubspot.mapping import Json
from leads.hubspot.properties import modified_property
from leads.hubspot.values import milliseconds

SEARCH_PAGE = 200
ID = "hs_object_id"


def between(
    kind: str, since: datetime, until: datetime | None, properties: Collection[str]
) -> Json:
    """Records modified from `since` to `until`, both included, oldest first."""
    modified = modified_property(kind)
    filters = [_than(modified, "GTE", milliseconds(since))]
    if until is not None:
        filters.append(_than(modified, "LTE", milliseconds(until)))
    return _body(filters, modified, properties)


def of_moment(kind: str, at: datetime, above: str, properties: Collection[str]) -> Json:
    """Records modified in this very millisecond, in order of id, with ids above `above`."""
    modified = _than(modified_property(kind), "EQ", milliseconds(at))
    return _body([modified, _than(ID, "GT", above)], ID, properties)


def any_of() -> Json:
    """Every record there is: for its total alone."""
    return {"filterGroups": [], "properties": [ID], "limit": 1}


def _than(name: str, operator: str, value: str) -> Json:
    return {"propertyName": name, "operator": operator, "value": value}


def _body(filters: list[Json], order: str, properties: Collection[str]) -> Json:
    return {
        "filterGroups": [{"filters": filters}],
        "sorts": [{"propertyName": order, "direction": "ASCENDING"}],
        "properties": list(properties),
        "limit": SEARCH_PAGE,
    }
