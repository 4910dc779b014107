"""A door's day: how many demo locks may be asked for through one link, and when there is room again."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from urllib.parse import urlsplit

from leads.domain.next_step import day_of
from leads.domain.refusal import Refusal

CAP = 10
"""Demo-lock requests a day, until an admin says otherwise."""
RAISED_BY = 10
WARN_AT = 70
"""Percent of the cap from which an admin is warned: a send of one e-mail filled a door in minutes."""
MOST = 10_000
"""The highest cap: more a day is no cap."""
SAME_WITHIN = timedelta(minutes=10)
"""The same person asking for the same thing so soon again pressed twice."""


class UnableToOpenDoor(Refusal):
    """A door cannot be kept like that."""

    rule = "doors"


@dataclass(frozen=True, slots=True)
class Use:
    """How much of a door's cap one day has used."""

    used: int
    cap: int

    @property
    def is_full(self) -> bool:
        """Whether the next request is over the cap."""
        return self.used >= self.cap

    @property
    def is_near(self) -> bool:
        """Whether the cap should be raised before it refuses somebody."""
        return self.used * 100 >= self.cap * WARN_AT

    @property
    def percent(self) -> int:
        """The share that is used, 0 to 100."""
        return 100 if self.is_full else self.used * 100 // self.cap

    @property
    def words(self) -> str:
        """The state as a word: "Room for 9", "Nearly full, room for 2", "Full"."""
        if self.is_full:
            return "Full"
        room = f"oom for {self.cap - self.used}"
        return f"Nearly full, r{room}" if self.is_near else f"R{room}"


def seconds_to_midnight(now: datetime, office: tzinfo) -> int:
    """Whole seconds until the office's next day begins, at least 1: a cap counts by that day."""
    tomorrow = day_of(now, office) + timedelta(days=1)
    begins = datetime.combine(tomorrow, time.min, tzinfo=office)
    return max(1, -int((now - begins) // timedelta(seconds=1)))


def raised(cap: int) -> int:
    """The cap after one press. Raises UnableToOpenDoor where it is as high as it goes."""
    if cap >= MOST:
        raise UnableToOpenDoor(f"A cap of {MOST:,} a day is as high as it goes.")
    return min(cap + RAISED_BY, MOST)


def cap_in(text: str) -> int:
    """The cap that a person typed. Raises UnableToOpenDoor."""
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit() and len(plain) < 9 and int(plain) <= MOST):
        raise UnableToOpenDoor(f"Give the daily cap as a number, 0 to {MOST:,}.")
    return int(plain)


def origin_of(address: str) -> str:
    """Scheme, host and port of an address; "" of what is none."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return ""
    is_site = parts.scheme in {"https", "http"} and parts.netloc and "@" not in parts.netloc
    return f"{parts.scheme}://{parts.netloc}".lower() if is_site else ""


def origins_in(text: str) -> list[str]:
    """The sites that a person listed, one a line. Raises UnableToOpenDoor."""
    lines = [line.strip() for line in text.split() if line.strip()]
    for line in lines:
        if not origin_of(line):
            raise UnableToOpenDoor(
                f"“{line}” is no site. Write each on a line like https://www.kiss.example."
            )
    return list(dict.fromkeys(origin_of(line) for line in lines))
