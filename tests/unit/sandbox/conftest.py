"""One sandbox portal for all tests of this folder, told anew before each."""

from collections.abc import Iterator

import pytest

from leads.sandbox.server import Sandbox
from tests.unit.sandbox.sandbox_hub import Hub


@pytest.fixture(scope="session")
def served_sandbox() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def hub(served_sandbox: Sandbox) -> Hub:
    """An empty portal without limits; a test that is about limits sets its own."""
    served_sandbox.reset("empty")
    served_sandbox.reception.limits.set({"burst": 0, "search": 0}, served_sandbox.portal)
    return Hub(served_sandbox)
