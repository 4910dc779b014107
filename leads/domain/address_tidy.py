"""A free-text address made ready to be judged: one line, without greetings, notes, telephone and country."""

import re
import unicodedata
from dataclasses import dataclass

from leads.domain.address_words import ALSO_TOWNS, COUNTRIES, HOME, folded

_LEADING = re.compile(
    r"""^(?:
        (?:please\s+)?(?:ship|deliver|send|mail)(?:\s+(?:it|this|the\s+lock|to))*\s*(?:to)?\s*[:,-]?\s+(?=\S)
      | (?:my|our|the)?\s*(?:shipping|delivery|mailing|street)?\s*address(?:\s+is)?\s*[:=-]\s*
      | (?:my|our)\s+address\s+is\s+
      | (?:attn|attention|att)\b\s*[.:]?\s*[^,\d]*,\s*
      | (?:c/o|care\s+of)\s+[^,\d]*,\s*
      | (?:hi|hello|hey|dear\s+\w+)\b[\s,!.]*
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_PHONE = re.compile(
    r"(?:,|\s|^)(?:(?:tel|ph|phone|cell|mobile|call(?:\s+me)?(?:\s+at)?|fax|c|m|t)\b\s*[.:]?\s*)?"
    r"(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-])?\d{3}[\s.-]\d{4}(?=\s*(?:$|,))",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"(?:e-?mail\s*:?\s*)?\S+@\S+\.\w+", re.IGNORECASE)
_NOTE = re.compile(
    r"""(?<=\w)(?:[,;.]\s*|\s+-+\s+|\s+)(?:
        (?:gate|door|access|entry)\s+code\b | code\s+(?:is\s+)?\#?\d | leave\s+(?:it\s+)?(?:at|with|by)\b
      | please\b | thanks?\b | thank\s+you | call\s+(?:me|first|before|ahead|upon)\b
      | (?:deliver|ship)\s+(?:after|before|between)\b
      | hours?\s*: | open\s+\d | business\s+hours | ring\s+(?:the\s+)?bell
      | (?:next|across|behind)\s+(?:to|from|the)\b
    ).*$""",
    re.IGNORECASE | re.VERBOSE,
)
_BRACKETS = re.compile(r"\s*[(\[{](?!\d{3}\)\s?\d{3})[^()\[\]{}]*[)\]}]")
_HOME_TAIL = re.compile(
    r"[\s,]+(?:u\.?\s?s\.?\s?a\.?|u\.?s\.?|united\s+states(?:\s+of\s+america)?|america)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Tidied:
    """The line to judge, and the country that it names at its end ("" where it names none)."""

    line: str
    country: str = ""


def tidy(text: str) -> Tidied:
    """Everything that is no address taken off both ends. Linear in the text's length."""
    line = as_line(text[:1000])
    line = strip_front(line)
    for _ in range(6):
        before = line
        line = strip_end(line)
        if line == before:
            break
    line, country = split_country(line)
    return Tidied(strip_end(line) if country else line, country)


def as_line(text: str) -> str:
    """One line: line breaks and semicolons become commas, spaces single, signs ordinary."""
    text = unicodedata.normalize("NFKC", text)
    text = re.sub(r"[\r\n\t|;•·]+", ", ", text)
    text = "".join(" " if unicodedata.category(sign)[0] == "C" else sign for sign in text)
    text = re.sub(r"[‐‑‒–—]", "-", text)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"(?:\s*,\s*)+", ", ", text).strip(" ,.-")


def strip_front(line: str) -> str:
    for _ in range(4):
        shorter = _LEADING.sub("", line, count=1).strip(" ,")
        if shorter == line or not shorter:
            return line
        line = shorter
    return line


def strip_end(line: str) -> str:
    line = _BRACKETS.sub("", line)
    line = _EMAIL.sub("", line).strip(" ,.-")
    line = _NOTE.sub("", line).strip(" ,.-")
    line = _PHONE.sub("", line).strip(" ,.-")
    line = re.sub(
        r"[\s,]+(?:tel|ph|phone|cell|mobile|fax|e-?mail)\.?:?$", "", line, flags=re.IGNORECASE
    )
    return _HOME_TAIL.sub("", line).strip(" ,.-")


def split_country(line: str) -> tuple[str, str]:
    """A foreign country at the very end. One that towns are called after counts only behind a town."""
    parts = line.split(", ")
    last = folded(parts[-1])
    if last in COUNTRIES and len(parts) > 1 and (last not in ALSO_TOWNS or len(parts) > 2):
        return ", ".join(parts[:-1]), last
    words = last.split()
    for size in (3, 2, 1):
        name = " ".join(words[-size:])
        if len(words) > size and name in COUNTRIES and name not in ALSO_TOWNS:
            return line[: len(line) - len(name)].rstrip(" ,."), name
    return line, ""


def is_home(country: str) -> bool:
    """Whether the form's country field says the United States, a territory, or nothing."""
    return folded(country) in HOME
