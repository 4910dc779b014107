"""Who decided what about which lead, and on what grounds; kept for good."""

from django.conf import settings
from django.db import models

from leads.models.mirror import Contact, Lead


class Decision(models.Model):
    """One choice. `before` and `after` hold the exact values by HubSpot property name, so that an
    undo can put them back. An empty `actor` is the system, which then says why in `evidence`."""

    class Verb(models.TextChoices):
        DISQUALIFY = "disqualify"
        MOVE = "move"
        HAND_OFF = "hand_off", "hand off"
        RAISE = "raise_lead", "raise"
        ASSIGN = "assign"
        CHANNEL = "set_channel", "set channel"
        NEXT_STEP = "set_next_step", "next step"
        NOTE = "note"
        LOG_CALL = "log_call", "log a call"
        RENAME = "rename"
        ADVANCE = "advance"
        JUDGE = "judge_touch", "judge a reply"
        UNDO = "undo"
        CHOOSE = "choose", "settle a conflict"
        LINK_DEAL = "link_deal", "link a deal"
        ASK = "request_demo_lock", "ask for a demo lock"
        SHIP = "ship_demo_lock", "ship a demo lock"
        ADDRESS = "correct_address", "correct an address"

    lead = models.ForeignKey(Lead, models.CASCADE, null=True, blank=True, related_name="decisions")
    contact = models.ForeignKey(
        Contact,
        models.DO_NOTHING,
        null=True,
        blank=True,
        db_constraint=False,
        related_name="decisions",
        help_text="Whom it is about, where that is a person rather than a lead",
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="decisions"
    )
    verb = models.CharField(max_length=32, choices=Verb)
    summary = models.TextField(help_text="In words, as shown: Disqualified · No response")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    evidence = models.JSONField(default=dict)
    decided_at = models.DateTimeField(db_index=True)
    key = models.CharField(
        max_length=64,
        unique=True,
        null=True,
        help_text="Drawn with the form: a repeated post is this row",
    )
    undoes = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="undone_by"
    )

    class Meta:
        ordering = ["-decided_at", "-pk"]
        indexes = [models.Index(fields=["lead", "-decided_at"], name="decision_of_lead")]

    def __str__(self) -> str:
        return self.summary

    @property
    def on_lead(self) -> Lead:
        """The lead that it was about, for what is only ever decided about leads."""
        if self.lead is None:
            raise LookupError(f"“{self}” is about no lead.")
        return self.lead


PUT_BACK = (
    Decision.Verb.DISQUALIFY,
    Decision.Verb.MOVE,
    Decision.Verb.ASSIGN,
    Decision.Verb.CHANNEL,
    Decision.Verb.NEXT_STEP,
    Decision.Verb.ADVANCE,
    Decision.Verb.RENAME,
)
"""What an undo can take back; the rest stands, or never set a value of the lead."""
