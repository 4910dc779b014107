"""The portal check: where HubSpot differs from what the rules believe, what that breaks, and its mend."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from leads.domain import disqualification, handoff
from leads.domain.channels import Channel, DealPair
from leads.domain.disqualification import Reason
from leads.domain.pipeline import PIPELINE_ID, Stage
from leads.hubspot.port import OptionRecord, Port, PropertyRecord
from leads.hubspot.properties import CONTACTS, DEALS, LEADS, WRITABLE, WRITE_ID
from leads.models import PortalFinding
from leads.models.sync import MIRROR
from leads.sync.portal_difference import Difference
from leads.sync.portal_scopes import scope_differences

DEAL_GROUP = "dealinformation"
REASON = "hs_lead_disqualification_reason"
LABEL = "hs_lead_label"


def check_portal(port: Port, pair_properties: tuple[str, str]) -> list[Difference]:
    """Everything that differs, most harmful first. Reads about fifteen pages; changes nothing.

    What the key may not read is a difference itself (403); any other refusal is raised.
    """
    definitions = {kind: properties_of(port, kind) for kind in (LEADS, DEALS, CONTACTS)}
    leads, deals = definitions[LEADS], definitions[DEALS]
    return [
        *scope_differences(port),
        *stage_differences(port),
        *reason_differences(leads.get(REASON)),
        *channel_differences(leads.get(LABEL)),
        *writability_differences(leads),
        *deal_stage_differences(port),
        *pair_differences(deals, pair_properties),
        *retired_differences(definitions),
        *write_id_offers(deals.get(WRITE_ID)),
    ]


def properties_of(port: Port, kind: str) -> dict[str, PropertyRecord]:
    return {found.name: found for found in port.properties(kind)}


def record_findings(differences: list[Difference], now: datetime) -> None:
    ours = PortalFinding.objects.exclude(code__startswith=MIRROR)
    ours.exclude(code__in=[found.code for found in differences]).delete()
    for found in differences:
        fields = {
            "message": found.message, "mend": found.mend, "seen_at": now, "fix": found.fix,
            "is_offer": found.is_offer,
        }  # fmt: skip
        PortalFinding.objects.update_or_create(code=found.code, defaults=fields)


def stage_differences(port: Port) -> Iterator[Difference]:
    pipeline = next((found for found in port.pipelines(LEADS) if found.id == PIPELINE_ID), None)
    if pipeline is None:
        yield Difference(
            "pipeline", f"The lead pipeline {PIPELINE_ID} is missing: no lead can be moved.",
            "Check that this key belongs to the right portal.",
        )  # fmt: skip
        return
    there = {stage.id: stage for stage in pipeline.stages}
    for stage in Stage:
        if stage.value not in there:
            yield Difference(
                f"stage:{stage.slug}",
                f"The stage {stage.label} ({stage.value}) is missing: leads cannot be moved there.",
                "In HubSpot: Settings, Objects, Leads, Pipelines. Make the stage again; its new id must then "
                "be told to whoever looks after this site.",
            )
        elif (state := there[stage.value].metadata.get("leadState", "")) != stage.lead_state:
            yield Difference(
                f"state:{stage.slug}",
                f"The stage {stage.label} has leadState {state or 'none'}, not {stage.lead_state}: "
                "HubSpot counts its leads as something else than we do.",
                "In HubSpot: Settings, Objects, Leads, Pipelines. Put the stage back to its state.",
            )
    for extra in sorted(set(there) - set(Stage)):
        yield Difference(
            f"extra-stage:{extra}",
            f"The stage “{there[extra].label}” ({extra}) is not one of the five: "
            "its leads are shown in a lane of their own.",
            "Move its leads to one of the five in HubSpot, then remove the stage there.",
        )


def reason_differences(found: PropertyRecord | None) -> Iterator[Difference]:
    options = [(option.value, option.label) for option in found.options] if found else []
    for reason in Reason:
        if disqualification.matching_option(options, reason) is None:
            yield Difference(
                f"reason:{reason.value}",
                f"The disqualification reason {reason.value} ({reason.label}) is missing: "
                "leads cannot be closed with it.",
                "manage.py check_portal --fix adds it. By hand: HubSpot, Settings, Properties, Lead, "
                f"“Disqualification reason”, add the option {reason.label.title()}.",
                fix="no-response" if reason is Reason.NO_RESPONSE else "",
            )


def channel_differences(found: PropertyRecord | None) -> Iterator[Difference]:
    values = {option.value for option in found.options} if found else set()
    for channel in Channel:
        if channel not in values:
            yield Difference(
                f"channel:{channel.value}",
                f"The lead channel “{channel.value}” is missing: it cannot be set.",
                "By hand: HubSpot, Settings, Properties, Lead, “Lead Channel”, add the option exactly so.",
                fix=f"channel:{channel.value}",
            )


def writability_differences(leads: dict[str, PropertyRecord]) -> Iterator[Difference]:
    for name in sorted(WRITABLE[LEADS]):
        if name not in leads:
            yield Difference(
                f"property:{name}",
                f"The lead property {name} is missing: no change of it can be saved.",
                "Check that this key belongs to the right portal.",
            )
        elif leads[name].read_only:
            yield Difference(
                f"read-only:{name}",
                f"HubSpot does not let us write {name}: every change of it is refused.",
                "In HubSpot: Settings, Properties, Lead. Only HubSpot can open a locked one.",
            )


def deal_stage_differences(port: Port) -> Iterator[Difference]:
    pipelines = {
        found.id: {stage.id for stage in found.stages} for found in port.pipelines("deals")
    }
    if handoff.DEAL_STAGE not in pipelines.get(handoff.DEAL_PIPELINE, set()):
        yield Difference(
            "deal-stage",
            f"The deal pipeline {handoff.DEAL_PIPELINE} with its stage {handoff.DEAL_STAGE} (Evaluation) "
            "is missing: no lead can be handed off.",
            "In HubSpot: Settings, Objects, Deals, Pipelines. Bring the stage back, or check that this key "
            "belongs to the right portal.",
        )


def pair_differences(
    deals: dict[str, PropertyRecord], pair_properties: tuple[str, str]
) -> Iterator[Difference]:
    """The two deal properties that keep a deal's channel, with every value that we would write."""
    for position, name in enumerate(pair_properties):
        if name not in deals:
            yield Difference(
                f"deal-property:{name}",
                f"The deal property {name} is missing: a deal could not keep its channel.",
                "Set DEAL_CHANNEL_PROPERTY and DEAL_CHANNEL_DETAIL_PROPERTY to the portal's names.",
            )
        elif missing := sorted(values_needed(position) - option_values(deals[name])):
            yield Difference(
                f"deal-options:{name}",
                f"The deal property {name} lacks {', '.join(missing)}: such a deal would be refused.",
                f"By hand: HubSpot, Settings, Properties, Deal, {name}, add those options exactly so.",
            )


RETIRED = ((LEADS, "lead_origin"), (LEADS, "contact_source"), (LEADS, "calling_source"),
           (CONTACTS, "lead_origin"))  # fmt: skip
"""Properties that were given up for the Lead Channel."""


def retired_differences(
    definitions: Mapping[str, Mapping[str, PropertyRecord]],
) -> Iterator[Difference]:
    for kind, name in RETIRED:
        if name in definitions.get(kind, {}):
            yield Difference(
                f"retired:{kind}:{name}",
                f"The retired property {name} is on {kind} again: a second answer to where a lead came "
                "from, which nothing here reads.",
                f"In HubSpot: Settings, Properties, archive {name}. If HubSpot refuses, something depends on "
                "it: the error's description says what.",
            )


def write_id_offers(found: PropertyRecord | None) -> Iterator[Difference]:
    """Without it a deal whose answer was lost is sent again only after ten quiet minutes."""
    if found is None:
        yield Difference(
            "write-id",
            f"The deal property {WRITE_ID} is not there: with it HubSpot itself refuses a second deal, "
            "and a hand-off whose answer was lost is settled in half a minute.",
            "manage.py check_portal --add-write-id creates it. By hand: HubSpot, Settings, Properties, Deal, "
            "a single-line text of that internal name that demands unique values.",
            is_offer=True,
            fix="write-id",
        )
    elif not found.unique or found.read_only:
        yield Difference(
            "write-id",
            f"The deal property {WRITE_ID} does not demand unique values, so it is not used.",
            "Archive it in HubSpot, then manage.py check_portal --add-write-id.",
            is_offer=True,
        )


def add_write_id(port: Port) -> bool:
    """Create the unique deal property for our write ids. False where it is there already.

    Raises Refused where the key may not (403): hand-offs then go on without it.
    """
    if any(found.name == WRITE_ID for found in port.properties(DEALS)):
        return False
    port.add_unique_property(DEALS, WRITE_ID, "KISS CRM write id", DEAL_GROUP)
    return True


def values_needed(position: int) -> set[str]:
    pairs: list[DealPair] = [channel.deal_pair for channel in Channel]
    return {(pair.source, pair.detail)[position] for pair in pairs}


def option_values(found: PropertyRecord) -> set[str]:
    """Any text will do where the property is no enumeration."""
    if found.type != "enumeration":
        return values_needed(0) | values_needed(1)
    return {option.value for option in found.options}


def one_lower(options: Sequence[OptionRecord]) -> list[OptionRecord]:
    """The options one place further down; those that stand at -1 (last, for HubSpot) stay there."""
    return [replace(one, order=one.order + 1) if one.order >= 0 else one for one in options]


def add_channel(port: Port, value: str) -> bool:
    """Add one of the seven as an option of Lead Channel, behind the others. False where it is there."""
    found = next(found for found in port.properties(LEADS) if found.name == LABEL)
    if value in {option.value for option in found.options}:
        return False
    port.set_options(LEADS, LABEL, [*found.options, OptionRecord(value, value, order=-1)])
    return True


def add_no_response(port: Port) -> bool:
    """Add the No Response option. HubSpot replaces options as a whole, so the rest is sent along.

    Returns False where it is there already. Raises Refused where the key may not.
    """
    found = next(found for found in port.properties(LEADS) if found.name == REASON)
    reason = Reason.NO_RESPONSE
    if disqualification.matching_option([(o.value, o.label) for o in found.options], reason):
        return False
    added = OptionRecord(reason.value, "No Response", order=0)
    port.set_options(LEADS, REASON, [added, *one_lower(found.options)])
    return True
