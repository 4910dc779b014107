"""A job in HubSpot that touches everything at once: all of it arrives, exactly, in few calls, however
many records share one moment."""

from datetime import UTC, datetime, timedelta
from itertools import batched

import pytest

from leads.hubspot.properties import READ
from leads.models import Company, Contact, SyncCursor
from leads.sandbox.server import Sandbox
from leads.sync.delta import MARGIN
from tests.scenes import Scene

pytestmark = pytest.mark.django_db

MANY = 12_000
MONTH_END = datetime(2026, 8, 27, 23, 0, tzinfo=UTC)


@pytest.fixture
def crowd(scene: Scene, sandbox: Sandbox) -> Scene:
    """12,000 contacts that HubSpot has and we have read before; the job has not run yet."""
    scene.read()
    for n in range(MANY):
        sandbox.portal.add("contacts", {"firstname": f"C{n}"}, created_at=MONTH_END)
    rows = (
        Contact(hubspot_id=row.id, modified_at=MONTH_END - timedelta(days=1))
        for row in list(sandbox.portal.shelves["contacts"].rows.values())
    )
    for some in batched(rows, 2000):
        Contact.objects.bulk_create(some)
    SyncCursor.objects.update(read_to=MONTH_END)
    scene.portal.order("journal/clear")
    return scene


def run_job(sandbox: Sandbox, step: timedelta) -> None:
    """Every contact changed, each `step` after the one before."""
    shelf = sandbox.portal.shelves["contacts"]
    for n, row in enumerate(list(shelf.rows.values())):
        shelf.lift(row)
        sandbox.portal.touch(row, MONTH_END + timedelta(minutes=1) + n * step)
        shelf.place(row)


def check_all_arrived(sandbox: Sandbox) -> None:
    shelf = sandbox.portal.shelves["contacts"]
    held = dict(Contact.objects.values_list("pk", "modified_at"))
    assert held == {row.id: row.updated_at for row in shelf.rows.values()}
    names = set(Contact.objects.values_list("first_name", flat=True))
    assert names == {f"C{n}" for n in range(MANY)}


def test_twelve_thousand_of_one_millisecond_arrive_within_130_calls(
    crowd: Scene, sandbox: Sandbox
) -> None:
    run_job(sandbox, timedelta(0))
    crowd.read("delta")
    check_all_arrived(sandbox)
    assert len(crowd.portal.journal()) <= 130


def test_twelve_thousand_one_after_the_other_arrive_within_70_calls(
    crowd: Scene, sandbox: Sandbox
) -> None:
    run_job(sandbox, timedelta(milliseconds=1))
    crowd.read("delta")
    check_all_arrived(sandbox)
    assert len(crowd.portal.journal()) <= 70
    assert SyncCursor.objects.get(kind="contacts").read_to < crowd.clock() - MARGIN


def test_a_crowd_is_read_once_and_then_only_counted(scene: Scene, sandbox: Sandbox) -> None:
    """Nothing newer moves the cursor on; yet what the index shows late, and what changes, is read."""
    scene.read()
    for n in range(1_100):
        sandbox.portal.add("companies", {"name": f"K{n}"}, created_at=MONTH_END)
    SyncCursor.objects.update(read_to=MONTH_END)
    scene.read("delta")
    scene.later(seconds=20)
    scene.portal.order("journal/clear")
    scene.read("delta")
    assert len(scene.portal.journal()) == 6
    late, again = list(sandbox.portal.shelves["companies"].rows.values())[5:7]
    Company.objects.filter(pk=late.id).delete()
    scene.portal.edit("companies", again.id, name="Again")
    scene.read("delta")
    assert Company.objects.get(pk=again.id).name == "Again"
    assert Company.objects.get(pk=late.id).name == "K5"


def test_new_ones_in_a_crowd_come_with_their_companies(scene: Scene, sandbox: Sandbox) -> None:
    """Those that we held keep their links, which such a job does not move; the others are asked for."""
    scene.read()
    company = scene.add("companies", name="Cedar Gate Storage")
    made = [
        sandbox.portal.add("contacts", {"firstname": "New"}, created_at=MONTH_END).id
        for _ in range(1_300)
    ]
    for id in made:
        sandbox.portal.link("contacts", id, "companies", company, 279)
    SyncCursor.objects.update(read_to=MONTH_END)
    scene.read("delta")
    assert Contact.objects.filter(company=company).count() == len(made)


def test_what_changes_while_a_long_search_runs_does_not_move_the_restart_on(
    scene: Scene, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index has it under its old date while its answer shows the new one."""
    monkeypatch.setattr("leads.sync.delta.WALL_PAGES", 1)
    scene.read()
    for n in range(500):
        at = MONTH_END + timedelta(seconds=n)
        sandbox.portal.add("companies", {"name": f"K{n}"}, created_at=at)
    again = list(sandbox.portal.shelves["companies"].rows)[150]
    later = (scene.clock() + timedelta(seconds=5)).isoformat().replace("+00:00", "Z")
    scene.portal.order(
        "edit", kind="companies", id=again, properties={"name": "Again"}, index_lag=60,
        updated_at=later,
    )  # fmt: skip
    SyncCursor.objects.update(read_to=MONTH_END)
    scene.read("delta")
    assert Company.objects.count() == 500
    assert Company.objects.get(pk=again).name == "Again"
    assert SyncCursor.objects.get(kind="companies").read_to <= scene.clock() - MARGIN


def test_a_moment_is_found_to_the_millisecond(scene: Scene, sandbox: Sandbox) -> None:
    for odd in range(250):
        at = MONTH_END + timedelta(milliseconds=odd)
        made = sandbox.portal.add("companies", {"name": "One"}, created_at=at)
        found = scene.port.changed_at("companies", at=at, above="0", properties=READ["companies"])
        assert [record.id for record in found.records] == [made.id]


def test_a_record_that_search_shows_an_hour_late_comes_by_the_trailing_lane(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    at = (scene.clock() - timedelta(minutes=7)).isoformat().replace("+00:00", "Z")
    SyncCursor.objects.update(read_to=scene.clock() + timedelta(minutes=4))
    scene.portal.order(
        "edit", kind="leads", id=lead, properties={"hs_lead_label": "Paid"}, updated_at=at
    )
    scene.read("delta")
    assert scene.lead(lead).channel != "Paid"
    scene.later(minutes=60)
    cursors = list(SyncCursor.objects.values())
    scene.read("trail")
    assert scene.lead(lead).channel == "Paid"
    assert list(SyncCursor.objects.values()) == cursors


def test_the_trailing_lane_is_four_searches_where_nothing_was_late(scene: Scene) -> None:
    lead = scene.add_lead()
    scene.read()
    scene.portal.edit("leads", lead, hs_lead_label="Paid")
    scene.portal.order("journal/clear")
    scene.read("trail")
    assert len(scene.portal.journal()) == 4
    assert scene.lead(lead).channel != "Paid"
