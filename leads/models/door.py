"""The doors: request links for a demo lock, and every request that came through one. Nothing that was
asked is ever lost, also not what came over a door's daily cap."""

import secrets
import uuid
from datetime import date, datetime

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.dispatch import Signal

from leads.domain.channels import Channel
from leads.models.decision import Decision
from leads.models.mirror import Contact, Lead, Owner
from leads.models.outbox import OutboundWrite

request_waits = Signal()
"""Sent after commit, so that whoever hears it finds the whole row."""


def new_token() -> str:
    """32 characters that nobody guesses and that fit into a link."""
    return secrets.token_urlsafe(24)


class Door(models.Model):
    """One request link (HubSpot's side calls the table `demo_request_partners`): its token forces
    the channel on the server, whatever the page around it says."""

    class OwnerRule(models.TextChoices):
        CONTACT = "contact", "the contact's owner, else in turn"
        IN_TURN = "in_turn", "active reps in turn"

    name = models.CharField(max_length=120, unique=True)
    token = models.CharField(max_length=64, unique=True, default=new_token)
    channel = models.CharField(max_length=64, choices=[(c.value, c.value) for c in Channel])
    daily_cap = models.PositiveIntegerField(default=10, help_text="Demo-lock requests a day")
    ships = models.BooleanField(
        default=False, help_text="Ships a good address at once, or only asks"
    )
    is_active = models.BooleanField(default=True)
    owner_rule = models.CharField(max_length=16, choices=OwnerRule, default=OwnerRule.CONTACT)
    owner = models.ForeignKey(
        Owner,
        models.SET_NULL,
        null=True,
        blank=True,
        db_constraint=False,
        related_name="doors",
        help_text="Whose link it is: new leads go to this owner first",
    )
    origins = models.JSONField(
        default=list, blank=True, help_text="Sites whose pages may post here (CORS)"
    )
    created_at = models.DateTimeField()
    rotated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class DoorChange(models.Model):
    """Who changed a door, and what; kept for good."""

    door = models.ForeignKey(Door, models.CASCADE, related_name="changes")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="door_changes")
    summary = models.TextField(help_text="In words, as shown: Cap raised from 10 to 20")
    changed_at = models.DateTimeField()
    key = models.CharField(
        max_length=64,
        unique=True,
        null=True,
        help_text="Drawn with the form: a repeated post is this row",
    )

    class Meta:
        ordering = ["-changed_at", "-pk"]

    def __str__(self) -> str:
        return self.summary


class RequestQuerySet(models.QuerySet["DemoRequest"]):
    def of_day(self, day: date) -> "RequestQuerySet":
        """The demo locks that count against a door's cap on the office's day."""
        asked = self.filter(asked_on=day, kind=DemoRequest.Kind.DEMO_LOCK)
        return asked.exclude(state=DemoRequest.State.OVER_CAP)

    def waiting(self, now: datetime) -> "RequestQuerySet":
        """Those still to be taken in that may be looked at now, oldest first."""
        may_now = Q(not_before=None) | Q(not_before__lte=now)
        received = self.filter(may_now, state=DemoRequest.State.RECEIVED)
        return received.select_related("door", "contact_write").order_by("received_at", "pk")


class DemoRequest(models.Model):
    """One asking through a door, kept as it came; what became of it stands beside it."""

    class Kind(models.TextChoices):
        DEMO_LOCK = "demo_lock", "demo lock"
        CALCULATOR = "calculator"

    class State(models.TextChoices):
        RECEIVED = "received", "being taken in"
        TAKEN = "taken", "taken in"
        OVER_CAP = "over_cap", "over the cap"
        CUSTOMER = "customer", "a customer asked"
        STUCK = "stuck", "needs a person"
        DISMISSED = "dismissed"

    request_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    door = models.ForeignKey(Door, models.PROTECT, related_name="requests")
    kind = models.CharField(max_length=16, choices=Kind, default=Kind.DEMO_LOCK)
    state = models.CharField(max_length=16, choices=State, default=State.RECEIVED)
    key = models.CharField(
        max_length=64, blank=True, default="", help_text="The sender's own, if it sent one"
    )
    fingerprint = models.CharField(max_length=64, help_text="Person and payload, hashed")
    received_at = models.DateTimeField(db_index=True)
    asked_on = models.DateField(help_text="The office's day")
    email = models.TextField()
    first_name = models.TextField(blank=True, default="")
    last_name = models.TextField(blank=True, default="")
    phone = models.TextField(blank=True, default="")
    company = models.TextField(blank=True, default="")
    address = models.TextField(blank=True, default="", help_text="One box of free text, as typed")
    country = models.CharField(max_length=64, blank=True, default="")
    details = models.JSONField(default=dict, help_text="What else the form said, as text")
    contact = models.ForeignKey(
        Contact,
        models.DO_NOTHING,
        null=True,
        blank=True,
        db_constraint=False,
        related_name="demo_requests",
    )
    contact_write = models.OneToOneField(
        OutboundWrite,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="demo_request",
        help_text="The write that makes the contact, where there was none",
    )
    lead = models.ForeignKey(
        Lead, models.SET_NULL, null=True, blank=True, related_name="demo_requests"
    )
    decision = models.OneToOneField(
        Decision, models.SET_NULL, null=True, blank=True, related_name="demo_request"
    )
    outcome = models.TextField(
        blank=True,
        default="",
        help_text="In words: a lead was raised, an open one kept its channel",
    )
    not_before = models.DateTimeField(null=True, blank=True, help_text="Not tried again earlier")
    attempts_made = models.PositiveIntegerField(default=0)
    settled_at = models.DateTimeField(null=True, blank=True)

    objects = RequestQuerySet.as_manager()

    class Meta:
        ordering = ["received_at", "pk"]
        indexes = [
            models.Index(fields=["door", "asked_on", "kind"], name="request_of_day"),
            models.Index(fields=["state", "not_before", "id"], name="request_unsettled"),
            models.Index(fields=["door", "fingerprint", "received_at"], name="request_again"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["door", "key"], name="one_request_a_key", condition=~Q(key="")
            )
        ]

    def __str__(self) -> str:
        return f"{self.email} on {self.asked_on}"

    def save(self, **kwargs: object) -> None:
        fresh = self._state.adding
        super().save(**kwargs)  # type: ignore[arg-type]
        if fresh and self.state == self.State.RECEIVED:
            wake()


def wake() -> None:
    """Once what was written is there, tell whoever takes requests in."""
    transaction.on_commit(announce, robust=True)


def announce() -> None:
    request_waits.send_robust(sender=DemoRequest)
