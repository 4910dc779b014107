"""Where the limits are kept that all processes of this site share: in Redis if there is one, else in the
ledger that the product names at its start, since this room knows no database."""

from collections.abc import Callable

from leads.hubspot.config import HubSpotConfig
from leads.hubspot.ledger import Ledger
from leads.hubspot.limiter import Limiter, LocalLimiter, PortalLimiter, RedisLimiter

_makers: list[Callable[[str], Ledger]] = []


def keep_limits_in(make: Callable[[str], Ledger]) -> None:
    """Name the ledger for portals without Redis, and for the while that Redis is away."""
    _makers[:] = [make]


def limiter_of(config: HubSpotConfig, redis_url: str) -> Limiter:
    """The limiter of that portal; of this process alone where nothing is shared."""
    name = config.portal_id or config.base_url
    shared = _makers[0](name) if _makers else None
    if redis_url:
        return RedisLimiter.at(redis_url, name=name, instead=shared)
    return PortalLimiter(shared) if shared else LocalLimiter()
