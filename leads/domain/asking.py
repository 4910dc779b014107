"""What a post to a door must hold, how long each field may be, and when two posts are the same."""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from types import MappingProxyType

from leads.domain.refusal import Refusal

MOST_BYTES = 16 * 1024
"""The longest body of a post; a longer one is refused before it is read."""

LONGEST: Mapping[str, int] = MappingProxyType(
    {
        "email": 254,
        "first_name": 100,
        "last_name": 100,
        "phone": 50,
        "company": 200,
        "address": 1000,
        "country": 64,
    }
)
LONGEST_NAME = 200
LONGEST_DETAIL = 5000
MOST_DETAILS = 40

SPELLINGS: Mapping[str, str] = MappingProxyType(
    {
        "email": "email",
        "emailaddress": "email",
        "firstname": "first_name",
        "lastname": "last_name",
        "name": "name",
        "fullname": "name",
        "phone": "phone",
        "phonenumber": "phone",
        "company": "company",
        "companyname": "company",
        "address": "address",
        "country": "country",
        "numberoffacilities": "number_of_facilities",
        "message": "message",
    }
)
"""Fields by their name without case and signs: `firstName`, `first_name` and `firstname` are one."""

TRAPS = frozenset({"leave_empty", "honeypot", "_gotcha"})
"""Fields that no person sees. Their names say so: a real field must never be one of them."""
ABOUT_THE_POST = frozenset({"key", "next"}) | TRAPS
"""Fields that say something of the post, nothing of the person."""

_WORDS = {"first_name": "first name", "last_name": "last name"}
_EMAIL = re.compile(r"[^@\s,;<>()]+@[^@\s,;<>()]+\.[^@\s,;<>().]+")


class UnableToAsk(Refusal):
    """The post cannot be taken. `errors` says why, by field, in words for the person who typed."""

    rule = "doors"

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(next(iter(errors.values()), "This cannot be read."))
        self.errors = dict(errors)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person typed, without control signs and otherwise as typed."""

    email: str
    first_name: str = ""
    last_name: str = ""
    phone: str = ""
    company: str = ""
    address: str = ""
    country: str = ""
    details: dict[str, str] = field(default_factory=dict)

    def fingerprint(self, kind: str) -> str:
        """The same for the same person asking for the same thing: 64 hexadecimal digits."""
        said = asdict(self) | {"email": self.email.casefold(), "kind": kind}
        return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    def key(self, kind: str, sent: str) -> str:
        """What the sender's own key is kept as; "" without one. It is good for one person: a page that
        sends everybody's requests under one key loses none of them."""
        said = json.dumps([sent, kind, self.email.casefold()])
        return sha256(said.encode()).hexdigest() if sent else ""


def is_trapped(said: Mapping[str, object]) -> bool:
    """Whether a field was filled that only a machine sees."""
    return any(text_of(value).strip() for name, value in said.items() if name in TRAPS)


def read_asked(said: Mapping[str, object]) -> Asked:
    """The request in a post, given as field names with their values. Raises UnableToAsk."""
    errors: dict[str, str] = {}
    texts = {
        spelled(name): checked(name, value, errors)
        for name, value in said.items()
        if name not in ABOUT_THE_POST
    }
    check_email(texts.get("email", ""), errors)
    check_lengths(texts, errors)
    if errors:
        raise UnableToAsk(errors)
    return asked_in(texts)


def asked_in(texts: Mapping[str, str]) -> Asked:
    known = {name: texts.get(name, "") for name in LONGEST}
    if not (known["first_name"] or known["last_name"]):
        known["first_name"], _, rest = texts.get("name", "").partition(" ")
        known["last_name"] = rest.strip()
    details = {
        name: text for name, text in texts.items() if text and name not in {*LONGEST, "name"}
    }
    return Asked(**known, details=details)


def spelled(name: str) -> str:
    """Our name of a field, however the sender spells it; any other name as it came."""
    plain = "".join(sign for sign in name.casefold() if sign.isalnum())
    return SPELLINGS.get(plain, cleaned(name))


def checked(name: str, value: object, errors: dict[str, str]) -> str:
    """The value as text. Known fields are text or a number; of others anything is kept as it came."""
    if spelled(name) in SPELLINGS.values() and not is_plain(value):
        errors[spelled(name)] = f"Send the {worded(spelled(name))} as text."
        return ""
    return cleaned(text_of(value))


def is_plain(value: object) -> bool:
    return value is None or (isinstance(value, str | int | float) and not isinstance(value, bool))


def text_of(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def cleaned(text: str) -> str:
    """Without NUL, control signs and halves of signs, which no database keeps; lines stay lines."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = (
        sign for sign in lines if sign in "\n\t" or unicodedata.category(sign) not in {"Cc", "Cs"}
    )
    return "".join(kept).strip()


def check_email(email: str, errors: dict[str, str]) -> None:
    if "email" in errors:
        return
    if not email:
        errors["email"] = "Give an e-mail address, so that we can answer."
    elif not _EMAIL.fullmatch(email):
        errors["email"] = "That is no e-mail address. Write it like ana@storage.example."


def check_lengths(texts: Mapping[str, str], errors: dict[str, str]) -> None:
    for name, text in texts.items():
        most = LONGEST.get(name, LONGEST_NAME if name == "name" else LONGEST_DETAIL)
        if len(text) > most:
            errors[name[:64]] = (
                f"The {worded(name[:64])} is too long: keep it under {most:,} letters."
            )
        if len(name) > LONGEST_NAME:
            errors[name[:64]] = "The name of this field is too long."
    if len(texts) > MOST_DETAILS:
        errors["form"] = f"Send at most {MOST_DETAILS} fields."


def worded(name: str) -> str:
    return _WORDS.get(name, name.replace("_", " "))
