"""What the bar above a table of leads offers for all that are ticked."""

from dataclasses import dataclass

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from leads.domain.channels import Channel
from leads.domain.roles import Role, channels_for
from leads.models import Owner
from leads.queries.lead import ReasonChoice, offered_reasons
from leads.web.address import Address

register = template.Library()


@dataclass(frozen=True, slots=True)
class Choices:
    owners: tuple[Owner, ...]
    reasons: tuple[ReasonChoice, ...]
    channels: tuple[Channel, ...]
    """For admins alone: mending many labels at once is the desk's work."""


@register.simple_tag(takes_context=True)
def choices_for_many(context: template.Context) -> Choices:
    """Owners who are here, reasons that the portal keeps, and for admins the channels."""
    role = Role.of(getattr(context["request"].user, "role", None))
    return Choices(
        owners=tuple(Owner.objects.filter(left_at=None).order_by("first_name", "last_name")),
        reasons=offered_reasons(),
        channels=channels_for(role) if role is Role.ADMIN else (),
    )


@register.filter
def csv_href(address: Address) -> str:
    """The leads of this board as a file to save."""
    narrowing = {
        name: value for name, value in address.fields.items() if name in {"tab", "chip", "q"}
    }
    return reverse("leads-csv") + (f"?{urlencode(narrowing)}" if narrowing else "")
