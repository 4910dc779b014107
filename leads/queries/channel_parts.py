"""The lines of the channel report: by channel, deal pair, owner or week."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

from leads.domain import channels
from leads.domain.channels import OUTBOUND_PREFIX, Channel, deal_pair, label_of
from leads.queries.behind import Behind
from leads.queries.channel_sums import By, Sums, together, weeks
from leads.queries.health_cube import owner_names

REP, VENDOR = Channel.OUTBOUND_REP, Channel.OUTBOUND_INTENT_SIGNAL


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the report: its sums, and how its leads are found again."""

    label: str
    sums: Sums
    behind: Behind | None
    is_part: bool = False


def parts_of(found: Mapping[str, Sums], by: By, scope: Behind) -> list[Part]:
    match by:
        case By.PAIR:
            return by_pair(found, scope)
        case By.OWNER:
            return by_owner(found, scope)
        case By.WEEK:
            return by_week(found, scope)
    return by_channel(found, scope)


def by_channel(found: Mapping[str, Sums], scope: Behind) -> list[Part]:
    """The seven, outreach rolled up with its vendors under it, then what has no channel that we know."""
    outbound = sorted({*found, REP, VENDOR}, key=lambda one: (one != REP, one != VENDOR, one))
    vendors = [one for one in outbound if one.startswith(OUTBOUND_PREFIX)]
    lines: list[Part] = []
    for channel in Channel:
        if channel is REP:
            sums = together(found.get(one, Sums()) for one in vendors)
            lines.append(Part("Outbound", sums, replace(scope, vendor=OUTBOUND_PREFIX)))
            lines += [named(one, found, scope, is_part=True) for one in vendors]
        elif not channel.is_outbound:
            lines.append(named(channel, found, scope))
    return lines + unlabelled(found, scope)


def named(raw: str, found: Mapping[str, Sums], scope: Behind, *, is_part: bool = False) -> Part:
    return Part(label_of(raw), found.get(raw, Sums()), replace(scope, channel=raw), is_part)


def unlabelled(found: Mapping[str, Sums], scope: Behind) -> list[Part]:
    """Their own line, with each value that is no channel under it by its own name."""
    strange = [raw for raw in found if not channels.is_known(raw)]
    strange = [raw for raw in strange if not raw.startswith(OUTBOUND_PREFIX)]
    sums = together(found[raw] for raw in strange)
    lines = [Part("Unlabelled", sums, replace(scope, unlabelled=True))]
    unknown = sorted(raw for raw in strange if raw)
    if unknown and "" in found:
        lines.append(Part("Empty", found[""], replace(scope, channel=""), is_part=True))
    return lines + [
        Part(f"“{raw}”", found[raw], replace(scope, channel=raw), True) for raw in unknown
    ]


def by_pair(found: Mapping[str, Sums], scope: Behind) -> list[Part]:
    """By what a deal is credited to."""
    pairs: dict[str, list[str]] = {}
    for raw in [*Channel, *found]:
        pair = deal_pair(raw)
        if pair:
            pairs.setdefault(f"{pair.source} / {pair.detail}", []).append(str(raw))
    lines = []
    for label, values in pairs.items():
        behind = (
            replace(scope, vendor=OUTBOUND_PREFIX)
            if len(set(values)) > 1
            else replace(scope, channel=values[0])
        )
        sums = together(found.get(raw, Sums()) for raw in dict.fromkeys(values))
        lines.append(Part(label, sums, behind))
    none = together(sums for raw, sums in found.items() if deal_pair(raw) is None)
    return [*lines, Part("No pair: no known channel", none, replace(scope, unlabelled=True))]


def by_owner(found: Mapping[str, Sums], scope: Behind) -> list[Part]:
    names = owner_names()
    ordered = sorted(found, key=lambda one: (-found[one].raised, one))
    return [Part(names.get(one, one), found[one], replace(scope, owner=one)) for one in ordered]


def by_week(found: Mapping[str, Sums], scope: Behind) -> list[Part]:
    """By the week in which they were raised; a week that the period cuts is cut."""
    return [
        Part(f"{week.day} {week:%b %Y}", found[week.isoformat()], within_week(scope, week))
        for week in weeks(found)
    ]


def within_week(scope: Behind, week: date) -> Behind:
    end = week + timedelta(days=6)
    return replace(
        scope,
        since=max(week, scope.since or week),
        until=min(end, scope.until or end),
    )
