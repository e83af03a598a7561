"""The least turn that gets a moving base past everything in its way.

A base that turns on the spot and moves straight ahead sweeps a rectangle that turns about the base's centre. Whether it
is free can only change where a corner of it or of an obstacle passes a side of the other. So the least free turn is one
of these angles, and each is found exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from debellis.geometry.plane import SLIGHT, Point, direction, turn_between, turned
from debellis.geometry.polygon import Polygon
from debellis.geometry.rectangle import Rectangle

#: Turns that differ by no more degrees than this count as equal.
AS_GOOD = 0.01

#: Whether a swept rectangle is free of everything in the way.
Free = Callable[[Rectangle], bool]


def turned_on_spot(base: Rectangle, degrees: float) -> Rectangle:
    """The base turned clockwise about its centre."""
    facing = turned(base.facing, direction(degrees)) if degrees else base.facing
    half = base.depth * 0.5
    front = (base.centre[0] + facing[0] * half, base.centre[1] + facing[1] * half) if degrees else base.front
    return Rectangle(front, facing, base.width, base.depth)


def swept(base: Rectangle, far: float) -> Rectangle:
    """All the ground a base covers on its way straight ahead, from where it stands to where it ends."""
    ahead = base.advanced(far)
    return Rectangle(ahead.front, base.facing, base.width, base.depth + far)


def least_turn(
    base: Rectangle, far: float, obstacles: Iterable[Polygon], free: Free, most: float, prefer: str
) -> float | None:
    """The least turn (degrees clockwise, up to `most` either way) after which the way ahead is free; None if none is.

    `prefer` names the side to turn to when both are equal.
    """
    way = swept(base, far)
    angles = {0.0}
    for outline in obstacles:
        angles.update(a for a in _events(way, base, outline) if abs(a) <= most + SLIGHT)
    hand = -1.0 if prefer == "left" else 1.0
    ordered = sorted(angles, key=abs)

    def is_clear(angle: float) -> bool:
        return free(swept(turned_on_spot(base, angle), far))

    least = next((a for a in ordered if is_clear(a)), None)
    if least is None or least * hand >= 0.0:
        return least
    as_good = (a for a in ordered if a * hand > 0.0 and abs(least) <= abs(a) <= abs(least) + AS_GOOD)
    return next((a for a in as_good if is_clear(a)), least)


def _events(way: Rectangle, base: Rectangle, outline: Polygon) -> list[float]:
    """The turns at which a corner of the outline passes a side of the swept rectangle, or the other way round."""
    centre = base.centre
    found: list[float] = []
    sides = (base.width * 0.5, base.width * 0.5, way.depth - base.depth * 0.5, base.depth * 0.5)
    outward = (90.0, -90.0, 0.0, 180.0)
    previous = outline[-1]
    for p in outline:
        away = math.dist(p, centre)
        if away > SLIGHT:
            at = turn_between(base.facing, (p[0] - centre[0], p[1] - centre[1]))
            for reach, side in zip(sides, outward, strict=True):
                if reach <= away:
                    half = math.degrees(math.acos(reach / away))
                    found += [at - side - half, at - side + half]
        for corner in way.corners:
            found += _corner_events(corner, centre, previous, p)
        previous = p
    return [_within_half_turn(angle) for angle in found]


def _corner_events(corner: Point, centre: Point, a: Point, b: Point) -> list[float]:
    """The turns about a centre that bring a corner on to the segment a-b."""
    radius = math.dist(corner, centre)
    sx, sy = b[0] - a[0], b[1] - a[1]
    square = sx * sx + sy * sy
    if square <= SLIGHT:
        return []
    ax, ay = a[0] - centre[0], a[1] - centre[1]
    foot = -(ax * sx + ay * sy) / square
    under = (radius * radius - (ax + sx * foot) ** 2 - (ay + sy * foot) ** 2) / square
    if under < 0.0:
        return []
    start = (corner[0] - centre[0], corner[1] - centre[1])
    shares = (foot - math.sqrt(under), foot + math.sqrt(under))
    return [turn_between(start, (ax + sx * s, ay + sy * s)) for s in shares if -SLIGHT <= s <= 1.0 + SLIGHT]


def _within_half_turn(degrees: float) -> float:
    """The same turn as one above -180 and up to 180 degrees."""
    turn = math.fmod(degrees, 360.0)
    if turn > 180.0:
        return turn - 360.0
    return turn + 360.0 if turn <= -180.0 else turn
