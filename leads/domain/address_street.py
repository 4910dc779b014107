"""The front of an address: whose it is, house number and street, unit, and the town behind them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from leads.domain.address_words import (
    DIRECTIONS,
    FIRMS,
    NUMBER_WORDS,
    NUMBERED_ROADS,
    SOFT_STREETS,
    STREETS,
    UNITS,
    folded,
)

_HOUSE = re.compile(
    r"^(?:\d+[a-z]?|\d+-\d+[a-z]?|\d+-[a-z]|[nsew]\d+|[nsew]\d+[nsew]\d+|\d+[nsew]\d+|\d+/\d+|\d+½)$",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"^\d+(?:st|nd|rd|th)$", re.IGNORECASE)
_UNIT_ID = re.compile(r"^(?:#?\w{1,6}(?:-\w{1,4})?|#)$")


@dataclass(frozen=True, slots=True)
class Front:
    """The parts before state and ZIP; each is "" where it is not there. `is_sure` is False where the
    end of the street was guessed."""

    company: str = ""
    street: str = ""
    unit: str = ""
    city: str = ""
    is_sure: bool = True


def front_of(rest: str) -> Front | None:
    """The parts, or None where no house number is."""
    segments = [part for part in re.split(r"\s*,\s*", rest) if part]
    for index, segment in enumerate(segments):
        words = segment.split()
        start = house_at(words)
        if start is None or is_firm(words, segments[index + 1 :]):
            continue
        return parts_of(segments, index, words, start)
    return None


def town_without_house(rest: str) -> str:
    """The last part that may be a town where no house number was found."""
    segments = [part for part in re.split(r"\s*,\s*", rest) if part]
    return segments[-1] if len(segments) > 1 or (segments and not names_street(segments[0])) else ""


def names_street(segment: str) -> bool:
    return any(word in STREETS for word in folded(segment).split())


def house_at(words: Sequence[str]) -> int | None:
    """Where the house number stands: the first number that is no road's, unit's or ordinal."""
    for index, raw in enumerate(words[:-1]):
        word = raw.strip(".#").lower()
        if not _HOUSE.match(word) and not (word in NUMBER_WORDS and names_street(" ".join(words))):
            continue
        before = words[index - 1].strip(".#").lower() if index else ""
        if raw.startswith("#") or before in UNITS or before in NUMBERED_ROADS or before == "box":
            continue
        if word in NUMBER_WORDS and index and not is_name(words[:index]):
            continue
        if is_name([words[index + 1]]):
            return index
    return None


def is_name(words: Sequence[str]) -> bool:
    return any(re.search(r"[a-z]", word, re.IGNORECASE) or _HOUSE.match(word) for word in words)


def is_firm(words: Sequence[str], others: Sequence[str]) -> bool:
    """A firm called after a number: "5 Star Storage"."""
    ends_as_firm = words[-1].strip(".").lower() in FIRMS
    names = [word.strip(".").lower() for word in words]
    return (
        ends_as_firm
        and not any(name in STREETS for name in names)
        and bool(others or len(words) < 5)
    )


def parts_of(segments: Sequence[str], index: int, words: Sequence[str], start: int) -> Front:
    firm, unit_before = company_of([*segments[:index], " ".join(words[:start])])
    street, unit, behind, is_sure = split_street(words[start:])
    units, town = split_units([behind, *segments[index + 1 :]])
    city = town if re.search(r"[a-z]", town, re.IGNORECASE) else ""
    if not is_sure and units_and_town_are_apart(segments[index + 1 :]):
        street, behind, is_sure = f"{street} {behind}".strip(), "", True
    if not city and not is_sure:
        street, city = guess(street)
    joined = ", ".join(part for part in (unit_before, unit, *units) if part)
    return Front(firm, street, joined, city, is_sure)


def units_and_town_are_apart(later: Sequence[str]) -> bool:
    return bool(later) and bool(split_units(later)[1])


def company_of(before: Sequence[str]) -> tuple[str, str]:
    """What stands before the house number: a firm's name, or a unit that somebody wrote first."""
    named = [part.strip(" -:") for part in before if part.strip(" -:")]
    units = [part for part in named if is_unit(part.split())]
    firms = [part for part in named if part not in units]
    return ", ".join(firms), ", ".join(units)


def is_unit(words: Sequence[str]) -> bool:
    if not words:
        return False
    first = words[0].strip(".").lower()
    return first in UNITS or first.startswith("#")


def split_street(words: Sequence[str]) -> tuple[str, str, str, bool]:
    """Street, unit, what is left behind them, and whether the street's end is certain."""
    end = street_end(words)
    if end is None:
        for index, word in enumerate(words):
            if index > 1 and is_unit([word]):
                street, tail = " ".join(words[:index]), words[index:]
                unit, behind = take_unit(tail)
                return street, unit, behind, True
        return " ".join(words), "", "", False
    unit, behind = take_unit(words[end:])
    return " ".join(words[:end]), unit, behind, True


def street_end(words: Sequence[str]) -> int | None:
    """One past the last word of the street, or None where nothing tells."""
    names = [word.strip(".,").lower() for word in words]
    for kinds in (STREETS, SOFT_STREETS):
        for index in range(1, len(names)):
            if names[index] not in kinds:
                continue
            stands_alone = names[index] in {"broadway", "bypass", "causeway"}
            has_name = index > 1 and any(name not in DIRECTIONS for name in names[1:index])
            numbered = index + 1 < len(names) and re.match(r"^\d+[a-z]?$", names[index + 1])
            if has_name or stands_alone or numbered:
                return behind_direction(names, index + (2 if numbered else 1), kinds)
    return grid_end(names)


def behind_direction(names: Sequence[str], end: int, kinds: frozenset[str]) -> int:
    """Include a direction, or a second street word that is no saint's town: "Valley View Rd", "Oak St NW"."""
    if (
        end < len(names)
        and names[end] in kinds
        and names[end] not in {"st", "center", "square", "mall"}
    ):
        end += 1
    if (
        end < len(names)
        and names[end] in DIRECTIONS
        and (len(names[end]) < 3 or end + 1 == len(names))
    ):
        end += 1
    return end


def grid_end(names: Sequence[str]) -> int | None:
    """ "300 S 600 E": number, direction, number, direction."""
    if len(names) > 2 and names[1] in DIRECTIONS and re.match(r"^\d+$", names[2]):
        return 4 if len(names) > 3 and names[3] in DIRECTIONS else 3
    return None


def take_unit(words: Sequence[str]) -> tuple[str, str]:
    """Units at the front of these words, and what follows them."""
    taken: list[str] = []
    left = list(words)
    while left and is_unit(left):
        size = 1 if left[0].startswith("#") and len(left[0]) > 1 else 2
        if len(left) >= size + 1 and left[1:2] == ["#"]:
            size += 1
        if size > 1 and len(left) > 1 and not is_unit_id(left[size - 1]):
            break
        taken += left[:size]
        left = left[size:]
    return " ".join(taken), " ".join(left)


def is_unit_id(word: str) -> bool:
    return bool(re.search(r"\d", word)) or len(word.strip("#.")) <= 2


def split_units(segments: Sequence[str]) -> tuple[list[str], str]:
    """Of the parts behind the street: units, and the last that is none, the town."""
    units, town = [], ""
    for segment in segments:
        unit, behind = take_unit(segment.split())
        if unit:
            units.append(unit)
        if behind and behind.strip(".").lower() not in DIRECTIONS:
            town = behind
    return units, town


def guess(street: str) -> tuple[str, str]:
    """Where nothing tells where the street ends: number and two words, the rest a town to be checked."""
    words = street.split()
    lone = {"main", "park", "market", "front", "church", "center", "elm", "oak"}
    size = 2
    if len(words) > 3:
        size = 3 if words[1].strip(".").lower() in DIRECTIONS or words[1].lower() not in lone else 2
    return " ".join(words[:size]), " ".join(words[size:])
