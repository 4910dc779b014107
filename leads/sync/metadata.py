"""The portal's vocabulary: its owners, pipelines, properties and options, as they are now."""

from datetime import datetime

from django.db import transaction

from leads.hubspot.limiter import Day
from leads.hubspot.port import Port, PropertyRecord
from leads.models import Portal, PortalProperty, PortalStage
from leads.sync.merge import merge_owners

PIPELINES = ("leads", "deals")
PROPERTIES = ("leads", "contacts", "companies", "deals")


def pull_metadata(port: Port, now: datetime) -> dict[str, int]:
    """Read the vocabulary whole: about ten calls. Returns how much of each there is."""
    pull_account(port)
    owners = [*port.owners(archived=False), *port.owners(archived=True)]
    return {
        "owners": merge_owners(owners, now),
        "stages": sum(pull_stages(port, kind) for kind in PIPELINES),
        "properties": sum(pull_properties(port, kind) for kind in PROPERTIES),
    }


def pull_account(port: Port) -> None:
    account = port.account()
    fields = {"ui_domain": account.ui_domain, "time_zone": account.time_zone}
    Portal.objects.update_or_create(portal_id=account.portal_id, defaults=fields)


def pull_stages(port: Port, kind: str) -> int:
    """A stage that is gone from the portal goes from here; leads that stand in it stay."""
    rows = [
        PortalStage(
            object_type=kind, pipeline=pipeline.id, pipeline_label=pipeline.label, stage=stage.id,
            label=stage.label, order=stage.order, metadata=dict(stage.metadata),
        )
        for pipeline in port.pipelines(kind)
        for stage in pipeline.stages
    ]  # fmt: skip
    with transaction.atomic():
        PortalStage.objects.filter(object_type=kind).delete()
        PortalStage.objects.bulk_create(rows)
    return len(rows)


def pull_properties(port: Port, kind: str) -> int:
    rows = [portal_property(kind, found) for found in port.properties(kind)]
    with transaction.atomic():
        PortalProperty.objects.filter(object_type=kind).delete()
        PortalProperty.objects.bulk_create(rows)
    return len(rows)


def portal_property(kind: str, found: PropertyRecord) -> PortalProperty:
    options = [[option.value, option.label, option.hidden] for option in found.options]
    return PortalProperty(
        object_type=kind, name=found.name, label=found.label, type=found.type,
        read_only=found.read_only, unique=found.unique, options=options,
    )  # fmt: skip


def note_calls(told: Day | None, now: datetime) -> None:
    """Keep what HubSpot's answers said of the day's calls, for the page that shows it."""
    if told:
        fields = {"calls_a_day": told.calls, "calls_left": told.left, "calls_told_at": now}
        Portal.objects.update(**fields)
