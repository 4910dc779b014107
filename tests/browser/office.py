"""A day at the office in a real browser: leads to work, people who come in, and the ring turned by hand."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser

from leads.domain.pipeline import Stage
from leads.models import Lead, Person
from leads.sync.push import Tally, push_due
from tests.browser.screen import Screen
from tests.browser.watch import Watch
from tests.scenes import RITA, Scene
from tests.touching import SENT_AT, TouchFactory

PATIENCE = 8_000
"""Milliseconds after which something that a person waits for is taken to have failed."""


@dataclass
class Office:
    """One test's site, portal and browsers."""

    scene: Scene
    url: str
    browser: Browser
    closing: ExitStack
    watches: list[Watch] = field(default_factory=list)

    def lead(
        self, name: str = "Imani Oyelaran", stage: Stage = Stage.ATTEMPTING, owner: str = RITA
    ) -> str:
        """A lead in HubSpot that was written to; in the mirror after `read`."""
        return self.scene.add_lead(name, stage=stage.value, owner=owner, hs_lead_label="Marketing")

    def read(self) -> None:
        """Read HubSpot; every lead beyond New has a mail of ours on record."""
        self.scene.read()
        for lead in Lead.objects.exclude(stage=Stage.NEW).filter(touches=None):
            TouchFactory.create(lead=lead, contact=lead.contact, at=SENT_AT, acted_at=SENT_AT)
        self.scene.portal.order("journal/clear")

    def with_leads(self, *names: str, stage: Stage = Stage.ATTEMPTING) -> Sequence[str]:
        ids = [self.lead(name, stage) for name in names]
        self.read()
        return ids

    def push(self, *, minutes_on: float = 0) -> Tally:
        """Carry what is due; as if so many minutes had gone by."""
        at = datetime.now(UTC) + timedelta(minutes=minutes_on)
        return push_due(self.scene.port, lambda: at)

    def patches(self, lead_id: str) -> list[dict[str, Any]]:
        """What HubSpot took for a lead, in order."""
        return [
            one["body"]["properties"]
            for one in self.scene.portal.patches(lead_id)
            if one["applied"]
        ]

    def stage(self, lead_id: str) -> str:
        """The stage in HubSpot."""
        return str(self.scene.portal.object("leads", lead_id)["properties"]["hs_pipeline_stage"])

    def open(self, **context: Any) -> Screen:
        """A browser on the sign-in page."""
        screen = self.blank(**context)
        screen.goto("/")
        return screen

    def blank(self, **context: Any) -> Screen:
        """A browser of its own that nobody has used: 1,440 × 900 unless told."""
        made = self.browser.new_context(
            base_url=self.url, **({"viewport": {"width": 1440, "height": 900}} | context)
        )
        made.set_default_timeout(PATIENCE)
        self.closing.callback(made.close)
        watch = Watch(made)
        self.watches.append(watch)
        return Screen(made.new_page(), watch)

    def sign_in(self, who: str = "rita", to: str = "/?wide=disqualified", **context: Any) -> Screen:
        """A browser of somebody who signed in earlier, at an address of the site."""
        screen = self.blank(**context)
        client = Client()
        client.force_login(Person.objects.get(username=who))
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        screen.page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": self.url}]
        )
        screen.goto(to)
        return screen

    def check_quiet(self) -> None:
        """Raises AssertionError if a page said something in its console, or broke the CSP."""
        heard = [line for watch in self.watches for line in watch.heard]
        assert heard == []
