"""Which records a webhook's events name: that something happened to them is all that is taken from it."""

import json
from collections.abc import Iterator
from typing import Any

KINDS = {"0-1": "contacts", "0-2": "companies", "0-3": "deals", "0-136": "leads"}
"""HubSpot's object type ids; events about anything else name nothing."""
WORDS = {"CONTACT": "contacts", "COMPANY": "companies", "LEAD": "leads", "DEAL": "deals"}
LEGACY = {f"{word.lower()}.": kind for word, kind in WORDS.items()}


def named_in(raw: bytes, portal_id: str = "") -> Iterator[tuple[str, str]]:
    """Kind and id of every record that the events name; what cannot be read, or is another portal's,
    names none."""
    try:
        events: Any = json.loads(raw)
    except (ValueError, RecursionError):
        return
    for event in events if isinstance(events, list) else []:
        if isinstance(event, dict):
            yield from named_by(event, portal_id)


def named_by(event: dict[str, Any], portal_id: str) -> Iterator[tuple[str, str]]:
    if portal_id and str(event.get("portalId", portal_id)) != portal_id:
        return
    kind = kind_of(event)
    fields = ("objectId", "primaryObjectId", "newObjectId")
    ids = [*(event.get(name) for name in fields), *some(event.get("mergedObjectIds"))]
    yield from ((kind, str(id)) for id in ids if kind and is_id(id))
    start, _, end = str(event.get("associationType", "")).partition("_TO_")
    for word, name in ((start, "fromObjectId"), (end, "toObjectId")):
        if word in WORDS and is_id(event.get(name)):
            yield WORDS[word], str(event[name])


def kind_of(event: dict[str, Any]) -> str:
    """By the type id, or by the name of an older subscription: contact.creation."""
    kind = KINDS.get(str(event.get("objectTypeId", "")))
    subscription = str(event.get("subscriptionType", ""))
    named = next((kind for start, kind in LEGACY.items() if subscription.startswith(start)), "")
    return kind or named


def some(value: Any) -> list[Any]:
    return value[:100] if isinstance(value, list) else []


def is_id(value: Any) -> bool:
    return (
        not isinstance(value, bool)
        and str(value).isascii()
        and str(value).isdigit()
        and len(str(value)) < 20
    )
