"""What the client needs to reach a portal; built once by the settings."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

HUBSPOT_HOST = "api.hubapi.com"


@dataclass(frozen=True, slots=True)
class HubSpotConfig:
    """Where HubSpot is and what we may do there. Seconds for the timeouts."""

    base_url: str
    access_token: str = field(repr=False)
    portal_id: str = ""
    api_version: str = ""
    """The dated paths to call, such as 2026-03; empty for the numbered ones, v3 and v4."""
    writes: bool = False
    connect_timeout: float = 3.0
    read_timeout: float = 20.0
    deal_channel_property: str = "deal_source"
    deal_channel_detail_property: str = "deal_source_detail"

    @property
    def is_real(self) -> bool:
        """True where the base URL is HubSpot's own host, whose records are not ours to play with."""
        return urlsplit(self.base_url).hostname == HUBSPOT_HOST

    @property
    def pair_properties(self) -> tuple[str, str]:
        """The two deal properties that keep a deal's channel."""
        return self.deal_channel_property, self.deal_channel_detail_property
