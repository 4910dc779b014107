"""The portal check: where HubSpot differs from what the rules believe, what that breaks, and its mend."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from leads.domain import disqualification, handoff
from leads.domain.channels import Channel, DealPair
from leads.domain.disqualification import Reason
from leads.domain.pipeline import PIPELINE_ID, Stage
from leads.hubspot.port import OptionRecord, Port, PropertyRecord
from leads.hubspot.properties import DEALS, LEADS, WRITABLE, WRITE_ID
from leads.models import PortalFinding

DEAL_GROUP = "dealinformation"
REASON = "hs_lead_disqualification_reason"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. `mend` says in words what to do about it; an offer is none that breaks anything."""

    code: str
    message: str
    mend: str = ""
    is_offer: bool = False


def check_portal(port: Port, pair_properties: tuple[str, str]) -> list[Difference]:
    """Everything that differs, most harmful first. Reads about five definitions; changes nothing."""
    leads = {found.name: found for found in port.properties(LEADS)}
    deals = {found.name: found for found in port.properties("deals")}
    return [
        *stage_differences(port),
        *reason_differences(leads.get(REASON)),
        *channel_differences(leads.get("hs_lead_label")),
        *writability_differences(leads),
        *deal_stage_differences(port),
        *pair_differences(deals, pair_properties),
        *write_id_offers(deals.get(WRITE_ID)),
    ]


def record_findings(differences: list[Difference], now: datetime) -> None:
    PortalFinding.objects.exclude(code__in=[found.code for found in differences]).delete()
    for found in differences:
        fields = {"message": found.message, "mend": found.mend, "seen_at": now}
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
            )
        elif (state := there[stage.value].metadata.get("leadState", "")) != stage.lead_state:
            yield Difference(
                f"state:{stage.slug}",
                f"The stage {stage.label} has leadState {state or 'none'}, not {stage.lead_state}.",
            )
    for extra in sorted(set(there) - set(Stage)):
        yield Difference(
            f"extra-stage:{extra}",
            f"The stage “{there[extra].label}” ({extra}) is not one of the five: "
            "its leads are shown in a lane of their own.",
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
            )


def channel_differences(found: PropertyRecord | None) -> Iterator[Difference]:
    values = {option.value for option in found.options} if found else set()
    for channel in Channel:
        if channel not in values:
            yield Difference(
                f"channel:{channel.value}",
                f"The lead channel “{channel.value}” is missing: it cannot be set.",
            )


def writability_differences(leads: dict[str, PropertyRecord]) -> Iterator[Difference]:
    for name in sorted(WRITABLE[LEADS]):
        if name not in leads:
            yield Difference(f"property:{name}", f"The lead property {name} is missing.")
        elif leads[name].read_only:
            yield Difference(f"read-only:{name}", f"HubSpot does not let us write {name}.")


def deal_stage_differences(port: Port) -> Iterator[Difference]:
    pipelines = {
        found.id: {stage.id for stage in found.stages} for found in port.pipelines("deals")
    }
    if handoff.DEAL_STAGE not in pipelines.get(handoff.DEAL_PIPELINE, set()):
        yield Difference(
            "deal-stage",
            f"The deal pipeline {handoff.DEAL_PIPELINE} with its stage {handoff.DEAL_STAGE} (Evaluation) "
            "is missing: no lead can be handed off.",
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
            )


def write_id_offers(found: PropertyRecord | None) -> Iterator[Difference]:
    """Without it a deal whose answer was lost is sent again only after ten quiet minutes."""
    if found is None:
        yield Difference(
            "write-id",
            f"The deal property {WRITE_ID} is not there: with it HubSpot itself refuses a second deal, "
            "and a hand-off whose answer was lost is settled in half a minute.",
            "manage.py check_portal --add-write-id creates it.",
            is_offer=True,
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
