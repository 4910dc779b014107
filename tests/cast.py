"""The cast: `rita` owns the lead, `omar` is another rep, `mona` manages, `ada` administers."""

from dataclasses import dataclass
from functools import cache

from django.contrib.auth.hashers import make_password

from leads.models import Owner, Person
from tests.factories import PersonFactory

PASSWORD = "a-password-for-tests-only"

WHO = {
    "rita": ("rep", "71000001", "Rita", "Solano"),
    "omar": ("rep", "71000002", "Omar", "Haddad"),
    "mona": ("manager", "71000003", "Mona", "Lindqvist"),
    "ada": ("admin", "71000004", "Ada", "Quell"),
}
"""Role, HubSpot owner id and name: the same owners as in the sandbox's stories."""


@dataclass(frozen=True)
class Cast:
    rita: Person
    omar: Person
    mona: Person
    ada: Person


def gather() -> Cast:
    return Cast(**{name: person(name) for name in WHO})


def person(name: str) -> Person:
    role, owner_id, first, last = WHO[name]
    owner, _ = Owner.objects.get_or_create(
        pk=owner_id,
        defaults={"email": f"{name}@kiss.example", "first_name": first, "last_name": last},
    )
    made: Person = PersonFactory.create(
        username=name, role=role, owner=owner, first_name=first, last_name=last
    )
    made.password = hashed_once()
    made.save()
    return made


@cache
def hashed_once() -> str:
    """Hashing is slow by design: once for the whole run is enough."""
    return make_password(PASSWORD)
