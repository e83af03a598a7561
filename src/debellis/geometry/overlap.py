"""How much two outlines overlap, and how much they could if one were moved and turned."""

from __future__ import annotations

import math

from debellis.geometry.plane import Point
from debellis.geometry.polygon import Polygon, area, holds_point, runs_through

#: The angles tried first, and the precision of the search for the best place (mm and radians).
_TURNS = 36
_FINEST = 0.05


def lies_within(inner: Polygon, outer: Polygon) -> bool:
    """Whether all of one outline is in another; it may touch it from inside."""
    if not all(holds_point(p, outer) for p in inner):
        return False
    return not any(runs_through(outer[i - 1], outer[i], inner) for i in range(len(outer)))


def shared_area(a: Polygon, b: Polygon) -> float:
    """The area two outlines have in common, for any shapes."""
    total = 0.0
    for one, first in _triangles(a):
        for other, second in _triangles(b):
            total += first * second * _common(one, other)
    return abs(total)


def greatest_overlap(a: Polygon, b: Polygon) -> float:
    """The greatest area two outlines can have in common when the first is moved and turned."""
    most = min(abs(area(a)), abs(area(b)))
    best = 0.0
    for i in range(_TURNS):
        angle = 2.0 * math.pi * i / _TURNS
        found = _climb(a, b, (_centre(b)[0] - _centre(a)[0], _centre(b)[1] - _centre(a)[1], angle))
        best = max(best, found)
        if best >= most * (1.0 - 1e-6):
            return most
    return best


def _climb(a: Polygon, b: Polygon, start: tuple[float, float, float]) -> float:
    """The best overlap found from a place by smaller and smaller steps."""
    east, north, angle = start
    best = shared_area(_placed(a, east, north, angle), b)
    reach = max(math.dist(_centre(a), p) for p in a)
    step = reach * 0.25
    while step > _FINEST:
        better = False
        for d in ((step, 0.0, 0.0), (0.0, step, 0.0), (0.0, 0.0, step / reach)):
            for sign in (1.0, -1.0):
                tried = (east + sign * d[0], north + sign * d[1], angle + sign * d[2])
                found = shared_area(_placed(a, *tried), b)
                if found > best + 1e-9:
                    best, better = found, True
                    east, north, angle = tried
        if not better:
            step *= 0.5
    return best


def _placed(polygon: Polygon, east: float, north: float, angle: float) -> Polygon:
    x, y = _centre(polygon)
    sine, cosine = math.sin(angle), math.cos(angle)
    return tuple(
        (
            x + east + (p[0] - x) * cosine - (p[1] - y) * sine,
            y + north + (p[0] - x) * sine + (p[1] - y) * cosine,
        )
        for p in polygon
    )


def _centre(polygon: Polygon) -> Point:
    """The centre of the area of an outline."""
    total = x = y = 0.0
    for i in range(len(polygon)):
        p, q = polygon[i - 1], polygon[i]
        cross = p[0] * q[1] - q[0] * p[1]
        total += cross
        x += (p[0] + q[0]) * cross
        y += (p[1] + q[1]) * cross
    return (x / (3.0 * total), y / (3.0 * total))


def _triangles(polygon: Polygon) -> list[tuple[Polygon, float]]:
    """Triangles, each counted plus or minus, that add up to an outline."""
    first = polygon[0]
    found: list[tuple[Polygon, float]] = []
    for i in range(2, len(polygon)):
        triangle = (first, polygon[i - 1], polygon[i])
        size = area(triangle)
        if size != 0.0:
            found.append((triangle if size > 0.0 else triangle[::-1], 1.0 if size > 0.0 else -1.0))
    return found


def _common(a: Polygon, b: Polygon) -> float:
    """The common area of two triangles that run anticlockwise."""
    kept: list[Point] = list(a)
    for i in range(3):
        p, q = b[i - 1], b[i]
        result: list[Point] = []
        for j in range(len(kept)):
            before, here = kept[j - 1], kept[j]
            back, there = _side(before, p, q), _side(here, p, q)
            if (there >= 0.0) != (back >= 0.0):
                share = back / (back - there)
                result.append((before[0] + share * (here[0] - before[0]), before[1] + share * (here[1] - before[1])))
            if there >= 0.0:
                result.append(here)
        kept = result
        if not kept:
            return 0.0
    return abs(area(tuple(kept)))


def _side(p: Point, a: Point, b: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
