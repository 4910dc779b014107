"""Fixtures of the integration tests: a scene to play in."""

import pytest
from pytest_django.fixtures import Settings

from tests.cast import Cast
from tests.courier import CourierDesk
from tests.portal import Portal
from tests.scenes import Scene
from tests.shipping import Dock


@pytest.fixture
def scene(portal: Portal, settings: Settings, cast: Cast) -> Scene:
    """The cast and an empty, furnished portal; its requests are counted from here on."""
    return Scene(portal, settings.HUBSPOT, cast)


@pytest.fixture
def dock(scene: Scene, portal: Portal, settings: Settings) -> Dock:
    """The scene with a courier, and shipping switched on."""
    return Dock(scene, CourierDesk(portal), settings)
