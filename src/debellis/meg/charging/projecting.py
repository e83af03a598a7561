"""Where a charge goes: its bases after the declared wheel, and how near they come to something on the way."""

from __future__ import annotations

import math

from debellis.geometry.plane import COINCIDE, Point, turned
from debellis.geometry.rectangle import Rectangle, gap
from debellis.meg.fighting.contacts import charges_of
from debellis.meg.going import going_under
from debellis.meg.troops import movement_row
from debellis.meg.units import bases_of, bw
from debellis.table.position import Position
from debellis.table.units import Charge, Unit


def charge_of(position: Position, unit: str) -> Charge | None:
    """The charge that a unit group makes this turn; None if it makes none."""
    return next((charge for charge in charges_of(position) if unit in charge.by), None)


def chargers(position: Position, unit: str) -> tuple[str, ...]:
    """The unit groups that come on as one charge with a charger: those of its block (MEG-32a), or it alone."""
    charge = charge_of(position, unit)
    if charge is None:
        return (unit,)
    return tuple(name for name in charge.by if bases_of(position, name)) or (unit,)


def charge_distance(position: Position, unit: Unit) -> float:
    """How far a unit group charges: its move in the going it stands in, less what shooting took (MEG-B15.2).

    Nobody charges from impassable ground.
    """
    going, _ = going_under(position, bases_of(position, unit.id), unit)
    return max(0.0, bw(position, float(movement_row(position, unit).get(going, 0.0)) - unit.slowed))


def wheeled(place: Rectangle, about: Point, degrees: float, hand: str) -> Rectangle:
    """A rectangle wheeled forward about a front corner of a unit group, towards that hand."""
    angle = math.radians(degrees if hand == "right" else -degrees)
    by = (math.sin(angle), math.cos(angle))
    away = turned((place.front[0] - about[0], place.front[1] - about[1]), by)
    return Rectangle((about[0] + away[0], about[1] + away[1]), turned(place.facing, by), place.width, place.depth)


def first_within(place: Rectangle, far: float, other: Rectangle, near: float) -> float | None:
    """How far a base has gone straight ahead when it first comes so near to another; None if it never does.

    The distance to something convex first falls and then rises on a straight way, so its least value is found by
    narrowing, and then where it first passes the limit.
    """
    if gap(place, other) <= near + COINCIDE:
        return 0.0
    low, high = 0.0, max(0.0, far)
    swept = Rectangle(place.advanced(high).front, place.facing, place.width, place.depth + high)
    if gap(swept, other) > near + COINCIDE:
        return None
    for _ in range(60):
        third = (high - low) / 3.0
        sooner, later = gap(place.advanced(low + third), other), gap(place.advanced(high - third), other)
        if sooner <= near:
            low = high = low + third
            break
        if sooner < later:
            high -= third
        else:
            low += third
    nearest = (low + high) / 2.0
    if gap(place.advanced(nearest), other) > near + COINCIDE:
        return None
    low, high = 0.0, nearest
    for _ in range(60):
        half = (low + high) / 2.0
        if gap(place.advanced(half), other) > near:
            low = half
        else:
            high = half
    return high
