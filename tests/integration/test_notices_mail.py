"""The daily mail: at eight in the office, once a person, only with something in it."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from pytest_django.fixtures import Settings

from kisscrm.env import Faults, mailer
from leads import tasks
from leads.actions.see_notices import see_notices
from leads.models import Decision, Person
from tests.cast import Cast
from tests.factories import CompanyFactory, ContactFactory, DecisionFactory, LeadFactory
from tests.pressing import client

pytestmark = pytest.mark.django_db

AT_EIGHT = datetime(2026, 8, 28, 12, 0, tzinfo=UTC)
"""08:00 in the office."""


@pytest.fixture(autouse=True)
def _sends_mail(settings: Settings) -> None:
    settings.SENDS_MAIL = True
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}


@pytest.fixture
def rita(cast: Cast) -> Person:
    """She wants the mail, and somebody gave her a lead an hour ago."""
    Person.objects.filter(pk=cast.rita.pk).update(daily_digest=True)
    contact = ContactFactory.create(
        first_name="Ana <b>", last_name="Ruiz", company=CompanyFactory.create(name="Smith & Sons")
    )
    DecisionFactory.create(
        lead=LeadFactory.create(owner=cast.rita.owner, contact=contact), actor=cast.mona,
        verb=Decision.Verb.ASSIGN, after={"hubspot_owner_id": cast.rita.owner_id},
        decided_at=AT_EIGHT.replace(hour=11),
    )  # fmt: skip
    return cast.rita


def at(moment: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)
    tasks.digest()


def test_at_eight_it_says_what_is_new_with_a_way_there(
    rita: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(AT_EIGHT, monkeypatch)
    [sent] = mail.outbox
    assert (sent.to, sent.subject) == (["rita@kiss.example"], "1 thing about your leads")
    lead = rita.owner.leads.get() if rita.owner else None
    assert lead is not None
    assert "Mona Lindqvist gave you this lead: Ana <b> Ruiz, Smith & Sons (07:00)" in sent.body
    assert f"http://127.0.0.1:8000/leads/{lead.pk}/" in sent.body
    html = str(sent.alternatives[0][0])  # type: ignore[attr-defined]
    assert "Ana &lt;b&gt; Ruiz</a>, Smith &amp; Sons" in html


def test_it_goes_once_a_day_however_often_it_is_due(
    rita: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for minute in (0, 5, 10):
        at(AT_EIGHT.replace(minute=minute), monkeypatch)
    assert len(mail.outbox) == 1
    at(AT_EIGHT.replace(day=31), monkeypatch)
    assert len(mail.outbox) == 2


@pytest.mark.parametrize(("hour", "mails"), [(11, 0), (12, 1), (15, 1), (16, 0)])
def test_it_goes_in_the_offices_morning_alone(
    rita: Person, monkeypatch: pytest.MonkeyPatch, hour: int, mails: int
) -> None:
    at(AT_EIGHT.replace(hour=hour, minute=59 if hour == 11 else 0), monkeypatch)
    assert len(mail.outbox) == mails


def test_with_nothing_new_there_is_none_also_not_later_that_day(
    rita: Person, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    see_notices(cast.rita, until=AT_EIGHT, read_to=None)
    at(AT_EIGHT, monkeypatch)
    Person.objects.filter(pk=rita.pk).update(notices_seen_at=None)
    at(AT_EIGHT.replace(minute=30), monkeypatch)
    assert mail.outbox == []


def test_only_who_asked_for_it_gets_it(rita: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    press = client(rita)
    press.post("/notices/digest/", {"on": "no"})
    at(AT_EIGHT, monkeypatch)
    assert mail.outbox == []
    press.post("/notices/digest/", {"on": "yes"})
    at(AT_EIGHT, monkeypatch)
    assert len(mail.outbox) == 1


def test_somebody_switched_off_gets_none(rita: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    Person.objects.filter(pk=rita.pk).update(is_active=False)
    at(AT_EIGHT, monkeypatch)
    assert mail.outbox == []


class Refusing(EmailBackend):
    """A mail server that is away."""

    def send_messages(self, messages: Any) -> int:
        raise ConnectionRefusedError("nobody listens")


def test_a_mail_server_that_is_away_is_tried_again(
    rita: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    working = settings.MAILERS
    settings.MAILERS = {"default": {"BACKEND": f"{__name__}.Refusing"}}
    at(AT_EIGHT, monkeypatch)
    settings.MAILERS = working
    at(AT_EIGHT.replace(minute=5), monkeypatch)
    at(AT_EIGHT.replace(minute=10), monkeypatch)
    assert len(mail.outbox) == 1


def test_the_page_says_where_mail_is_not_configured(rita: Person, settings: Settings) -> None:
    assert "rita@kiss.example" in client(rita).get("/notices/").content.decode()
    settings.SENDS_MAIL = False
    assert "not configured" in client(rita).get("/notices/").content.decode()


def test_without_a_mail_server_nothing_is_sent(
    rita: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SENDS_MAIL = False
    at(AT_EIGHT, monkeypatch)
    assert mail.outbox == []


def test_the_address_of_the_mail_server_is_read(settings: Settings) -> None:
    faults = Faults()
    assert faults.mail("EMAIL_URL", "") == ""
    assert faults.mail("EMAIL_URL", "smtp+tls://u:p@mail.kiss.example:587") != ""
    assert faults == []
    faults.mail("EMAIL_URL", "mail.kiss.example")
    assert len(faults) == 1
    found = {
        "EMAIL_HOST": "mail.kiss.example", "EMAIL_PORT": 587, "EMAIL_HOST_USER": "u",
        "EMAIL_HOST_PASSWORD": "p", "EMAIL_USE_TLS": True,
    }  # fmt: skip
    settings.MAILERS = {"default": mailer(found)}
    server: Any = mail.mailers["default"]
    assert (server.host, server.port, server.use_tls) == ("mail.kiss.example", 587, True)
