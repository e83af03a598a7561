"""Which unit groups can be near one another: circles round them, so that far ones are not measured."""

from __future__ import annotations

import math

from debellis.geometry.plane import Point
from debellis.meg.moving.walking import Walk
from debellis.meg.units import bases_of, distance_between
from debellis.table.bases import Base
from debellis.table.grid import Sides
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.value import Value

#: A corner on an arc of at most 90 degrees leaves the circle round its ends by less than this part of the radius.
BULGE = 0.5
#: More than any tolerance (mm).
SLACK = 0.1


class Circle(Value, frozen=True):
    """A circle that has some bases in it."""

    centre: Point
    radius: float


_CIRCLES = Memory[Circle]("circles round unit groups")
_GAPS = Memory[float]("distances between unit groups")


def circle_round(bases: tuple[Base, ...]) -> Circle:
    """A circle that has some bases in it, not always the smallest."""
    west = south = math.inf
    east = north = -math.inf
    for base in bases:
        x, y = base.rectangle.centre
        west, east = min(west, x), max(east, x)
        south, north = min(south, y), max(north, y)
    centre = ((west + east) / 2.0, (south + north) / 2.0)
    radius = 0.0
    for base in bases:
        x, y = base.rectangle.centre[0] - centre[0], base.rectangle.centre[1] - centre[1]
        radius = max(radius, math.sqrt(x * x + y * y) + base.rectangle.radius)
    return Circle(centre, radius)


def circle_of(position: Position, name: str) -> Circle:
    """A circle round a unit group on the table."""

    def make(sides: Sides) -> Circle:
        return circle_round(bases_of(position, name))

    return _CIRCLES.of(position.by_side, name, make)


def way_circle(way: Walk) -> Circle:
    """A circle that no base leaves during a move."""
    bases = way.start + way.end
    for stride in way.strides:
        bases = bases + stride.after
    found = circle_round(bases)
    return Circle(found.centre, found.radius * (1.0 + BULGE))


def can_come_within(one: Circle, other: Circle, far: float) -> bool:
    """Whether anything in one circle can be within a distance of anything in another."""
    x, y = one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]
    reach = one.radius + other.radius + far + SLACK
    return x * x + y * y <= reach * reach


def at_least(one: Circle, other: Circle) -> float:
    """A distance that everything in one circle has at least from everything in another; perhaps negative."""
    x, y = one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]
    return math.sqrt(x * x + y * y) - one.radius - other.radius - SLACK


def unit_gap(position: Position, one: str, other: str) -> float:
    """The distance between two unit groups on the table, in mm (MEG-B1.3)."""

    def make(sides: Sides) -> float:
        return distance_between(bases_of(position, one), bases_of(position, other))

    return _GAPS.of(position.by_side, (one, other), make)
