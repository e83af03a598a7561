"""Passing friends: facing, what a recoiler does to the friend behind it, and the narrowest gap to go through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from debellis.geometry.plane import opposite_direction, same_direction
from debellis.geometry.rectangle import Rectangle


def on_one_line(a: Rectangle, b: Rectangle, opposite: bool) -> bool:
    """Whether two bases face exactly the same way, or exactly opposite ways if that is allowed too."""
    return same_direction(a.facing, b.facing) or (opposite and opposite_direction(a.facing, b.facing))


def recoil_result(
    recoiler: str, mounted: bool, friend: str, columns: Sequence[str], rows: Mapping[str, Sequence[str]]
) -> str:
    """The result in the table for a recoiler (column) that meets a friend facing the same way (row).

    A type without a column counts as "other_mounted" or "all_others", a type without a row as "others".
    """
    column = recoiler if recoiler in columns else ("other_mounted" if mounted else "all_others")
    return rows.get(friend, rows["others"])[list(columns).index(column)]


def narrowest_gap(base: Rectangle) -> float:
    """The narrowest gap that a single base can go through: its shorter edge leads."""
    return min(base.width, base.depth)
