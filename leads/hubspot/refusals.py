"""HubSpot's reasons in plain words: its validation errors carry JSON inside a sentence and dumps of
whole option lists, and what a person needs of them is one line for each property."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

LONGEST = 400
"""Characters of a message: a refusal that needs more is a dump."""

_LABEL = re.compile(r'label:\s*"((?:[^"\\]|\\.)*)"')
_PAGE = re.compile(r"<\s*(!doctype|html|body|head)\b", re.IGNORECASE)
_QUOTED_PROPERTY = re.compile(r'Property "([^"]+)" does not exist')


def plain(text: object) -> str:
    """One line of HubSpot's own words; empty for a page of HTML or no text at all."""
    if not isinstance(text, str) or _PAGE.search(text):
        return ""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"


def reasons_by_property(body: Mapping[str, Any]) -> dict[str, str]:
    """HubSpot's reason for each property that the refusal names; empty when it names none."""
    reasons = {name: _reason(text) for name, text in _listed(body)}
    for name, text in _named_in_errors(body):
        reasons.setdefault(name, _reason(text))
    return reasons


def refusal_in_words(body: Mapping[str, Any], reasons: Mapping[str, str]) -> str:
    """One readable line: the reasons by property, or the message with what its context adds."""
    if reasons:
        lines = [_with_name(name, reason) for name, reason in reasons.items()]
        return plain(" · ".join(lines))
    message = plain(body.get("message"))
    added = "; ".join(dict.fromkeys(_context_lines(body)))
    return plain(f"{message} ({added})") if message and added else message


def _listed(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The JSON list inside `Property values were not valid: [...]`."""
    message = str(body.get("message") or "")
    try:
        listed = json.loads(message[message.index("[") :])
    except ValueError:
        return
    for each in listed if isinstance(listed, list) else ():
        if isinstance(each, dict) and each.get("name"):
            text = each.get("message") or each.get("localizedErrorMessage") or each.get("error")
            yield str(each["name"]), str(text or "")


def _named_in_errors(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for row in _errors(body):
        text = str(row.get("message") or row.get("code") or "")
        names = _context(row).get("propertyName") or _QUOTED_PROPERTY.findall(text)
        for name in names if isinstance(names, list) else [names]:
            yield str(name), text


def _context_lines(body: Mapping[str, Any]) -> Iterator[str]:
    """The scopes that are missing, the ids that are wrong: HubSpot keeps the point in `context`."""
    for row in (body, *_errors(body)):
        for key, value in _context(row).items():
            words = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            if key in {"requiredGranularScopes", "requiredScopes"}:
                yield f"needs {words}"
            elif key.startswith("INVALID_"):
                yield words


def _errors(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    rows = body.get("errors")
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _context(row: Mapping[str, Any]) -> Mapping[str, Any]:
    context = row.get("context")
    return context if isinstance(context, dict) else {}


def _reason(text: str) -> str:
    """The sentence without the dump behind it; the labels of the options it would allow, if few."""
    sentence = text.partition("Valid options are:")[0]
    head, dump, _ = sentence.partition(": [")
    labels = _LABEL.findall(text)
    if dump and labels:
        allowed = ", ".join(labels[:10]) + (", …" if len(labels) > 10 else "")
        return plain(f"{head}: {allowed}")
    return plain(sentence) or "not valid"


def _with_name(name: str, reason: str) -> str:
    return reason if name in reason else f"{name}: {reason}"
