"""The addresses behind numbers: what a figure counts, written into a link, read back and put in words."""

from dataclasses import fields, replace
from datetime import date

from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode

from leads.domain.channels import label_of
from leads.domain.pipeline import Stage
from leads.queries.behind import Behind, Mark, Standing
from leads.queries.card import reason_label
from leads.queries.health_cube import stage_label
from leads.queries.health_table import DealsBehind
from leads.web.address import one_of


def read(query: QueryDict) -> Behind:
    """What an address asks for. What it does not understand it leaves out."""
    stage = text_of(query, "stage")
    known = Stage.from_slug(stage)
    return Behind(
        since=day_of(query, "since"),
        until=day_of(query, "until"),
        week=day_of(query, "week"),
        standing=one_of(Standing, query.get("standing")),
        mark=one_of(Mark, query.get("mark")),
        stage=known.value if known else stage,
        owner=text_of(query, "owner"),
        channel=text_of(query, "channel"),
        reason=text_of(query, "reason"),
        source=text_of(query, "source"),
        closer=text_of(query, "closer"),
        vendor=text_of(query, "vendor"),
        unlabelled=query.get("unlabelled") == "True" or None,
    )


EARLIEST, LATEST = date(1990, 1, 1), date(2200, 1, 1)
"""Days beyond these are typing errors, and at the end of the calendar no next day can be counted."""


def text_of(query: QueryDict, name: str) -> str | None:
    """The value as it may stand in a database, which keeps no NUL; None where the address has none."""
    said = query.get(name)
    return None if said is None else said.replace("\0", "")


def day_of(query: QueryDict, name: str) -> date | None:
    try:
        day = date.fromisoformat(query.get(name, ""))
    except ValueError:
        return None
    return day if EARLIEST <= day <= LATEST else None


def period(behind: Behind) -> Behind:
    """The days of creation alone: what the whole report is narrowed to."""
    return Behind(since=behind.since, until=behind.until)


def written(behind: Behind) -> str:
    """The query of an address that asks for this; "" where nothing is asked."""
    stage = Stage.of(behind.stage)
    said = replace(behind, stage=stage.slug) if stage else behind
    values = {one.name: getattr(said, one.name) for one in fields(said)}
    return urlencode({name: value for name, value in values.items() if value is not None})


def address(behind: Behind | DealsBehind, name: str = "lead-health-leads") -> str:
    """Where the leads (or deals) behind a number are listed."""
    if isinstance(behind, DealsBehind):
        where = "retired" if behind.retired else "pipeline"
        return f"{reverse('lead-health-deals')}?stand={where}"
    query = written(behind)
    return reverse(name) + (f"?{query}" if query else "")


MARKS = {
    Mark.OPEN: "open",
    Mark.LOST: "archived in mid-pipeline",
    Mark.ENDED: "ended without a meeting",
    Mark.ENDED_WITHOUT_REASON: "ended without a reason",
    Mark.WITH_REASON: "with a reason",
    Mark.STALE: "stale",
    Mark.NO_REPLY: "connected without a reply from a person",
    Mark.TOUCHED: "first touch sent",
    Mark.CONNECTED: "reached Connected",
    Mark.MEETING: "meeting booked",
    Mark.DISQUALIFIED: "disqualified",
    Mark.DEAL: "with a deal",
}


def words(behind: Behind, names: dict[str, str]) -> list[str]:
    """What is asked for in words, one part each; empty where all leads are."""
    said = [MARKS[behind.mark]] if behind.mark else []
    said += [behind.standing.value] if behind.standing else []
    for name, title, label in (
        ("stage", "stage", stage_label),
        ("owner", "owner", lambda raw: names.get(raw, raw)),
        ("channel", "channel", label_of),
        ("reason", "reason", lambda raw: reason_label(raw) or "none"),
        ("source", "created by", lambda raw: raw or "not told"),
        ("closer", "owner at closing", lambda raw: names.get(raw, raw)),
        ("vendor", "channel begins with", lambda raw: raw.removesuffix(" - ")),
        ("unlabelled", "without a channel that reports know", lambda _: ""),
    ):
        if (value := getattr(behind, name)) is not None:
            said.append(f"{title} {label(value)}".strip())
    for name, title in (
        ("week", "ended in the week of"),
        ("since", "created from"),
        ("until", "to"),
    ):
        if on := getattr(behind, name):
            said.append(f"{title} {on.day} {on:%b %Y}")
    return said
