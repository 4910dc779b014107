"""Fixtures of the integration tests: a scene to play in."""

import pytest
from pytest_django.fixtures import Settings

from tests.cast import Cast
from tests.portal import Portal
from tests.scenes import Scene


@pytest.fixture
def scene(portal: Portal, settings: Settings, cast: Cast) -> Scene:
    """The cast and an empty, furnished portal; its requests are counted from here on."""
    return Scene(portal, settings.HUBSPOT, cast)
