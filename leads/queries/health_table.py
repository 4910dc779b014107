"""The tables of lead health: every cell is a number with the leads behind it, the same on the screen and
in the file."""

from dataclasses import dataclass, replace
from typing import Any

from leads.queries.behind import Behind


@dataclass(frozen=True, slots=True)
class DealsBehind:
    """The deals that a number counts: those without a lead in the retired stage, or in the pipeline."""

    retired: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One number in words: "62", "3.5 d", "20 of 30 · 67 %". Without `behind` there is nothing to open."""

    words: str
    behind: Behind | DealsBehind | None = None
    is_bad: bool = False
    """Whether the number should be nought, and is not."""


EMPTY = Cell("")


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    cells: tuple[Cell, ...]
    is_total: bool = False
    is_part: bool = False
    """Whether it is one part of the row above it."""


@dataclass(frozen=True, slots=True)
class Table:
    """`says` is what it counts, `first` the heading of its labels; each row has a cell a column."""

    slug: str
    title: str
    says: str
    first: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    nothing: str = "Nothing to count here."

    def cell(self, label: str, column: str) -> Cell:
        """The number at this row and column. Raises StopIteration where there is none."""
        row = next(row for row in self.rows if row.label == label)
        return row.cells[self.columns.index(column)]


def count(number: int, behind: Behind, *, is_bad: bool = False, **more: Any) -> Cell:
    """A number of leads; `more` narrows what stands behind it."""
    return Cell(f"{number:,}", replace(behind, **more), is_bad=is_bad and number > 0)


FEW = 10
"""Under so many a share is given as the two numbers alone: a percentage would pretend to know."""


def share_words(part: int, whole: int) -> str:
    """ "20 of 30 · 67 %"; "2 of 3" where they are few; "" of nothing."""
    if not whole:
        return ""
    words = f"{part:,} of {whole:,}"
    return words if whole < FEW else f"{words} · {round(100 * part / whole)} %"
