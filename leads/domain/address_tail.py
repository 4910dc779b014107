"""The end of an address: state and ZIP code, in any of the ways in which people write them."""

import re
from dataclasses import dataclass

from leads.domain.address_words import CODES, DIRECTIONS, STREETS, folded
from leads.domain.address_zips import states_of

_ZIP = re.compile(r"(?:^|[\s,.])([0-9oO]{5})(?:\s?-\s?\d{4}|\d{4})?$")
_SHORT_ZIP = re.compile(r"(?:^|[\s,.])(\d{4})$")
_BROKEN_ZIP = re.compile(r"[\s,.]((?=(?:[a-z]*\d){3})[0-9a-z]{4,7})$", re.IGNORECASE)
_TURNED = re.compile(r"^(.*[\s,])(\d{5}(?:-\d{4})?)[\s,]+([A-Za-z][A-Za-z.\s]*)$")
_NOT_BEFORE_ZIP = re.compile(
    r"(?:\b(?:box|bx|drawer|suite|ste|unit|apt|bldg|building|room|rm|lot|pmb|highway|hwy|route|rte|road|rd"
    r"|fm|cr|sr|psc|cmr|lockbox|caller)|#)\s*\.?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Tail:
    """What stands before state and ZIP, and those two as far as they are there.

    `short_zip` is what stands where a ZIP belongs and is none; `guess` a ZIP with letters O for zeros.
    """

    rest: str
    state: str = ""
    zip: str = ""
    short_zip: str = ""
    guess: str = ""


def tail_of(line: str) -> Tail:
    line = turned(line)
    rest, zip_code, short = zip_off(line)
    has_letter = zip_code and not zip_code.isdigit()
    digits = re.sub("[oO]", "0", zip_code) if zip_code else ""
    rest, state = state_off(rest, digits, has_zip=bool(zip_code or short))
    return Tail(
        rest,
        state,
        zip="" if has_letter else digits,
        short_zip=short,
        guess=digits if has_letter else "",
    )


def turned(line: str) -> str:
    """ "Austin 78701 TX" the usual way round."""
    found = _TURNED.match(line)
    if found and folded(found[3]) in CODES:
        return f"{found[1].rstrip(' ,')}, {found[3]} {found[2]}"
    return line


def zip_off(line: str) -> tuple[str, str, str]:
    if (found := _ZIP.search(line)) and any(sign.isdigit() for sign in found[1]):
        rest = line[: found.start()].rstrip(" ,.")
        if rest and not _NOT_BEFORE_ZIP.search(rest):
            return rest, found[1], ""
    if (found := _SHORT_ZIP.search(line)) or (found := _BROKEN_ZIP.search(line)):
        rest = line[: found.start()].rstrip(" ,.")
        if rest and not _NOT_BEFORE_ZIP.search(rest) and state_off(rest, "", has_zip=True)[1]:
            return rest, "", found[1]
    return line, "", ""


def state_off(rest: str, zip_code: str, *, has_zip: bool) -> tuple[str, str]:
    """The state at the end, by name, two letters or an older short form."""
    words = list(re.finditer(r"[^\s,]+", rest))
    for size in (3, 2, 1):
        if len(words) < size:
            continue
        start = words[-size].start()
        written = rest[start:]
        code = CODES.get(folded(written.replace(",", " ")) if size == 1 else folded(written))
        if code is None and size == 2:
            code = (
                CODES.get(written.replace(" ", "").replace(".", "").lower())
                if re.fullmatch(r"[A-Za-z]\.?\s[A-Za-z]\.?", written) and written.isupper()
                else None
            )
        before = rest[:start].rstrip(" ,")
        if code and is_meant(written, code, before, rest[:start], zip_code, has_zip=has_zip):
            return before, code
    return rest, ""


def is_meant(
    written: str, code: str, before: str, raw: str, zip_code: str, *, has_zip: bool
) -> bool:
    """Whether these letters are a state here, and not a court, a direction or a town of that name."""
    word = folded(written)
    if not before:
        return bool(zip_code)
    if zip_code and code in states_of(zip_code):
        return True
    ends_segment = raw.rstrip().endswith(",")
    if word in STREETS or word in DIRECTIONS:
        last = re.split(r",\s*", before)[-1]
        return (
            ends_segment
            or (written.isupper() and not re.match(r"^\S*\d", last))
            or len(last.split()) > 4
        )
    if len(word) == 2 and not has_zip and not ends_segment:
        return written.isupper() or len(before.split()) > 3
    if word in {"new york", "washington"} and (
        not has_zip or not zip_code or code in states_of(zip_code)
    ):
        return has_town(before)
    return True


def has_town(before: str) -> bool:
    """Whether something that can be a town stands before: New York and Washington are both."""
    last = re.split(r",\s*", before)[-1]
    return not re.search(r"\d", last)
