"""What stops a move made by combat: enemy, friends, ground that cannot be crossed, works and the edge of the table."""

from __future__ import annotations

import math
from collections.abc import Iterable

from debellis.dbm.moving.speeds import bars
from debellis.dbm.tables import base_width, table
from debellis.dbm.troops import noted
from debellis.geometry.plane import COINCIDE, Point, bearing
from debellis.geometry.polygon import OUTSIDE, Polygon, lies, polygon_gap
from debellis.geometry.rectangle import REAR, Rectangle
from debellis.geometry.sweep import free_slide
from debellis.manoeuvre.pushing import until_ground
from debellis.table.bases import Base
from debellis.table.board import EDGES, is_off, nearest_inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace

ENEMY, FRIEND, GROUND, WORKS, EDGE = "enemy", "friend", "ground", "works", "edge"
#: How far beyond an edge of the table the space off it is drawn (mm).
_OUTSIDE = 1000.0


class Stop(Value, frozen=True):
    """Something in the way of a straight move: how far off it is, what it is, and its name."""

    at: float
    what: str
    id: str


def present(position: Position) -> tuple[Base, ...]:
    """The bases on the table, without those of an ambush not yet placed."""
    return tuple(base for base in position.standing if not noted(base, "ambush"))


def step_back(position: Position, base: Base) -> float:
    """How far an element recoils or pursues: its base depth, or a base width if that is less."""
    return min(base.depth, base_width(position))


def backwards(base: Base) -> Point:
    """The direction straight to the rear of a base."""
    return base.rectangle.outward(REAR)


def turned_about(base: Base) -> Base:
    """The base turned about on the spot."""
    return replace(base, front=base.rectangle.advanced(-base.depth).front, facing=backwards(base))


def facing_towards(base: Base, towards: Point) -> Base:
    """The base turned on the spot, about its centre, to face a way."""
    half, (x, y) = base.depth * 0.5, base.rectangle.centre
    return replace(base, front=(x + towards[0] * half, y + towards[1] * half), facing=towards)


def slid(base: Base, towards: Point, far: float) -> Base:
    """The base moved straight by a distance, facing as before."""
    return replace(base, front=(base.front[0] + towards[0] * far, base.front[1] + towards[1] * far))


def at_place(base: Base, place: Rectangle) -> Base:
    """The base set down at a place."""
    return replace(base, front=place.front, facing=place.facing)


def base_stops(others: Iterable[Base], base: Base, towards: Point, far: float) -> list[Stop]:
    """The bases among others that stop a straight move within a distance."""
    found = []
    for other in others:
        free = free_slide(base.rectangle, towards, far, other.rectangle)
        if free < far - COINCIDE:
            found.append(Stop(free, FRIEND if other.side == base.side else ENEMY, other.id))
    return found


def is_works(position: Position, piece: Terrain) -> bool:
    """Whether a feature is a fortification."""
    return piece.kind in table(position, "outcome_moves")["works"]


def is_open(position: Position, piece: Terrain, base: Base, left: frozenset[str]) -> bool:
    """Whether works let an element out: enemy works of earth it is inside of, or a gateway that nobody opposes."""
    rules = table(position, "outcome_moves")
    if piece.kind in rules["works_left"]:
        return piece.id in left
    opposed = any(polygon_gap(enemy.rectangle, piece.ground) <= COINCIDE for enemy in position.enemies(base.side))
    return piece.kind in rules["works_unopposed"] and not opposed


def barring(position: Position, base: Base, left: frozenset[str] = frozenset()) -> list[tuple[str, Terrain]]:
    """The features an element cannot enter, each with whether it is ground or works, less any it is in already.

    `left` names enemy works that it is inside of and may be pushed out of.
    """
    found = []
    for piece in position.terrain:
        if is_works(position, piece) and is_open(position, piece, base, left):
            continue
        what = WORKS if is_works(position, piece) else GROUND if bars(position, base, piece) else None
        if what is not None and lies(base.rectangle, piece.ground) == OUTSIDE:
            found.append((what, piece))
    return found


def ground_stops(
    position: Position, base: Base, towards: Point, far: float, left: frozenset[str] = frozenset()
) -> list[Stop]:
    """The features that stop a straight move within a distance."""
    found = []
    for what, piece in barring(position, base, left):
        at = until_ground(base.rectangle, towards, far, piece.ground)
        if at < far - COINCIDE:
            found.append(Stop(at, what, piece.id))
    return found


def edge_stops(position: Position, base: Base, towards: Point, far: float) -> list[Stop]:
    """The edges of the table that some part of a base on it goes over in a straight move."""
    there = base.rectangle.moved(towards[0] * far, towards[1] * far)
    if not is_off(there, position.size) or is_off(base.rectangle, position.size):
        return []
    found = []
    for edge in EDGES:
        start = nearest_inward(base.rectangle.corners, edge, position.size)
        end = nearest_inward(there.corners, edge, position.size)
        if end < -COINCIDE:
            found.append(Stop(max(0.0, far * start / (start - end)), EDGE, edge))
    return found


def beyond_edge(position: Position, edge: str) -> Polygon:
    """The space off the table beyond one edge, as an outline."""
    (w, h), far = position.size, _OUTSIDE
    return {
        "north": ((-far, h), (w + far, h), (w + far, h + far), (-far, h + far)),
        "south": ((-far, -far), (w + far, -far), (w + far, 0.0), (-far, 0.0)),
        "east": ((w, -far), (w + far, -far), (w + far, h + far), (w, h + far)),
        "west": ((-far, -far), (0.0, -far), (0.0, h + far), (-far, h + far)),
    }[edge]


def nearest(stops: list[Stop]) -> float:
    """How far the nearest of some stops is; infinite when there is none."""
    return min((stop.at for stop in stops), default=math.inf)


def fronts_of(position: Position) -> dict[str, list[float]]:
    """The front of every base on the table, as an answer writes it."""
    return {base.id: [base.front[0], base.front[1]] for base in position.standing}


def facings_of(position: Position) -> dict[str, float]:
    """The facing of every base on the table, in degrees."""
    return {base.id: bearing(base.facing) for base in position.standing}
