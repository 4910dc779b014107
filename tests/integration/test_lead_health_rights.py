"""Lead health on the screen: whose rows, what it says about itself, the lists behind it, hostile texts."""

import csv
import io

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leads.domain.pipeline import Stage
from leads.domain.touches import Direction, TouchKind, Verdict
from leads.models import Lead, Person, SyncRun
from leads.models.shown import show_again
from leads.queries.behind import Behind, Mark, leads_behind
from leads.queries.card import Viewer
from tests.cast import Cast
from tests.factories import NOW, DealFactory, LeadFactory
from tests.mirror import OFFICE
from tests.touching import ReplyFactory, TouchFactory

pytestmark = pytest.mark.django_db

PAGE, LEADS = "/reports/lead-health/", "/reports/lead-health/leads/"
CLOSED = {"stage": Stage.DISQUALIFIED.value, "reason": "NO_INTEREST", "closed_at": NOW}


def page(who: Person, where: str = PAGE) -> str:
    client = Client()
    client.force_login(who)
    return client.get(where).content.decode()


def rows(who: Person, where: str) -> list[dict[str, str]]:
    client = Client()
    client.force_login(who)
    reply = client.get(where)
    raw = b"".join(reply.streaming_content)  # type: ignore[attr-defined]
    return list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def test_a_rep_opens_no_other_reps_leads(cast: Cast) -> None:
    own: Lead = LeadFactory.create(owner=cast.rita.owner)
    others: Lead = LeadFactory.create(owner=cast.omar.owner)
    DealFactory.create(name="Omar's deal", owner=cast.omar.owner, pipeline="930425200")
    asked = f"{LEADS}?owner={cast.omar.owner_id}"
    assert f"/leads/{own.pk}/" in page(cast.rita, LEADS)
    assert f"/leads/{others.pk}/" not in page(cast.rita, LEADS) + page(cast.rita, asked)
    assert f"/leads/{others.pk}/" in page(cast.mona, asked)
    assert [row["id"] for row in rows(cast.rita, "/reports/lead-health/leads.csv")] == [str(own.pk)]
    assert "Omar&#x27;s deal" not in page(cast.rita, "/reports/lead-health/deals/")
    assert "Omar&#x27;s deal" in page(cast.mona, "/reports/lead-health/deals/")


def test_a_rep_without_an_owner_counts_nothing(cast: Cast) -> None:
    LeadFactory.create(owner=None)
    Person.objects.filter(pk=cast.rita.pk).update(owner=None)
    cast.rita.refresh_from_db()
    assert "0 leads" in page(cast.rita, LEADS)


def test_somebody_without_a_role_reads_no_report(cast: Cast) -> None:
    Person.objects.filter(pk=cast.rita.pk).update(role="")
    client = Client()
    client.force_login(cast.rita)
    for where in (PAGE, "/reports/lead-health.csv", LEADS, "/reports/lead-health/deals/"):
        assert client.get(where).status_code == 403


def test_it_says_of_when_and_in_which_zone(cast: Cast) -> None:
    SyncRun.objects.create(name="pull", started_at=NOW, finished_at=NOW)
    LeadFactory.create()
    shown = page(cast.mona, f"{PAGE}?since=2026-08-01&until=2026-08-28")
    assert "11:00, when HubSpot was last read" in shown
    assert "America/New_York" in shown
    assert "created from 1 Aug until 28 Aug" in shown


def test_addresses_that_make_no_sense_count_everything(cast: Cast) -> None:
    lead: Lead = LeadFactory.create()
    for query in ("?since=yesterday&mark=x&standing=y&page=-7", "?week=2026-99-99&page=zzz"):
        assert f"/leads/{lead.pk}/" in page(cast.mona, LEADS + query)
    assert "0 leads" in page(cast.mona, f"{LEADS}?channel=%00<b>x")


def test_texts_of_hubspots_are_escaped_and_no_formulas(cast: Cast) -> None:
    LeadFactory.create(channel="=1+1<script>", created_by="<img>", archived_at=NOW)
    shown = page(cast.mona)
    assert "<script>" not in shown.replace('<script type="module"', "").replace("<script src", "")
    assert "<img>" not in shown
    assert "&lt;img&gt;" in shown
    found = rows(cast.mona, "/reports/lead-health.csv")
    assert [row["row"] for row in found if row["row"].startswith("'=")] != []
    assert [row["row"] for row in found if row["row"].startswith("=")] == []


def test_the_owner_who_closed_it_stays_when_it_is_given_away(cast: Cast) -> None:
    lead: Lead = LeadFactory.create(owner=cast.rita.owner)
    lead.remote |= {"hs_pipeline_stage": Stage.DISQUALIFIED.value, "hubspot_owner_id": "71000001"}
    lead.save()
    show_again(lead)
    lead.remote |= {"hubspot_owner_id": cast.omar.owner_id}
    lead.save()
    show_again(lead)
    viewer = Viewer(cast.mona, NOW, OFFICE)
    assert leads_behind(Behind(owner=cast.omar.owner_id), viewer).count() == 1
    assert leads_behind(Behind(closer=cast.rita.owner_id), viewer).count() == 1
    assert leads_behind(Behind(closer=cast.omar.owner_id), viewer).count() == 0


def test_a_closing_here_is_its_owners(cast: Cast) -> None:
    """Pressed by a manager, it still ends the attempt of its owner."""
    lead: Lead = LeadFactory.create(owner=cast.omar.owner)
    TouchFactory.create(lead=lead)
    client = Client()
    client.force_login(cast.mona)
    client.post(f"/leads/{lead.pk}/disqualify/", {"reason": "NO_INTEREST", "seen": lead.stage})
    lead.refresh_from_db()
    assert lead.closed_owner_id == cast.omar.owner_id


def silent(cast: Cast) -> set[int]:
    viewer = Viewer(cast.mona, NOW, OFFICE)
    return set(leads_behind(Behind(mark=Mark.NO_REPLY), viewer).values_list("pk", flat=True))


@pytest.mark.parametrize(
    ("touch", "counts_as_reply"),
    [
        ({}, True),
        ({"verdict": Verdict.OOO.value}, False),
        ({"verdict": Verdict.UNSURE.value}, False),
        ({"verdict": Verdict.OOO.value, "corrected_verdict": Verdict.HUMAN.value}, True),
        ({"corrected_verdict": Verdict.AUTO.value}, False),
        ({"gone_at": NOW}, False),
        ({"direction": Direction.OUTGOING.value}, False),
        ({"kind": TouchKind.CALL.value, "direction": Direction.OUTGOING.value, "verdict": "",
          "corrected_verdict": Verdict.HUMAN.value}, True),
    ],
)  # fmt: skip
def test_what_counts_as_a_reply_of_a_person(
    cast: Cast, touch: dict[str, object], counts_as_reply: bool
) -> None:
    lead: Lead = LeadFactory.create(stage=Stage.CONNECTED.value)
    assert silent(cast) == {lead.pk}
    ReplyFactory.create(lead=lead, **touch)
    assert silent(cast) == (set() if counts_as_reply else {lead.pk})


def many(count: int, cast: Cast) -> None:
    for number in range(count):
        LeadFactory.create(owner=cast.rita.owner, channel=f"Old {number}", archived_at=NOW)
        LeadFactory.create(owner=cast.omar.owner, **CLOSED, closed_owner=cast.omar.owner)
        DealFactory.create(pipeline="930425200")


@pytest.mark.parametrize("where", [PAGE, LEADS, "/reports/lead-health/deals/"])
def test_the_number_of_queries_does_not_grow(cast: Cast, where: str) -> None:
    client = Client()
    client.force_login(cast.mona)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(where).status_code == 200
        return len(queries)

    many(2, cast)
    few = asked()
    many(12, cast)
    assert asked() == few
    assert few < 20
