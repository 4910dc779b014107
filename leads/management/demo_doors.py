"""The doors of the demo: the site, a campaign, the hired vendor, and a rep's own link."""

from datetime import datetime

from leads.actions.doors import By, Plan, add_door
from leads.domain.channels import Channel
from leads.models import Door, Owner, Person

RULE = Door.OwnerRule


def open_doors(admin: str, now: datetime) -> None:
    """Open them in the name of an admin. The rep's link is Rita's, if the portal knows her."""
    by = By(Person.objects.get(username=admin), now)
    rita = Owner.objects.filter(email="rita@kiss.example", left_at=None).first()
    site = ["https://www.kiss.example"]
    for plan in (
        Plan("Website", Channel.WEBSITE, 10, False, RULE.CONTACT, "", site),
        Plan("August lock e-mail", Channel.MARKETING, 40, False, RULE.CONTACT, "", []),
        Plan("IntentSignal", Channel.OUTBOUND_INTENT_SIGNAL, 10, True, RULE.IN_TURN, "", []),
        Plan("Rita’s own link", Channel.OUTBOUND_REP, 10, True, RULE.CONTACT,
             rita.pk if rita else "", []),
    ):  # fmt: skip
        add_door(plan, by)
