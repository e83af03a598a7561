"""A table of losses: for each side or unit group, the chance of each number lost, and what else is told of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.table import Table
from rich.text import Text


class LossRow(NamedTuple):
    """One row: its name, the chance of each number lost as text, and the cells of the further columns."""

    name: str
    shares: Mapping[int, str]
    more: tuple[str | Text, ...]


def loss_table(what: str, headings: tuple[str, ...], rows: list[LossRow]) -> Table:
    """A table of losses. A number that a row cannot lose shows a dash."""
    numbers = sorted({number for row in rows for number in row.shares})
    table = Table(box=None, pad_edge=False)
    table.add_column(what)
    for heading in (*map(str, numbers), *headings):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(row.name, *(row.shares.get(number, "-") for number in numbers), *row.more)
    return table


def percent(chance: float) -> str:
    """A chance as a percentage with one decimal."""
    return f"{100.0 * chance:.1f} %"
