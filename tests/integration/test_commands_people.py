"""`create_person` and the ends of `demo` that can be seen without running it."""

import socket
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django.fixtures import Settings

from leads.domain.roles import Role
from leads.hubspot.config import HubSpotConfig
from leads.models import Person
from tests.factories import NOW, OwnerFactory

GOOD = "harbor-lamp-41-oak"


@pytest.fixture
def password(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the variable that holds the password."""
    monkeypatch.setenv("NEW_PASSWORD", GOOD)
    return "NEW_PASSWORD"


def create(name: str, role: str = "rep", **options: Any) -> str:
    out = StringIO()
    call_command("create_person", name, role=role, stdout=out, **options)
    return out.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("role", list(Role))
def test_a_person_of_each_role_can_sign_in(role: Role, password: str) -> None:
    assert create("nell", role.value, password_env=password) == f"Made nell, {role.value}.\n"
    person = authenticate(username="nell", password=GOOD)
    assert isinstance(person, Person)
    assert person.role == role
    assert person.is_superuser == (role is Role.ADMIN)


@pytest.mark.django_db
def test_a_person_is_mapped_to_the_owner_with_that_address(password: str) -> None:
    owner = OwnerFactory.create(email="nell@kiss.example", first_name="Nell", last_name="Quist")
    create("nell", owner_email="NELL@kiss.example", password_env=password)
    person = Person.objects.get(username="nell")
    assert person.owner == owner
    assert person.get_full_name() == "Nell Quist"


@pytest.mark.django_db
@pytest.mark.parametrize("has_left", [True, False])
def test_an_owner_who_left_or_never_was_is_refused_and_makes_nobody(
    password: str, has_left: bool
) -> None:
    if has_left:
        OwnerFactory.create(email="nell@kiss.example", left_at=NOW)
    with pytest.raises(CommandError, match="No active HubSpot owner"):
        create("nell", owner_email="nell@kiss.example", password_env=password)
    assert not Person.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("weak", ["", "short", "password1234"])
def test_a_weak_password_is_refused_and_makes_nobody(
    monkeypatch: pytest.MonkeyPatch, weak: str
) -> None:
    monkeypatch.setenv("NEW_PASSWORD", weak)
    with pytest.raises(CommandError):
        create("nell", password_env="NEW_PASSWORD")
    assert not Person.objects.exists()


@pytest.mark.django_db
def test_a_variable_that_is_not_set_is_named_and_makes_nobody() -> None:
    with pytest.raises(CommandError, match="NOWHERE_SET"):
        create("nell", password_env="NOWHERE_SET")
    assert not Person.objects.exists()


@pytest.mark.django_db
def test_a_second_call_changes_the_role_and_keeps_the_password(password: str) -> None:
    create("nell", "admin", password_env=password)
    assert create("nell", "manager") == "Updated nell, manager.\n"
    person = authenticate(username="nell", password=GOOD)
    assert isinstance(person, Person)
    assert (person.role, person.is_staff, person.is_superuser) == ("manager", False, False)


@pytest.mark.django_db
def test_an_unknown_role_is_refused(password: str) -> None:
    with pytest.raises(CommandError):
        call_command("create_person", "nell", "--role", "boss", "--password-env", password)


@pytest.mark.parametrize("which", ["site", "portal"])
def test_the_demo_refuses_a_taken_port_and_names_another(settings: Settings, which: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        used, free = taken.getsockname()[1], probe.getsockname()[1]
        probe.close()
        ports = (used, free) if which == "site" else (free, used)
        settings.SITE_URL = f"http://127.0.0.1:{ports[0]}"
        settings.HUBSPOT = HubSpotConfig(f"http://127.0.0.1:{ports[1]}", "pat-sandbox")
        with pytest.raises(CommandError, match=rf"Port {used} is taken.*PORT="):
            call_command("demo")


def test_the_demo_plays_with_no_portal_but_the_sandbox(settings: Settings) -> None:
    settings.SITE_URL = "http://127.0.0.1:8000"
    settings.HUBSPOT = HubSpotConfig("https://api.hubapi.com", "pat-na1-real")
    with pytest.raises(CommandError, match="sandbox on this machine only"):
        call_command("demo")
