"""Passing friends: facing alike, what a recoiler does to the friend behind it, and the smallest gap to go through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from debellis.geometry.plane import opposite_direction, same_direction
from debellis.geometry.rectangle import Rectangle


def on_one_line(a: Rectangle, b: Rectangle, opposite: bool) -> bool:
    """Whether two bases face exactly the same way, or exactly opposite ways where that serves too."""
    return same_direction(a.facing, b.facing) or (opposite and opposite_direction(a.facing, b.facing))


def recoil_result(
    recoiler: str, mounted: bool, friend: str, columns: Sequence[str], rows: Mapping[str, Sequence[str]]
) -> str:
    """What the table says of a recoiler (column) that meets a friend facing its way (row).

    A type without a column of its own is among "other_mounted" or "all_others", one without a row among "others".
    """
    column = recoiler if recoiler in columns else ("other_mounted" if mounted else "all_others")
    return rows.get(friend, rows["others"])[list(columns).index(column)]


def narrowest_gap(base: Rectangle) -> float:
    """The smallest gap a single base can go through: it leads with its shorter edge."""
    return min(base.width, base.depth)
