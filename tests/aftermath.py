"""What must hold once a storm is over, asked of the portal itself and of the outbox, in words."""

from collections import Counter
from dataclasses import dataclass

from leads.models import DemoRequest, Lead, OutboundWrite, State
from tests.portal import Json, Portal


@dataclass(frozen=True)
class Aftermath:
    """One portal and the mirror of it, when all loops have run until nothing moved."""

    portal: Portal

    def faults(self) -> list[str]:
        """Everything that is not as it must be, in words; empty after a good storm."""
        checks = (
            self.unsettled, self.without_reason, self.doubled_deals, self.orphaned_deals,
            self.doubled_notes, self.lost_leads, self.untrue_leads, self.lost_requests,
        )  # fmt: skip
        return [words for check in checks for words in check()]

    def unsettled(self) -> list[str]:
        """Each write is sent, dropped, or waits for a person."""
        over = (State.SENT, State.DISCARDED, State.HELD, State.REFUSED)
        left = OutboundWrite.objects.exclude(state__in=over)
        held = OutboundWrite.objects.filter(state__in=(State.HELD, State.REFUSED))
        waits = left.exclude(depends_on__in=held)
        blocked = set(held.values_list("lead_id", flat=True))
        return [
            f"{one} is left over: {one.stuck_because}"
            for one in waits
            if one.lead_id not in blocked
        ]

    def without_reason(self) -> list[str]:
        stuck = OutboundWrite.objects.needing_a_person().filter(stuck_because="")
        return [f"{one} waits for a person and does not say why" for one in stuck]

    def doubled_deals(self) -> list[str]:
        count = Counter(
            lead for deal in self.live("deals") for lead in deal["associations"].get("leads", ())
        )
        return [f"Lead {lead} has {number} deals" for lead, number in count.items() if number > 1]

    def orphaned_deals(self) -> list[str]:
        return [
            f"Deal {deal['id']} belongs to no lead"
            for deal in self.live("deals")
            if not deal["associations"].get("leads")
        ]

    def doubled_notes(self) -> list[str]:
        """Every note has words of its own, or a request of its own."""
        bodies = [
            (note["properties"]["hs_note_body"], note["properties"]["hs_timestamp"])
            for note in self.live("notes")
        ]
        asked = DemoRequest.objects.filter(state__in=("taken", "customer")).count()
        requested = [one for one in bodies if "requested on" in one[0]]
        words = [
            f"“{body}” was written {n} times"
            for (body, _), n in Counter(bodies).items()
            if n > 1 and "requested" not in body
        ]
        if len(requested) != asked:
            words.append(f"{asked} requests were taken in, and {len(requested)} notes tell of one")
        return words

    def lost_leads(self) -> list[str]:
        here = dict(Lead.objects.exclude(hubspot_id=None).values_list("hubspot_id", "archived_at"))
        words = []
        for lead in self.portal.objects("leads"):
            if lead["id"] not in here:
                words.append(f"Lead {lead['id']} is not in the mirror")
            elif bool(here[lead["id"]]) != bool(lead["archived"]):
                words.append(f"Lead {lead['id']} is archived on one side only")
        return words

    def untrue_leads(self) -> list[str]:
        """Where nothing of ours is open, the mirror shows what HubSpot has."""
        words = []
        for there in self.live("leads"):
            row = Lead.objects.get(hubspot_id=there["id"])
            if (
                OutboundWrite.objects.filter(lead=row)
                .exclude(state__in=(State.SENT, State.DISCARDED))
                .exists()
            ):
                continue
            said = there["properties"]
            pairs = {
                "stage": "hs_pipeline_stage",
                "channel": "hs_lead_label",
                "reason": "hs_lead_disqualification_reason",
            }
            for column, name in pairs.items():
                if getattr(row, column) != (said.get(name) or ""):
                    here = getattr(row, column)
                    words.append(f"{there['id']}: {column} {here!r} here, {said.get(name)!r} there")
        return words

    def lost_requests(self) -> list[str]:
        left = DemoRequest.objects.filter(state="received")
        return [f"The request of {one.email} was never taken in: {one.outcome}" for one in left]

    def live(self, kind: str) -> list[Json]:
        return [one for one in self.portal.objects(kind) if not one["archived"]]
