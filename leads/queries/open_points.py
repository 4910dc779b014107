"""What is still open in the business, each as a live check: true, false, or not known, with its evidence."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count
from django.urls import reverse

from leads.domain import disqualification
from leads.domain.address import judge
from leads.domain.channels import Channel
from leads.domain.demo_lock import DemoLock
from leads.domain.disqualification import Reason
from leads.domain.pipeline import Stage
from leads.models import Contact, Decision, DemoRequest, Door, PortalProperty, Shipment
from leads.queries.board import visible
from leads.queries.channel_required import channel_required
from leads.queries.missing_channel import how_many_missing
from leads.queries.origin import SOURCES
from leads.queries.touches import went_out

DEMO_LOCKS, DOORS = "/demo-locks/", "/desk/doors/"
CAMPAIGN_CAP = 10
"""The cap that a door is made with: one broadcast brought seven requests in two minutes."""
LATELY = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Point:
    """`is_done` is None where nothing here can tell. `link` leads to where it is mended."""

    title: str
    is_done: bool | None
    evidence: str
    href: str = ""
    link: str = ""


def open_points(now: datetime) -> tuple[Point, ...]:
    return tuple(
        point
        for points in (
            labelled(), required(), no_response(), automated(now), owned(), capped(), shippable(),
            customers(),
        )
        for point in points
    )  # fmt: skip


def labelled() -> Iterator[Point]:
    left = how_many_missing()
    words = f"{left} lead{'' if left == 1 else 's'} without a channel that counts."
    yield Point(
        "Every lead has its channel", not left, words if left else "None is without one.",
        reverse("missing-channel"), "Missing channel",
    )  # fmt: skip


def required() -> Iterator[Point]:
    told = channel_required()
    if not told.is_ticked:
        words = "Nobody has said so. HubSpot’s API cannot tell."
        state = None
    elif told.holds:
        words, state = f"{told.by} said so, and none has come without one since.", True
    else:
        words, state = f"{told.by} said so, but {told.came_since} came without one since.", False
    yield Point(
        "Lead Channel is required in HubSpot", state, words,
        reverse("missing-channel") + "#finish", "The steps",
    )  # fmt: skip


def no_response() -> Iterator[Point]:
    known = PortalProperty.objects.filter(
        object_type="leads", name="hs_lead_disqualification_reason"
    ).first()
    options = [(value, label) for value, label, _ in known.options] if known else []
    there = bool(disqualification.matching_option(options, Reason.NO_RESPONSE))
    words = (
        "HubSpot offers it." if there else "HubSpot does not offer it: such leads cannot be closed."
    )
    yield Point(
        "No Response is a reason", there if known else None,
        words if known else "The vocabulary has not been read yet.", "#differences", "Differences",
    )  # fmt: skip


def automated(now: datetime) -> Iterator[Point]:
    """A send that is on record while its lead still stands in New has not moved it."""
    new = visible().filter(stage=Stage.NEW)
    stuck = new.filter(went_out()).count()
    moved = Decision.objects.filter(
        verb=Decision.Verb.ADVANCE, actor=None, decided_at__gte=now - LATELY,
        after__hs_pipeline_stage=Stage.ATTEMPTING,
    ).count()  # fmt: skip
    if stuck:
        words = f"{stuck} lead{'' if stuck == 1 else 's'} in New though a message went out."
    else:
        words = f"{moved} moved by themselves in 30 days, none stands in New after a message."
    known = bool(stuck or moved)
    yield Point(
        "New becomes Attempting on the first send", (not stuck) if known else None,
        words if known else "No send has come in since New was emptied last.", reverse("board"), "Board",
    )  # fmt: skip


def owned() -> Iterator[Point]:
    bare = visible().filter(owner=None, stage__in=[one for one in Stage if not one.is_closed])
    by = dict(bare.order_by().values_list("created_by").annotate(Count("pk")))
    words = ", ".join(
        f"{SOURCES.get(source, source) or 'Not on record'}: {number}"
        for source, number in by.items()
    )
    yield Point(
        "Every path that makes a lead sets its owner", not by,
        f"Without an owner, by what made them. {words}." if by else "No open lead is without one.",
        reverse("board") + "?tab=ownerless", "Ownerless",
    )  # fmt: skip


def capped() -> Iterator[Point]:
    doors = list(Door.objects.filter(channel=Channel.MARKETING, is_active=True))
    low = [door.name for door in doors if door.daily_cap <= CAMPAIGN_CAP]
    words = (
        f"{', '.join(low)}: {CAMPAIGN_CAP} a day or fewer." if low else "Each takes a broadcast."
    )
    yield Point(
        "Doors of a campaign have a raised daily cap", (not low) if doors else None,
        words if doors else "There is no door for a campaign yet.", DOORS, "Doors",
    )  # fmt: skip


def owed() -> list[Contact]:
    """Contacts who asked and have got nothing."""
    asked = Contact.objects.filter(
        asked_on__isnull=False, archived_at=None, gone_at=None, demo_lock_tracking="",
        demo_lock_type="",
    )  # fmt: skip
    return list(asked.select_related("company"))


def stuck_locks() -> tuple[int, int]:
    """Requests and shipments that need a person."""
    return (
        DemoRequest.objects.filter(state=DemoRequest.State.STUCK).count(),
        Shipment.objects.filter(state=Shipment.State.STUCK).count(),
    )


def unshippable() -> set[str]:
    """Whom no courier can reach as they wrote it, and whose request or shipment is stuck."""
    bad = {
        one.pk for one in owed()
        if one.demo_lock_address and not judge(one.demo_lock_address).is_shippable
    }  # fmt: skip
    requests = DemoRequest.objects.filter(state=DemoRequest.State.STUCK)
    shipments = Shipment.objects.filter(state=Shipment.State.STUCK)
    stuck = {contact or f"request {pk}" for pk, contact in requests.values_list("pk", "contact_id")}
    return bad | stuck | set(shipments.values_list("contact_id", flat=True))


def shippable() -> Iterator[Point]:
    people = len(unshippable())
    yield Point(
        "Nobody waits for a lock that cannot be shipped", not people,
        f"{people} asked and cannot be sent one as it stands." if people else "Nobody is stuck.",
        DEMO_LOCKS, "Demo locks",
    )  # fmt: skip


def customers() -> Iterator[Point]:
    """A customer gets no lead, but an answer: theirs is the request that is easily forgotten."""
    waiting = [
        one for one in owed()
        if one.company and (one.company.locks_purchased or 0) > 0 and DemoLock(one.asked_on).waits
    ]  # fmt: skip
    names = ", ".join(str(one) or "Unnamed" for one in waiting[:3])
    more = f" and {len(waiting) - 3} more" if len(waiting) > 3 else ""
    yield Point(
        "No customer’s request is unanswered", not waiting,
        f"Asked and never received one: {names}{more}." if waiting else "None waits.",
        DEMO_LOCKS, "Demo locks",
    )  # fmt: skip
