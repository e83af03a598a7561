"""Points, directions and segments in the plane, and the two tolerances everything else uses.

Coordinates are millimetres, x east, y north. A direction is a unit vector.
"""

from __future__ import annotations

import math
from typing import Final

Point = tuple[float, float]
Segment = tuple[Point, Point]

#: Points this close coincide (mm).
COINCIDE: Final = 0.01
#: Directions whose sine of the angle between them is at most this are parallel (0.01 degrees).
PARALLEL: Final = 1.7453292431333680e-4
#: For rounding only, far below the tolerance of points: a result smaller than this counts as zero (mm).
SLIGHT: Final = 1e-9


def direction(degrees: float) -> Point:
    """The unit vector of a bearing in degrees clockwise from north; exact for the four quarters."""
    turn = math.fmod(degrees, 360.0)
    if turn < 0.0:
        turn += 360.0
    if turn == 0.0:
        return (0.0, 1.0)
    if turn == 90.0:
        return (1.0, 0.0)
    if turn == 180.0:
        return (0.0, -1.0)
    if turn == 270.0:
        return (-1.0, 0.0)
    angle = math.radians(turn)
    return (math.sin(angle), math.cos(angle))


def bearing(towards: Point) -> float:
    """Degrees clockwise from north of a direction, from 0 up to but not including 360."""
    degrees = math.degrees(math.atan2(towards[0], towards[1]))
    return degrees + 360.0 if degrees < 0.0 else degrees


def turned(v: Point, by: Point) -> Point:
    """A vector turned clockwise by the angle whose bearing vector is `by`; exact when that is a quarter."""
    sine, cosine = by
    return (v[0] * cosine + v[1] * sine, v[1] * cosine - v[0] * sine)


def quarter_turned(v: Point, quarters: int) -> Point:
    """A vector turned clockwise by whole quarter turns, exactly."""
    turns = quarters % 4
    if turns == 0:
        return v
    if turns == 1:
        return (v[1], -v[0])
    if turns == 2:
        return (-v[0], -v[1])
    return (-v[1], v[0])


def turn_between(u: Point, v: Point) -> float:
    """Degrees clockwise from one direction to another, above -180 and up to 180; exact for exact quarters."""
    dot = u[0] * v[0] + u[1] * v[1]
    clockwise = u[1] * v[0] - u[0] * v[1]
    if clockwise == 0.0:
        return 0.0 if dot >= 0.0 else 180.0
    if dot == 0.0:
        return 90.0 if clockwise > 0.0 else -90.0
    return math.degrees(math.atan2(clockwise, dot))


def distance(a: Point, b: Point) -> float:
    dx = b[0] - a[0]
    dy = b[1] - a[1]
    return math.sqrt(dx * dx + dy * dy)


def same_direction(u: Point, v: Point) -> bool:
    """Whether two unit vectors point the same way, within the tolerance of directions."""
    return abs(u[0] * v[1] - u[1] * v[0]) <= PARALLEL and u[0] * v[0] + u[1] * v[1] > 0.0


def opposite_direction(u: Point, v: Point) -> bool:
    """Whether two unit vectors point exactly opposite ways, within the tolerance of directions."""
    return abs(u[0] * v[1] - u[1] * v[0]) <= PARALLEL and u[0] * v[0] + u[1] * v[1] < 0.0


def coincide(a: Point, b: Point) -> bool:
    """Whether two points are the same point, within the tolerance of points."""
    return distance(a, b) <= COINCIDE


def offset_from_line(p: Point, a: Point, b: Point) -> float:
    """Signed distance of p from the line through a and b: positive on the left of a-to-b."""
    dx = b[0] - a[0]
    dy = b[1] - a[1]
    length = math.sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return distance(p, a)
    return (dx * (p[1] - a[1]) - dy * (p[0] - a[0])) / length


def along(p: Point, a: Point, b: Point) -> float:
    """How far p lies along the line from a towards b, measured from a."""
    dx = b[0] - a[0]
    dy = b[1] - a[1]
    length = math.sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return 0.0
    return (dx * (p[0] - a[0]) + dy * (p[1] - a[1])) / length


def middle(a: Point, b: Point) -> Point:
    """The point halfway between two points."""
    return ((a[0] + b[0]) * 0.5, (a[1] + b[1]) * 0.5)


def nearest_on_segment(p: Point, a: Point, b: Point) -> Point:
    """The point of segment a-b nearest to p."""
    dx = b[0] - a[0]
    dy = b[1] - a[1]
    square = dx * dx + dy * dy
    if square == 0.0:
        return a
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    if t <= 0.0:
        return a
    if t >= 1.0:
        return b
    return (a[0] + t * dx, a[1] + t * dy)


def point_to_segment(p: Point, a: Point, b: Point) -> float:
    return distance(p, nearest_on_segment(p, a, b))


def part_way(a: Point, b: Point, share: float) -> Point:
    """The point a given share of the way from a to b."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def span_within(at: float, rate: float, least: float, most: float) -> tuple[float, float]:
    """The times between which a value that starts at `at` and grows at `rate` is in bounds; never if first > second."""
    if rate == 0.0:
        return (-math.inf, math.inf) if least <= at <= most else (math.inf, -math.inf)
    first = (least - at) / rate
    second = (most - at) / rate
    return (first, second) if first < second else (second, first)


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where segments a-b and c-d properly cross (interiors meeting at one point), or None."""
    rx = b[0] - a[0]
    ry = b[1] - a[1]
    sx = d[0] - c[0]
    sy = d[1] - c[1]
    denominator = rx * sy - ry * sx
    if denominator == 0.0:
        return None
    qx = c[0] - a[0]
    qy = c[1] - a[1]
    t = (qx * sy - qy * sx) / denominator
    u = (qx * ry - qy * rx) / denominator
    if t <= 0.0 or t >= 1.0 or u <= 0.0 or u >= 1.0:
        return None
    return (a[0] + t * rx, a[1] + t * ry)


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two closed segments have any point in common (exactly; no tolerance)."""
    d1 = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    d2 = (b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0])
    d3 = (d[0] - c[0]) * (a[1] - c[1]) - (d[1] - c[1]) * (a[0] - c[0])
    d4 = (d[0] - c[0]) * (b[1] - c[1]) - (d[1] - c[1]) * (b[0] - c[0])
    if ((d1 > 0.0 and d2 < 0.0) or (d1 < 0.0 and d2 > 0.0)) and ((d3 > 0.0 and d4 < 0.0) or (d3 < 0.0 and d4 > 0.0)):
        return True
    return (
        (d1 == 0.0 and _in_box(c, a, b))
        or (d2 == 0.0 and _in_box(d, a, b))
        or (d3 == 0.0 and _in_box(a, c, d))
        or (d4 == 0.0 and _in_box(b, c, d))
    )


def _in_box(p: Point, a: Point, b: Point) -> bool:
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def between_segments(a: Point, b: Point, c: Point, d: Point) -> tuple[Point, Point, float]:
    """The nearest points of two segments (first on a-b, second on c-d) and their distance."""
    if segments_meet(a, b, c, d):
        meeting = crossing(a, b, c, d)
        if meeting is not None:
            return (meeting, meeting, 0.0)
    best_p = a
    best_q = nearest_on_segment(a, c, d)
    best = distance(best_p, best_q)
    q = nearest_on_segment(b, c, d)
    gap = distance(b, q)
    if gap < best:
        best_p, best_q, best = b, q, gap
    p = nearest_on_segment(c, a, b)
    gap = distance(c, p)
    if gap < best:
        best_p, best_q, best = p, c, gap
    p = nearest_on_segment(d, a, b)
    gap = distance(d, p)
    if gap < best:
        best_p, best_q, best = p, d, gap
    return (best_p, best_q, best)
