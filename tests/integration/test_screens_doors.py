"""The admin's page of doors: what it shows, each press on it, and who is let near it."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from leads.actions.doors import By, Plan, add_door, edit_door, raise_cap, rotate, switch
from leads.domain.roles import NotAllowed
from leads.models import DemoRequest, Door, DoorChange
from tests.cast import Cast
from tests.doors import knock
from tests.factories import DoorFactory, RequestFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 8, 28, 16, 0, tzinfo=UTC)
PLAN = {
    "name_of_door": "September e-mail", "channel": "Marketing", "daily_cap": "40", "ships": "no",
    "owner_rule": "contact", "owner": "", "origins": "https://www.kiss.example/path\nHTTP://Shop.example:8080",
}  # fmt: skip


@pytest.fixture
def desk(cast: Cast) -> Client:
    client = Client()
    client.force_login(cast.ada)
    return client


@pytest.fixture
def door() -> Door:
    made: Door = DoorFactory.create(name="August e-mail")
    return made


def page(desk: Client, at: str = "/desk/doors/") -> str:
    """The words of the page, in one line, without the markup."""
    text = desk.get(at).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", text[text.index("<main") :]).split())


def press(desk: Client, door: Door, what: str, **said: str) -> Any:
    return desk.post(f"/desk/doors/{door.pk}/{what}/", said)


@pytest.mark.parametrize(
    ("used", "words"),
    [(0, "0 of 10 today Room for 10"), (7, "7 of 10 today Nearly full, room for 3"),
     (10, "10 of 10 today Full")],
)  # fmt: skip
def test_todays_use_is_said_in_words(desk: Client, door: Door, used: int, words: str) -> None:
    RequestFactory.create_batch(used, door=door)
    RequestFactory.create_batch(2, door=door, state=DemoRequest.State.OVER_CAP)
    RequestFactory.create(door=door, kind=DemoRequest.Kind.CALCULATOR)
    RequestFactory.create(door=door, asked_on="2026-08-27")
    with time_machine.travel(NOW, tick=False):
        said = page(desk)
    assert words in said
    assert "2 kept over the cap" in said
    assert "Last request 11:00" in said


def test_the_page_shows_the_link_to_copy_and_leads_to_what_is_over_the_cap(
    desk: Client, door: Door
) -> None:
    RequestFactory.create(door=door, state=DemoRequest.State.OVER_CAP)
    text = desk.get("/desk/doors/").content.decode()
    assert f'value="http://127.0.0.1:8000/doors/{door.token}/demo-lock/" readonly' in text
    assert 'href="/demo-locks/?group=over-cap"' in text


def test_the_number_of_queries_does_not_grow_with_the_doors(
    desk: Client, door: Door, django_assert_max_num_queries: Any
) -> None:
    for n in range(12):
        RequestFactory.create(door=DoorFactory.create(name=f"Door {n}"))
    with django_assert_max_num_queries(12):
        desk.get("/desk/doors/")


def test_without_a_door_the_page_says_what_that_means(desk: Client) -> None:
    assert "No door yet" in page(desk)


def test_a_door_is_opened_with_a_link_of_its_own(desk: Client, cast: Cast) -> None:
    answer = desk.post("/desk/doors/new/", PLAN | {"owner": cast.rita.owner_id, "ships": "yes"})
    made = Door.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/desk/doors/#door-{made.pk}")
    assert (made.channel, made.daily_cap, made.ships, made.owner) == (
        "Marketing",
        40,
        True,
        cast.rita.owner,
    )
    assert made.origins == ["https://www.kiss.example", "http://shop.example:8080"]
    assert knock(made).status_code == 202
    assert DoorChange.objects.get().actor == cast.ada


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name_of_door", "  ", "Give the door a name"), ("name_of_door", "august  E-MAIL", "already"),
        ("name_of_door", "n" * 121, "under 120"), ("name_of_door", "a\x00", "Null"),
        ("channel", "Website - Demo Lock", "Choose the channel"), ("channel", "", "Choose the channel"),
        *(("daily_cap", wrong, "as a number") for wrong in ("many", "-1", "٣", "10001", "")),
        ("owner_rule", "nobody", "who gets"), ("owner", "999", "still here"),
        *(("origins", wrong, "is no site") for wrong in ("*", "https://a@b.example", "http://[")),
    ],
)  # fmt: skip
def test_what_cannot_be_a_door_is_refused_in_words(
    desk: Client, door: Door, field: str, value: str, words: str
) -> None:
    for at in ("new/", f"{DoorFactory.create(name='Another').pk}/"):
        answer = desk.post(f"/desk/doors/{at}", PLAN | {field: value})
        assert answer.status_code == 422
        assert words in answer.content.decode()
    assert not DoorChange.objects.exists()


def test_a_change_says_what_and_who_and_keeps_the_link(desk: Client, door: Door) -> None:
    token = door.token
    assert desk.post(f"/desk/doors/{door.pk}/", PLAN | {"ships": "yes"}).status_code == 303
    door.refresh_from_db()
    assert (door.name, door.daily_cap, door.token) == ("September e-mail", 40, token)
    said = page(desk, f"/desk/doors/{door.pk}/")
    assert (
        "Changed name from August e-mail to September e-mail, cap from 10 to 40, to ship at once, sites"
        in said
    )
    assert "Ada Quell" in page(desk)
    desk.post(f"/desk/doors/{door.pk}/", PLAN | {"ships": "yes"})
    assert DoorChange.objects.count() == 1  # nothing differed


def test_a_stale_form_overwrites_nobody(desk: Client, door: Door) -> None:
    press(desk, door, "raise-cap")
    seen = str(DoorChange.objects.get().pk)
    press(desk, door, "raise-cap")
    answer = desk.post(f"/desk/doors/{door.pk}/", PLAN | {"seen": seen})
    assert answer.status_code == 409
    assert (
        "Ada Quell changed this door meanwhile: Raised the cap from 20 to 30"
        in answer.content.decode()
    )
    assert Door.objects.get().daily_cap == 30


def test_one_press_raises_the_cap_and_there_is_room_at_once(desk: Client, door: Door) -> None:
    Door.objects.update(daily_cap=0)
    assert knock(door).status_code == 429
    for _ in range(2):
        assert press(desk, door, "raise-cap", key="drawn once").status_code == 303
    assert Door.objects.get().daily_cap == 10
    assert knock(door).status_code == 202
    Door.objects.update(daily_cap=10_000)
    assert press(desk, door, "raise-cap", key="another").status_code == 422


def test_a_new_link_kills_the_old_one_at_once(desk: Client, door: Door) -> None:
    assert press(desk, door, "rotate").status_code == 303
    assert knock(door).status_code == 404
    again = Door.objects.get()
    assert again.token != door.token
    assert again.rotated_at is not None
    assert knock(again).status_code == 202


def test_a_door_is_switched_off_and_on(desk: Client, door: Door) -> None:
    press(desk, door, "switch", on="no")
    press(desk, door, "switch", on="no")
    assert "Switched off" in page(desk)
    assert knock(door).status_code == 404
    press(desk, door, "switch", on="yes")
    assert knock(door).status_code == 202
    assert DoorChange.objects.count() == 2


@pytest.mark.parametrize("who", ["rita", "omar", "mona"])
def test_only_admins_come_near(cast: Cast, door: Door, who: str) -> None:
    client = Client()
    client.force_login(getattr(cast, who))
    before = Door.objects.values().get()
    for at in ("", "new/", f"{door.pk}/"):
        assert client.get(f"/desk/doors/{at}").status_code == 403
    for at in (
        "new/",
        f"{door.pk}/",
        *(f"{door.pk}/{what}/" for what in ("raise-cap", "switch", "rotate")),
    ):
        assert client.post(f"/desk/doors/{at}", PLAN).status_code == 403
    assert 'href="/desk/doors/"' not in client.get("/changes/").content.decode()
    assert Door.objects.values().get() == before


def test_the_rule_holds_below_the_pages_too(cast: Cast, door: Door) -> None:
    by = By(cast.mona, NOW)
    plan = Plan("Mine", "Website", 10, ships=False, owner_rule="contact", owner="", origins=[])
    for change in (
        lambda: add_door(plan, by),
        lambda: edit_door(door.pk, plan, by, seen=""),
        lambda: raise_cap(door.pk, by),
        lambda: switch(door.pk, by, on=False),
        lambda: rotate(door.pk, by),
    ):
        with pytest.raises(NotAllowed):
            change()
    assert not DoorChange.objects.exists()


def test_what_is_not_there_is_404_for_an_admin(desk: Client) -> None:
    assert desk.get("/desk/doors/999/").status_code == 404
    for what in ("raise-cap", "switch", "rotate"):
        assert desk.post(f"/desk/doors/999/{what}/").status_code == 404


SCRIPTS = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>']


@pytest.mark.parametrize("nasty", SCRIPTS)
def test_no_word_of_a_stranger_or_an_admin_becomes_markup(desk: Client, nasty: str) -> None:
    desk.post("/desk/doors/new/", PLAN | {"name_of_door": nasty})
    door = Door.objects.get()
    assert door.name == nasty
    press(desk, door, "raise-cap")
    assert knock(door, {"name": nasty, "address": nasty, "message": nasty}).status_code == 202
    for at in ("", f"{door.pk}/"):
        assert nasty not in desk.get(f"/desk/doors/{at}").content.decode()
