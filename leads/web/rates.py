"""How often somebody may try: signing in, doors and webhooks, counted by the address that they come from.

The counting is the package limits', in Redis for all processes together; with Redis away each process
counts for itself, so that nobody is locked out by it and nothing is open."""

import logging
import math
import time
from collections.abc import Callable
from functools import cache, wraps
from ipaddress import ip_address, ip_network
from typing import Concatenate

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from limits import RateLimitItem, parse_many
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

log = logging.getLogger(__name__)


@cache
def of_this_process() -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(MemoryStorage())


@cache
def of_all_processes(redis_url: str) -> MovingWindowRateLimiter:
    store = RedisStorage(
        redis_url,
        None,
        "rates",
        wrap_exceptions=True,
        socket_timeout=1.0,
        socket_connect_timeout=1.0,
    )
    return MovingWindowRateLimiter(store)


def wait_for(what: str, *who: str) -> int:
    """Count one try of somebody at `what`, a name in settings.RATES. 0 if it may go on, else the seconds
    until it may."""
    if url := settings.ENV.redis_url:
        try:
            return count(of_all_processes(url), what, who)
        except StorageError as error:
            log.warning("Redis is away (%s): this process counts for itself.", error.storage_error)
    return count(of_this_process(), what, who)


def count(limiter: MovingWindowRateLimiter, what: str, who: tuple[str, ...]) -> int:
    key = (what, hidden(who))
    spent = [one for one in rates(what) if not limiter.hit(one, *key)]
    ends = [limiter.get_window_stats(one, *key).reset_time for one in spent]
    return max((math.ceil(end - time.time()) for end in ends), default=0) if spent else 0


def forget(what: str, *who: str) -> None:
    """Somebody turned out to be who they said: their tries do not count."""
    url = settings.ENV.redis_url
    limiter = of_all_processes(url) if url else of_this_process()
    try:
        for one in rates(what):
            limiter.clear(one, what, hidden(who))
    except StorageError:
        log.warning("Redis is away: what was tried stays counted.")


def rates(what: str) -> list[RateLimitItem]:
    said = settings.RATES.get(what)
    return parse_many(said) if said else []


def hidden(who: tuple[str, ...]) -> str:
    """Neither names nor addresses stand in Redis."""
    return salted_hmac("rates", "\n".join(who), algorithm="sha256").hexdigest()[:32]


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, in steps of what one person commands: a whole /64 of IPv6.

    Behind TRUSTED_PROXIES proxies it is what the outermost of them wrote; whatever stands before that in
    the header, the visitor may have written. A request that came around them is its own peer.
    """
    peer, hops = request.META.get("REMOTE_ADDR", ""), settings.ENV.trusted_proxies
    told = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
    said = told[-hops] if 0 < hops <= len(told) else peer
    try:
        found = ip_address(said)
    except ValueError:
        return str(peer)
    return str(found) if found.version == 4 else str(ip_network(f"{found}/64", strict=False))


type View[**P] = Callable[Concatenate[HttpRequest, P], HttpResponse]


def at_most_of[**P](what: str) -> Callable[[View[P]], View[P]]:
    """Turn an address away that comes too often, before anything of its post is read: 429, and when to
    come again."""

    def guard(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == "POST" and (wait := wait_for(what, address_of(request))):
                return too_often(wait)
            return view(request, *args, **kwargs)

        return guarded

    return guard


def too_often(wait: int) -> HttpResponse:
    words = f"Too many requests from your address. Try again in {wait} seconds."
    headers = {"Retry-After": str(wait)}
    return HttpResponse(
        words, status=429, content_type="text/plain; charset=utf-8", headers=headers
    )
