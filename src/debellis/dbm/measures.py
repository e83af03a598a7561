"""Measures of DBM: paces in millimetres, and its scales."""

from __future__ import annotations

from debellis.mechanics.tables import load
from debellis.table.position import Position
from debellis.table.scale import Scale


def paces(position: Position, count: float) -> float:
    """A distance in paces, converted to millimetres."""
    return position.scale.paces(count)


def in_paces(position: Position, mm: float) -> float:
    """A distance in millimetres, converted to paces."""
    return position.scale.in_paces(mm)


def base_width(position: Position) -> float:
    """The frontage of an element, in millimetres."""
    return position.scale.base_width


def measures(edition: str) -> tuple[Scale, ...]:
    """The scales of DBM: 50 paces are 25 mm, or 40 mm with the larger figures."""
    return tuple(
        Scale(name, float(row["base_width_mm"]), 2.0 * float(row["mm_per_50_paces"]))
        for name, row in load(edition)["scale"].items()
    )
