"""A small scene: the cast, a furnished portal filled by hand in a moment, and the ring turned by hand."""

from dataclasses import dataclass, field
from typing import Any

from leads.domain.pipeline import PIPELINE_ID, Stage
from leads.hubspot.client import HubSpotClient
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.limiter import Unlimited
from leads.models import Lead, OutboundWrite, SyncRun
from leads.queries.board import Tab, Wanted, board
from leads.queries.card import Card, Viewer, draw_cards
from leads.sync.metadata import pull_metadata
from leads.sync.push import Tally, push_due
from tests.cast import WHO, Cast
from tests.conftest import Clock
from tests.mirror import OFFICE, read
from tests.portal import Json, Portal

RITA, OMAR = WHO["rita"][1], WHO["omar"][1]
DANA = "71000005"
"""An owner of every story who has left."""
LONG_AGO = "2026-08-03T14:00:00.000Z"


@dataclass
class Scene:
    """One portal and its mirror. Ids are HubSpot's; nothing waits for a rate limit here."""

    portal: Portal
    config: HubSpotConfig
    cast: Cast
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        self.port = HubSpotClient(self.config, Unlimited())
        self.portal.order("limits", burst=0, search=0)

    def add(self, kind: str, links: dict[int, str] | None = None, **properties: str) -> str:
        """Somebody made a record in HubSpot long ago; `links` are ids by association type."""
        ties = [
            {
                "to": {"id": id},
                "types": [{"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": type_id}],
            }
            for type_id, id in (links or {}).items()
        ]
        made = self.portal.order(
            "create", kind=kind, properties=properties, associations=ties, created_at=LONG_AGO
        )
        return str(made["id"])

    def add_lead(
        self,
        name: str = "Imani Oyelaran",
        *,
        stage: str = Stage.ATTEMPTING.value,
        owner: str = RITA,
        **properties: str,
    ) -> str:
        """A lead with a contact and a company of its own."""
        first, _, last = name.partition(" ")
        company = self.add("companies", name=f"{last} Storage")
        contact = self.add("contacts", {279: company}, firstname=first, lastname=last)
        base = {
            "hs_lead_name": f"{name} lead",
            "hs_pipeline": PIPELINE_ID,
            "hs_pipeline_stage": stage,
            "hs_v2_date_entered_current_stage": LONG_AGO,
            "hubspot_owner_id": owner,
        }
        return self.add("leads", {578: contact}, **(base | properties))

    def add_task(self, lead_id: str, subject: str, due_at: str, status: str = "NOT_STARTED") -> str:
        return self.add(
            "tasks", {647: lead_id},
            hs_task_subject=subject, hs_timestamp=due_at, hs_task_status=status,
        )  # fmt: skip

    def read(self, name: str = "pull") -> SyncRun:
        """Everything, what changed ("delta"), or the sweep."""
        return read(self.port, self.clock, name)

    def read_vocabulary(self) -> None:
        pull_metadata(self.port, self.clock())

    def push(self, port: HubSpotClient | None = None) -> Tally:
        return push_due(port or self.port, self.clock)

    def read_on(self, name: str) -> SyncRun:
        """A loop, a minute later."""
        self.later(minutes=1)
        return self.read(name)

    def names_on_board(self) -> list[str]:
        """Whose cards Rita sees under Team."""
        drawn = board(Wanted(tab=Tab.TEAM), Viewer(self.cast.rita, self.clock(), OFFICE))
        return [card.name for column in drawn.columns for card in column.cards]

    def later(self, **by: float) -> None:
        self.clock.on(**by)

    def lead(self, id: str) -> Lead:
        return Lead.objects.get(hubspot_id=id)

    def card(self, id: str) -> Card:
        viewer = Viewer(self.cast.rita, self.clock(), OFFICE)
        return draw_cards(Lead.objects.filter(hubspot_id=id), viewer)[0]

    def write(self, **fields: Any) -> OutboundWrite:
        return OutboundWrite.objects.get(**fields)

    def sent_bodies(self, kind: str, method: str = "") -> list[Json]:
        """The properties that HubSpot was sent for records of a kind, whatever became of it."""
        asked = self.portal.journal(method, f"/crm/v3/objects/{kind}")
        return [
            one["body"]["properties"]
            for one in asked
            if one["method"] in {"POST", "PATCH"} and isinstance(one["body"], dict)
            and isinstance(one["body"].get("properties"), dict)
        ]  # fmt: skip
