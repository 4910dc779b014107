"""Can a courier deliver to what somebody typed into one box? A verdict, why, and what to ask them.

Nothing is ever repaired in silence: a doubt asks, and a person may overrule."""

import re
from dataclasses import dataclass
from enum import StrEnum

from leads.domain import address_boxes, address_words, address_zips
from leads.domain.address_ask import WHY, ask_for
from leads.domain.address_street import Front, front_of, names_street, town_without_house
from leads.domain.address_tail import Tail, tail_of
from leads.domain.address_tidy import is_home, tidy
from leads.domain.address_words import AUSTRALIAN, OFFSHORE, PROVINCES, folded


class Verdict(StrEnum):
    """In the order in which they are looked for; the first that applies is the verdict."""

    EMPTY = "empty"
    FOREIGN = "foreign"
    MILITARY = "military"
    PO_BOX = "po_box"
    NO_NUMBER = "missing_street_number"
    NO_CITY = "missing_city"
    NO_STATE = "missing_state"
    NO_ZIP = "missing_zip"
    MISMATCH = "zip_state_mismatch"
    SHIPPABLE = "shippable"


@dataclass(frozen=True, slots=True)
class Parts:
    """An address taken apart, for the label. `street` holds the house number."""

    street: str
    unit: str
    company: str
    city: str
    state: str
    zip: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What may be said of one text. `words` are for the rep, `ask` for the person who typed it;
    `missing` lists every gap, `proposal` what the rest suggests, `parts` only where it can be shipped."""

    verdict: Verdict
    words: str
    ask: str = ""
    missing: tuple[Verdict, ...] = ()
    warnings: tuple[str, ...] = ()
    proposal: str = ""
    parts: Parts | None = None

    @property
    def is_shippable(self) -> bool:
        return self.verdict is Verdict.SHIPPABLE


GAPS = (Verdict.NO_NUMBER, Verdict.NO_CITY, Verdict.NO_STATE, Verdict.NO_ZIP)


def judge(text: str, country: str = "") -> Judged:
    """Judge one free-text box; `country` is what the form said beside it. Never raises."""
    tidied = tidy(text)
    if is_empty(tidied.line):
        return judged(Verdict.EMPTY, text)
    tail = tail_of(tidied.line)
    if is_foreign(tidied.line, tidied.country, country, tail):
        return judged(Verdict.FOREIGN, text)
    if is_military(tidied.line, tail):
        return judged(Verdict.MILITARY, text)
    return judge_street(text, tail)


def judge_street(text: str, tail: Tail) -> Judged:
    rest, is_rural = address_boxes.without_rural(tail.rest)
    rest, has_box = address_boxes.without_boxes(rest)
    front = front_of(tidy_gaps(rest))
    if has_box and front is None and not is_rural and not names_street(rest):
        return judged(Verdict.PO_BOX, text)
    missing = gaps(front, tail, rest)
    proposal = proposal_for(tail)
    if missing:
        return judged(missing[0], text, missing=missing, proposal=proposal)
    if tail.state not in (address_zips.states_of(tail.zip) or {tail.state}):
        return judged(Verdict.MISMATCH, text, proposal=mismatch_words(tail))
    return shippable(front or Front(), tail, has_box=has_box)


def judged(
    verdict: Verdict, text: str, *, missing: tuple[Verdict, ...] = (), proposal: str = ""
) -> Judged:
    words = WHY[verdict]
    if len(missing) > 1:
        words = "Missing: " + ", ".join(GAP_WORDS[gap] for gap in missing) + "."
    return Judged(
        verdict, words, ask_for(verdict, missing, text, proposal), missing, proposal=proposal
    )


GAP_WORDS = {
    Verdict.NO_NUMBER: "street and number",
    Verdict.NO_CITY: "city",
    Verdict.NO_STATE: "state",
    Verdict.NO_ZIP: "ZIP code",
}

_PLACEHOLDER = re.compile(
    r"^(?:n\s?/?\s?a|none|no|nil|null|tbd|tba|unknown|test|x+|asdf\w*|\?+|-+|pending|later|same|ditto|idk"
    r"|to be (?:determined|confirmed|announced|provided)|not (?:sure|applicable|available|provided|yet).*"
    r"|(?:will|i'll|i will|we will|can) (?:send|provide|e-?mail|confirm|advise|follow).*"
    r"|(?:the )?same\b.*|see\b.*|as (?:above|before|last|on file|previous|discussed).*|on file.*|above|below"
    r"|you (?:already )?have (?:it|my|our).*|already (?:sent|have|given|provided|on file).*"
    r"|(?:ask|call|contact)\b.*"
    r"|use (?:the|my|our) .*|(?:my|our) (?:office|house|home|usual|regular|main)(?: address)?|usual.*)$",
    re.IGNORECASE,
)


def is_empty(line: str) -> bool:
    """Nothing, a placeholder, or words that only point elsewhere."""
    bare = line.strip(" .,!-_")
    if not re.search(r"[^\W_]", bare):
        return True
    return bool(_PLACEHOLDER.match(bare)) and not re.search(r"\d{5}", bare)


_CANADIAN = re.compile(
    r"(?<![a-z0-9])[abceghj-nprstvxy]\d[a-z][\s-]?\d[a-z]\d(?![a-z0-9])", re.IGNORECASE
)
_BRITISH = re.compile(
    r"(?<![a-z0-9])(?:gir\s?0aa|[a-z]{1,2}\d[a-z\d]?\s\d[a-z]{2}|[a-z]{1,2}\d{2,3}[a-z]{2})$",
    re.IGNORECASE,
)
_ABROAD = re.compile(
    r"(?:stra(?:ss|ß)e|\bstr\.?\s\d|\bplatz\b|\bgasse\b|\bweg\s\d|\brue\s+d|\bvia\s+\w+\s\d|\bul\.\s|\bcalle\s+\w+\s+\d"
    r"|laan\s\d|straat\s\d|gatan\s\d)",
    re.IGNORECASE,
)


def is_foreign(line: str, named: str, field: str, tail: Tail) -> bool:
    """By the country at its end, a postcode, or the form's field; but the text beats the field."""
    is_ours = bool(tail.state and tail.zip and tail.state in address_zips.states_of(tail.zip))
    if is_ours:
        return False
    if named or _CANADIAN.search(line) or (not tail.zip and _BRITISH.search(line)):
        return True
    last = folded(line).rsplit(" ", 1)[-1]
    if not tail.state and not tail.zip and last in PROVINCES and len(line.split(", ")) > 1:
        return True
    if re.search(rf"\b(?:{'|'.join(AUSTRALIAN)})\s\d{{4}}$", line, re.IGNORECASE):
        return True
    return not is_home(field) or (not tail.state and bool(_ABROAD.search(line)))


def is_military(line: str, tail: Tail) -> bool:
    if tail.zip and address_zips.is_military(tail.zip) and not tail.state:
        return True
    return address_boxes.is_military(line) and not (
        tail.state and tail.zip and tail.state in address_zips.states_of(tail.zip)
    )


def tidy_gaps(rest: str) -> str:
    return re.sub(r"(?:\s*,\s*)+", ", ", re.sub(r"\s+", " ", rest)).strip(" ,.")


def gaps(front: Front | None, tail: Tail, rest: str) -> tuple[Verdict, ...]:
    """Everything that is not there, in the order in which it is asked for."""
    city = front.city if front else town_without_house(tidy_gaps(rest))
    found = {
        Verdict.NO_NUMBER: front is None,
        Verdict.NO_CITY: not city,
        Verdict.NO_STATE: not tail.state,
        Verdict.NO_ZIP: not tail.zip,
    }
    return tuple(gap for gap in GAPS if found[gap])


def proposal_for(tail: Tail) -> str:
    """What the rest suggests, to be confirmed by whoever asked."""
    if tail.guess:
        return f"Is the ZIP code {tail.guess}?"
    if (
        len(tail.short_zip) == 4
        and tail.short_zip.isdigit()
        and address_zips.begins_with_zero(tail.state)
    ):
        return f"Is the ZIP code 0{tail.short_zip}?"
    if tail.zip and not tail.state:
        states = sorted(address_zips.states_of(tail.zip))
        return f"Is that in {address_words.NAMES[states[0]]}?" if len(states) == 1 else ""
    return ""


def mismatch_words(tail: Tail) -> str:
    there = " or ".join(
        address_words.NAMES[state] for state in sorted(address_zips.states_of(tail.zip))
    )
    return f"{tail.zip} is in {there}, and it says {address_words.NAMES[tail.state]}."


def shippable(front: Front, tail: Tail, *, has_box: bool) -> Judged:
    parts = Parts(front.street, front.unit, front.company, front.city, tail.state, tail.zip)
    checks = (
        (has_box, "The box is left out: the lock goes to the street."),
        (not front.is_sure, "Check where the street ends and the city begins."),
        (tail.state in OFFSHORE, "Offshore: couriers charge more, and a person should look."),
        (not address_zips.states_of(tail.zip), "This ZIP code is not one that we know."),
    )
    warnings = tuple(words for applies, words in checks if applies)
    return Judged(Verdict.SHIPPABLE, WHY["shippable"], warnings=warnings, parts=parts)
