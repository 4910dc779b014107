"""From lead to deal, on the way out: before a deal is made, and whenever one may have been made, the
lead's own links are read. Search lags and is not asked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from leads.domain.pipeline import Stage
from leads.hubspot.errors import Gone, Refused
from leads.hubspot.port import Port, Record
from leads.hubspot.properties import COMPANIES, CONTACTS, DEALS, LEADS, READ, WRITE_ID
from leads.models import Decision, Lead, OutboundWrite, PortalProperty
from leads.sync import outcomes
from leads.sync.links import link_type

JUST = timedelta(seconds=10)
"""A lead that was read this short a while ago, together with its deals, is not read again to close it."""

type Clock = Callable[[], datetime]


@dataclass
class Looks:
    """The leads that this round of pushing has looked at."""

    seen: dict[int, tuple[Record, datetime]] = field(default_factory=dict)

    def just_read(self, write: OutboundWrite, now: datetime) -> Record | None:
        """The lead as read a moment ago, for the closing that follows its deal; once."""
        if write.depends_on is None or not write.depends_on.makes_deal:
            return None
        lead, at = self.seen.pop(write.on_lead.pk, (None, now))
        knows = lead is not None and write.properties.keys() <= lead.properties.keys()
        return lead if knows and now - at <= JUST else None


def look(port: Port, write: OutboundWrite, clock: Clock, looks: Looks) -> Record | None:
    """The deal that this lead has in HubSpot already, its links made whole; None where it has none.

    Raises Refused where HubSpot has the lead disqualified by now: no deal comes from that.
    """
    lead = port.read(
        LEADS,
        write.on_lead.hubspot_id or "",
        properties=["hs_pipeline_stage"],
        associations=[DEALS],
    )
    looks.seen[write.on_lead.pk] = (lead, clock())
    linked = lead.associations.get(DEALS, ())
    deals = port.read_many(DEALS, linked, properties=[*READ[DEALS], *own_id(write)])
    found = likeliest(write, deals) or by_write_id(port, write)
    if found is None:
        check_open(lead)
        return None
    mend_links(port, write, found, is_linked=found.id in linked)
    if not (write.was_in_doubt and is_ours(write, found)):
        say_adopted(write, found, clock())
    return found


def check_open(lead: Record) -> None:
    if lead.properties.get("hs_pipeline_stage") == Stage.DISQUALIFIED:
        raise Refused(
            "HubSpot has this lead as Disqualified by now, so no deal was made from it.",
            category="LEAD_CLOSED",
        )


def own_id(write: OutboundWrite) -> list[str]:
    """The write id's property, if an earlier try sent it along."""
    return [WRITE_ID] if WRITE_ID in write.properties else []


def likeliest(write: OutboundWrite, deals: list[Record]) -> Record | None:
    """Of several linked deals ours, else one in the right pipeline, the newest first."""

    def rank(deal: Record) -> tuple[bool, bool, datetime]:
        same_pipeline = deal.properties.get("pipeline") == write.properties["pipeline"]
        return is_ours(write, deal), same_pipeline, deal.created_at

    return max(deals, key=rank, default=None)


def is_ours(write: OutboundWrite, deal: Record) -> bool:
    """Whether an earlier try of this write made it: by the write id, else by name and pipeline."""
    if deal.properties.get(WRITE_ID) == str(write.write_id):
        return True
    told = ("dealname", "pipeline")
    return all(deal.properties.get(name) == write.properties.get(name) for name in told)


def by_write_id(port: Port, write: OutboundWrite) -> Record | None:
    """The deal that bears this write's id, where an earlier try sent it along."""
    if not own_id(write):
        return None
    try:
        value, names = str(write.write_id), [*READ[DEALS], WRITE_ID]
        return port.read(DEALS, value, properties=names, id_property=WRITE_ID)
    except Gone:
        return None
    except Refused as error:
        if error.concerns_access:
            raise
        forget_write_id(write)
        return None


def forget_write_id(write: OutboundWrite) -> None:
    """The portal has lost the property: go on without, which takes the quiet ten minutes."""
    write.properties = {name: raw for name, raw in write.properties.items() if name != WRITE_ID}
    OutboundWrite.objects.filter(pk=write.pk).update(properties=write.properties)
    PortalProperty.objects.filter(object_type=DEALS, name=WRITE_ID).delete()


def mend_links(port: Port, write: OutboundWrite, deal: Record, *, is_linked: bool) -> None:
    """Add those of the write's links that the deal lacks: repeatable. Nothing is taken away."""
    if not is_linked:
        link(port, deal.id, LEADS, write.on_lead.hubspot_id or "", is_first=True)
    for kind in (CONTACTS, COMPANIES):
        wanted = [id for other, id in write.links if other == kind]
        held = [edge.to_id for edge in port.edges(DEALS, [deal.id], kind).get(deal.id, [])]
        for id in wanted:
            if id not in held:
                link(port, deal.id, kind, id, is_first=not held)
                held.append(id)


def link(port: Port, deal_id: str, kind: str, id: str, *, is_first: bool) -> None:
    port.link(DEALS, deal_id, kind, id, link_type(port, DEALS, kind, is_first=is_first))


def say_adopted(write: OutboundWrite, deal: Record, now: datetime) -> None:
    """On record: the deal was there, made by somebody in HubSpot, and no second one was made."""
    name = deal.properties.get("dealname") or deal.id
    Decision.objects.get_or_create(
        key=f"adopted-{write.write_id}"[:64],
        defaults={
            "lead": write.lead,
            "verb": Decision.Verb.HAND_OFF,
            "summary": f"HubSpot had a deal already: “{name}”. No second one was made.",
            "evidence": {"deal": deal.id, "write": write.pk},
            "decided_at": now,
        },
    )


def push_link(port: Port, write: OutboundWrite, clock: Clock) -> None:
    """Join a deal to its lead, unless HubSpot has joined it to another meanwhile."""
    lead_id = Lead.objects.values_list("hubspot_id", flat=True).get(pk=write.on_lead.pk) or ""
    deal = port.read(DEALS, write.record_id, properties=READ[DEALS], associations=[LEADS])
    others = set(deal.associations.get(LEADS, ())) - {lead_id}
    if others:
        raise Refused("HubSpot links this deal to another lead already.", category="CONFLICT")
    link(port, deal.id, LEADS, lead_id, is_first=True)
    outcomes.sent(write, clock(), deal)
