"""Pages for a person to watch: what the portal holds, what was asked of it, and each record on its own."""

import re
from datetime import datetime
from html import escape
from typing import TYPE_CHECKING

from leads.sandbox.association_types import TYPES
from leads.sandbox.instants import iso
from leads.sandbox.journal import Entry
from leads.sandbox.kinds import KINDS, kind_named
from leads.sandbox.portal import Portal, Row

if TYPE_CHECKING:
    from leads.sandbox.server import Sandbox

_RECORD = re.compile(r"(?:/contacts/\d+)?/record/(?P<type>[\w-]+)/(?P<id>\d+)/?")
_LEADS_SHOWN, _REQUESTS_SHOWN = 12, 25

_STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1c2430, #e6e9ee); --dim: light-dark(#5b6675, #9aa4b2);
  --line: light-dark(#dde2e8, #333c48); --paper: light-dark(#f6f7f9, #14181e);
  --card: light-dark(#fff, #1c222a); --accent: light-dark(#b8431f, #ff8a62);
  --good: light-dark(#1c7c4a, #5fd39a); --bad: light-dark(#b3261e, #ff8f86) }
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main { max-width: 76rem; margin: 0 auto; padding: 1.2rem 1rem 3rem }
header { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: baseline; margin-bottom: 1rem }
h1 { font-size: 1.35rem; margin: 0 } h2 { font-size: 1rem; margin: 1.6rem 0 .5rem }
.dim { color: var(--dim) } a { color: var(--accent) }
.counts { display: flex; flex-wrap: wrap; gap: .6rem; padding: 0; margin: 0; list-style: none }
.counts li { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: .5rem .9rem; min-width: 7rem } .counts b { display: block; font-size: 1.3rem }
.sheet { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .6rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem; border-bottom: 1px solid var(--line) }
th { font-weight: 600; color: var(--dim); white-space: nowrap } tr:last-child > * { border-bottom: 0 }
td:first-child, td:last-child, code { overflow-wrap: anywhere }
code { font: 13px/1.4 ui-monospace, monospace }
.good { color: var(--good) } .bad { color: var(--bad) }
"""


def has(path: str) -> bool:
    """Whether a path is a page, and no call of the API."""
    return path == "/" or _RECORD.fullmatch(path) is not None


def page(sandbox: "Sandbox", path: str) -> tuple[int, str]:
    """Status and HTML of a page."""
    with sandbox.portal.lock:
        match = _RECORD.fullmatch(path)
        if match is None:
            return 200, _front(sandbox)
        return _record(sandbox.portal, match["type"], match["id"])


def _frame(title: str, body: str, *, again: bool) -> str:
    refresh = '<meta http-equiv="refresh" content="2">' if again else ""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        # Without this a browser asks the API for an icon, and the journal would show it.
        f'<link rel="icon" href="data:,">{refresh}<title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head>"
        f"<body><main>{body}</main></body></html>"
    )


def _front(sandbox: "Sandbox") -> str:
    portal = sandbox.portal
    down = ' <b class="bad">down</b>' if sandbox.reception.is_down() else ""
    counts = "".join(_count(len(portal.shelves[kind].live), kind) for kind in KINDS)
    body = (
        f"<header><h1>Sandbox portal {escape(portal.portal_id)}</h1>"
        f'<span class="dim">a stand-in for HubSpot, story “{escape(sandbox.story)}”, '
        f"{_time(portal.now())}</span>{down}</header>"
        f'<ul class="counts">{counts}</ul>'
        f'<h2>Leads by stage</h2><ul class="counts">{_stages(portal)}</ul>'
        f"<h2>Leads changed last</h2>{_leads(portal)}"
        f"<h2>Requests</h2>{_requests(sandbox.reception.journal.last(_REQUESTS_SHOWN))}"
    )
    return _frame(f"Sandbox portal {portal.portal_id}", body, again=True)


def _count(number: int, name: str) -> str:
    return f"<li><b>{number:,}</b>{escape(name)}</li>"


def _stages(portal: Portal) -> str:
    leads = portal.shelves["leads"]
    held: dict[str | None, int] = {}
    for number in leads.live.in_order():
        stage_id = leads.rows[str(number)].properties.get("hs_pipeline_stage")
        held[stage_id] = held.get(stage_id, 0) + 1
    stages = [stage for pipeline in portal.pipelines["leads"].values() for stage in pipeline.stages]
    rows = [_count(held.pop(stage.id, 0), stage.label) for stage in stages]
    rows += [_count(count, f"Unknown stage {stage_id}") for stage_id, count in held.items()]
    return "".join([*rows, _count(len(leads.archived), "archived")])


_LEAD_COLUMNS = (
    ("Stage", "hs_pipeline_stage"),
    ("Channel", "hs_lead_label"),
    ("Owner", "hubspot_owner_id"),
    ("Reason", "hs_lead_disqualification_reason"),
    ("Note", "hs_lead_disqualification_note"),
)


def _leads(portal: Portal) -> str:
    shelf = portal.shelves["leads"]
    newest = shelf.modified.in_order()[: -_LEADS_SHOWN - 1 : -1]
    rows = [
        [_link(shelf.rows[str(number)]), _time(shelf.rows[str(number)].updated_at)]
        + [_value(portal, shelf.rows[str(number)], name) for _, name in _LEAD_COLUMNS]
        for _, number in newest
    ]
    return _table(["Lead", "Changed", *(label for label, _ in _LEAD_COLUMNS)], rows)


def _value(portal: Portal, row: Row, name: str) -> str:
    value = row.properties.get(name) or ""
    owner = portal.owners.get(value) if name == "hubspot_owner_id" else None
    if owner is not None:
        return escape(f"{owner.first_name} {owner.last_name}")
    for pipeline in portal.pipelines[row.kind].values():
        stage = pipeline.stage(value)
        if stage is not None and "stage" in name:
            return escape(stage.label)
    return escape(value)


def _requests(entries: list[Entry]) -> str:
    rows = []
    for one in entries:
        good = one.applied and one.status is not None and one.status < 400
        status = str(one.status) if one.status is not None else "no answer"
        what = f"{status} ({one.fault})" if one.fault else status
        path = f"{one.path}?{one.query}" if one.query else one.path
        rows.append(
            [
                str(one.n),
                escape(one.at[11:23]),
                f"<code>{escape(one.method)}</code>",
                f"<code>{escape(path[:160])}</code>",
                f'<b class="{"good" if good else "bad"}">{escape(what)}</b>',
                f"{one.took_ms:.1f} ms",
            ]
        )
    return _table(["", "At", "Method", "Path", "Answer", "Took"], rows)


def _table(heads: list[str], rows: list[list[str]]) -> str:
    if not rows:
        return '<p class="dim">None yet.</p>'
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="sheet"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _time(at: datetime) -> str:
    return f'<time datetime="{iso(at)}">{at:%Y-%m-%d %H:%M:%S} UTC</time>'


def name_of(row: Row) -> str:
    """What a person would call a record."""
    held = row.properties
    person = " ".join(held.get(name) or "" for name in ("firstname", "lastname")).strip()
    names = ("hs_lead_name", "dealname", "name", "hs_task_subject", "hs_email_subject", "email")
    named = (held.get(name) for name in (*names, "hs_meeting_title", "hs_call_title"))
    return person or next((name for name in named if name), f"{KINDS[row.kind].singular} {row.id}")


def _link(row: Row) -> str:
    return f'<a href="/record/{KINDS[row.kind].type_id}/{row.id}">{escape(name_of(row))}</a>'


def _record(portal: Portal, type_name: str, row_id: str) -> tuple[int, str]:
    kind = kind_named(type_name)
    row: Row | None = None
    if kind is not None:
        row = portal.row(kind.plural, row_id) or portal.row(kind.plural, row_id, archived=True)
    if kind is None or row is None:
        body = f'<h1>No such record</h1><p><a href="/">Sandbox portal</a> {escape(row_id)}</p>'
        return 404, _frame("No such record", body, again=False)
    archived = ' <b class="bad">archived</b>' if row.archived_at else ""
    held = [(name, value) for name, value in sorted(row.properties.items()) if value]
    values = [[f"<code>{escape(n)}</code>", _value(portal, row, n)] for n, _ in held]
    body = (
        f"<header><h1>{escape(name_of(row))}</h1>{archived}"
        f'<span class="dim">{kind.singular} {row.id}, changed {_time(row.updated_at)}</span>'
        f'<a href="/">Sandbox portal</a></header>'
        f"<h2>Associations</h2>{_table(['Record', 'Kind', 'Types'], _ties(portal, row))}"
        f"<h2>Properties</h2>{_table(['Property', 'Value'], values)}"
        f"<h2>History</h2>{_table(['Property', 'Value', 'When', 'Source'], _history(row))}"
    )
    return 200, _frame(name_of(row), body, again=True)


def _ties(portal: Portal, row: Row) -> list[list[str]]:
    rows = []
    for to_kind, to_id, types in portal.edges.every(row.kind, row.id):
        other = portal.shelves[to_kind].rows.get(to_id)
        names = ", ".join(f"{t} {TYPES[t].label or ''}".strip() for t in sorted(types))
        if other is not None:
            rows.append([_link(other), escape(KINDS[to_kind].singular), escape(names)])
    return rows


def _history(row: Row) -> list[list[str]]:
    every = [(change, name) for name, changes in row.history.items() for change in changes]
    every.sort(key=lambda one: one[0].at, reverse=True)
    return [
        [f"<code>{escape(name)}</code>", escape(c.value), _time(c.at), escape(c.source)]
        for c, name in every
    ]
