"""Outlines against each other: shared ground, the shortest lines between them, and the smallest rectangle round one."""

from __future__ import annotations

import math

from debellis.geometry.plane import COINCIDE, Point, Segment, along, distance, middle, nearest_on_segment
from debellis.geometry.polygon import (
    Polygon,
    between_polygons,
    boundary_distance,
    box,
    inside,
    on_outline,
    outside_box,
    runs_through,
)
from debellis.geometry.sight import crosses_line


def share_ground(a: Polygon, b: Polygon) -> bool:
    """Whether two outlines overlap by more than the tolerance. Touching along a side or at a corner does not count."""
    return _enters(a, b) or _enters(b, a) or _well_inside(_some_point_in(a), b)


def lies_beyond(convex: Polygon, other: Polygon) -> bool:
    """Whether all of an outline lies beyond one side of a convex one that is drawn anticlockwise."""
    previous = convex[-1]
    for p in convex:
        dx = p[0] - previous[0]
        dy = p[1] - previous[1]
        if all(dx * (q[1] - p[1]) - dy * (q[0] - p[0]) <= 0.0 for q in other):
            return True
        previous = p
    return False


def _enters(a: Polygon, b: Polygon) -> bool:
    around = box(b)
    previous = a[-1]
    for p in a:
        if not outside_box(previous, p, around) and distance(previous, p) > COINCIDE and runs_through(previous, p, b):
            return True
        previous = p
    return False


def _well_inside(p: Point, polygon: Polygon) -> bool:
    return inside(p, polygon) and not on_outline(p, polygon, COINCIDE)


def _some_point_in(polygon: Polygon) -> Point:
    """The deepest interior point among the centres of three successive corners; every outline has such a point."""
    best = polygon[0]
    deepest = -1.0
    for i in range(len(polygon)):
        a, b, c = polygon[i - 2], polygon[i - 1], polygon[i]
        p = ((a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0)
        if inside(p, polygon):
            depth = boundary_distance(p, polygon)
            if depth > deepest:
                best, deepest = p, depth
    return best


def nearest_lines(a: Polygon, b: Polygon) -> tuple[Segment, Segment]:
    """The first and last of the shortest lines from a to b. They are the same unless two sides are parallel."""
    here, there, least = between_polygons(a, b)
    found = [(here, there)]
    found += [(p, q) for p in a for q in _nearest_on_sides(p, b) if distance(p, q) <= least + COINCIDE]
    found += [(p, q) for q in b for p in _nearest_on_sides(q, a) if distance(p, q) <= least + COINCIDE]
    best = (found[0], found[0])
    widest = 0.0
    for one in found:
        for other in found:
            apart = distance(middle(*one), middle(*other))
            if apart > widest:
                best, widest = (one, other), apart
    return best


def _nearest_on_sides(p: Point, polygon: Polygon) -> list[Point]:
    return [nearest_on_segment(p, polygon[i - 1], polygon[i]) for i in range(len(polygon))]


def all_run_through(lines: tuple[Segment, Segment], polygon: Polygon) -> bool:
    """Whether all parallel lines from the first to the last run through a polygon, apart from isolated lines."""
    return all(runs_through(*line, polygon) for line in _sheaf(lines, polygon))


def all_cross(lines: tuple[Segment, Segment], crest: tuple[Point, ...]) -> bool:
    """Whether all parallel lines from the first to the last pass from one side of an open line to the other."""
    return all(crosses_line(*line, crest) for line in _sheaf(lines, crest))


def _sheaf(lines: tuple[Segment, Segment], obstacle: tuple[Point, ...]) -> list[Segment]:
    """One of the parallel lines for each stretch between two corners of an obstacle."""
    (a, b), (c, d) = lines
    width = distance(a, c)
    if width <= COINCIDE:
        return [(middle(a, c), middle(b, d))]
    cuts = sorted([0.0, width, *(at for at in (along(p, a, c) for p in obstacle) if 0.0 < at < width)])
    kept: list[Segment] = []
    for i in range(len(cuts) - 1):
        if cuts[i + 1] - cuts[i] > COINCIDE:
            share = (cuts[i] + cuts[i + 1]) * 0.5 / width
            start = (a[0] + (c[0] - a[0]) * share, a[1] + (c[1] - a[1]) * share)
            end = (b[0] + (d[0] - b[0]) * share, b[1] + (d[1] - b[1]) * share)
            kept.append((start, end))
    return kept


def least_rectangle(polygon: Polygon) -> tuple[float, float]:
    """Length and width of the rectangle round an outline, at any angle, whose length and width have the least sum."""
    around = hull(polygon)
    best = (math.inf, math.inf)
    previous = around[-1]
    for p in around:
        size = _extent(around, previous, p)
        if size[0] + size[1] < best[0] + best[1]:
            best = size
        previous = p
    return best


def _extent(points: Polygon, a: Point, b: Point) -> tuple[float, float]:
    """How far points reach along and across the direction from a to b, the longer first."""
    length = distance(a, b)
    ux = (b[0] - a[0]) / length
    uy = (b[1] - a[1]) / length
    ahead = [p[0] * ux + p[1] * uy for p in points]
    aside = [p[1] * ux - p[0] * uy for p in points]
    one = max(ahead) - min(ahead)
    other = max(aside) - min(aside)
    return (one, other) if one >= other else (other, one)


def hull(polygon: Polygon) -> Polygon:
    """The convex outline round some points, anticlockwise, without points on its straight parts."""
    points = sorted(set(polygon))
    if len(points) < 3:
        return tuple(points)
    lower = _chain(points)
    upper = _chain(points[::-1])
    return tuple(lower[:-1] + upper[:-1])


def _chain(points: list[Point]) -> list[Point]:
    kept: list[Point] = []
    for p in points:
        while len(kept) >= 2 and _turn(kept[-2], kept[-1], p) <= 0.0:
            kept.pop()
        kept.append(p)
    return kept


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
