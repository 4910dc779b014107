"""The mirror: copies of HubSpot's rows. `remote` is what we last read, as read; the typed columns are
what the screens show, which is `remote` with our own open writes laid over it."""

from django.db import models
from django.db.models import Q

from leads.domain.pipeline import Stage


class Mirrored(models.Model):
    """What every copy has. A row is never deleted by inference: it is archived, gone or merged."""

    hubspot_id = models.CharField(max_length=32, primary_key=True)
    remote = models.JSONField(default=dict, help_text="HubSpot's raw values, as last read")
    created_at = models.DateTimeField(null=True)
    modified_at = models.DateTimeField(
        null=True, help_text="HubSpot's own word for the last change"
    )
    read_at = models.DateTimeField(null=True, help_text="When we last heard of it")
    archived_at = models.DateTimeField(null=True, blank=True)
    gone_at = models.DateTimeField(null=True, blank=True, help_text="404 everywhere: purged")
    merged_into = models.CharField(max_length=32, blank=True, default="")

    class Meta:
        abstract = True


class Owner(models.Model):
    """A HubSpot owner. `left_at` marks a deactivated one; their leads keep the name."""

    hubspot_id = models.CharField(max_length=32, primary_key=True)
    email = models.EmailField(blank=True, default="", db_index=True)
    first_name = models.CharField(max_length=100, blank=True, default="")
    last_name = models.CharField(max_length=100, blank=True, default="")
    user_id = models.CharField(max_length=32, null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip() or self.email or self.hubspot_id


class Company(Mirrored):
    """A storage operator. `locks_purchased` is HubSpot's calculation: above 0 means a customer."""

    name = models.TextField(blank=True, default="")
    domain = models.TextField(blank=True, default="")
    facility_management_software = models.TextField(blank=True, default="")
    current_lock_system = models.TextField(blank=True, default="")
    locks_purchased = models.IntegerField(null=True, blank=True)
    folded = models.TextField(blank=True, default="", help_text="What a search compares")

    class Meta:
        verbose_name_plural = "companies"

    def __str__(self) -> str:
        return self.name


class Contact(Mirrored):
    """A person, with what they asked of us: asked (`sent_on`) and shipped (tracking) are two facts."""

    first_name = models.TextField(blank=True, default="")
    last_name = models.TextField(blank=True, default="")
    email = models.TextField(blank=True, default="", db_index=True)
    phone = models.TextField(blank=True, default="")
    number_of_facilities = models.IntegerField(null=True, blank=True)
    folded = models.TextField(blank=True, default="", help_text="What a search compares")
    asked_on = models.DateField(null=True, blank=True, help_text="sent_date: asked for a demo lock")
    demo_lock_tracking = models.TextField(blank=True, default="")
    demo_lock_address = models.TextField(blank=True, default="")
    demo_lock_type = models.TextField(blank=True, default="")
    owner = models.ForeignKey(
        Owner,
        models.DO_NOTHING,
        null=True,
        blank=True,
        db_constraint=False,
        related_name="contacts",
    )
    company = models.ForeignKey(
        Company,
        models.DO_NOTHING,
        null=True,
        blank=True,
        db_constraint=False,
        related_name="contacts",
    )

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip() or self.email


class Lead(Mirrored):
    """One attempt to start a conversation with one contact. Qualification facts are not here."""

    hubspot_id = models.CharField(  # type: ignore[assignment]  # ours may precede HubSpot's
        max_length=32, unique=True, null=True, help_text="Empty until HubSpot has made it"
    )
    name = models.TextField(blank=True, default="")
    pipeline = models.CharField(max_length=64, blank=True, default="")
    stage = models.CharField(max_length=64, blank=True, default="")
    stage_entered_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    attempting_at = models.DateTimeField(null=True, blank=True, help_text="First entry")
    connected_at = models.DateTimeField(null=True, blank=True, help_text="First entry")
    meeting_booked_at = models.DateTimeField(null=True, blank=True, help_text="First entry")
    channel = models.TextField(blank=True, default="", help_text="hs_lead_label")
    reason = models.TextField(blank=True, default="")
    note = models.TextField(blank=True, default="")
    type = models.CharField(max_length=64, blank=True, default="")
    created_by = models.CharField(
        max_length=64, blank=True, default="", help_text="hs_object_source"
    )
    owner = models.ForeignKey(
        Owner, models.DO_NOTHING, null=True, blank=True, db_constraint=False, related_name="leads"
    )
    closed_owner = models.ForeignKey(
        Owner,
        models.DO_NOTHING,
        null=True,
        blank=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
        help_text="Whose it was when it closed: whoever gets it later did not close it",
    )
    contact = models.ForeignKey(
        Contact, models.DO_NOTHING, null=True, blank=True, db_constraint=False, related_name="leads"
    )
    company = models.ForeignKey(
        Company, models.DO_NOTHING, null=True, blank=True, db_constraint=False, related_name="leads"
    )
    contact_ids = models.JSONField(default=list, help_text="Every contact that HubSpot links")
    next_step_on = models.DateField(null=True, blank=True)
    next_step = models.TextField(blank=True, default="")
    next_step_task = models.CharField(max_length=32, blank=True, default="", help_text="Task id")
    version = models.BigIntegerField(default=0, help_text="The board's clock when it last changed")

    class Meta:
        indexes = [
            models.Index(fields=["version"], name="lead_version"),
            models.Index(fields=["contact"], name="lead_contact"),
            models.Index(
                fields=["stage", "next_step_on", "id"],
                name="lead_open",
                condition=Q(archived_at=None, gone_at=None),
            ),
            models.Index(
                fields=["owner", "stage", "next_step_on", "id"],
                name="lead_owner_open",
                condition=Q(archived_at=None, gone_at=None),
            ),
        ]
        constraints = [
            # A lead that people here disqualify has a reason; HubSpot's own leftovers may lack one,
            # and what HubSpot said stays readable in `remote`.
            models.CheckConstraint(
                name="disqualified_here_has_a_reason",
                condition=~Q(stage=Stage.DISQUALIFIED)
                | ~Q(reason="")
                | Q(remote__hs_pipeline_stage=Stage.DISQUALIFIED.value),
            )
        ]

    def __str__(self) -> str:
        return self.name


class DealQuerySet(models.QuerySet["Deal"]):
    def live(self) -> "DealQuerySet":
        """Those that HubSpot has: one that was merged into another counts once."""
        return self.filter(archived_at=None, gone_at=None, merged_into="")

    def open_with(self, contact_id: str) -> "DealQuerySet":
        """Those with this contact that are neither won nor lost: a conversation is running."""
        named = Q(contact_ids__icontains=f'"{contact_id}"') | Q(lead__contact=contact_id)
        return self.live().filter(named).exclude(is_closed=True)


class Deal(Mirrored):
    """A forecastable opportunity. `lead` is what attributes its revenue to a channel."""

    name = models.TextField(blank=True, default="")
    pipeline = models.CharField(max_length=64, blank=True, default="", db_index=True)
    stage = models.CharField(max_length=64, blank=True, default="")
    amount = models.DecimalField(max_digits=14, decimal_places=2, null=True, blank=True)
    close_on = models.DateField(null=True, blank=True)
    is_won = models.BooleanField(null=True)
    is_closed = models.BooleanField(null=True, help_text="Won or lost")
    owner = models.ForeignKey(
        Owner, models.DO_NOTHING, null=True, blank=True, db_constraint=False, related_name="deals"
    )
    lead = models.ForeignKey(Lead, models.SET_NULL, null=True, blank=True, related_name="deals")
    contact_ids = models.JSONField(default=list, help_text="Every contact that HubSpot links")

    objects = DealQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name
