"""Forty-four requests at once through four doors, a portal that fails one call in five, a worker that is
killed again and again: every request ends in HubSpot once, with its note."""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from leads.actions.request_demo_lock import take_in_due
from leads.hubspot.client import HubSpotClient
from leads.hubspot.ledger import Turn
from leads.hubspot.limiter import Lane, Priority, Unlimited
from leads.models import Contact, DemoRequest, Door, OutboundWrite, State
from leads.sync.requests import find_contacts
from tests.asking import a_door, leads_of, notes
from tests.doors import knock
from tests.scenes import LONG_AGO, OMAR, Scene

pytestmark = pytest.mark.django_db(transaction=True)

CHANNELS = ("Website", "Marketing", "Outbound - IntentSignal", "Website")
CAP, OVER = 10, 1
FAULTS: tuple[dict[str, Any], ...] = (
    {"action": "status", "status": 500},
    {"action": "status", "status": 429, "body": {"policyName": "TEN_SECONDLY_ROLLING"}},
    {"action": "status", "status": 423},
    {"action": "status_after", "status": 503},
    {"action": "html", "status": 502},
    {"action": "drop_before"},
    {"action": "drop_after"},
    {"action": "malformed"},
)


class Killed(BaseException):
    """The worker's process is no more."""


class Deadly(Unlimited):
    """Kills its worker now and then: before a call goes out, or when its answer has just come."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def wait(self, priority: Priority, lane: Lane = Lane.GENERAL, scope: str = "") -> Turn:
        self.die()
        return Turn()

    def heard(self, turn: Turn, error: Any, scope: str = "") -> None:
        self.die()

    def die(self) -> None:
        if self.rng.random() < 0.03:
            raise Killed


@dataclass
class Storm:
    scene: Scene
    doors: list[Door]
    rng: random.Random
    deaths: int = 0

    def ask(self) -> None:
        """Each door is asked once more than it may be; who comes through two doors comes at once."""
        posts = [(door, n) for door in range(len(self.doors)) for n in range(CAP + OVER)]
        self.rng.shuffle(posts)
        for door, n in posts:
            knock(self.doors[door], person(door, n))

    def break_things(self, calls: int) -> None:
        for at in sorted(self.rng.sample(range(calls), calls // 5)):
            fault = dict(self.rng.choice(FAULTS))
            self.scene.portal.fault(fault.pop("action"), path="/crm/", skip=at, **fault)

    def turn(self) -> None:
        port = HubSpotClient(self.scene.config, Deadly(self.rng))
        for work in (
            lambda: find_contacts(port, self.scene.clock),
            lambda: take_in_due(now=self.scene.clock()),
            lambda: self.scene.push(port),
        ):
            try:
                work()
            except Killed:
                self.deaths += 1
        self.scene.later(minutes=3)

    @property
    def is_over(self) -> bool:
        return not (
            DemoRequest.objects.filter(state=DemoRequest.State.RECEIVED).exists()
            or OutboundWrite.objects.exclude(state=State.SENT).exists()
        )


def person(door: int, n: int) -> dict[str, Any]:
    """Numbers 0 and 1 come through every door; 2 is a customer's; 3 a rep has touched."""
    who = f"p{n}" if n < 2 else f"p{door}-{n}"
    return {
        "email": f"{who}@brook.example" if door % 2 else f" {who.upper()}@Brook.Example",
        "first_name": f"Nadia{n}",
        "last_name": f"Brook{door}",
        "address": f"{door + 1}{n} Wharf Road, New London, CT 06320",
    }


def furnish(scene: Scene) -> tuple[str, str]:
    """A customer and somebody with an open attempt."""
    company = scene.add("companies", name="Cedar Gate Storage", locks_purchased="12")
    customer = scene.add("contacts", {279: company}, email="p0-2@brook.example", lastname="Buyer")
    touched = scene.add("contacts", email="p0-3@brook.example", lastname="Touched")
    scene.add(
        "leads", {578: touched}, hs_lead_name="Touched lead", hs_pipeline="lead-pipeline-id",
        hs_pipeline_stage="attempting-stage-id", hs_lead_label="Outbound - Rep",
        hubspot_owner_id=OMAR, hs_v2_date_entered_current_stage=LONG_AGO,
    )  # fmt: skip
    scene.read()
    return customer, touched


def test_each_request_is_in_hubspot_once_whatever_fails_meanwhile(scene: Scene) -> None:
    customer, touched = furnish(scene)
    doors = [
        a_door(scene, f"Door {n}", channel, daily_cap=CAP) for n, channel in enumerate(CHANNELS)
    ]
    storm = Storm(scene, doors, random.Random(20))
    storm.ask()
    scene.portal.sandbox.portal._clock = scene.clock  # hours go by for both
    scene.portal.order("journal/clear")
    storm.break_things(calls=600)
    turns = 0
    while turns < 80 and not storm.is_over:
        storm.turn()
        turns += 1
    assert storm.is_over
    assert storm.deaths > 3
    failed = sum(bool(call["fault"]) for call in scene.portal.journal())
    assert failed / len(scene.portal.journal()) > 0.1
    check(scene, doors, customer, touched)


def check(scene: Scene, doors: list[Door], customer: str, touched: str) -> None:
    for door in doors:
        states = Counter(door.requests.values_list("state", flat=True))
        assert states[DemoRequest.State.OVER_CAP] == OVER
        assert states[DemoRequest.State.TAKEN] + states[DemoRequest.State.CUSTOMER] == CAP
    contacts = scene.portal.objects("contacts")
    emails = [row["properties"]["email"] for row in contacts]
    assert len(emails) == len(set(emails))
    asked = DemoRequest.objects.exclude(state=DemoRequest.State.OVER_CAP)
    wanted = Counter(request.email.strip().lower() for request in asked)
    assert set(wanted) <= set(emails)
    for row in contacts:
        times = wanted[row["properties"]["email"]]
        assert len(notes(scene, row["id"])) == times
        if times:
            assert row["properties"]["demo_lock_address"]
            assert row["properties"]["sent_date"]
            assert len(leads_of(scene, row["id"])) == (row["id"] != customer)
    for lead in leads_of(scene, touched):
        assert lead["properties"]["hs_lead_label"] == "Outbound - Rep"
    owned = [row["properties"]["hubspot_owner_id"] for row in scene.portal.objects("leads")]
    assert all(owned)
    assert Contact.objects.filter(email__in=wanted).count() == len(wanted)
