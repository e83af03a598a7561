"""The size of the game: everything that depends on it, and the edges and zones of the table."""

from __future__ import annotations

from typing import Any

from debellis.geometry.plane import COINCIDE, Point
from debellis.mechanics.tables import rows
from debellis.meg.units import bw, moment
from debellis.table.bases import Base
from debellis.table.position import Position


def game_size(position: Position) -> dict[str, Any]:
    """The row of the size of game that is played on such a table; the full game if none fits."""
    found = rows(position, "game_size")
    for row in found:
        if tuple(row["table_mm"]) == position.size and row["figures"] == position.scale.name:
            return row
    return found[0]


def from_own_edge(position: Position, side: str, point: Point) -> float:
    """How far a point is from a side's own edge of the table."""
    width, depth = position.size
    edge = moment(position).edges.get(side, "south" if side == "red" else "north")
    return {"south": point[1], "north": depth - point[1], "west": point[0], "east": width - point[0]}[edge]


def inward_from(position: Position, side: str) -> tuple[Point, float]:
    """The direction from a side's own edge into the table, and how far along it that edge lies."""
    width, depth = position.size
    edge = moment(position).edges.get(side, "south" if side == "red" else "north")
    ahead = {"south": (0.0, 1.0), "north": (0.0, -1.0), "west": (1.0, 0.0), "east": (-1.0, 0.0)}[edge]
    return ahead, {"south": 0.0, "north": -depth, "west": 0.0, "east": -width}[edge]


def from_flank(position: Position, side: str, point: Point, hand: str) -> float:
    """How far a point is from the flank edge on a player's own left or right, as he looks across the table."""
    width, depth = position.size
    edge = moment(position).edges.get(side, "south" if side == "red" else "north")
    left = {"south": point[0], "north": width - point[0], "west": depth - point[1], "east": point[1]}[edge]
    whole = width if edge in ("south", "north") else depth
    return left if hand == "left" else whole - left


def secure_hand(position: Position, side: str) -> str:
    """The hand on which a side has the secure flank; empty if no flank is secure."""
    flank = moment(position).secure_flank
    if not flank:
        return ""
    own = moment(position).edges.get(side, "south" if side == "red" else "north")
    return "left" if (flank == "west") == (own == "south") else "right"


def wholly_within(position: Position, side: str, corners: tuple[Point, ...], count: float) -> bool:
    """Whether all of something is within so many BW of a side's own edge."""
    return all(from_own_edge(position, side, corner) <= bw(position, count) + COINCIDE for corner in corners)


def corners_of(bases: tuple[Base, ...]) -> tuple[Point, ...]:
    return tuple(corner for base in bases for corner in base.rectangle.corners)
