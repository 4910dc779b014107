"""What stands on a parcel: an address in the parts and lengths that the courier takes. What does not fit
is refused in words, never cut: a lock that goes to half an address is a lock lost."""

import re
from collections.abc import Mapping

from leads.domain.shipping import UnableToShip

LINE, COMPANY, NAME, EMAIL, PHONE, CITY = 35, 50, 50, 50, 20, 200
"""The longest that EasyShip takes of each part; an address has two lines."""
_STATE = re.compile(r"[A-Z]{2}")
_ZIP = re.compile(r"\d{5}(-\d{4})?")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def destination(
    address: Mapping[str, str], *, name: str, company: str, phone: str, email: str
) -> dict[str, str]:
    """The parts of a label from a judged address: `street` `unit` `company` `city` `state` `zip`.

    Raises UnableToShip with what is missing or too long. `company` is used where the address
    names none. Empty parts are left out.
    """
    part = {key: tidy(text) for key, text in address.items()}
    line_1, line_2 = lines(part.get("street", ""), part.get("unit", ""))
    company = part.get("company", "") or tidy(company)
    parts = {
        "line_1": line_1,
        "line_2": line_2,
        "city": fitting("city", needed("city", part.get("city", "")), CITY),
        "state": state(part.get("state", "")),
        "postal_code": postal_code(part.get("zip", "")),
        "company_name": fitting("company's name", company, COMPANY),
        "contact_name": fitting("person's name", needed("name", tidy(name) or company), NAME),
        "contact_phone": phone_number(phone),
        "contact_email": email_address(email),
    }
    return {key: text for key, text in parts.items() if text}


def lines(street: str, unit: str) -> tuple[str, str]:
    """Two lines of at most 35 characters, split at a space. Raises UnableToShip where two do not do."""
    if not street:
        raise UnableToShip("The address has no street. Ask for it before anything is shipped.")
    if len(street) <= LINE and len(unit) <= LINE:
        return street, unit
    first, rest = split(street)
    second = " ".join(filter(None, (rest, unit)))
    if not first or len(second) > LINE:
        raise UnableToShip(
            f"The street is too long for the label, which has two lines of {LINE} characters:"
            f" “{street}{', ' + unit if unit else ''}”. Shorten it."
        )
    return first, second


def split(street: str) -> tuple[str, str]:
    """As many whole words as fit on a line, and the rest; no word that fits is ("", street)."""
    words, first = street.split(), ""
    while words and len(f"{first} {words[0]}".strip()) <= LINE:
        first = f"{first} {words.pop(0)}".strip()
    return first, " ".join(words)


def state(text: str) -> str:
    if not _STATE.fullmatch(text.upper()):
        raise UnableToShip("The address needs its state in two letters, like NV.")
    return text.upper()


def postal_code(text: str) -> str:
    if not _ZIP.fullmatch(text):
        raise UnableToShip("The address needs its ZIP code, like 89501.")
    return text


def phone_number(text: str) -> str:
    """The courier calls before it gives up; a number that is too long loses its signs, no digit."""
    number = tidy(text)
    if sum(sign.isdigit() for sign in number) < 7:
        raise UnableToShip("The courier needs a phone number, and there is none. Add one.")
    if len(number) > PHONE:
        number = re.sub(r"[\s().-]", "", number)
    return fitting("phone number", number, PHONE)


def email_address(text: str) -> str:
    email = tidy(text)
    if not _EMAIL.fullmatch(email):
        raise UnableToShip("The courier needs an e-mail address, and there is none. Add one.")
    return fitting("e-mail address", email, EMAIL)


def needed(what: str, text: str) -> str:
    if not text:
        raise UnableToShip(f"The label needs a {what}, and there is none.")
    return text


def fitting(what: str, text: str, longest: int) -> str:
    if len(text) > longest:
        raise UnableToShip(
            f"The {what} is too long for the label ({len(text)} characters of at most {longest}):"
            f" “{text}”. Shorten it."
        )
    return text


def tidy(text: str) -> str:
    """One line without signs that no label can show."""
    return " ".join("".join(s if s.isprintable() else " " for s in text).split())


def in_one_line(parts: Mapping[str, str]) -> str:
    """A destination as people write it: "77 Larch Street, Reno, NV 89501"."""
    place = f"{parts.get('state', '')} {parts.get('postal_code', '')}".strip()
    every = (parts.get("line_1"), parts.get("line_2"), parts.get("city"), place)
    return ", ".join(text for text in every if text)
