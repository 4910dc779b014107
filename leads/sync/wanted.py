"""What a record is read with: our fixed list, and the stage clocks that each portal names in its own way."""

from leads.hubspot.properties import LEADS, READ
from leads.models.stage_clocks import clock_names


def wanted(kind: str) -> tuple[str, ...]:
    """The names of the properties to ask for."""
    return (*READ[kind], *clock_names().values()) if kind == LEADS else READ[kind]
