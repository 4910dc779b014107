"""Celery's way in: load, call once, return. Arguments that a later version sends are ignored."""

import logging
from datetime import date, timedelta
from typing import Any

from celery import shared_task
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone
from kombu.exceptions import OperationalError

from leads.actions.advance import advance
from leads.actions.request_demo_lock import take_in_due
from leads.actions.see_notices import claim_digest, give_back_digest
from leads.actions.ship_at_once import ship_taken_in
from leads.easyship.client import connect as connect_courier
from leads.hubspot.client import connect
from leads.hubspot.limiter import Priority
from leads.models import DemoRequest, Nudge, Person, SyncRun
from leads.queries.card import Viewer
from leads.queries.notices import fresh, notices
from leads.sync import metadata, portal_presses, standing
from leads.sync.delta import pull_changed, pull_trail
from leads.sync.lease import lease
from leads.sync.nudges import read_nudged
from leads.sync.pull import pull_everything, pull_leads
from leads.sync.push import push_due
from leads.sync.requests import find_contacts
from leads.sync.runs import LASTS, run
from leads.sync.shipments import ROUND, ship_due
from leads.sync.touches import pull_touches

log = logging.getLogger(__name__)

ROUND_OF_WRITES = timedelta(seconds=30)
"""A worker that is told to stop ends its round first, and must be through before it is killed; the
timetable rings for the next within seconds."""


def ring(task: Any) -> None:
    """Ring a task's bell. A broker that is away is no error: the timetable finds the row."""
    try:
        task.apply_async(expires=60)
    except (OperationalError, OSError) as error:
        log.warning(
            "The broker is away (%s); %s waits for the next sweep.", type(error).__name__, task.name
        )


@shared_task(name="leads.heartbeat")
def heartbeat(queue: str = "read", **_: Any) -> None:
    """A worker of that queue does what it is told. What it sees of the breaker it notes for the pages."""
    standing.beat(queue, timezone.now())
    port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url)
    standing.note_closed(port.closed(), timezone.now())


@shared_task(name="leads.push")
def push(**_: Any) -> None:
    if settings.HUBSPOT.writes:
        port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url)
        push_due(port.at(Priority.PERSON), timezone.now, lasts=ROUND_OF_WRITES)


@shared_task(name="leads.shipments")
def ship(**_: Any) -> None:
    """Locks that are to be shipped, and labels that are on their way; one round at a time."""
    if not settings.EASYSHIP.is_on:
        return
    with lease("shipments", timezone.now(), ROUND) as held:
        if held:
            ship_taken_in(timezone.now())
            ship_due(connect_courier(settings.EASYSHIP), timezone.now)


@shared_task(name="leads.demo_requests")
def demo_requests(**_: Any) -> None:
    """Give each request its contact, then take it in; nothing is written to a portal that is only read."""
    if settings.HUBSPOT.writes and DemoRequest.objects.waiting(timezone.now()).exists():
        port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url)
        with lease("demo requests", timezone.now(), LASTS) as held:
            if held:
                find_contacts(port.at(Priority.PERSON), timezone.now)
                take_in_due(now=timezone.now())


@shared_task(name="leads.nudges")
def read_nudges(**_: Any) -> None:
    """Read again what HubSpot has named."""
    if Nudge.objects.exists():
        port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url).at(Priority.NUDGED)
        run("nudges", timezone.now, lambda told: told.add("nudges", read_nudged(port, told.clock)))


@shared_task(name="leads.pull")
def pull(**_: Any) -> None:
    """What changed; before the first complete pull there is nothing to compare with: read everything."""
    port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url).at(Priority.DELTA)
    metadata.note_calls(port.calls_today(), timezone.now())
    if standing.is_rationed("delta", port.calls_today(), timezone.now()):
        return
    if SyncRun.objects.filter(name="pull", error="", finished_at__isnull=False).exists():
        run("delta", timezone.now, lambda progress: pull_changed(port, progress, settings.OFFICE))
    else:
        run("pull", timezone.now, lambda progress: pull_everything(port, progress, settings.OFFICE))
        act_on_touches()


@shared_task(name="leads.pull_trail")
def read_trail(**_: Any) -> None:
    """What HubSpot's index may have shown too late for every look so far."""
    port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url).at(Priority.DELTA)
    run("trail", timezone.now, lambda progress: pull_trail(port, progress, settings.OFFICE))


@shared_task(name="leads.pull_all")
def pull_all(**_: Any) -> None:
    port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url).at(Priority.SWEEP)
    run("sweep", timezone.now, lambda progress: pull_leads(port, progress, settings.OFFICE))
    act_on_touches()


@shared_task(name="leads.pull_whole")
def pull_whole(**_: Any) -> None:
    """Every record once a night: it mends whatever the quicker loops could not see."""
    port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url).at(Priority.SWEEP)
    run("pull", timezone.now, lambda progress: pull_everything(port, progress, settings.OFFICE))
    act_on_touches()


@shared_task(name="leads.pull_touches")
def read_touches(**_: Any) -> None:
    """The minute's look for new touches: three calls where there are none."""
    port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url).at(Priority.DELTA)
    if standing.is_rationed("touches", port.calls_today(), timezone.now()):
        return
    run("touches", timezone.now, lambda progress: note_touches(port, progress))
    act_on_touches()


def note_touches(port: Any, progress: Any) -> None:
    progress.add("touches", pull_touches(port, progress.clock(), thorough=False))


def act_on_touches() -> None:
    """The automatic moves. A portal that may not be written to keeps its stages."""
    if settings.HUBSPOT.writes:
        with lease("advance", timezone.now(), LASTS) as held:
            if held:
                advance(now=timezone.now(), office=settings.OFFICE)


@shared_task(name="leads.portal_presses")
def do_portal_presses(**_: Any) -> None:
    """What an admin pressed on the portal page; nothing is asked of HubSpot where nobody did."""
    if portal_presses.waiting():
        run("check", timezone.now, press_portal)


def press_portal(progress: Any) -> None:
    port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url).at(Priority.PERSON)
    pair, writes = settings.HUBSPOT.pair_properties, settings.HUBSPOT.writes
    progress.add("presses", portal_presses.do_presses(port, timezone.now, pair, writes=writes))


@shared_task(name="leads.check_portal")
def check_portal(**_: Any) -> None:
    """The portal beside what the rules believe, with its vocabulary."""
    run("check", timezone.now, note_check)


def note_check(progress: Any) -> None:
    port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url).at(Priority.SWEEP)
    pair = settings.HUBSPOT.pair_properties
    progress.add("differences", portal_presses.look(port, timezone.now(), pair))


@shared_task(name="leads.pull_metadata")
def pull_metadata(**_: Any) -> None:
    port = connect(settings.HUBSPOT, redis_url=settings.ENV.redis_url).at(Priority.SWEEP)
    run("metadata", timezone.now, lambda progress: note_metadata(port, progress))


def note_metadata(port: Any, progress: Any) -> None:
    for name, number in metadata.pull_metadata(port, timezone.now()).items():
        progress.add(name, number)


@shared_task(name="leads.digest")
def digest(**_: Any) -> None:
    """The daily mail, in the office's morning: once a person, and none where nothing is new."""
    local = timezone.now().astimezone(settings.OFFICE)
    if settings.SENDS_MAIL and DIGEST_FROM <= local.hour < DIGEST_UNTIL:
        for person in Person.objects.filter(daily_digest=True, is_active=True):
            send_digest(person, local.date())


DIGEST_FROM, DIGEST_UNTIL = 8, 12
"""Office hours. A worker that was down at eight still sends in the morning, and nothing in the afternoon."""


def send_digest(person: Person, today: date) -> None:
    if not (person.address and claim_digest(person, today)):
        return
    found = fresh(notices(Viewer(person, timezone.now(), settings.OFFICE)))
    if not found:
        return
    shown = {"person": person, "notices": found, "site": settings.SITE_URL}
    mail = EmailMultiAlternatives(
        f"{len(found)} thing{'' if len(found) == 1 else 's'} about your leads",
        render_to_string("leads/mail/digest.txt", shown), to=[person.address],
    )  # fmt: skip
    mail.attach_alternative(render_to_string("leads/mail/digest.html", shown), "text/html")
    try:
        mail.send()
    except OSError as error:  # smtplib's own errors are of this kind
        log.warning("The daily mail to %s did not go: %s", person.username, type(error).__name__)
        give_back_digest(person, today)
