"""What the client needs to reach EasyShip, where a lock leaves from, and in which box."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

VERSION = "2024-09"
HOSTS = {
    "public-api.easyship.com": "prod_",
    "public-api-sandbox.easyship.com": "sand_",
}
"""EasyShip's own hosts, and how the tokens begin that each of them takes."""

ORIGIN_LENGTHS = {
    "line_1": 35, "line_2": 35, "city": 200, "state": 2, "postal_code": 20, "company_name": 27,
    "contact_name": 22, "contact_phone": 20, "contact_email": 50,
}  # fmt: skip
"""The longest that EasyShip takes of each part of the address that a parcel leaves from."""
ORIGIN_NEEDED = tuple(name for name in ORIGIN_LENGTHS if name != "line_2")


@dataclass(frozen=True, slots=True)
class ParcelConfig:
    """The one box that a demo lock goes in: kilograms, centimetres, dollars."""

    lock_type: str
    """What the contact's demo_lock_type says once it is shipped."""
    weight: float
    length: float
    width: float
    height: float
    value: float
    description: str = "Smart lock, demonstration unit"
    category: str = "home_appliances"


@dataclass(frozen=True, slots=True)
class EasyShipConfig:
    """Where EasyShip is and what leaves from where. Seconds for the timeouts.

    `origin` is the address by EasyShip's own names, or `{"id": …}` of one saved there.
    """

    base_url: str
    token: str = field(repr=False)
    origin: Mapping[str, str] = field(default_factory=dict)
    parcel: ParcelConfig | None = None
    webhook_secret: str = field(default="", repr=False)
    company_id: str = ""
    connect_timeout: float = 3.0
    read_timeout: float = 60.0

    @property
    def is_on(self) -> bool:
        """Whether anything is shipped from here: without a token the rest of the product goes on."""
        return bool(self.token)


def faults_of(base_url: str, token: str, origin: Mapping[str, Any]) -> list[str]:
    """What is wrong with the values, in words for whoever set them; nothing while shipping is off."""
    if not token:
        return []
    parts = urlsplit(base_url)
    begins = HOSTS.get(parts.hostname or "")
    wrong = []
    if begins and not token.startswith(begins):
        wrong.append(f"EASYSHIP_TOKEN must begin with {begins} for EASYSHIP_BASE_URL={base_url!r}")
    if begins and parts.scheme != "https":
        wrong.append("EASYSHIP_BASE_URL must be https, or the token can be read on the way")
    return wrong + origin_faults(origin)


def origin_faults(origin: Mapping[str, Any]) -> list[str]:
    if origin.get("id"):
        return []
    wrong = [f"EASYSHIP_ORIGIN has no {name}" for name in ORIGIN_NEEDED if not origin.get(name)]
    for name, text in origin.items():
        if name not in ORIGIN_LENGTHS:
            wrong.append(f"EASYSHIP_ORIGIN does not know {name}")
        elif not isinstance(text, str):
            wrong.append(f"EASYSHIP_ORIGIN: {name} must be text")
        elif len(text) > ORIGIN_LENGTHS[name]:
            most = ORIGIN_LENGTHS[name]
            wrong.append(f"EASYSHIP_ORIGIN: {name} is longer than EasyShip's {most} characters")
    return wrong
