"""The outbox: what HubSpot must still hear. The rows are the queue; the broker only rings the bell."""

import uuid

from django.db import models, transaction
from django.db.models import Q
from django.dispatch import Signal

from leads.models.decision import Decision
from leads.models.mirror import Lead

write_waits = Signal()
"""Sent after commit, so that whoever hears it finds the whole row."""


class State(models.TextChoices):
    WAITING = "waiting", "waiting for HubSpot"
    SENDING = "sending"
    IN_DOUBT = "in_doubt", "checking whether HubSpot has it"
    SENT = "sent", "saved"
    HELD = "held", "changed in HubSpot"
    REFUSED = "refused", "not saved"
    DISCARDED = "discarded"


OPEN_STATES = (State.WAITING, State.SENDING, State.IN_DOUBT, State.HELD, State.REFUSED)
"""States whose values are laid over HubSpot's: the choice still stands here. A refused one stays
listed but its columns go back, see `laid_over`."""

DOUBT = "in doubt"
"""The outcome of a try whose answer was lost."""

UNSENT_STATES = (State.WAITING, State.SENDING, State.IN_DOUBT, State.HELD)
"""States that block a later write of the same properties, and are laid over the mirror."""


class WriteQuerySet(models.QuerySet["OutboundWrite"]):
    def unsent(self) -> "WriteQuerySet":
        return self.filter(state__in=UNSENT_STATES)

    def needing_a_person(self) -> "WriteQuerySet":
        return self.filter(state__in=(State.HELD, State.REFUSED))

    def laid_over(self) -> "WriteQuerySet":
        """The patches of leads that are shown already. One that waits for another write is not:
        a lead must not seem closed before its deal exists."""
        ready = Q(depends_on=None) | Q(depends_on__state=State.SENT)
        return self.unsent().filter(ready, object_type="leads", kind=OutboundWrite.Kind.PATCH)

    def laid_over_records(self, object_type: str) -> "WriteQuerySet":
        """The open patches of any other kind of record, in order."""
        return self.unsent().filter(object_type=object_type, kind=OutboundWrite.Kind.PATCH)

    def beside(self, write: "OutboundWrite") -> "WriteQuerySet":
        """Those of the same lead, or of the same record where two leads share a contact."""
        same = Q(object_type=write.object_type, record_id=write.record_id) & ~Q(record_id="")
        return self.filter(same | Q(lead=write.lead_id) if write.lead_id else same)

    def making_deals(self) -> "WriteQuerySet":
        return self.filter(object_type="deals", kind=OutboundWrite.Kind.CREATE)

    def cancellable(self) -> "list[OutboundWrite]":
        """Those of which HubSpot surely has not heard: nothing was lost on the way to it."""
        quiet = self.filter(state__in=(State.WAITING, State.REFUSED))
        return list(quiet.exclude(attempts__outcome=DOUBT))

    def discard_after(self, write_id: int) -> None:
        """What waits for a write that will never be sent will not be sent either."""
        waiting = self.filter(depends_on=write_id).exclude(state__in=(State.SENT, State.DISCARDED))
        for pk in list(waiting.values_list("pk", flat=True)):
            self.filter(pk=pk).update(state=State.DISCARDED)
            self.discard_after(pk)


class OutboundWrite(models.Model):
    """One intent for one record: a patch carries absolute values, a create its links inline, a link
    joins two records that are there."""

    class Kind(models.TextChoices):
        PATCH = "patch"
        CREATE = "create"
        LINK = "link"

    write_id = models.UUIDField(
        default=uuid.uuid4,
        unique=True,
        editable=False,
        help_text="What HubSpot may know a deal of ours by, also after a rebuilt database",
    )
    kind = models.CharField(max_length=16, choices=Kind, default=Kind.PATCH)
    object_type = models.CharField(max_length=32)
    record_id = models.CharField(
        max_length=32, blank=True, default="", help_text="Empty until created"
    )
    properties = models.JSONField(default=dict)
    base = models.JSONField(default=dict, help_text="The values that the person saw")
    links = models.JSONField(
        default=list, help_text="[kind, id] of each record to link; an empty id is the lead itself"
    )
    lead = models.ForeignKey(
        Lead,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="writes",
        help_text="Whose card shows it; empty where a contact has no lead",
    )
    decision = models.ForeignKey(Decision, models.CASCADE, related_name="writes")
    depends_on = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="dependents"
    )
    state = models.CharField(max_length=16, choices=State, default=State.WAITING)
    created_at = models.DateTimeField()
    not_before = models.DateTimeField(help_text="Not sent earlier than this")
    claimed_at = models.DateTimeField(null=True, blank=True)
    trying_since = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Since when HubSpot has not taken it, parked times left out",
    )
    sent_at = models.DateTimeField(null=True, blank=True)
    attempts_made = models.PositiveIntegerField(default=0)
    stuck_because = models.TextField(blank=True, default="", help_text="In words for a person")
    theirs = models.JSONField(default=dict, help_text="HubSpot's values when it was held")

    objects = WriteQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["state", "not_before", "id"],
                name="write_unsent",
                condition=~Q(state__in=("sent", "discarded")),
            ),
            models.Index(fields=["lead", "state"], name="write_of_lead"),
        ]
        constraints = [
            # Two presses, two tabs, two people: one deal. A refused one may be asked for again.
            models.UniqueConstraint(
                fields=["lead"],
                name="one_deal_a_lead",
                condition=Q(kind="create", object_type="deals")
                & ~Q(state__in=("refused", "discarded")),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.object_type} {self.record_id or 'new'} ({self.state})"

    def save(self, **kwargs: object) -> None:
        fresh = self._state.adding
        super().save(**kwargs)  # type: ignore[arg-type]
        if fresh:
            transaction.on_commit(announce, robust=True)

    @property
    def on_lead(self) -> Lead:
        """The lead whose card shows it, for what is only ever written for leads."""
        if self.lead is None:
            raise LookupError(f"{self} belongs to no lead.")
        return self.lead

    @property
    def makes_deal(self) -> bool:
        return self.kind == self.Kind.CREATE and self.object_type == "deals"

    @property
    def was_in_doubt(self) -> bool:
        """Whether any try at it may have arrived without our hearing of it."""
        return self.attempts.filter(outcome=DOUBT).exists()


def announce() -> None:
    write_waits.send_robust(sender=OutboundWrite)


class WriteAttempt(models.Model):
    """One exchange with HubSpot about a write. Never the token, never whole bodies."""

    write = models.ForeignKey(OutboundWrite, models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    took_ms = models.PositiveIntegerField(default=0)
    http_status = models.PositiveSmallIntegerField(null=True, blank=True)
    correlation_id = models.CharField(max_length=64, blank=True, default="")
    outcome = models.CharField(max_length=32)
    message = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S} {self.outcome}"
