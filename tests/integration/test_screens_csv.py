"""Leads as a file: the filters of the board, every lead on demand, and no cell that is a formula."""

import csv
import io

import pytest
from django.test import Client

from leads.domain.pipeline import Stage
from leads.models import Person
from tests.cast import Cast
from tests.factories import NOW, ContactFactory, DealFactory, LeadFactory

pytestmark = pytest.mark.django_db

FIRST = [
    "id", "hubspot_id", "name", "contact", "company", "stage", "channel", "owner", "type", "reason",
    "note", "created_at", "closed_at", "archived_at", "deal", "sync",
]  # fmt: skip


def raw(person: Person, query: str = "") -> bytes:
    client = Client()
    client.force_login(person)
    answer = client.get(f"/leads.csv{query}")
    assert answer.status_code == 200
    assert answer.streaming
    return b"".join(answer.streaming_content)  # type: ignore[attr-defined]


def rows(person: Person, query: str = "") -> list[dict[str, str]]:
    text = raw(person, query).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_it_is_utf_8_with_a_mark_and_the_agreed_columns(cast: Cast) -> None:
    LeadFactory.create()
    assert raw(cast.rita).startswith(b"\xef\xbb\xbf")
    assert list(rows(cast.rita, "?tab=team")[0])[: len(FIRST)] == FIRST


def test_it_holds_what_the_board_shows(cast: Cast) -> None:
    LeadFactory.create(owner=cast.rita.owner, hubspot_id="901")
    LeadFactory.create(owner=cast.omar.owner, hubspot_id="902")
    assert [row["hubspot_id"] for row in rows(cast.rita)] == ["901"]
    assert [row["hubspot_id"] for row in rows(cast.rita, "?tab=team")] == ["901", "902"]
    assert rows(cast.rita, "?tab=team&q=nobody") == []


def test_all_holds_closed_archived_and_other_peoples_leads(cast: Cast) -> None:
    LeadFactory.create(owner=cast.omar.owner, hubspot_id="901", archived_at=NOW)
    LeadFactory.create(
        hubspot_id="902", stage=Stage.DISQUALIFIED.value, reason="NO_INTEREST", closed_at=NOW
    )
    LeadFactory.create(hubspot_id="903", gone_at=NOW)
    found = {row["hubspot_id"]: row for row in rows(cast.rita, "?scope=all")}
    assert set(found) == {"901", "902"}
    assert found["901"]["archived_at"] == "2026-08-28T11:00:00-04:00"
    assert (found["902"]["stage"], found["902"]["reason"]) == ("disqualified", "NO_INTEREST")
    assert (found["902"]["stage_label"], found["902"]["reason_label"]) == (
        "Disqualified",
        "No interest",
    )


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(cast: Cast, start: str) -> None:
    LeadFactory.create(name=f"{start}1+1", note=f"{start}cmd", channel=f"{start}x")
    row = rows(cast.rita, "?scope=all")[0]
    assert [row["name"], row["note"], row["channel"]] == [
        f"'{start}1+1", f"'{start}cmd", f"'{start}x",
    ]  # fmt: skip


def test_the_deal_and_the_contact_are_named(cast: Cast) -> None:
    lead = LeadFactory.create(contact=ContactFactory.create(first_name="Zoë", last_name=""))
    DealFactory.create(lead=lead)
    row = rows(cast.rita, "?scope=all")[0]
    assert (row["contact"], row["deal_name"]) == ("Zoë", "Cedar Gate Storage – 14 sites")
    assert row["sync"] == "saved"


def test_the_list_links_to_its_own_file(cast: Cast) -> None:
    LeadFactory.create()
    client = Client()
    client.force_login(cast.rita)
    page = client.get("/?view=list&tab=team").content.decode()
    assert 'href="/leads.csv?tab=team"' in page


def test_without_a_role_there_is_no_file(cast: Cast) -> None:
    Person.objects.filter(pk=cast.rita.pk).update(role="")
    client = Client()
    client.force_login(cast.rita)
    assert client.get("/leads.csv?scope=all").status_code == 403
