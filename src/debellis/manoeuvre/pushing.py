"""Bases that push each other straight: how far each has to move, and how far the first can go."""

from __future__ import annotations

import math
from collections.abc import Callable

from debellis.geometry.plane import SLIGHT, Point
from debellis.geometry.polygon import OUTSIDE, Polygon, box, lies
from debellis.geometry.rectangle import Rectangle
from debellis.geometry.sweep import free_slide, stages, until_in

#: Returns how far a member of a file can be pushed before something that does not move stops it.
Limit = Callable[[int], float]


def shares(bases: list[Rectangle], towards: Point, first: int, far: float) -> list[float]:
    """How far each base moves when the first goes straight for a distance and pushes everything it meets."""
    moved = [0.0] * len(bases)
    moved[first] = far
    pending = [first]
    while pending:
        pusher = pending.pop()
        for i, other in enumerate(bases):
            if i in (pusher, first):
                continue
            free = free_slide(bases[pusher], towards, moved[pusher], other)
            if moved[pusher] - free > moved[i] + SLIGHT:
                moved[i] = moved[pusher] - free
                pending.append(i)
    return moved


def reach(bases: list[Rectangle], towards: Point, first: int, far: float, limit: Limit) -> float:
    """How far the first base gets, at most `far`, when the bases it pushes stop at their limits."""
    moved = shares(bases, towards, first, far)
    least = far
    for i, share in enumerate(moved):
        if share > 0.0:
            least = min(least, far - share + limit(i))
    return max(0.0, least)


def clearing(base: Rectangle, towards: Point, others: list[Rectangle], from_afar: float) -> float:
    """How far a base must slide to stand clear of some others, touching the last of them exactly; 0 if it already does.

    `from_afar` is a distance at which it is clear of all of them.
    """
    away = base.moved(towards[0] * from_afar, towards[1] * from_afar)
    back = (-towards[0], -towards[1])
    return max([0.0] + [from_afar - free_slide(away, back, from_afar, other) for other in others])


def until_ground(base: Rectangle, towards: Point, far: float, ground: Polygon) -> float:
    """How far a base slides until some part of it is in a polygon it starts outside of; infinite when it never is."""
    if _out_of_reach(base, far, ground) or lies(base, ground) != OUTSIDE:
        return math.inf
    return until_in(stages(base, towards, far, ground))


def _out_of_reach(base: Rectangle, far: float, ground: Polygon) -> bool:
    west, south, east, north = box(ground)
    reach_of = base.radius + far
    x, y = base.centre
    return x + reach_of < west or x - reach_of > east or y + reach_of < south or y - reach_of > north
