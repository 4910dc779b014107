"""Closing without a meeting: nine reasons, the order offered, and which need a callback date."""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from leads.domain.pipeline import Stage, UnableToMove, check_open
from leads.domain.refusal import Refusal

FURTHEST_CALLBACK_YEARS = 2


class UnableToDisqualify(Refusal):
    """The lead cannot be disqualified like this."""

    rule = "disqualify"


class Reason(StrEnum):
    """Why an attempt ended without a meeting, in the order offered: silence first, then by use.

    The values are those of `hs_lead_disqualification_reason`. HubSpot ships eight of them;
    NO_RESPONSE is added in the portal, because silence is how most attempts end.
    """

    NO_RESPONSE = "NO_RESPONSE"
    NO_INTEREST = "NO_INTEREST"
    NOT_A_GOOD_FIT = "NOT_A_GOOD_FIT"
    BAD_TIMING = "BAD_TIMING"
    NO_DECISION_MAKING_POWER = "NO_DECISION_MAKING_POWER"
    BUDGET_CONSTRAINTS = "BUDGET_CONSTRAINTS"
    COMPETITOR_PREFERENCE = "COMPETITOR_PREFERENCE"
    TECHNICAL_LIMITATIONS = "TECHNICAL_LIMITATIONS"
    PRIOR_NEGATIVE_EXPERIENCE = "PRIOR_NEGATIVE_EXPERIENCE"

    @classmethod
    def of(cls, raw: str | None) -> Self | None:
        """The reason behind a stored value, also one a portal named in its own way ("No Response").

        None for blank and for what we do not know.
        """
        exact = next((reason for reason in cls if reason.value == raw), None)
        return exact or next((reason for reason in cls if _plain(raw) in reason._names), None)

    @property
    def label(self) -> str:
        """The words on the button: short, as a rep would say it."""
        return _LABELS[self]

    @property
    def is_rare(self) -> bool:
        """Whether the reason stands behind "More"."""
        return self in _RARE

    @property
    def needs_callback(self) -> bool:
        """Whether a date to call back must come with it: interested, but the wrong moment."""
        return self is Reason.BAD_TIMING

    @property
    def _names(self) -> frozenset[str]:
        return frozenset({_plain(self.value), _plain(self.label)})


_LABELS: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.NO_RESPONSE: "No response",
        Reason.NO_INTEREST: "No interest",
        Reason.NOT_A_GOOD_FIT: "Not a good fit",
        Reason.BAD_TIMING: "Bad timing",
        Reason.NO_DECISION_MAKING_POWER: "Wrong person",
        Reason.BUDGET_CONSTRAINTS: "No budget",
        Reason.COMPETITOR_PREFERENCE: "Prefers a competitor",
        Reason.TECHNICAL_LIMITATIONS: "Technical limits",
        Reason.PRIOR_NEGATIVE_EXPERIENCE: "Bad experience before",
    }
)

_RARE: frozenset[Reason] = frozenset(
    {Reason.COMPETITOR_PREFERENCE, Reason.TECHNICAL_LIMITATIONS, Reason.PRIOR_NEGATIVE_EXPERIENCE}
)


def check(
    *, stage: Stage | None, reason: str | None, callback_on: date | None, today: date
) -> Reason:
    """The reason to store, if the lead may be disqualified with it. Raises UnableToDisqualify.

    `today` is the office's day. A callback date beside a reason that needs none is ignored.
    """
    try:
        check_open(stage)
    except UnableToMove as refused:
        raise UnableToDisqualify(refused.words) from refused
    chosen = _chosen(reason)
    if chosen.needs_callback:
        _check_callback(callback_on, today)
    return chosen


def _chosen(reason: str | None) -> Reason:
    if reason is None or not reason.strip():
        raise UnableToDisqualify("Choose a reason: a lead never closes without one.")
    chosen = Reason.of(reason)
    if chosen is None:
        raise UnableToDisqualify(f"“{reason.strip()}” is not one of the reasons. Choose another.")
    return chosen


def _check_callback(callback_on: date | None, today: date) -> None:
    if callback_on is None:
        raise UnableToDisqualify("Bad timing needs a date to call back.")
    if callback_on <= today:
        raise UnableToDisqualify("The date to call back must be after today.")
    if callback_on > latest_callback(today):
        raise UnableToDisqualify("Call back within two years: choose an earlier date.")


def latest_callback(today: date) -> date:
    """The last day that can be chosen to call back: this day two years on."""
    year = today.year + FURTHEST_CALLBACK_YEARS
    if (today.month, today.day) == (2, 29):  # two years after a leap day there is none
        return date(year, 2, 28)
    return today.replace(year=year)


def note_for(reason: Reason, note: str, callback_on: date | None) -> str:
    """The disqualification note: the date to call back where the reason has one, then the words.

    HubSpot has no field for the date, so the note carries it. Composing a composed note again
    replaces its date.
    """
    words = _SENTENCE.sub("", note).strip()
    if callback_on is None or not reason.needs_callback:
        return words
    return f"Call back on {callback_on.isoformat()}. {words}".strip()


def callback_in(note: str | None) -> date | None:
    """The date to call back that a note names: after "call back on", else its first ISO date."""
    text = note or ""
    said = [match["day"] for match in _CALL_BACK.finditer(text)]
    others = [match["day"] for match in _ISO_DAY.finditer(text)]
    days = (_day(raw) for raw in said + others)
    return next((day for day in days if day is not None), None)


_ISO = r"(?<![0-9-])(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?![0-9-])"
_ISO_DAY = re.compile(_ISO)
_CALL_BACK = re.compile(rf"call\s*-?back\s*(?:on|:)?\s*{_ISO}", re.IGNORECASE)
_SENTENCE = re.compile(r"\A\s*Call back on [0-9]{4}-[0-9]{2}-[0-9]{2}\.")


def _day(raw: str) -> date | None:
    try:
        return date.fromisoformat(raw)
    except ValueError:
        return None


def matching_option(options: Iterable[tuple[str, str]], reason: Reason) -> str | None:
    """The value that the portal gave to a reason, from its (value, label) options; None if absent.

    By value, else by label: an option added by hand in HubSpot gets its label as its value.
    """
    offered = list(options)
    if any(value == reason.value for value, _ in offered):
        return reason.value
    return next((value for value, label in offered if _plain(label) in reason._names), None)


def _plain(text: str | None) -> str:
    """Lower case, words parted by single spaces: how names of options are compared."""
    return " ".join(re.findall(r"[^\W_]+", text or "")).casefold()
