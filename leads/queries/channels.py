"""The channel report: where leads come from and what they become. By the Lead Channel alone: HubSpot's own
source splits one door three ways and is never counted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from leads.domain.disqualification import Reason
from leads.queries.behind import Behind, Mark
from leads.queries.board import latest_pull
from leads.queries.card import Viewer, reason_label
from leads.queries.channel_parts import REP, VENDOR, Part, named, parts_of
from leads.queries.channel_sums import By, Sums, sums_of, together
from leads.queries.health_table import FEW, Cell, Row, Table, count, share_words

FUNNEL = (
    ("Raised", "raised", None),
    ("First touch", "touched", Mark.TOUCHED),
    ("Connected", "connected", Mark.CONNECTED),
    ("Meeting", "meetings", Mark.MEETING),
    ("Disqualified", "disqualified", Mark.DISQUALIFIED),
    ("Open", "still_open", Mark.OPEN),
    ("Archived", "archived", Mark.LOST),
)
"""The columns that count leads: heading, sum, and what stands behind it."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of the chart; the three numbers are the leads that came so far."""

    label: str
    raised: int
    connected: int
    meetings: int


@dataclass(frozen=True, slots=True)
class ChannelReport:
    """`before` are the sums of the period before, None where there is none to compare with."""

    tables: tuple[Table, ...]
    bars: tuple[Bar, ...]
    total: Sums
    before: Sums | None
    as_of: datetime | None


def channel_report(
    scope: Behind, before: Behind | None, by: By, invoice: Decimal | None, viewer: Viewer
) -> ChannelReport:
    """The report about the leads created within the days of `scope`, as this person may see them."""
    found = sums_of(scope, by, viewer)
    parts = parts_of(found, by, scope)
    total = together(found.values())
    whole = Part("All", total, scope)
    vendors = found if by is By.CHANNEL else sums_of(scope, By.CHANNEL, viewer)
    tables = (
        became(parts, whole, by),
        deals(parts, whole, by),
        reasons(parts, whole, by),
        outreach(vendors, scope, invoice),
    )
    earlier = together(sums_of(before, By.OWNER, viewer).values()) if before else None
    bars = tuple(
        Bar(one.label, one.sums.raised, one.sums.connected, one.sums.meetings)
        for one in parts
        if one.sums.raised and not one.is_part
    )
    return ChannelReport(tables, bars, total, earlier, latest_pull())


def became(parts: Sequence[Part], whole: Part, by: By) -> Table:
    """The funnel, with rates and times."""
    columns = [heading for heading, _, _ in FUNNEL]
    return Table(
        "funnel", "What became of them",
        "Leads by when they were raised, each counted in every stage that it ever reached, so that one "
        "that came back from Connected counts once. Raised is Meeting, Disqualified, Open and Archived "
        "together. Times are medians from being raised.",
        by.label, (*columns, "Connected of raised", "To first touch", "To meeting"),
        tuple(funnel_row(one) for one in [*parts, replace(whole)]),
    )  # fmt: skip


def funnel_row(part: Part) -> Row:
    sums = part.sums
    cells = [lead_cell(getattr(sums, name), part, mark) for _, name, mark in FUNNEL]
    more = (
        Cell(share_words(sums.connected, sums.raised)),
        Cell(time_words(sums.median_to_touch, len(sums.to_touch))),
        Cell(time_words(sums.median_to_meeting, len(sums.to_meeting))),
    )
    return Row(part.label, (*cells, *more), is_total=part.label == "All", is_part=part.is_part)


def lead_cell(number: int, part: Part, mark: Mark | None) -> Cell:
    if part.behind is None or not number:
        return Cell(f"{number:,}")
    return count(number, part.behind, mark=mark)


def time_words(hours: float | None, number: int) -> str:
    """ "3.2 h" or "4.5 d", with how many leads it is the median of where they are few."""
    if hours is None:
        return ""
    words = f"{hours:.1f} h" if hours < 48 else f"{hours / 24:.1f} d"
    return words if number >= FEW else f"{words} of {number}"


def deals(parts: Sequence[Part], whole: Part, by: By) -> Table:
    stages = sorted(whole.sums.deal_stages)
    return Table(
        "deals", "Deals that came of them",
        "Deals are credited to the channel of the lead that they came from, where they stand today.",
        by.label, ("Leads with a deal", "Deals", *stages, "Amount", "Won", "Won amount"),
        tuple(deal_row(one, stages) for one in [*parts, whole] if one.sums.deals),
        "No deal has come of these leads.",
    )  # fmt: skip


def deal_row(part: Part, stages: Sequence[str]) -> Row:
    sums = part.sums
    cells = (
        lead_cell(sums.with_deal, part, Mark.DEAL),
        Cell(f"{sums.deals:,}"),
        *(Cell(f"{sums.deal_stages[stage]:,}") for stage in stages),
        Cell(money_words(sums.amount)),
        Cell(f"{sums.won:,}"),
        Cell(money_words(sums.won_amount)),
    )
    return Row(part.label, cells, is_total=part.label == "All", is_part=part.is_part)


def money_words(amount: Decimal) -> str:
    return f"${amount:,.0f}" if amount else ""


def reasons(parts: Sequence[Part], whole: Part, by: By) -> Table:
    told = reasons_in(whole.sums.reasons)
    return Table(
        "reasons", "Disqualified, by reason",
        "No response and No interest are two answers: nobody replied, or somebody declined.",
        by.label, tuple(reason_label(one) or "No reason" for one in told),
        tuple(reason_row(one, told) for one in [*parts, whole] if one.sums.disqualified),
        "None of these leads was disqualified.",
    )  # fmt: skip


def reasons_in(found: Iterable[str]) -> list[str]:
    """In the order in which they are offered, then any that we do not know, then none."""
    order = [reason.value for reason in Reason]
    return sorted(
        found, key=lambda one: (order.index(one) if one in order else len(order), one == "", one)
    )


def reason_row(part: Part, told: Sequence[str]) -> Row:
    cells = tuple(
        count(part.sums.reasons[one], part.behind, mark=Mark.DISQUALIFIED, reason=one)
        if part.behind and part.sums.reasons[one]
        else Cell(str(part.sums.reasons[one]))
        for one in told
    )
    return Row(part.label, cells, is_total=part.label == "All", is_part=part.is_part)


def outreach(found: Mapping[str, Sums], scope: Behind, invoice: Decimal | None) -> Table:
    """Our own reps beside the hired vendor: the identical work, so that an invoice can be judged."""
    lines = [named(one, found, scope) for one in (REP, VENDOR)]
    return Table(
        "outreach", "Our reps beside the vendor",
        "Both do the identical work. With the vendor’s invoice for this period, what one conversation "
        "and one meeting cost.",
        "Who", ("Raised", "Connected", "Meeting", "Connected of raised", "A conversation", "A meeting"),
        tuple(outreach_row(one, invoice if index else None) for index, one in enumerate(lines)),
    )  # fmt: skip


def outreach_row(part: Part, invoice: Decimal | None) -> Row:
    sums = part.sums
    cells = (
        lead_cell(sums.raised, part, None),
        lead_cell(sums.connected, part, Mark.CONNECTED),
        lead_cell(sums.meetings, part, Mark.MEETING),
        Cell(share_words(sums.connected, sums.raised)),
        Cell(cost_words(invoice, sums.connected)),
        Cell(cost_words(invoice, sums.meetings)),
    )
    return Row(part.label, cells)


def cost_words(invoice: Decimal | None, number: int) -> str:
    """ "$1,250 each"; in words where nothing came of it."""
    if invoice is None:
        return ""
    return f"${invoice / number:,.0f} each" if number else f"${invoice:,.0f} for none"
