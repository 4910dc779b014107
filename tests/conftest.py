"""Fixtures: the cast, a sandbox portal over real HTTP, and the gateway to it."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import hypothesis
import pytest
from django.conf import settings as django_settings
from pytest_django.fixtures import Settings
from redis import Redis

from leads.hubspot.client import HubSpotClient
from leads.hubspot.config import HubSpotConfig
from leads.sandbox.server import Sandbox
from tests import cast as people
from tests.portal import Portal

# A password that takes half a second to check protects nothing in a test.
django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
hypothesis.settings.register_profile("ours", deadline=None)
hypothesis.settings.load_profile("ours")

# All tests come from one address and mean no harm; those about rates set them.
django_settings.RATES = {}

STORY_DAY = date(2026, 8, 28)


@pytest.fixture
def cast(db: None) -> people.Cast:
    return people.gather()


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """One server for the run; `portal` gives it its story anew for each test."""
    with Sandbox(story="empty", today=STORY_DAY) as server:
        yield server


@pytest.fixture
def portal(sandbox: Sandbox, settings: Settings) -> Portal:
    """An empty portal, furnished; the settings point to it. `portal.reset(story)` tells another story."""
    forget_limits(settings.ENV.redis_url)
    handle = Portal(sandbox)
    handle.reset("empty")
    settings.HUBSPOT = HubSpotConfig(
        base_url=sandbox.url, access_token="pat-sandbox", writes=True, read_timeout=2.0
    )
    return handle


def forget_limits(redis_url: str) -> None:
    """What an earlier test taught Redis about the same portal."""
    if redis_url:
        with Redis.from_url(redis_url) as redis:
            for key in redis.scan_iter("kisscrm:hubspot:*"):
                redis.delete(key)


@pytest.fixture
def port(portal: Portal, settings: Settings) -> HubSpotClient:
    return HubSpotClient(settings.HUBSPOT)


@pytest.fixture
def clock() -> "Clock":
    return Clock()


class Clock:
    """A clock that a test moves on by hand."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now

    def on(self, **by: float) -> None:
        self.now += timedelta(**by)
