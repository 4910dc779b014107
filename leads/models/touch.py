"""Touches: e-mails, calls and meetings seen in HubSpot, as evidence of what became of an attempt."""

from typing import Self

from django.conf import settings
from django.db import models

from leads.domain.touches import Direction, TouchKind, Verdict
from leads.models.mirror import Contact, Lead, Owner


class TouchQuerySet(models.QuerySet["Touch"]):
    def outgoing(self) -> Self:
        """What really went out: a failed or planned mail has no direction."""
        return self.filter(direction=Direction.OUTGOING)

    def prompting(self) -> Self:
        """The meetings that ask for a deal."""
        return self.filter(prompts_deal=True, gone_at=None)


class Touch(models.Model):
    """One activity as one lead sees it: a mail to two people with open leads is two rows.

    `verdict` is what the rules say of a mail, `corrected_verdict` what a person said afterwards.
    `acted_at` says that the touch has had its effect: none has it twice.
    """

    lead = models.ForeignKey(Lead, models.CASCADE, related_name="touches")
    contact = models.ForeignKey(
        Contact,
        models.DO_NOTHING,
        null=True,
        blank=True,
        db_constraint=False,
        related_name="touches",
    )
    owner = models.ForeignKey(
        Owner, models.DO_NOTHING, null=True, blank=True, db_constraint=False, related_name="+"
    )
    kind = models.CharField(max_length=16, choices=[(kind.value, kind.label) for kind in TouchKind])
    hubspot_id = models.CharField(max_length=32)
    modified_at = models.DateTimeField(help_text="HubSpot's own word for the last change")
    gone_at = models.DateTimeField(null=True, blank=True, help_text="No longer in HubSpot")
    direction = models.CharField(
        max_length=16, blank=True, default="", choices=[(one.value, one.value) for one in Direction]
    )
    at = models.DateTimeField(help_text="When it was sent, came, was called or was booked")
    subject = models.TextField(blank=True, default="")
    snippet = models.TextField(blank=True, default="", help_text="The new words, cut short")
    sequence = models.CharField(
        max_length=32, blank=True, default="", help_text="The sequence that sent it, if one did"
    )
    outcome = models.CharField(
        max_length=64, blank=True, default="", help_text="HubSpot's word: status or disposition"
    )
    starts_at = models.DateTimeField(null=True, blank=True, help_text="When a meeting begins")
    prompts_deal = models.BooleanField(default=False, help_text="A meeting that asks for a deal")

    verdict = models.CharField(
        max_length=16, blank=True, default="", choices=[(one.value, one.value) for one in Verdict]
    )
    rule = models.PositiveSmallIntegerField(null=True, blank=True)
    because = models.TextField(blank=True, default="")
    is_certain = models.BooleanField(default=True)
    wants_out = models.BooleanField(default=False)
    return_on = models.DateField(null=True, blank=True)
    left_company = models.BooleanField(default=False)
    rules_version = models.PositiveSmallIntegerField(null=True, blank=True)
    is_by_person = models.BooleanField(
        default=False, help_text="A person acted, ours or theirs: staleness counts from it"
    )

    corrected_verdict = models.CharField(
        max_length=16, blank=True, default="", choices=[(one.value, one.value) for one in Verdict]
    )
    corrected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    corrected_at = models.DateTimeField(null=True, blank=True)
    asks = models.BooleanField(default=False, help_text="Waits for the owner's word")
    acted_at = models.DateTimeField(null=True, blank=True, help_text="It has had its effect")

    objects = TouchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "touches"
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["lead", "-at"], name="touch_of_lead"),
            models.Index(
                fields=["lead", "at"], name="touch_by_person", condition=models.Q(is_by_person=True)
            ),
            models.Index(
                fields=["lead"], name="touch_to_act_on", condition=models.Q(acted_at=None)
            ),
            models.Index(fields=["lead"], name="touch_asks", condition=models.Q(asks=True)),
            models.Index(
                fields=["lead"], name="touch_prompts", condition=models.Q(prompts_deal=True)
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["lead", "kind", "hubspot_id"], name="one_touch")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.hubspot_id} {self.verdict or self.direction}".strip()

    @property
    def told(self) -> Verdict | None:
        """Who wrote it as far as we know: a person's word before the rules' verdict."""
        said = self.corrected_verdict or self.verdict
        return Verdict(said) if said else None

    @property
    def is_told_for_sure(self) -> bool:
        return bool(self.corrected_verdict) or self.is_certain


class PassedOver(models.Model):
    """An activity that was looked at and is no part of this attempt: it is not read again."""

    lead = models.ForeignKey(Lead, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=16)
    hubspot_id = models.CharField(max_length=32)

    class Meta:
        verbose_name_plural = "passed over"
        constraints = [
            models.UniqueConstraint(fields=["lead", "kind", "hubspot_id"], name="one_passed_over")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.hubspot_id}"
