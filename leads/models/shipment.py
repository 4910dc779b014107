"""A demo lock on its way: one row for each lock, kept through every doubt, so that a lost answer never
ships two. What the courier said is kept raw beside what we make of it."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.dispatch import Signal

from leads.models.decision import Decision
from leads.models.door import DemoRequest
from leads.models.mirror import Contact, Lead

shipment_waits = Signal()
"""Sent after commit, so that whoever hears it finds the whole row."""


class Shipment(models.Model):
    """One lock for one asking. `order_number` is what EasyShip is asked for before anything is made."""

    class State(models.TextChoices):
        WANTED = "wanted", "to be shipped"
        CREATING = "creating", "asking the courier"
        UNKNOWN = "unknown", "checking whether the courier has it"
        CREATED = "created", "accepted by the courier"
        LABEL_WANTED = "label_wanted", "label on its way"
        LABELLED = "labelled", "shipped"
        STUCK = "stuck", "needs a person"
        CANCELLED = "cancelled"

    shipment_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    contact = models.ForeignKey(
        Contact, models.DO_NOTHING, db_constraint=False, related_name="shipments"
    )
    request = models.ForeignKey(
        DemoRequest, models.SET_NULL, null=True, blank=True, related_name="shipments"
    )
    lead = models.ForeignKey(Lead, models.SET_NULL, null=True, blank=True, related_name="shipments")
    decision = models.OneToOneField(
        Decision, models.SET_NULL, null=True, blank=True, related_name="shipment"
    )
    pressed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    asked_on = models.DateField(help_text="The asking that it answers")
    lock_type = models.CharField(max_length=64)
    destination = models.JSONField(
        help_text="line_1, line_2, city, state, postal_code, names, phone"
    )
    state = models.CharField(max_length=16, choices=State, default=State.WANTED)
    easyship_id = models.CharField(max_length=32, blank=True, default="", db_index=True)
    courier = models.CharField(max_length=120, blank=True, default="")
    label_state = models.CharField(max_length=40, blank=True, default="", help_text="As told")
    delivery_state = models.CharField(max_length=40, blank=True, default="", help_text="As told")
    tracking_number = models.CharField(max_length=120, blank=True, default="")
    tracking_page = models.TextField(blank=True, default="")
    stuck_because = models.TextField(blank=True, default="", help_text="In words for a person")
    may_retry = models.BooleanField(default=True, help_text="Whether pressing again can help")
    wanted_at = models.DateTimeField()
    not_before = models.DateTimeField(help_text="Not looked at earlier than this")
    claimed_at = models.DateTimeField(null=True, blank=True)
    attempts_made = models.PositiveIntegerField(default=0)
    labelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["wanted_at", "pk"]
        indexes = [models.Index(fields=["state", "not_before", "id"], name="shipment_due")]
        constraints = [
            # Two presses, two tabs, a door that ships by itself: one lock for one asking.
            models.UniqueConstraint(
                fields=["contact", "asked_on"],
                name="one_lock_an_asking",
                condition=~Q(state="cancelled"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.order_number} ({self.state})"

    @property
    def order_number(self) -> str:
        return f"DL-{self.shipment_id}"


def announce() -> None:
    shipment_waits.send_robust(sender=Shipment)


class ShipmentAttempt(models.Model):
    """One exchange with the courier. Never the token, never whole bodies."""

    shipment = models.ForeignKey(Shipment, models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    step = models.CharField(max_length=32)
    http_status = models.PositiveSmallIntegerField(null=True, blank=True)
    request_id = models.CharField(max_length=64, blank=True, default="")
    outcome = models.CharField(max_length=32)
    message = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S} {self.step} {self.outcome}"
