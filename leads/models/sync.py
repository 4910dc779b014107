"""The sync's own memory: cursors, runs, leases, the portal's vocabulary, and what differs in it."""

from django.db import models


class SyncCursor(models.Model):
    """How far a type has been read. It never goes backwards."""

    kind = models.CharField(max_length=32, primary_key=True)
    read_to = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} to {self.read_to:%Y-%m-%d %H:%M:%S}"


class SyncRun(models.Model):
    """One run of a loop, with its counts; `error` in words when it did not finish."""

    name = models.CharField(max_length=32, db_index=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    step = models.CharField(max_length=64, blank=True, default="")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(null=True, blank=True)
    counts = models.JSONField(default=dict)
    error = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["-started_at"]

    def __str__(self) -> str:
        return f"{self.name} {self.started_at:%Y-%m-%d %H:%M}"


class Lease(models.Model):
    """Who may run a loop until when, so that two beats or two workers do the work once."""

    name = models.CharField(max_length=32, primary_key=True)
    holder = models.CharField(max_length=64, blank=True, default="")
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} until {self.until:%H:%M:%S}"


class PortalProperty(models.Model):
    """A property definition as the portal has it now: its options are what people may choose."""

    object_type = models.CharField(max_length=32)
    name = models.CharField(max_length=200)
    label = models.TextField(blank=True, default="")
    type = models.CharField(max_length=32, blank=True, default="")
    read_only = models.BooleanField(default=False)
    unique = models.BooleanField(default=False)
    options = models.JSONField(
        default=list, help_text="[value, label, hidden], in the portal's order"
    )

    class Meta:
        verbose_name_plural = "portal properties"
        constraints = [models.UniqueConstraint(fields=["object_type", "name"], name="one_property")]

    def __str__(self) -> str:
        return f"{self.object_type}.{self.name}"


class PortalStage(models.Model):
    """A pipeline stage as the portal has it now."""

    object_type = models.CharField(max_length=32)
    pipeline = models.CharField(max_length=64)
    pipeline_label = models.TextField(blank=True, default="")
    stage = models.CharField(max_length=64)
    label = models.TextField(blank=True, default="")
    order = models.IntegerField(default=0)
    metadata = models.JSONField(default=dict)

    class Meta:
        ordering = ["object_type", "pipeline", "order"]
        constraints = [
            models.UniqueConstraint(fields=["object_type", "pipeline", "stage"], name="one_stage")
        ]

    def __str__(self) -> str:
        return self.label


MIRROR = "mirror:"
"""Findings of the loops that read: the portal check neither makes nor removes them."""
GO_ON = "go-on:"
"""The press that lets a sweep do what it stopped at, by the code of its hold."""


class SweepHold(models.Model):
    """Something a sweep would not do unasked, with the ids that it is about; `allowed_at` lets it."""

    code = models.CharField(max_length=57, primary_key=True)
    ids = models.JSONField(default=list)
    asked_at = models.DateTimeField()
    allowed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.code


class PortalFinding(models.Model):
    """A difference between the portal and what the rules believe, with what it breaks."""

    code = models.CharField(max_length=64, primary_key=True)
    message = models.TextField()
    mend = models.TextField(blank=True, default="", help_text="What to do about it, in words")
    fix = models.CharField(
        max_length=64, blank=True, default="", help_text="The press that mends it, where one can"
    )
    is_offer = models.BooleanField(default=False, help_text="It breaks nothing")
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.message

    @property
    def press_words(self) -> str:
        return "Go on" if self.fix.startswith(GO_ON) else "Add it in HubSpot"


class Portal(models.Model):
    """The one row about the portal as a whole: its id and where its screens are."""

    portal_id = models.CharField(max_length=32, primary_key=True)
    ui_domain = models.CharField(max_length=200, blank=True, default="")
    time_zone = models.CharField(max_length=64, blank=True, default="")
    calls_a_day = models.PositiveIntegerField(null=True, help_text="As HubSpot's answers say")
    calls_left = models.PositiveIntegerField(null=True)
    calls_told_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.portal_id


class LimitsLedger(models.Model):
    """The calls of the last seconds, what is closed and the portal's own numbers, in one row for all
    processes where there is no Redis."""

    name = models.CharField(max_length=200, primary_key=True)
    kept = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.name


class PortalClosed(models.Model):
    """What the breaker has closed, as a worker saw it last: why, in HubSpot's words, since when."""

    gate = models.CharField(max_length=100, primary_key=True)
    why = models.CharField(max_length=16)
    words = models.TextField()
    since = models.DateTimeField()
    until = models.DateTimeField(help_text="Then one call tries it")

    class Meta:
        verbose_name_plural = "closed parts of the portal"

    def __str__(self) -> str:
        return f"{self.gate}: {self.why}"


class Heartbeat(models.Model):
    """When a worker of a queue last did a task: what being alive means."""

    queue = models.CharField(max_length=32, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.queue} at {self.at:%H:%M:%S}"
