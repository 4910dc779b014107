"""Lead health: every number counted a second time from the portal's raw records, and opened."""

import csv
import io
import re
from datetime import UTC, date, datetime
from html import unescape

from django.test import Client, TestCase

from leads.hubspot.client import HubSpotClient
from leads.hubspot.config import HubSpotConfig
from leads.hubspot.limiter import Unlimited
from leads.queries.behind import Behind, leads_behind
from leads.queries.card import Viewer
from leads.queries.health_table import DealsBehind, Table
from leads.queries.lead_health import deals_behind, lead_health
from leads.sandbox.server import Sandbox
from tests import raw_health
from tests.cast import WHO, Cast, gather
from tests.conftest import Clock
from tests.mirror import OFFICE, read
from tests.portal import Portal
from tests.raw_health import Figures, Raw

ON_THE_28TH = datetime(2026, 8, 28, 15, 0, tzinfo=UTC)
A_WEEK_ON = datetime(2026, 9, 4, 15, 0, tzinfo=UTC)
BY_THE_26TH = date(2026, 8, 26)


def everything_in(portal: Portal) -> Raw:
    pipelines = portal.ask("GET", "/crm/v3/pipelines/deals")["results"]
    retired = [
        stage["id"] for one in pipelines for stage in one["stages"]
        if (one["label"], stage["label"]) == ("Sales Pipeline", "New Opportunity")
    ]  # fmt: skip
    return Raw(
        leads=portal.objects("leads"),
        emails={one["id"]: one for one in portal.objects("emails")},
        tasks={one["id"]: one for one in portal.objects("tasks")},
        deals=portal.objects("deals"),
        retired_stage=retired[0],
    )


def story(name: str, *edits: tuple[str, str]) -> Raw:
    """Read a story into the mirror, after somebody set odd values on its first leads."""
    with Sandbox(story=name, today=date(2026, 8, 28)) as sandbox:
        portal = Portal(sandbox)
        for lead, (property, value) in zip(portal.objects("leads"), edits, strict=False):
            portal.edit("leads", lead["id"], **{property: value})
        read(HubSpotClient(HubSpotConfig(sandbox.url, "pat-sandbox"), Unlimited()), Clock())
        return everything_in(portal)


def flat(tables: tuple[Table, ...]) -> Figures:
    """Every number of the report; a row that is part of another is named after both."""
    found: Figures = {}
    for table in tables:
        above = ""
        for row in table.rows:
            above = above if row.is_part else row.label
            label = f"{above} / {row.label}" if row.is_part else row.label
            for column, cell in zip(table.columns, row.cells, strict=True):
                if cell.words:
                    found[table.slug, label, column] = cell.words
    return found


class Stories(TestCase):
    """One pull for all of these tests, which only look."""

    name = "playbook@2026-08-28"
    edits: tuple[tuple[str, str], ...] = ()
    raw: Raw
    cast: Cast

    @classmethod
    def setUpTestData(cls) -> None:
        cls.raw = story(cls.name, *cls.edits)
        cls.cast = gather()

    def viewer(self, who: str = "mona", now: datetime = ON_THE_28TH) -> Viewer:
        return Viewer(getattr(self.cast, who), now, OFFICE)

    def compare(self, who: str, now: datetime, until: date | None) -> None:
        report = lead_health(Behind(until=until), self.viewer(who, now))
        owner = WHO[who][1] if WHO[who][0] == "rep" else None
        today = now.astimezone(OFFICE).date()
        assert flat(report.tables) == raw_health.figures(
            self.raw, today, until=until or date.max, owner=owner
        )

    def check_every_number_opens_so_many(self, who: str, until: date | None = None) -> None:
        viewer = self.viewer(who)
        for table in lead_health(Behind(until=until), viewer).tables:
            for row in table.rows:
                for cell in row.cells:
                    if isinstance(cell.behind, Behind):
                        number = leads_behind(cell.behind, viewer).count()
                    elif isinstance(cell.behind, DealsBehind):
                        number = deals_behind(cell.behind, viewer).count()
                    else:
                        continue
                    said = cell.words.split(" of ")[-1].replace(",", "")
                    assert str(number) == said, (table.title, row.label, cell)


class Playbook(Stories):
    def test_every_number_is_that_of_the_raw_records(self) -> None:
        self.compare("mona", ON_THE_28TH, None)
        self.compare("ada", ON_THE_28TH, BY_THE_26TH)
        self.compare("mona", A_WEEK_ON, None)

    def test_a_rep_counts_their_own(self) -> None:
        self.compare("rita", ON_THE_28TH, None)
        self.compare("omar", A_WEEK_ON, BY_THE_26TH)

    def test_every_number_opens_as_many_leads(self) -> None:
        self.check_every_number_opens_so_many("mona")
        self.check_every_number_opens_so_many("mona", BY_THE_26TH)
        self.check_every_number_opens_so_many("rita")

    def test_it_stood_on_26_august_as_was_written_down(self) -> None:
        tables = lead_health(Behind(until=BY_THE_26TH), self.viewer()).tables
        found = flat(tables)

        def numbers(table: str, row: str) -> list[str]:
            return [
                said for (slug, label, _), said in found.items() if (slug, label) == (table, row)
            ]

        assert numbers("stages", "All leads") == ["102", "4", "98"]
        assert [numbers("lost", stage)[0] for stage in ("New", "Attempting", "Connected")] == [
            "24", "28", "46",
        ]  # fmt: skip
        assert numbers("lost", "All of them")[:2] == ["98", "62"]
        assert numbers("stages", "Meeting Booked") == ["0", "0", "0"]
        assert numbers("missing", "With a reason") == ["0", "0", "0"]
        assert numbers("sources", "AUTOMATION_PLATFORM")[0] == "87"
        assert numbers("sources", "CRM_UI")[0] == "14"
        assert numbers("sources", "INTERNAL_PROCESSING")[0] == "1"
        assert numbers("deals", "In the retired New Opportunity") == ["59"]

    def test_the_file_holds_the_numbers_of_the_page(self) -> None:
        client = Client()
        client.force_login(self.cast.mona)
        reply = client.get("/reports/lead-health.csv?until=2026-08-26")
        raw = b"".join(reply.streaming_content)  # type: ignore[attr-defined]
        assert raw.startswith(b"\xef\xbb\xbf")
        rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
        page = client.get("/reports/lead-health/?until=2026-08-26").content.decode()
        cells = [
            unescape(re.sub(r"<span.*?</span>|<[^>]+>", "", cell)).strip()
            for cell in re.findall(r'<td class="num">(.*?)</td>', page, re.DOTALL)
        ]
        assert len(rows) > 60
        assert [row["number"] for row in rows] == cells
        assert {row["time_zone"] for row in rows} == {"America/New_York"}


class OddScale(Stories):
    """Closed leads, reasons, all channels; and values that nobody knows."""

    name = "scale:37"
    edits = (
        ("hs_lead_label", "HOT"),
        ("hs_lead_label", "Website - Demo Lock"),
        ("hs_pipeline_stage", "somewhere-else"),
        ("hs_lead_disqualification_reason", "NO_INTEREST"),
    )

    def test_every_number_is_that_of_the_raw_records(self) -> None:
        self.compare("mona", ON_THE_28TH, None)
        self.compare("rita", ON_THE_28TH, None)
        assert flat(lead_health(Behind(), self.viewer()).tables)["missing", "Channel “HOT”", "Ever"]

    def test_every_number_opens_as_many_leads(self) -> None:
        self.check_every_number_opens_so_many("mona")
        self.check_every_number_opens_so_many("omar")


class OtherScale(Stories):
    name = "scale:64"

    def test_every_number_is_that_of_the_raw_records(self) -> None:
        self.compare("mona", A_WEEK_ON, None)
        self.compare("mona", ON_THE_28TH, date(2026, 7, 31))
