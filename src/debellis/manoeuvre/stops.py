"""What stops a base that moves straight, other bases or the edges of the table, and where bases then stand."""

from __future__ import annotations

import math
from collections.abc import Iterable

from debellis.geometry.plane import COINCIDE, Point, bearing
from debellis.geometry.rectangle import REAR
from debellis.geometry.sweep import free_slide
from debellis.table.bases import Base
from debellis.table.board import EDGES, Size, is_off, nearest_inward
from debellis.table.position import Position
from debellis.table.value import Value, replace

ENEMY, FRIEND, EDGE = "enemy", "friend", "edge"


class Stop(Value, frozen=True):
    """Something in the way of a straight move: how far off it is, what it is, and its name.

    `what` is ENEMY, FRIEND, EDGE, or a word of the family for ground.
    """

    at: float
    what: str
    id: str


def backwards(base: Base) -> Point:
    """The direction straight to the rear of a base."""
    return base.rectangle.outward(REAR)


def turned_about(base: Base) -> Base:
    """The base turned about on the spot."""
    return replace(base, front=base.rectangle.advanced(-base.depth).front, facing=backwards(base))


def slid(base: Base, towards: Point, far: float) -> Base:
    """The base moved straight by a distance, facing as before."""
    return replace(base, front=(base.front[0] + towards[0] * far, base.front[1] + towards[1] * far))


def base_stops(others: Iterable[Base], base: Base, towards: Point, far: float, slack: float = 0.0) -> list[Stop]:
    """The other bases that stop a straight move more than the slack before its end, in their order."""
    found: list[Stop] = []
    for other in others:
        free = free_slide(base.rectangle, towards, far, other.rectangle)
        if free < far - slack:
            found.append(Stop(free, FRIEND if other.side == base.side else ENEMY, other.id))
    return found


def edge_stops(size: Size, base: Base, towards: Point, far: float) -> list[Stop]:
    """The edges of the table that some part of a base on it goes over in a straight move."""
    there = base.rectangle.moved(towards[0] * far, towards[1] * far)
    if not is_off(there, size) or is_off(base.rectangle, size):
        return []
    found: list[Stop] = []
    for edge in EDGES:
        start = nearest_inward(base.rectangle.corners, edge, size)
        end = nearest_inward(there.corners, edge, size)
        if end < -COINCIDE:
            found.append(Stop(max(0.0, far * start / (start - end)), EDGE, edge))
    return found


def nearest(stops: list[Stop]) -> float:
    """How far the nearest of some stops is; infinite when there is none."""
    return min([stop.at for stop in stops], default=math.inf)


def fronts_of(position: Position) -> dict[str, list[float]]:
    """The front of every base on the table, as an answer writes it."""
    return {base.id: [base.front[0], base.front[1]] for base in position.standing}


def facings_of(position: Position) -> dict[str, float]:
    """The facing of every base on the table, in degrees."""
    return {base.id: bearing(base.facing) for base in position.standing}
