"""Set-up: what is configured, what the key may do, what is missing; nothing is written until then."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from leads import tasks
from leads.models import Heartbeat, Person, PortalFinding, SyncRun
from leads.queries.first_run import SILENT, Part, is_ready
from leads.queries.open_points import Point
from tests.cast import Cast
from tests.factories import WriteFactory
from tests.scenes import RITA, Scene

pytestmark = pytest.mark.django_db
AT = "/desk/start/"
STEP = re.compile(r'<li data-step="([a-z-]+)">.*?<b>(.*?)</b><p>(.*?)</p>', re.DOTALL)


def page(cast: Cast) -> str:
    client = Client()
    client.force_login(cast.ada)
    return client.get(AT).content.decode()


def step(cast: Cast, title: str) -> tuple[str, str]:
    """Its state and its words."""
    found = {name: (state, words) for state, name, words in STEP.findall(page(cast))}
    return found[title]


@pytest.fixture
def real(settings: Settings) -> Settings:
    """As on a real site: another host than this machine, over https, with a broker."""
    settings.SITE_URL = "https://crm.kiss.example"
    settings.ENV = replace(
        settings.ENV, site_url=settings.SITE_URL, redis_url="redis://redis.kiss.example/0"
    )
    settings.DEBUG = False
    return settings


def test_only_admins_see_it(cast: Cast) -> None:
    for who, status in ((cast.rita, 403), (cast.omar, 403), (cast.mona, 403), (cast.ada, 200)):
        client = Client()
        client.force_login(who)
        assert client.get(AT).status_code == status


def test_writes_off_is_said_with_what_waits(cast: Cast, real: Settings) -> None:
    real.HUBSPOT = replace(real.HUBSPOT, writes=False)
    WriteFactory.create_batch(2)
    text = page(cast)
    assert "Writes are off" in text
    assert "2 changes wait here." in text
    real.HUBSPOT = replace(real.HUBSPOT, writes=True)
    assert "Writes are off" not in page(cast)


def test_a_fresh_site_says_what_to_do(cast: Cast, settings: Settings) -> None:
    settings.HUBSPOT = replace(settings.HUBSPOT, access_token="")
    settings.DEBUG = True
    for title in (
        "People come over https", "Debugging is off", "Workers are reached over Redis",
        "The key opens the portal", "The timetable and both workers run", "Everything was read once",
    ):  # fmt: skip
        assert step(cast, title)[0] == "to-do", title
    assert step(cast, "The key may read all it needs")[0] == "open"
    assert step(cast, "Locks are shipped from here")[0] == "open"


def test_what_stands_is_said_with_its_evidence(scene: Scene, real: Settings) -> None:
    scene.add_lead()
    scene.read_vocabulary()
    scene.read()
    cast = scene.cast
    assert step(cast, "People come over https") == (
        "done",
        "People come by https://crm.kiss.example.",
    )
    assert step(cast, "Debugging is off")[0] == "done"
    assert step(cast, "Workers are reached over Redis")[0] == "done"
    assert step(cast, "Everything was read once") == (
        "done",
        "Leads: 1, contacts: 1, companies: 1.",
    )
    assert step(cast, "There is an admin") == ("done", "ada.")


def test_only_when_all_is_known_and_stands_may_writes_be_switched_on() -> None:
    done, unknown, missing = (Point("One", is_done, "") for is_done in (True, None, False))
    more = Part("more", "If you use it", (unknown,), is_optional=True)
    assert is_ready((Part("site", "The site", (done, done)), more))
    assert not is_ready((Part("site", "The site", (done, unknown)), more))
    assert not is_ready((Part("site", "The site", (done, missing)), more))


def test_what_the_key_may_not_read_is_told_in_words(cast: Cast, real: Settings) -> None:
    title = "The key may read all it needs"
    check(finding="scope:emails")
    assert step(cast, title) == ("to-do", "The key may not read emails.")
    assert step(cast, "The portal is as the rules say")[0] == "done"


def check(finding: str, *, is_offer: bool = False) -> None:
    """The hourly check ended well and found this."""
    now = timezone.now()
    SyncRun.objects.create(name="check", started_at=now, finished_at=now)
    PortalFinding.objects.create(
        code=finding, message="The key may not read emails.", is_offer=is_offer, seen_at=now
    )


def test_an_offer_is_nothing_to_do(cast: Cast, real: Settings) -> None:
    check(finding="write-id", is_offer=True)
    assert step(cast, "The portal is as the rules say")[0] == "done"


def test_a_worker_that_is_not_heard_is_named(cast: Cast, real: Settings) -> None:
    title = "The timetable and both workers run"
    assert "worker-read and worker-write" in step(cast, title)[1]
    tasks.heartbeat(queue="read")
    state, words = step(cast, title)
    assert state == "to-do"
    assert "heard of worker-write:" in words
    tasks.heartbeat(queue="write")
    assert step(cast, title)[0] == "done"
    Heartbeat.objects.filter(queue="read").update(at=timezone.now() - SILENT)
    assert "heard of worker-read:" in step(cast, title)[1]


def test_reps_and_owners_are_matched(scene: Scene, real: Settings) -> None:
    scene.add_lead(owner=RITA)
    scene.read()
    cast = scene.cast
    assert step(cast, "Every rep is an owner in HubSpot") == ("done", "omar, rita.")
    assert step(cast, "Every owner of open leads can sign in")[0] == "done"
    Person.objects.filter(username="rita").update(owner=None)
    assert step(cast, "Every rep is an owner in HubSpot") == ("to-do", "Without an owner: rita.")
    state, words = step(cast, "Every owner of open leads can sign in")
    assert state == "to-do"
    assert "(1) cannot." in words


def test_no_secret_is_shown(cast: Cast, real: Settings) -> None:
    real.HUBSPOT = replace(real.HUBSPOT, access_token="pat-na1-a-secret")
    real.ENV = replace(real.ENV, redis_url="redis://:a-secret@redis.kiss.example/0")
    assert "a-secret" not in page(cast)
