"""What must stand before anything is written to HubSpot: each step with its evidence, in order."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Count
from django.urls import reverse

from leads.domain.roles import Role
from leads.models import Company, Contact, Heartbeat, Lead, Owner, Person, Portal, PortalFinding
from leads.queries.board import visible
from leads.queries.mirror_age import loops
from leads.queries.open_points import Point

SILENT = timedelta(minutes=3)
"""A worker that was not heard for so long is taken for stopped: it may be in a long reading."""


@dataclass(frozen=True, slots=True)
class Configured:
    """What the environment says, as far as a person needs to know it. No secret is among it."""

    site_url: str
    is_https: bool
    is_debug: bool
    has_redis: bool
    portal_url: str
    has_key: bool
    has_writes: bool
    has_courier: bool
    has_app_secret: bool
    own_domains: tuple[str, ...]
    has_sentry: bool


@dataclass(frozen=True, slots=True)
class Part:
    """Some steps that belong together; of `is_optional` ones nothing has to be done."""

    slug: str
    title: str
    steps: tuple[Point, ...]
    is_optional: bool = False


def first_run(told: Configured, now: datetime) -> tuple[Part, ...]:
    last = {loop.name: loop for loop in loops(now)}
    return (
        Part("site", "The site", (address(told), debugging(told), database(), broker(told))),
        Part(
            "hubspot", "HubSpot",
            (
                key(told), workers(now), may_read(last["check"].last_good),
                follows_rules(last["check"].last_good), mirror(last["pull"].last_good),
            ),
        ),
        Part("people", "The people", (admins(), reps(), owners_without())),
        Part(
            "more", "If you use it",
            (
                optional("Locks are shipped from here", told.has_courier, "EASYSHIP_TOKEN"),
                optional("HubSpot’s webhooks are heard", told.has_app_secret, "HUBSPOT_APP_SECRET"),
                optional("Further domains of our own", bool(told.own_domains), "OWN_DOMAINS"),
                optional("Errors are reported", told.has_sentry, "SENTRY_DSN"),
            ),
            is_optional=True,
        ),
    )  # fmt: skip


def is_ready(parts: tuple[Part, ...]) -> bool:
    """Whether nothing is left to do, and nothing unknown, before writes are switched on."""
    return all(step.is_done for part in parts if not part.is_optional for step in part.steps)


def address(told: Configured) -> Point:
    words = (
        f"People come by {told.site_url}."
        if told.is_https
        else f"People come by {told.site_url}: passwords can be read on the way. "
        "Set SITE_URL to the https address of the reverse proxy."
    )
    return Point("People come over https", told.is_https, words)


def debugging(told: Configured) -> Point:
    words = "Errors show their insides to anybody. Set DEBUG=off." if told.is_debug else "Off."
    return Point("Debugging is off", not told.is_debug, words)


def database() -> Point:
    is_real = connection.vendor == "postgresql"
    words = "PostgreSQL." if is_real else "SQLite is for one machine and few people: DATABASE_URL."
    return Point("The database is PostgreSQL", is_real, words)


def broker(told: Configured) -> Point:
    words = "Set." if told.has_redis else "REDIS_URL is not set: nothing runs in the background."
    return Point("Workers are reached over Redis", told.has_redis, words)


def key(told: Configured) -> Point:
    """Every answer of HubSpot's about the portal is kept: there is none without a key that works."""
    title = "The key opens the portal"
    if not told.has_key:
        return Point(title, False, "HUBSPOT_ACCESS_TOKEN is not set.")
    if portal := Portal.objects.first():
        return Point(title, True, f"Portal {portal.portal_id} at {told.portal_url} answers.")
    return Point(title, None, f"{told.portal_url} has not told its number yet.")


def workers(now: datetime) -> Point:
    """The timetable rings for each queue every quarter of a minute."""
    heard = set(Heartbeat.objects.filter(at__gt=now - SILENT).values_list("queue", flat=True))
    silent = [name for name in ("read", "write") if name not in heard]
    words = (
        f"Nothing is heard of {' and '.join(f'worker-{name}' for name in silent)}: do they run, and beat?"
        if silent
        else "Both were heard within the last minutes."
    )
    return Point(
        "The timetable and both workers run", not silent, words, reverse("portal"), "Portal"
    )


def findings_of(*, scopes: bool) -> list[str]:
    found = PortalFinding.objects.filter(is_offer=False)
    about_scopes = {"code__startswith": "scope:"}
    found = found.filter(**about_scopes) if scopes else found.exclude(**about_scopes)
    return list(found.values_list("message", flat=True))


def judged(title: str, found: list[str], checked_at: datetime | None, fine: str) -> Point:
    where = (reverse("portal") + "#differences", "Differences")
    if checked_at is None:
        return Point(title, None, "Not checked yet: press Check now.", *where)
    return Point(title, not found, " ".join(found) or fine, *where)


def may_read(checked_at: datetime | None) -> Point:
    fine = "Each kind of record was tried. Writing is not tried before it is allowed."
    return judged("The key may read all it needs", findings_of(scopes=True), checked_at, fine)


def follows_rules(checked_at: datetime | None) -> Point:
    fine = "Stages, reasons, channels and deal properties are there."
    return judged("The portal is as the rules say", findings_of(scopes=False), checked_at, fine)


def mirror(last_good: datetime | None) -> Point:
    if last_good is None:
        words = "Not yet. It begins by itself; by hand: manage.py pull --full."
        return Point("Everything was read once", False, words)
    rows = (Lead.objects.count(), Contact.objects.count(), Company.objects.count())
    words = "Leads: {}, contacts: {}, companies: {}.".format(*rows)
    return Point("Everything was read once", True, words, reverse("board"), "Board")


def admins() -> Point:
    names = people(Role.ADMIN)
    words = f"{', '.join(names)}." if names else "Nobody mends data: create_person --role admin."
    return Point("There is an admin", bool(names), words)


def people(role: Role, **more: object) -> list[str]:
    found = Person.objects.filter(is_active=True, role=role, **more).order_by("username")
    return list(found.values_list("username", flat=True))


def reps() -> Point:
    """A rep works the leads of the owner that they are."""
    title, everybody, lost = "Every rep is an owner in HubSpot", people(Role.REP), people(
        Role.REP, owner=None
    )  # fmt: skip
    if not everybody:
        return Point(title, False, "There is no rep yet: create_person --role rep --owner-email …")
    words = f"Without an owner: {', '.join(lost)}." if lost else f"{', '.join(everybody)}."
    return Point(title, not lost, words)


def owners_without() -> Point:
    """Somebody who owns open leads and cannot sign in leaves them lying."""
    title = "Every owner of open leads can sign in"
    known = Person.objects.filter(is_active=True, owner__isnull=False).values("owner")
    bare = visible().filter(closed_at=None, owner__isnull=False).exclude(owner__in=known)
    counted = bare.order_by().values("owner").annotate(leads=Count("pk"))
    owners = Owner.objects.in_bulk([row["owner"] for row in counted])
    names = [f"{owners.get(row['owner']) or row['owner']} ({row['leads']})" for row in counted]
    return Point(title, not names, f"{', '.join(names)} cannot." if names else "They can.")


def optional(title: str, is_on: bool, variable: str) -> Point:
    return Point(title, is_on or None, "On." if is_on else f"Off: {variable} is not set.")
