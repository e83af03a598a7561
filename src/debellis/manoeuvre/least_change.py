"""The least change of direction that gives a fleeing base a clear way: a wheel on a front corner, else a pivot or turn.

The ground ahead is a strip as wide as the element. When it turns about a point, it can become clear only where a corner
of the strip or of an obstruction passes a side of the other. So the least change is one of these angles, found exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from debellis.geometry.plane import SLIGHT, Point, distance, turn_between
from debellis.geometry.polygon import Polygon
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, LEFT, RIGHT, Rectangle
from debellis.geometry.turning import Motion, arc, arc_degrees, turning
from debellis.manoeuvre.least_turn import swept
from debellis.table.value import Value

WHEEL, PIVOT, TURN = "wheel", "pivot", "turn"
#: Turns that differ by no more degrees than this count as equal.
AS_GOOD = 0.01
_QUARTER = 90.0

#: Whether a strip of ground is clear; whether an element can make a turn.
Clear = Callable[[Rectangle], bool]
Swings = Callable[[Motion], bool]


class Change(Value, frozen=True):
    """A change of direction.

    It has the kind of change, the point it is made about, the degrees clockwise, and the distance of the outer front
    corner.
    """

    how: str
    about: Point
    degrees: float
    length: float
    place: Rectangle


def least_change(
    place: Rectangle, far: float, obstacles: Iterable[Polygon], clear: Clear, swings: Swings, most: float, prefer: str
) -> Change | None:
    """The least change after which the way ahead is clear for a distance; None if there is none.

    `prefer` names the side to turn to when both are equal.
    """
    outlines = list(obstacles)
    wheels = [
        _least(place, place.corners[corner], hand, far, outlines, clear, swings, most)
        for corner, hand in ((FRONT_LEFT, -1.0), (FRONT_RIGHT, 1.0))
    ]
    best = _better(place, wheels, prefer, WHEEL)
    if best is not None:
        return best
    pivots = [_least(place, place.centre, hand, far, outlines, clear, swings, most) for hand in (-1.0, 1.0)]
    best = _better(place, pivots, prefer, PIVOT)
    if best is not None:
        return best
    turns = []
    for degrees in (-_QUARTER, _QUARTER):
        motion = _quarter(place, degrees)
        turns.append(motion if clear(swept(motion.end, far)) else None)
    return _better(place, turns, prefer, TURN)


def _quarter(place: Rectangle, degrees: float) -> Motion:
    """A turn of 90 degrees: the former front corner on that side ends the new front edge, which lies behind it."""
    right = degrees > 0.0
    x, y = place.corners[FRONT_RIGHT if right else FRONT_LEFT]
    half, (dx, dy) = place.width * 0.5, place.facing
    towards = place.outward(RIGHT if right else LEFT)
    there = Rectangle((x - dx * half, y - dy * half), towards, place.width, place.depth)
    return Motion(place, there, place.centre, (0.0, 0.0), degrees)


def _better(place: Rectangle, found: list[Motion | None], prefer: str, how: str) -> Change | None:
    """The lesser of a change to the left and one to the right."""
    left, right = found
    if left is None or right is None:
        motion = left or right
    elif abs(abs(left.degrees) - abs(right.degrees)) <= AS_GOOD:
        motion = right if prefer == "right" else left
    else:
        motion = min(left, right, key=lambda one: abs(one.degrees))
    if motion is None:
        return None
    return Change(how, motion.anchor, motion.degrees, _length(place, motion, how), motion.end)


def _length(place: Rectangle, motion: Motion, how: str) -> float:
    """How far the front corner that goes furthest travels: along its arc, or straight in a single turn."""
    fronts = (FRONT_LEFT, FRONT_RIGHT)
    if how == TURN:
        return max(distance(place.corners[i], motion.end.corners[i]) for i in fronts)
    return max(arc(distance(place.corners[i], motion.anchor), motion.degrees) for i in fronts)


def cut_short(place: Rectangle, change: Change, length: float) -> Rectangle:
    """Where an element stands if its move ends before the change is complete: as far as its outer corner gets."""
    if change.length <= SLIGHT or change.how == TURN:
        return change.place
    radius = change.length / math.radians(abs(change.degrees))
    degrees = math.copysign(arc_degrees(radius, length), change.degrees)
    return turning(place, change.about, degrees).end


def _least(
    place: Rectangle,
    about: Point,
    hand: float,
    far: float,
    outlines: list[Polygon],
    clear: Clear,
    swings: Swings,
    most: float,
) -> Motion | None:
    """The least turn about a point to one hand after which the way is clear."""
    strip = swept(place, far)
    angles: set[float] = set()
    for outline in outlines:
        angles.update(hand * angle % 360.0 for angle in _events(strip, about, outline))
    for angle in sorted(angles):
        if SLIGHT < angle <= most + SLIGHT:
            motion = turning(place, about, hand * angle)
            if clear(swept(motion.end, far)) and swings(motion):
                return motion
    return None


def _events(strip: Rectangle, about: Point, outline: Polygon) -> list[float]:
    """The turns at which a corner of an outline passes a side of the strip, or the other way round."""
    found: list[float] = []
    previous = outline[-1]
    for p in outline:
        away = distance(p, about)
        if away > SLIGHT:
            at = turn_between(strip.facing, (p[0] - about[0], p[1] - about[1]))
            for which in range(4):
                out, corner = strip.outward(which), strip.corners[which]
                reach = (corner[0] - about[0]) * out[0] + (corner[1] - about[1]) * out[1]
                if abs(reach) <= away:
                    half = math.degrees(math.acos(reach / away))
                    side = which * _QUARTER
                    found += [at - side - half, at - side + half]
        for corner in strip.corners:
            found += _corner_events(corner, about, previous, p)
        previous = p
    return found


def _corner_events(corner: Point, about: Point, a: Point, b: Point) -> list[float]:
    """The turns about a point that bring a corner on to the segment a-b."""
    radius = distance(corner, about)
    sx, sy = b[0] - a[0], b[1] - a[1]
    square = sx * sx + sy * sy
    if square <= SLIGHT or radius <= SLIGHT:
        return []
    ax, ay = a[0] - about[0], a[1] - about[1]
    foot = -(ax * sx + ay * sy) / square
    under = (radius * radius - (ax + sx * foot) ** 2 - (ay + sy * foot) ** 2) / square
    if under < 0.0:
        return []
    start = (corner[0] - about[0], corner[1] - about[1])
    shares = (foot - math.sqrt(under), foot + math.sqrt(under))
    return [turn_between(start, (ax + sx * s, ay + sy * s)) for s in shares if -SLIGHT <= s <= 1.0 + SLIGHT]
