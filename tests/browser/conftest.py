"""Fixtures of the browser tests: one Chromium for the run, the site over HTTP, a context for each test."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.office import PATIENCE, Office
from tests.cast import Cast
from tests.portal import Portal
from tests.scenes import Scene

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))),
    None,
)  # fmt: skip
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

# The files are served from where they are written: nothing has to be collected first.
django_settings.WHITENOISE_AUTOREFRESH = True
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here not in item.path.parents:
            continue
        item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.django_db(transaction=True))
        if CHROMIUM is None and os.environ.get("CI") != "true":
            item.add_marker(pytest.mark.skip(reason="no Chromium on the path"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """SQLite in a file: in memory, all threads of the site would share one transaction."""
    database = django_settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        folder = tmp_path_factory.mktemp("browser")
        database.setdefault("TEST", {})["NAME"] = str(folder / "test.sqlite3")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def office(
    cast: Cast, portal: Portal, settings: Settings, live_server: LiveServer, chromium: Browser
) -> Iterator[Office]:
    """A furnished portal that offers No Response, its empty mirror, and browsers to look at it.

    Every page is watched: an error in its console fails the test.
    """
    portal.add_no_response()
    scene = Scene(portal, settings.HUBSPOT, cast)
    with ExitStack() as closing:
        opened = Office(scene, live_server.url, chromium, closing)
        yield opened
    opened.check_quiet()
