"""A post to a door as tests send it: over Django's client, signed in as nobody."""

from typing import Any

from django.test import Client

from leads.models import Door

ASKED = {
    "email": "noor@juniper.example",
    "first_name": "Noor",
    "last_name": "Abadi",
    "company": "Juniper Storage",
    "address": "12 Elm St\nAlbany, NY 12203",
}
LOCK, CALCULATOR = "demo-lock", "calculator"


def knock(door: Door | str, said: Any = None, *, at: str = LOCK, **options: Any) -> Any:
    """A POST as JSON; `said` are further or other fields, or a whole body that is no object."""
    token = door if isinstance(door, str) else door.token
    body = ASKED | (said or {}) if said is None or isinstance(said, dict) else said
    options.setdefault("content_type", "application/json")
    options["CONTENT_TYPE"] = options["content_type"]  # of an empty body too
    return Client().post(f"/doors/{token}/{at}/", body, **options)
