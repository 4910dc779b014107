"""The filters of a search, turned into questions about one record's values."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from leads.sandbox.definitions import Definition
from leads.sandbox.instants import parse, to_milliseconds
from leads.sandbox.kinds import kind_named
from leads.sandbox.portal import Portal
from leads.sandbox.refusals import Refusal, invalid

type Values = Mapping[str, str | None]
type Question = Callable[[str, Values], bool]
type Key = float | str

OPERATORS = frozenset(
    {
        "LT",
        "LTE",
        "GT",
        "GTE",
        "EQ",
        "NEQ",
        "BETWEEN",
        "IN",
        "NOT_IN",
        "HAS_PROPERTY",
        "NOT_HAS_PROPERTY",
        "CONTAINS_TOKEN",
        "NOT_CONTAINS_TOKEN",
    }
)
_MOST_GROUPS, _MOST_IN_GROUP, _MOST_FILTERS = 5, 6, 18


def question(portal: Portal, kind: str, groups: list[Any]) -> Question:
    """One question for all groups: any group whose filters all hold. Refuses what HubSpot refuses."""
    _count(groups)
    built = [
        [_filter(portal, kind, one) for one in group.get("filters") or ()]
        for group in groups
        if isinstance(group, dict)
    ]
    if not built:
        return lambda _id, _values: True
    if len(built) == 1 and len(built[0]) == 1:
        return built[0][0]
    return lambda row_id, values: any(all(q(row_id, values) for q in group) for group in built)


def _count(groups: list[Any]) -> None:
    sizes = [len(group.get("filters") or ()) for group in groups if isinstance(group, dict)]
    if len(groups) > _MOST_GROUPS:
        raise Refusal(400, invalid(f"filterGroups cannot exceed {_MOST_GROUPS} groups"))
    if any(size > _MOST_IN_GROUP for size in sizes):
        raise Refusal(400, invalid(f"a filter group cannot exceed {_MOST_IN_GROUP} filters"))
    if sum(sizes) > _MOST_FILTERS:
        raise Refusal(400, invalid(f"a search cannot exceed {_MOST_FILTERS} filters"))


def _filter(portal: Portal, kind: str, one: Any) -> Question:
    name = str(one.get("propertyName", "")) if isinstance(one, dict) else ""
    operator = str(one.get("operator", "")) if isinstance(one, dict) else ""
    if operator not in OPERATORS:
        raise Refusal(400, invalid(f"Invalid input JSON: {operator} is not a valid operator"))
    if name.startswith("associations."):
        return _associated(portal, kind, name, operator, one)
    definition = portal.definitions[kind].get(name)
    if definition is None or definition.archived_at is not None:
        message = f"There was a problem with the request. Property {name} does not exist"
        raise Refusal(400, invalid(message, context={"propertyName": [name]}))
    return _of_value(name, operator, one, comparable(definition))


def _associated(portal: Portal, kind: str, name: str, operator: str, one: Any) -> Question:
    to_kind = kind_named(name.removeprefix("associations."))
    if to_kind is None or operator not in {"EQ", "IN"}:
        raise Refusal(400, invalid(f"{name} cannot be searched with {operator}"))
    wanted = {str(v) for v in one.get("values") or [one.get("value", "")]}
    edges, plural = portal.edges, to_kind.plural
    return lambda row_id, _values: bool(wanted & edges.ends(kind, row_id, plural).keys())


def comparable(definition: Definition) -> Callable[[str], Key | None]:
    """How values of a property are compared: dates and numbers by size, text without regard to case."""
    if definition.type in {"date", "datetime"}:
        return _instant
    if definition.type == "number" or definition.name == "hs_object_id":
        return _number
    if definition.type in {"enumeration", "bool"}:
        return str
    return str.lower


def _instant(text: str) -> float | None:
    try:
        return to_milliseconds(parse(text))
    except ValueError:
        return None


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _asked(one: Any, field: str, name: str) -> str:
    if one.get(field) is None:
        raise Refusal(400, invalid(f"Filter on {name} with {one['operator']} needs {field}"))
    return str(one[field])


def _of_value(name: str, operator: str, one: Any, key: Callable[[str], Key | None]) -> Question:
    if operator in {"HAS_PROPERTY", "NOT_HAS_PROPERTY"}:
        present = operator == "HAS_PROPERTY"
        return lambda _id, values: bool(values.get(name)) is present
    if operator in {"IN", "NOT_IN"}:
        return _among(name, operator, one, key)
    if operator in {"CONTAINS_TOKEN", "NOT_CONTAINS_TOKEN"}:
        return _token(name, operator, _asked(one, "value", name))
    if operator in {"EQ", "NEQ"}:
        return _equal(name, operator, key(_asked(one, "value", name)), key)
    return _ordered(name, operator, one, key)


def _among(name: str, operator: str, one: Any, key: Callable[[str], Key | None]) -> Question:
    values = one.get("values")
    if not isinstance(values, list) or not values:
        raise Refusal(400, invalid(f"Filter on {name} with {operator} needs values"))
    wanted, inside = {key(str(value)) for value in values}, operator == "IN"
    return lambda _id, values: (
        ((held := values.get(name)) is not None and held != "" and key(held) in wanted) is inside
    )


def _equal(name: str, operator: str, wanted: object, key: Callable[[str], Key | None]) -> Question:
    same = operator == "EQ"

    def holds(_id: str, values: Values) -> bool:
        held = values.get(name)
        return (bool(held) and key(held or "") == wanted) is same

    return holds


def _token(name: str, operator: str, text: str) -> Question:
    pattern = re.escape(text.lower()).replace(r"\*", r"\w*")
    found = re.compile(rf"(?<!\w){pattern}(?!\w)")
    inside = operator == "CONTAINS_TOKEN"
    return lambda _id, values: bool(found.search((values.get(name) or "").lower())) is inside


def _ordered(name: str, operator: str, one: Any, key: Callable[[str], Key | None]) -> Question:
    low = key(_asked(one, "value", name))
    high = key(_asked(one, "highValue", name)) if operator == "BETWEEN" else low
    if low is None or high is None:
        raise Refusal(400, invalid(f"Filter on {name} has a value that cannot be compared"))

    def holds(_id: str, values: Values) -> bool:
        held = values.get(name)
        found = key(held) if held else None
        return found is not None and _within(operator, found, low, high)

    return holds


def _within(operator: str, found: Any, low: Any, high: Any) -> bool:
    if operator == "BETWEEN":
        return bool(low <= found <= high)
    if operator == "GT":
        return bool(found > low)
    if operator == "GTE":
        return bool(found >= low)
    return bool(found < low if operator == "LT" else found <= low)
