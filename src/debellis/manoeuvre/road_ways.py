"""Going along a road: standing on it and facing along it, and following its bends."""

from __future__ import annotations

from debellis.geometry.plane import (
    COINCIDE,
    PARALLEL,
    Point,
    distance,
    opposite_direction,
    point_to_segment,
    same_direction,
)
from debellis.geometry.polygon import holds_point, length_inside
from debellis.geometry.rectangle import Rectangle
from debellis.table.terrain import Terrain


def on_road(a: Rectangle, road: Terrain) -> bool:
    """Whether the middle of a front edge is on a road and the base faces along it, either way."""
    if not road.line:
        return holds_point(a.front, road.ground)
    ways = _ways_at(a.front, road)
    if any(same_direction(a.facing, way) or opposite_direction(a.facing, way) for way in ways):
        return True
    return any(_between(a.facing, ways[i - 1], ways[i]) for i in range(1, len(ways)))


def _ways_at(p: Point, road: Terrain) -> list[Point]:
    """The directions of the stretches of a road that hold a point."""
    found: list[Point] = []
    for i in range(1, len(road.line)):
        a, b = road.line[i - 1], road.line[i]
        if point_to_segment(p, a, b) <= road.width * 0.5 + COINCIDE:
            found.append(_unit(a, b))
    return found


def _between(facing: Point, a: Point, b: Point) -> bool:
    """Whether a direction, or its opposite, lies in the turn from one direction to another."""
    sense = 1.0 if facing[0] * (a[0] + b[0]) + facing[1] * (a[1] + b[1]) >= 0.0 else -1.0
    f = (facing[0] * sense, facing[1] * sense)
    turn = a[0] * b[1] - a[1] * b[0]
    first = a[0] * f[1] - a[1] * f[0]
    second = f[0] * b[1] - f[1] * b[0]
    if turn < 0.0:
        first, second = -first, -second
    return first >= -PARALLEL and second >= -PARALLEL and f[0] * a[0] + f[1] * a[1] > 0.0


def _unit(a: Point, b: Point) -> Point:
    length = distance(a, b)
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def keeps_to_road(a: Point, b: Point, road: Terrain) -> bool:
    """Whether a straight way stays on a road."""
    return distance(a, b) <= COINCIDE or length_inside(a, b, road.ground) >= distance(a, b) - COINCIDE


def bends_between(start: Rectangle, end: Rectangle, road: Terrain) -> tuple[Rectangle, ...]:
    """Where a base stands at each bend it rounds between two places on a road, facing along the next stretch."""
    if not road.line or keeps_to_road(start.front, end.front, road):
        return ()
    first = _stretch(start.front, road)
    last = _stretch(end.front, road)
    backwards = last < first
    corners = range(first, last, -1) if backwards else range(first + 1, last + 1)
    found: list[Rectangle] = []
    for i in corners:
        way = _unit(road.line[i], road.line[i - 1]) if backwards else _unit(road.line[i], road.line[i + 1])
        ahead = way[0] * start.facing[0] + way[1] * start.facing[1] > -0.5
        facing = way if ahead else (-way[0], -way[1])
        found.append(Rectangle(road.line[i], facing, start.width, start.depth))
    return tuple(found)


def _stretch(p: Point, road: Terrain) -> int:
    """The index of the stretch of a road nearest to a point."""
    gaps = [point_to_segment(p, road.line[i], road.line[i + 1]) for i in range(len(road.line) - 1)]
    return gaps.index(min(gaps))
