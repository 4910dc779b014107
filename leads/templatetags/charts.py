"""Charts as drawings with attributes, no style and no script: each beside its table. It says in words what
it shows, and is told apart without colour by pattern and place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template

from leads.queries.channels import Bar

register = template.Library()

LABEL, WIDTH, LINE, BAR = 168, 560, 44, 10
"""Units of the drawing: room for names, for bars, a line's height, a bar's."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One bar: where it stands, how long it is, and the number at its end."""

    kind: str
    y: int
    width: float
    end: float
    number: int


@dataclass(frozen=True, slots=True)
class Line:
    label: str
    y: int
    bars: tuple[Drawn, ...]


@register.inclusion_tag("leads/parts/funnel_chart.html")
def funnel_chart(bars: Sequence[Bar], title: str) -> dict[str, Any]:
    """Raised, connected and meeting booked of each line, to one scale."""
    most = max((bar.raised for bar in bars), default=0) or 1
    lines = tuple(line(bar, index, most) for index, bar in enumerate(bars))
    return {
        "lines": lines,
        "title": title,
        "width": LABEL + WIDTH + 48,
        "height": LINE * len(lines) + 8,
        "start": LABEL,
    }


def line(bar: Bar, index: int, most: int) -> Line:
    top = index * LINE + 8
    numbers = (("raised", bar.raised), ("connected", bar.connected), ("meetings", bar.meetings))
    drawn = tuple(
        Drawn(kind, top + row * (BAR + 2), width, LABEL + width + 6, number)
        for row, (kind, number) in enumerate(numbers)
        for width in [round(WIDTH * number / most, 1)]
    )
    return Line(bar.label, top, drawn)
