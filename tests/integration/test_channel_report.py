"""The channel report: every figure counted a second time from the portal's raw records, and opened."""

import csv
import io
import re
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext

from leads.hubspot.client import HubSpotClient
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.limiter import Unlimited
from leads.models import Lead, Person
from leads.queries.behind import Behind, leads_behind
from leads.queries.card import Viewer
from leads.queries.channel_sums import COUNTS, By, Sums, sums_of
from leads.queries.channels import channel_report
from leads.queries.health_table import Table
from leads.sandbox.server import Sandbox
from tests.cast import WHO, Cast, gather
from tests.conftest import Clock
from tests.mirror import OFFICE, read
from tests.portal import Json, Portal
from tests.raw_channels import SEVEN, Tally, by_channel, by_owner, tallies
from tests.scenes import Scene

NOW = datetime(2026, 8, 28, 15, 0, tzinfo=UTC)
ALL = Behind()


def same(sums: Sums, tally: Tally) -> None:
    for name in (*COUNTS, "raised", "deals"):
        assert getattr(sums, name) == getattr(tally, name), name
    assert dict(sums.reasons) == dict(tally.reasons)
    hours = sums.median_to_touch
    assert (None if hours is None else round(hours, 6)) == tally.median_hours


class Stories(TestCase):
    """One pull for all of these tests, which only look."""

    name = "playbook@2026-08-28"
    edits: tuple[tuple[str, str], ...] = (
        ("hs_lead_label", "HOT"),
        ("hs_lead_label", "Website - Demo Lock"),
    )
    leads: list[Json]
    deals: list[Json]
    cast: Cast

    @classmethod
    def setUpTestData(cls) -> None:
        with Sandbox(story=cls.name, today=date(2026, 8, 28)) as sandbox:
            portal = Portal(sandbox)
            for lead, (name, value) in zip(portal.objects("leads"), cls.edits, strict=False):
                portal.edit("leads", lead["id"], **{name: value})
            read(HubSpotClient(HubSpotConfig(sandbox.url, "pat-sandbox"), Unlimited()), Clock())
            cls.leads, cls.deals = portal.objects("leads"), portal.objects("deals")
        cls.cast = gather()

    def viewer(self, who: str = "mona") -> Viewer:
        return Viewer(getattr(self.cast, who), NOW, OFFICE)

    def check(self, by: By, scope: Behind, who: str = "mona") -> None:
        part = by_owner if by is By.OWNER else by_channel
        owner = WHO[who][1] if WHO[who][0] == "rep" else None
        raw = tallies(
            self.leads, self.deals, part, scope.since or date.min, scope.until or date.max, owner
        )
        found = sums_of(scope, by, self.viewer(who))
        assert found.keys() == raw.keys()
        for name, tally in raw.items():
            same(found[name], tally)

    def test_every_figure_by_channel_and_owner_is_that_of_the_raw_records(self) -> None:
        august = Behind(since=date(2026, 8, 1), until=date(2026, 8, 31))
        for scope in (ALL, august, Behind(until=date(2025, 9, 30))):
            self.check(By.CHANNEL, scope)
            self.check(By.OWNER, scope)

    def test_a_rep_counts_their_own(self) -> None:
        self.check(By.CHANNEL, ALL, "rita")

    def test_every_number_opens_so_many_leads(self) -> None:
        viewer = self.viewer()
        for by in By:
            for table in channel_report(ALL, None, by, None, viewer).tables:
                for row in table.rows:
                    for cell in row.cells:
                        if isinstance(cell.behind, Behind):
                            number = leads_behind(cell.behind, viewer).count()
                            assert f"{number:,}" == cell.words, (by, table.title, row.label, cell)

    def test_the_lines_add_up_to_the_total(self) -> None:
        for by in By:
            (funnel, *_) = channel_report(ALL, None, by, None, self.viewer()).tables
            *lines, total = [row for row in funnel.rows if not row.is_part]
            for column in range(7):
                assert sum(number(row.cells[column].words) for row in lines) == number(
                    total.cells[column].words
                ), (by, funnel.columns[column])
            raised, ended = (
                number(total.cells[0].words),
                [number(c.words) for c in total.cells[3:7]],
            )
            assert raised == sum(ended)


class Playbook(Stories):
    def lines(self) -> list[str]:
        return [row.label for row in self.funnel().rows]

    def funnel(self) -> Table:
        return channel_report(ALL, None, By.CHANNEL, None, self.viewer()).tables[0]

    def test_what_is_no_channel_stands_under_unlabelled_by_its_name(self) -> None:
        assert self.lines()[:8] == [
            "Website", "Marketing", "Outbound", "Outbound · Rep", "Outbound · IntentSignal",
            "Referral", "Tradeshow", "Paid",
        ]  # fmt: skip
        assert self.lines()[8:] == ["Unlabelled", "Empty", "“HOT”", "“Website - Demo Lock”", "All"]

    def test_outbound_is_rolled_up_by_its_prefix(self) -> None:
        rows = {row.label: number(row.cells[0].words) for row in self.funnel().rows}
        assert rows["Outbound"] == rows["Outbound · Rep"] + rows["Outbound · IntentSignal"]

    def test_the_page_and_the_file_hold_the_same_numbers(self) -> None:
        mona = open_as(self.cast.mona)
        page = mona.get("/reports/channels/?by=owner").content.decode()
        rows = list(csv.DictReader(io.StringIO(content(mona, "/reports/channels.csv?by=owner"))))
        shown = [
            cell.words
            for table in self.report_by_owner()
            for row in table.rows
            for cell in row.cells
        ]
        assert [row["number"] for row in rows] == shown
        assert rows[0]["time_zone"] == "America/New_York"
        assert "Everybody’s leads" in page

    def report_by_owner(self) -> tuple[Table, ...]:
        return channel_report(ALL, None, By.OWNER, None, self.viewer()).tables

    def test_a_rep_sees_their_own_rows_only(self) -> None:
        rita = open_as(self.cast.rita)
        page = rita.get("/reports/channels/").content.decode()
        mine = Lead.objects.filter(owner=WHO["rita"][1]).count()
        assert "Your own leads" in page
        assert f"<b>{mine}</b> raised" in page

    def test_the_leads_behind_a_number_are_listed(self) -> None:
        page = open_as(self.cast.mona).get("/reports/channels/").content.decode()
        links = re.findall(r'href="(/reports/channels/leads/[^"]+)"', page)
        assert len(links) > 20
        reply = open_as(self.cast.mona).get(links[0].replace("&amp;", "&"))
        assert reply.status_code == 200
        assert "/reports/channels/" in reply.content.decode()

    def test_the_number_of_queries_is_the_same_for_few_and_many(self) -> None:
        assert queries(self, Behind(since=date(2030, 1, 1))) >= queries(self, ALL) - 2


class Scale(Stories):
    name = "scale:90"


class Larger(Stories):
    name = "scale:240"
    edits = ()


def queries(test: Stories, scope: Behind) -> int:
    with CaptureQueriesContext(connection) as made:
        channel_report(scope, None, By.CHANNEL, None, test.viewer())
    return len(made)


def number(words: str) -> int:
    return int(words.replace(",", ""))


def open_as(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def content(client: Client, path: str) -> str:
    reply = client.get(path)
    return reply.getvalue().decode("utf-8-sig")


@pytest.mark.django_db(transaction=True)
def test_a_lead_that_came_back_from_connected_counts_once(scene: Scene) -> None:
    lead = scene.add_lead(hs_lead_label="Paid")
    scene.read()
    for stage in ("connected-stage-id", "attempting-stage-id", "connected-stage-id"):
        scene.portal.edit("leads", lead, hs_pipeline_stage=stage)
        scene.later(minutes=5)
        scene.read("delta")
    first = scene.lead(lead).connected_at
    assert first is not None
    scene.portal.edit("leads", lead, hs_pipeline_stage="attempting-stage-id")
    scene.later(minutes=5)
    scene.read()
    assert scene.lead(lead).connected_at == first
    found = sums_of(ALL, By.CHANNEL, Viewer(scene.cast.mona, scene.clock(), OFFICE))["Paid"]
    assert (found.raised, found.connected, found.touched) == (1, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_a_move_made_here_counts_at_once_and_one_that_is_refused_does_not(scene: Scene) -> None:
    from leads.actions.move import move
    from leads.domain.pipeline import Stage

    lead = scene.add_lead(hs_lead_label="Paid")
    scene.read()
    row = scene.lead(lead)
    move(
        row.pk, stage=Stage.CONNECTED, seen=None, actor=scene.cast.rita, key=None, now=scene.clock()
    )
    assert scene.lead(lead).connected_at is not None
    scene.portal.fault("status", "PATCH", "/leads/", status=400)
    scene.push()
    assert scene.lead(lead).connected_at is None


@pytest.mark.django_db
@pytest.mark.parametrize("invoice", ["lots", "-5", "1e99", "NaN"])
def test_an_invoice_that_is_no_amount_is_refused_in_words(cast: Cast, invoice: str) -> None:
    page = open_as(cast.mona).get("/reports/channels/", {"invoice": invoice}).content.decode()
    assert "The invoice is an amount in dollars" in page


@pytest.mark.django_db
def test_what_a_conversation_costs(cast: Cast) -> None:
    from leads.queries.channels import cost_words

    assert cost_words(Decimal(12500), 5) == "$2,500 each"
    assert cost_words(Decimal(12500), 0) == "$12,500 for none"
    assert cost_words(None, 5) == ""


def test_hubspots_own_source_is_counted_nowhere() -> None:
    root = Path(__file__).resolve().parents[2]
    rooms = [*root.glob("leads/queries/*.py"), *root.glob("templates/leads/*.html")]
    telling = {"origin.py", "lead.py", "timeline.py", "lead.html", "missing_channel.html"}
    assert len(rooms) > 40
    for room in rooms:
        if "hs_lead_source" in room.read_text():
            assert room.name in telling, room


def test_the_seven_are_seven() -> None:
    assert len(SEVEN) == 7
