"""Adds the invented storage operators and their people to a portal; what is not said is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from unicodedata import normalize

from leads.sandbox.portal import Portal
from leads.sandbox.story_names import (
    FIRST_NAMES,
    KINDS,
    LAST_NAMES,
    LOCKS,
    PLACES,
    PMS,
    STREETS,
    TOWNS,
    Town,
)

CONTACT_TO_COMPANY = 279
CONTACT_TO_PRIMARY_COMPANY = 1

History = Mapping[str, Sequence[tuple[str, datetime]]]


@dataclass(frozen=True)
class Company:
    """A storage operator that stands in the portal."""

    id: str
    name: str
    town: Town
    domain: str


@dataclass(frozen=True)
class Person:
    """A contact that stands in the portal; a missing first or last name is an empty text."""

    id: str
    first: str
    last: str
    email: str
    company: Company | None

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip()


class People:
    """Adds companies and contacts to one portal; all chance comes from one seeded source."""

    def __init__(self, portal: Portal, rng: Random) -> None:
        self.portal = portal
        self.rng = rng
        self._phones = 0
        self._taken: dict[str, int] = {}

    def invent_name(self) -> tuple[str, str]:
        return self.rng.choice(FIRST_NAMES), self.rng.choice(LAST_NAMES)

    def invent_company_name(self) -> str:
        return f"{self.rng.choice(PLACES)} {self.rng.choice(KINDS)}"

    def street_address(self, company: Company | None) -> str:
        """A complete address in the company's town: house and street, city, state, ZIP."""
        town = company.town if company else self.rng.choice(TOWNS)
        house = self.rng.randrange(100, 9900)
        return f"{house} {self.rng.choice(STREETS)}, {town.city}, {town.state} {town.zip_code}"

    def add_company(
        self, name: str, *, created_at: datetime, locks_purchased: int | None = None
    ) -> Company:
        town = self.rng.choice(TOWNS)
        domain = self._unique(_letters(name, keep="") or "storage", "{}{}.example")
        properties = {
            "name": name,
            "domain": domain,
            "city": town.city,
            "state": town.state,
            "phone": self._phone(town.area_code),
            "facility_management_software": self.rng.choice(PMS),
            "current_lock_system": self.rng.choice(LOCKS),
        }
        if locks_purchased is not None:
            properties["locks_purchased"] = str(locks_purchased)
        row = self.portal.add("companies", properties, created_at=created_at)
        return Company(id=row.id, name=name, town=town, domain=domain)

    def add_person(
        self,
        first: str,
        last: str,
        company: Company | None,
        *,
        created_at: datetime,
        updated_at: datetime | None = None,
        facilities: int | None = None,
        also: Mapping[str, str] | None = None,
        history: History | None = None,
        source: str = "FORM",
    ) -> Person:
        """A contact, tied to its company by the plain and by the primary edge."""
        email = self._email(first, last, company)
        sites = facilities or self.rng.choice((1, 1, 2, 3, 4, 6, 9, 14))
        row = self.portal.add(
            "contacts",
            self._contact(first, last, email, company)
            | {"number_of_facilities": str(sites)}
            | {**(also or {})},
            created_at=created_at,
            updated_at=updated_at,
            source=source,
            history={name: list(changes) for name, changes in (history or {}).items()},
        )
        if company:
            for type_id in (CONTACT_TO_COMPANY, CONTACT_TO_PRIMARY_COMPANY):
                self.portal.link("contacts", row.id, "companies", company.id, type_id)
        return Person(id=row.id, first=first, last=last, email=email, company=company)

    def _contact(
        self, first: str, last: str, email: str, company: Company | None
    ) -> dict[str, str | None]:
        written = {
            "email": email,
            "firstname": first,
            "lastname": last,
            "phone": self._phone(company.town.area_code if company else "212"),
            "company": company.name if company else "",
            "lifecyclestage": "lead",
        }
        return {name: value for name, value in written.items() if value}

    def _phone(self, area_code: str) -> str:
        """A number of the range kept for fiction, 555-0100 to 555-0199."""
        self._phones += 1
        return f"+1 {area_code} 555 01{self._phones % 100:02}"

    def _email(self, first: str, last: str, company: Company | None) -> str:
        """Plain letters only, so that an awkward name still has a legal and unique address."""
        local = _letters(f"{first}.{last}", keep=".").strip(".") or "hello"
        return self._unique(local, "{}{}@" + (company.domain if company else "mail.example"))

    def _unique(self, word: str, pattern: str) -> str:
        key = pattern.format(word, "")
        self._taken[key] = self._taken.get(key, 0) + 1
        return pattern.format(word, self._taken[key]) if self._taken[key] > 1 else key


def _letters(text: str, *, keep: str) -> str:
    """At most 24 characters: the letters and digits of a text in lower case, without accents."""
    folded = normalize("NFKD", text.lower())
    return "".join(c for c in folded if c in keep or (c.isascii() and c.isalnum()))[:24]
