"""Rows for tests, by factory_boy: what a test does not say is filled with something plausible."""

from datetime import UTC, datetime
from typing import Any

import factory

from leads.domain.channels import Channel
from leads.domain.pipeline import PIPELINE_ID, Stage
from leads.models import (
    Company,
    Contact,
    Deal,
    Decision,
    DemoRequest,
    Door,
    Lead,
    OutboundWrite,
    Owner,
    Person,
)

NOW = datetime(2026, 8, 28, 15, 0, tzinfo=UTC)
"""A Friday, 11:00 in the office."""


class OwnerFactory(factory.django.DjangoModelFactory[Owner]):
    class Meta:
        model = Owner

    hubspot_id = factory.Sequence(lambda n: str(71000100 + n))
    email = factory.Sequence(lambda n: f"owner{n}@kiss.example")
    first_name = "Owen"
    last_name = factory.Sequence(lambda n: f"Owner{n}")


class PersonFactory(factory.django.DjangoModelFactory[Person]):
    class Meta:
        model = Person

    username = factory.Sequence(lambda n: f"person{n}")
    role = "rep"


class CompanyFactory(factory.django.DjangoModelFactory[Company]):
    class Meta:
        model = Company

    hubspot_id = factory.Sequence(lambda n: str(3000 + n))
    name = "Cedar Gate Storage"
    folded = "cedar gate storage"


class ContactFactory(factory.django.DjangoModelFactory[Contact]):
    class Meta:
        model = Contact

    hubspot_id = factory.Sequence(lambda n: str(2000 + n))
    first_name = "Imani"
    last_name = "Oyelaran"
    email = factory.Sequence(lambda n: f"imani{n}@cedar.example")
    folded = factory.LazyAttribute(lambda c: f"{c.first_name} {c.last_name} {c.email}".lower())
    company = factory.SubFactory(CompanyFactory)


class LeadFactory(factory.django.DjangoModelFactory[Lead]):
    """An open lead of HubSpot's, as a pull leaves it: what is shown is what HubSpot has."""

    class Meta:
        model = Lead

    hubspot_id = factory.Sequence(lambda n: str(500 + n))
    name = "Imani Oyelaran lead"
    pipeline = PIPELINE_ID
    stage = Stage.ATTEMPTING.value
    channel = Channel.MARKETING.value
    contact = factory.SubFactory(ContactFactory)
    company = factory.SelfAttribute("contact.company")
    created_at = NOW
    modified_at = NOW
    stage_entered_at = NOW
    version = 1

    @factory.lazy_attribute
    def remote(self: Any) -> dict[str, Any]:
        return {
            "hs_lead_name": self.name,
            "hs_pipeline": self.pipeline,
            "hs_pipeline_stage": self.stage,
            "hs_lead_label": self.channel or None,
            "hubspot_owner_id": self.owner.hubspot_id if getattr(self, "owner", None) else None,
            "hs_v2_date_entered_current_stage": self.stage_entered_at.isoformat(),
        }


class DealFactory(factory.django.DjangoModelFactory[Deal]):
    class Meta:
        model = Deal

    hubspot_id = factory.Sequence(lambda n: str(9000 + n))
    name = "Cedar Gate Storage – 14 sites"


class DecisionFactory(factory.django.DjangoModelFactory[Decision]):
    class Meta:
        model = Decision

    lead = factory.SubFactory(LeadFactory)
    verb = Decision.Verb.MOVE
    summary = "Moved to Connected"
    decided_at = NOW


class WriteFactory(factory.django.DjangoModelFactory[OutboundWrite]):
    class Meta:
        model = OutboundWrite

    lead = factory.SubFactory(LeadFactory)
    decision = factory.SubFactory(DecisionFactory, lead=factory.SelfAttribute("..lead"))
    object_type = "leads"
    record_id = factory.SelfAttribute("lead.hubspot_id")
    properties = {"hs_pipeline_stage": Stage.CONNECTED.value}
    base = {"hs_pipeline_stage": Stage.ATTEMPTING.value}
    created_at = NOW
    not_before = NOW


class DoorFactory(factory.django.DjangoModelFactory[Door]):
    class Meta:
        model = Door

    name = factory.Sequence(lambda n: f"August e-mail {n}")
    token = factory.Sequence(lambda n: f"a-token-of-a-door-{n}")
    channel = Channel.MARKETING.value
    created_at = NOW


class RequestFactory(factory.django.DjangoModelFactory[DemoRequest]):
    class Meta:
        model = DemoRequest

    door = factory.SubFactory(DoorFactory)
    email = factory.Sequence(lambda n: f"noor{n}@juniper.example")
    fingerprint = factory.Sequence(lambda n: f"{n:064x}")
    state = DemoRequest.State.TAKEN
    received_at = NOW
    asked_on = NOW.date()
