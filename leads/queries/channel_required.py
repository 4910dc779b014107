"""Whether Lead Channel is required in HubSpot: somebody's word for it, and what came since then without."""

from dataclasses import dataclass
from datetime import datetime

from leads.models import Decision, Lead, Ticked
from leads.queries.missing_channel import LABEL, known_channels

NAME = "channel-required"


@dataclass(frozen=True, slots=True)
class Required:
    """`came_since` counts leads made after the tick that had no channel we know, labelled since or not:
    where there is one, the setting is not as was said."""

    by: str = ""
    at: datetime | None = None
    came_since: int = 0

    @property
    def is_ticked(self) -> bool:
        return self.at is not None

    @property
    def holds(self) -> bool:
        return self.is_ticked and not self.came_since


def channel_required() -> Required:
    ticked = Ticked.objects.filter(name=NAME).select_related("ticked_by").first()
    if ticked is None:
        return Required()
    who = ticked.ticked_by.get_full_name() or ticked.ticked_by.username
    return Required(who, ticked.ticked_at, came_without(ticked.ticked_at))


def came_without(since: datetime) -> int:
    """Leads made after this moment that had no channel, archived ones too."""
    known = known_channels()
    made = Lead.objects.filter(created_at__gt=since, gone_at=None, merged_into="")
    bare = set(made.exclude(channel__in=known).values_list("pk", flat=True))
    filled = Decision.objects.filter(
        verb=Decision.Verb.CHANNEL, lead__in=made.values("pk")
    ).select_related("lead")
    bare |= {one.on_lead.pk for one in filled if (one.before or {}).get(LABEL, "") not in known}
    return len(bare)
