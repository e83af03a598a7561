"""Whether shapes fit: a rectangle into an item of terrain, an item into a square, turned as you like (MEG-B9.14)."""

from __future__ import annotations

import math

from debellis.geometry.outline import hull
from debellis.geometry.plane import COINCIDE, Point, direction
from debellis.geometry.polygon import Polygon, area, wholly_in
from debellis.geometry.rectangle import Rectangle

#: How many directions are tried beside those of the sides, over a quarter turn.
_TURNS = 90
#: How finely the place of a rectangle is looked for in an item that is not convex.
_STEPS = 12


def fits_in_square(item: Polygon, side: float) -> bool:
    """Whether an item fits into a square of some side."""
    return any(max(_extents(item, ahead)) <= side + COINCIDE for ahead in _directions(item))


def least_width(item: Polygon) -> float:
    """The narrowest strip into which an item fits."""
    return min(min(_extents(item, ahead)) for ahead in _directions(item))


def holds_rectangle(item: Polygon, width: float, depth: float) -> bool:
    """Whether a rectangle fits into an item."""
    if len(item) < 3:
        return False
    convex = abs(abs(area(hull(item))) - abs(area(item))) <= 1.0
    for ahead in _directions(item):
        for facing in (ahead, (ahead[1], -ahead[0])):
            if _place(hull(item), facing, width, depth) if convex else _found(item, facing, width, depth):
                return True
    return False


def _directions(item: Polygon) -> list[Point]:
    """The directions worth trying: those of the sides of an item, and some between."""
    found = [direction(90.0 * i / _TURNS) for i in range(_TURNS)]
    for i, (x, y) in enumerate(item):
        dx, dy = x - item[i - 1][0], y - item[i - 1][1]
        length = math.hypot(dx, dy)
        if length > COINCIDE:
            found.append((dx / length, dy / length))
    return found


def _extents(item: Polygon, ahead: Point) -> tuple[float, float]:
    along = [x * ahead[0] + y * ahead[1] for x, y in item]
    across = [x * ahead[1] - y * ahead[0] for x, y in item]
    return max(along) - min(along), max(across) - min(across)


def _place(convex: Polygon, facing: Point, width: float, depth: float) -> bool:
    """Whether some centre of a rectangle keeps all its corners inside a convex item: every side leaves it room."""
    turned = convex if area(convex) > 0.0 else tuple(reversed(convex))
    centres: Polygon = turned
    for i, (x, y) in enumerate(turned):
        back = turned[i - 1]
        dx, dy = x - back[0], y - back[1]
        length = math.hypot(dx, dy)
        if length <= COINCIDE:
            continue
        inward = (-dy / length, dx / length)
        across = abs(inward[0] * facing[1] - inward[1] * facing[0]) * width / 2.0
        room = across + abs(inward[0] * facing[0] + inward[1] * facing[1]) * depth / 2.0
        least = inward[0] * back[0] + inward[1] * back[1] + room - COINCIDE
        centres = part_beyond(centres, inward, least)
        if not centres:
            return False
    return True


def part_beyond(shape: Polygon, inward: Point, least: float) -> Polygon:
    """The part of a convex shape whose points lie at least so far along a direction."""
    found: list[Point] = []
    for i, b in enumerate(shape):
        a = shape[i - 1]
        here = inward[0] * a[0] + inward[1] * a[1] - least
        there = inward[0] * b[0] + inward[1] * b[1] - least
        if (here < 0.0) != (there < 0.0):
            share = here / (here - there)
            found.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
        if there >= 0.0:
            found.append(b)
    return tuple(found)


def _found(item: Polygon, facing: Point, width: float, depth: float) -> bool:
    """Whether a rectangle fits somewhere in an item that is not convex, by trying a grid of places."""
    xs, ys = [x for x, _ in item], [y for _, y in item]
    for i in range(_STEPS + 1):
        for j in range(_STEPS + 1):
            x = min(xs) + (max(xs) - min(xs)) * i / _STEPS + facing[0] * depth / 2.0
            y = min(ys) + (max(ys) - min(ys)) * j / _STEPS + facing[1] * depth / 2.0
            if wholly_in(Rectangle((x, y), facing, width, depth), item):
                return True
    return False
