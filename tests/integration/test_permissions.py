"""Who may do what: the whole URL map walked by a stranger, by each of the cast, and without a token."""

from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from leads.domain.pipeline import Stage
from leads.domain.touches import Direction, TouchKind, Verdict
from leads.models import Decision, Lead, Owner, Person, Touch
from leads.models.outbox import State
from tests.addresses import Address, every_address
from tests.cast import PASSWORD, Cast
from tests.factories import NOW, DecisionFactory, LeadFactory, WriteFactory

pytestmark = pytest.mark.django_db

ADDRESSES = every_address()
PRIVATE = [address for address in ADDRESSES if not address.is_public]
OF_A_LEAD = [address for address in ADDRESSES if address.is_about_a_lead]
EVERY_FIELD = {
    "stage": "connected", "reason": "NO_INTEREST", "note": "They declined.", "text": "They called.",
    "channel": "Referral", "due_on": "2027-06-01", "subject": "Visit", "deal_name": "Cedar Gate – 14 sites",
    "amount": "1200", "close_on": "2027-06-30", "could_buy": "yes", "type": "NEW_BUSINESS",
    "action": "no-response", "is_human": "yes", "direction": "outgoing", "verdict": "human",
}  # fmt: skip
"""A valid value for every field of every form: one post that any address can read."""
CHANGES = {
    "disqualify", "move", "assign", "channel", "next-step", "note", "undo", "retry", "discard"
}  # fmt: skip
"""Addresses of this map that must be met by the walks below, should somebody rename them."""


@pytest.fixture
def owner() -> str:
    """Whose lead it is; a test may ask for another."""
    return "rita"


@pytest.fixture
def lead(cast: Cast, owner: str) -> Lead:
    """An open lead with a decision of Rita's that can be undone, a write that needs a person, and a
    reply whose author is asked for."""
    owned_by: Owner | None = getattr(cast, owner).owner if owner else None
    made: Lead = LeadFactory.create(owner=owned_by, channel="", stage=Stage.CONNECTED.value)
    decided = DecisionFactory.create(
        lead=made, actor=cast.rita,
        before={"hs_pipeline_stage": Stage.ATTEMPTING}, after={"hs_pipeline_stage": Stage.CONNECTED},
    )  # fmt: skip
    WriteFactory.create(lead=made, decision=decided, state=State.REFUSED)
    Touch.objects.create(
        lead=made, kind=TouchKind.EMAIL, hubspot_id="7001", direction=Direction.INCOMING, at=NOW,
        modified_at=NOW, verdict=Verdict.UNSURE,
    )  # fmt: skip
    return made


def body_for(address: Address, cast: Cast, lead: Lead) -> dict[str, Any]:
    stage = "attempting" if address.name == "move" else "connected"
    return EVERY_FIELD | {
        "stage": stage, "owner": cast.mona.owner_id, "contact": lead.contact_id, "lead": [lead.pk],
    }  # fmt: skip


def path_of(address: Address, lead: Lead) -> str:
    write, touch = lead.writes.get(), lead.touches.get()
    return address.at(lead_id=lead.pk, write_id=write.pk, touch_id=touch.pk, name="disqualify")


def signed_in(person: Person, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(person)
    return client


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row of ours; signing in is no change."""
    skipped = {"last_login"}
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name not in skipped}
            for row in model._default_manager.order_by("pk").values()
        ]
        for model in apps.get_app_config("leads").get_models()
    }


def is_a_change(client: Client, path: str) -> bool:
    """Whether an address is for posts alone."""
    return client.get(path).status_code == 405


def test_the_walks_meet_every_change() -> None:
    assert {address.name for address in OF_A_LEAD} >= CHANGES


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("address", PRIVATE, ids=str)
def test_a_stranger_is_sent_to_sign_in(lead: Lead, address: Address, method: str) -> None:
    before = everything()
    path = path_of(address, lead)
    answer = getattr(Client(), method)(path, {})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/login/")
    assert everything() == before


def test_a_stranger_reaches_sign_in_and_health_only() -> None:
    assert Client().get("/login/").status_code == 200
    assert Client().get("/health/live").json() == {"live": True}
    assert Client().get("/health/ready").status_code == 200
    assert Client().get("/admin/").status_code == 302


def test_a_wrong_password_lets_nobody_in(cast: Cast) -> None:
    client = Client()
    answer = client.post("/login/", {"username": "rita", "password": "wrong"})
    assert answer.status_code == 200
    assert client.get("/").status_code == 302
    assert client.post("/login/", {"username": "rita", "password": PASSWORD}).status_code == 302
    assert client.get("/").status_code == 200


def test_somebody_who_was_switched_off_is_out_at_once(cast: Cast) -> None:
    client = signed_in(cast.rita)
    assert client.get("/").status_code == 200
    Person.objects.filter(pk=cast.rita.pk).update(is_active=False)
    assert client.get("/").status_code == 302


@pytest.mark.parametrize("who", ["rita", "omar", "mona", "ada"])
@pytest.mark.parametrize("address", ADDRESSES, ids=str)
def test_looking_changes_nothing(cast: Cast, lead: Lead, address: Address, who: str) -> None:
    before = everything()
    answer = signed_in(getattr(cast, who)).get(path_of(address, lead))
    assert answer.status_code < 500
    assert everything() == before


@pytest.mark.parametrize("address", OF_A_LEAD, ids=str)
def test_a_rep_changes_nothing_of_another_reps_lead(
    cast: Cast, lead: Lead, address: Address
) -> None:
    client, path = signed_in(cast.omar), path_of(address, lead)
    if not is_a_change(client, path):
        assert client.get(path).status_code == 200  # to see it is allowed
        return
    before = everything()
    answer = client.post(path, body_for(address, cast, lead))
    assert answer.status_code == 403
    assert "Rita Solano" in answer.content.decode()
    assert everything() == before


@pytest.mark.parametrize("address", OF_A_LEAD, ids=str)
@pytest.mark.parametrize(
    ("who", "owner"),
    [("rita", "rita"), ("rita", ""), ("mona", "rita"), ("ada", "omar")],
)
def test_ones_own_an_ownerless_and_for_managers_any_lead_can_be_changed(
    cast: Cast, lead: Lead, address: Address, who: str
) -> None:
    client, path = signed_in(getattr(cast, who)), path_of(address, lead)
    if not is_a_change(client, path):
        return
    answer = client.post(path, body_for(address, cast, lead))
    assert answer.status_code != 403
    if address.name in CHANGES:
        assert answer.status_code == 303, answer.content.decode()[:2000]


@pytest.mark.parametrize("address", PRIVATE, ids=str)
def test_a_post_without_the_token_is_refused(cast: Cast, lead: Lead, address: Address) -> None:
    client, path = signed_in(cast.ada, enforce_csrf_checks=True), path_of(address, lead)
    before = everything()
    answer = client.post(path, body_for(address, cast, lead))
    assert answer.status_code in {403, 405}
    assert everything() == before


@pytest.mark.parametrize("address", OF_A_LEAD, ids=str)
def test_what_is_not_there_is_404(cast: Cast, lead: Lead, address: Address) -> None:
    client = signed_in(cast.ada)
    path = address.at(lead_id=999_999, write_id=999_999, touch_id=999_999, name="disqualify")
    assert client.post(path, EVERY_FIELD).status_code in {404, 405}
    assert client.get(path).status_code in {404, 405}


def test_somebody_without_a_role_changes_nothing(cast: Cast, lead: Lead) -> None:
    Person.objects.filter(pk=cast.rita.pk).update(role="")
    before = Decision.objects.count()
    answer = signed_in(cast.rita).post(f"/leads/{lead.pk}/move/", {"stage": "attempting"})
    assert answer.status_code == 403
    assert Decision.objects.count() == before


@pytest.mark.parametrize("who", ["rita", "mona"])
def test_only_admins_are_let_into_the_admin(cast: Cast, who: str) -> None:
    assert signed_in(getattr(cast, who)).get("/admin/leads/lead/").status_code == 302


def test_the_admin_is_no_second_way_to_change_a_lead(cast: Cast, lead: Lead) -> None:
    Person.objects.filter(pk=cast.ada.pk).update(is_staff=True, is_superuser=True)
    client = signed_in(cast.ada)
    before = Lead.objects.filter(pk=lead.pk).values().get()
    assert client.get(f"/admin/leads/lead/{lead.pk}/change/").status_code == 200
    assert client.post(f"/admin/leads/lead/{lead.pk}/change/", {"stage": "x"}).status_code == 403
    assert client.post(f"/admin/leads/lead/{lead.pk}/delete/", {"post": "yes"}).status_code == 403
    assert client.post("/admin/leads/lead/add/", {}).status_code == 403
    assert Lead.objects.filter(pk=lead.pk).values().get() == before
