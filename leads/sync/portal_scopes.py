"""What the key may read: each kind of record tried once, and a missing scope told with what it breaks."""

from collections.abc import Callable, Iterator, Mapping

from leads.hubspot.errors import Refused
from leads.hubspot.port import Port
from leads.hubspot.properties import (
    CALLS,
    COMPANIES,
    CONTACTS,
    DEALS,
    EMAILS,
    LEADS,
    MEETINGS,
    NOTES,
    TASKS,
)
from leads.sync.portal_difference import Difference

BREAKS: Mapping[str, str] = {
    "owners": "nobody can be matched to their leads",
    LEADS: "there is no board",
    CONTACTS: "no card has a name",
    COMPANIES: "no company and no customer is known",
    DEALS: "no lead shows what became of it",
    NOTES: "notes cannot be found again after a lost answer",
    TASKS: "next steps from HubSpot are not seen",
    EMAILS: "sends and replies are not seen, so no stage moves by itself",
    MEETINGS: "booked meetings are not seen",
    CALLS: "calls are not seen",
}
FORBIDDEN = 403
HOW = (
    "In HubSpot: Settings, Integrations, the service key of this site, Scopes: add what is named, then "
    "check again. The API cannot do this."
)


def scope_differences(port: Port) -> Iterator[Difference]:
    for kind, breaks in BREAKS.items():
        if said := why_forbidden(lambda kind=kind: look(port, kind)):  # type: ignore[misc]
            yield Difference(
                f"scope:{kind}", f"The key may not read {kind}: {breaks}. HubSpot says: {said}", HOW
            )


def look(port: Port, kind: str) -> None:
    if kind == "owners":
        next(iter(port.owners(archived=False)), None)
    else:
        port.page(kind, properties=())


def why_forbidden(asking: Callable[[], None]) -> str:
    """HubSpot's words where it answers 403; "" where it answers. Anything else is raised."""
    try:
        asking()
    except Refused as no:
        if no.status != FORBIDDEN:
            raise
        return str(no)
    return ""
