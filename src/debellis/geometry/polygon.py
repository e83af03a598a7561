"""Simple polygons (terrain outlines, corridors) against points, segments and rectangles.

"Some part" always means more than the tolerance of points: a rectangle that only touches a polygon is outside it.
"""

from __future__ import annotations

import math
from typing import Final

from debellis.geometry.plane import (
    COINCIDE,
    SLIGHT,
    Point,
    along,
    between_segments,
    crossing,
    distance,
    nearest_on_segment,
    offset_from_line,
    segments_meet,
    span_within,
)
from debellis.geometry.rectangle import Rectangle

Polygon = tuple[Point, ...]
#: An upright box: west, south, east, north.
Box = tuple[float, float, float, float]

OUTSIDE: Final = 0
PARTLY: Final = 1
WHOLLY: Final = 2


def box(points: tuple[Point, ...]) -> Box:
    """The upright box round some points: west, south, east, north."""
    west = east = points[0][0]
    south = north = points[0][1]
    for x, y in points:
        if x < west:
            west = x
        elif x > east:
            east = x
        if y < south:
            south = y
        elif y > north:
            north = y
    return (west, south, east, north)


def area(polygon: Polygon) -> float:
    """Signed area: positive when the outline runs anticlockwise."""
    total = 0.0
    previous = polygon[-1]
    for p in polygon:
        total += previous[0] * p[1] - p[0] * previous[1]
        previous = p
    return total * 0.5


def inside(p: Point, polygon: Polygon) -> bool:
    """Whether a point lies strictly inside (even-odd rule; points on the outline fall either way)."""
    x, y = p
    odd = False
    previous = polygon[-1]
    for q in polygon:
        if (q[1] > y) != (previous[1] > y):
            at = q[0] + (y - q[1]) * (previous[0] - q[0]) / (previous[1] - q[1])
            if x < at:
                odd = not odd
        previous = q
    return odd


def boundary_distance(p: Point, polygon: Polygon) -> float:
    """Distance from a point to the outline itself, from either side."""
    best = math.inf
    previous = polygon[-1]
    for q in polygon:
        best = min(best, distance(p, nearest_on_segment(p, previous, q)))
        previous = q
    return best


def on_outline(p: Point, polygon: Polygon, within: float) -> bool:
    """Whether a point is no further from the outline itself than a distance."""
    previous = polygon[-1]
    for q in polygon:
        if not _off_line(p, previous, q, within) and distance(p, nearest_on_segment(p, previous, q)) <= within:
            return True
        previous = q
    return False


def _off_line(p: Point, a: Point, b: Point, by: float) -> bool:
    """Whether a point is more than twice a distance from the line through a and b; a quick test before measuring."""
    dx = b[0] - a[0]
    dy = b[1] - a[1]
    off = dx * (p[1] - a[1]) - dy * (p[0] - a[0])
    return off * off > 4.0 * by * by * (dx * dx + dy * dy)


def holds_point(p: Point, polygon: Polygon) -> bool:
    """Whether a point is in the polygon or on its outline, within tolerance."""
    return inside(p, polygon) or on_outline(p, polygon, COINCIDE)


def lies(a: Rectangle, polygon: Polygon) -> int:
    """How a rectangle lies to a polygon: OUTSIDE (touching counts as outside), PARTLY or WHOLLY in."""
    low_x = a.centre[0] - a.radius
    high_x = a.centre[0] + a.radius
    low_y = a.centre[1] - a.radius
    high_y = a.centre[1] + a.radius
    previous = polygon[-1]
    for q in polygon:
        apart = (
            (q[0] < low_x and previous[0] < low_x)
            or (q[0] > high_x and previous[0] > high_x)
            or (q[1] < low_y and previous[1] < low_y)
            or (q[1] > high_y and previous[1] > high_y)
        )
        if not apart and _enters(a, previous, q):
            return PARTLY
        previous = q
    return WHOLLY if inside(a.centre, polygon) else OUTSIDE


def _enters(a: Rectangle, p: Point, q: Point) -> bool:
    """Whether a segment comes deeper into a rectangle than the tolerance."""
    x, y = a.local(p)
    far_x, far_y = a.local(q)
    half = a.width * 0.5 - COINCIDE
    first, last = span_within(x, far_x - x, -half, half)
    start, stop = span_within(y, far_y - y, COINCIDE - a.depth, -COINCIDE)
    return max(max(first, start), 0.0) <= min(min(last, stop), 1.0)


def partly_in(a: Rectangle, polygon: Polygon) -> bool:
    """Whether some part of a rectangle (more than the tolerance) is in a polygon."""
    return lies(a, polygon) != OUTSIDE


def wholly_in(a: Rectangle, polygon: Polygon) -> bool:
    return lies(a, polygon) == WHOLLY


def length_inside(a: Point, b: Point, polygon: Polygon) -> float:
    """How much of the segment a-b runs through the inside of a polygon."""
    total = 0.0
    for p, q in parts_inside(a, b, polygon):
        total += distance(p, q)
    return total


def length_well_inside(a: Point, b: Point, polygon: Polygon) -> float:
    """How much of the segment a-b runs through the inside of a polygon and not along its outline, within tolerance."""
    total = 0.0
    kept_to = _runs_along_outline(a, b, polygon)
    for p, q in parts_inside(a, b, polygon):
        start = distance(a, p)
        end = distance(a, q)
        total += end - start
        for low, high in kept_to:
            total -= max(0.0, min(high, end) - max(low, start))
    return total


def _runs_along_outline(a: Point, b: Point, polygon: Polygon) -> list[tuple[float, float]]:
    """The intervals along segment a-b in which it runs within tolerance of a side of the polygon."""
    length = distance(a, b)
    found: list[tuple[float, float]] = []
    previous = polygon[-1]
    for q in polygon:
        here = along(previous, a, b)
        there = along(q, a, b)
        off = offset_from_line(previous, a, b)
        slope = offset_from_line(q, a, b) - off
        low = max(min(here, there), 0.0)
        high = min(max(here, there), length)
        if high > low:
            first = off + slope * (low - here) / (there - here)
            last = off + slope * (high - here) / (there - here)
            if abs(first) <= COINCIDE and abs(last) <= COINCIDE:
                found.append((low, high))
        previous = q
    found.sort()
    joined: list[tuple[float, float]] = []
    for low, high in found:
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined


def parts_inside(a: Point, b: Point, polygon: Polygon) -> list[tuple[Point, Point]]:
    """The stretches of segment a-b that run through the inside of a polygon, in order from a."""
    dx = b[0] - a[0]
    dy = b[1] - a[1]
    square = dx * dx + dy * dy
    if outside_box(a, b, box(polygon)):
        return []
    cuts = [0.0, 1.0]
    previous = polygon[-1]
    for q in polygon:
        meeting = crossing(a, b, previous, q)
        if meeting is not None:
            cuts.append(((meeting[0] - a[0]) * dx + (meeting[1] - a[1]) * dy) / square)
        elif square > 0.0 and not _off_line(q, a, b, SLIGHT) and distance(q, nearest_on_segment(q, a, b)) <= SLIGHT:
            # A vertex on the segment, or an edge running along it, cuts it too.
            cuts.append(min(1.0, max(0.0, ((q[0] - a[0]) * dx + (q[1] - a[1]) * dy) / square)))
        previous = q
    cuts.sort()
    parts: list[tuple[Point, Point]] = []
    for i in range(len(cuts) - 1):
        if cuts[i + 1] - cuts[i] <= 0.0:
            continue
        middle = (cuts[i] + cuts[i + 1]) * 0.5
        p = (a[0] + middle * dx, a[1] + middle * dy)
        if inside(p, polygon) and not on_outline(p, polygon, SLIGHT):
            start = (a[0] + cuts[i] * dx, a[1] + cuts[i] * dy)
            end = (a[0] + cuts[i + 1] * dx, a[1] + cuts[i + 1] * dy)
            if parts and distance(parts[-1][1], start) <= SLIGHT:
                parts[-1] = (parts[-1][0], end)
            else:
                parts.append((start, end))
    return parts


def outside_box(a: Point, b: Point, around: Box) -> bool:
    """Whether a segment cannot meet a polygon's inside, by the upright box round it."""
    west, south, east, north = around
    return (
        (a[0] <= west and b[0] <= west)
        or (a[0] >= east and b[0] >= east)
        or (a[1] <= south and b[1] <= south)
        or (a[1] >= north and b[1] >= north)
    )


def is_clear(around: Box, polygon: Polygon) -> bool:
    """Whether no part of a polygon lies inside an upright box."""
    previous = polygon[-1]
    for p in polygon:
        if not outside_box(previous, p, around):
            return False
        previous = p
    west, south, east, north = around
    return not inside(((west + east) * 0.5, (south + north) * 0.5), polygon)


def runs_through(a: Point, b: Point, polygon: Polygon) -> bool:
    """Whether a segment runs through a polygon, deeper inside it somewhere than the tolerance."""
    return any(distance(p, q) > COINCIDE and not _hugs(p, q, polygon) for p, q in parts_inside(a, b, polygon))


def _hugs(a: Point, b: Point, polygon: Polygon) -> bool:
    """Whether every point of a segment lies within tolerance of the outline."""
    length = distance(a, b)
    ux, uy = _unit(a, b)
    stretches: list[tuple[float, float]] = []
    previous = polygon[-1]
    for q in polygon:
        low, high = _near_side(a, ux, uy, previous, q)
        if low <= high:
            stretches.append((low, high))
        previous = q
    stretches.sort()
    reached = 0.0
    for low, high in stretches:
        if low > reached + SLIGHT:
            return False
        if high > reached:
            reached = high
        if reached >= length - SLIGHT:
            return True
    return False


def _near_side(a: Point, ux: float, uy: float, p: Point, q: Point) -> tuple[float, float]:
    """The interval along the line from a with direction u that lies within tolerance of the side p-q."""
    low = math.inf
    high = -math.inf
    near = COINCIDE + SLIGHT
    for end in (p, q):
        off = ux * (end[1] - a[1]) - uy * (end[0] - a[0])
        if abs(off) <= near:
            here = ux * (end[0] - a[0]) + uy * (end[1] - a[1])
            half = math.sqrt(near * near - off * off)
            low = min(low, here - half)
            high = max(high, here + half)
    length = distance(p, q)
    if length <= SLIGHT:
        return (low, high)
    wx, wy = _unit(p, q)
    start, stop = span_within(wx * (a[0] - p[0]) + wy * (a[1] - p[1]), wx * ux + wy * uy, 0.0, length)
    first, last = span_within(wx * (a[1] - p[1]) - wy * (a[0] - p[0]), wx * uy - wy * ux, -near, near)
    first = max(start, first)
    last = min(stop, last)
    if first <= last:
        low = min(low, first)
        high = max(high, last)
    return (low, high)


def segment_gap(a: Point, b: Point, polygon: Polygon) -> float:
    """The shortest distance from a segment to a filled polygon (zero when it is in or meets it)."""
    if inside(a, polygon):
        return 0.0
    best = math.inf
    previous = polygon[-1]
    for q in polygon:
        if segments_meet(a, b, previous, q):
            return 0.0
        best = min(best, between_segments(a, b, previous, q)[2])
        previous = q
    return best


def polygon_gap(a: Rectangle, polygon: Polygon) -> float:
    """The shortest distance from a rectangle to a filled polygon (zero when they meet)."""
    return between_polygons(a.corners, polygon)[2]


def between_polygon(a: Rectangle, polygon: Polygon) -> tuple[Point, Point, float]:
    """The nearest points of a rectangle and a filled polygon and their distance (zero when they meet)."""
    return between_polygons(a.corners, polygon)


def between_polygons(a: Polygon, b: Polygon) -> tuple[Point, Point, float]:
    """The nearest points of two filled polygons and their distance (zero, at a shared point, when they meet)."""
    if inside(a[0], b):
        return (a[0], a[0], 0.0)
    if inside(b[0], a):
        return (b[0], b[0], 0.0)
    best_p, best_q, best = a[0], b[0], distance(a[0], b[0])
    before = a[-1]
    for p in a:
        previous = b[-1]
        for q in b:
            here, there, gap = between_segments(before, p, previous, q)
            if gap < best:
                best_p, best_q, best = here, there, gap
            previous = q
        before = p
    return (best_p, best_q, best)


def clip(polygon: Polygon, against: Rectangle) -> Polygon:
    """The part of a polygon inside a rectangle (concave outlines may come back joined by doubled edges)."""
    kept = list(polygon)
    for which in range(4):
        p = against.corners[which]
        nx, ny = against.outward(which)
        result: list[Point] = []
        for i in range(len(kept)):
            here = kept[i]
            before = kept[i - 1]
            there = (here[0] - p[0]) * nx + (here[1] - p[1]) * ny
            back = (before[0] - p[0]) * nx + (before[1] - p[1]) * ny
            if (there <= 0.0) != (back <= 0.0):
                t = back / (back - there)
                result.append((before[0] + t * (here[0] - before[0]), before[1] + t * (here[1] - before[1])))
            if there <= 0.0:
                result.append(here)
        kept = result
        if not kept:
            break
    return tuple(kept)


def strip(line: tuple[Point, ...], width: float) -> Polygon:
    """The outline of a band of the given width along a line (a road, a river), with mitred bends."""
    half = width * 0.5
    left: list[Point] = []
    right: list[Point] = []
    count = len(line)
    for i in range(count):
        p = line[i]
        before = _unit(line[i - 1], p) if i > 0 else _unit(p, line[i + 1])
        after = _unit(p, line[i + 1]) if i < count - 1 else before
        mx = -(before[1] + after[1])
        my = before[0] + after[0]
        scale = half / max(0.25, 0.5 * (mx * -after[1] + my * after[0]))
        mx *= 0.5 * scale
        my *= 0.5 * scale
        left.append((p[0] + mx, p[1] + my))
        right.append((p[0] - mx, p[1] - my))
    right.reverse()
    return tuple(left + right)


def _unit(a: Point, b: Point) -> Point:
    length = distance(a, b)
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
