"""One classification of how two rectangles touch: which edge or corner of each, over how much.

Rules ask this; they never compare coordinates themselves. A corner is not part of an edge here: edge on edge,
corner on corner and corner on the straight part of an edge are three different touches, reported in that order.
"""

from __future__ import annotations

from typing import Final

from debellis.geometry.plane import COINCIDE, PARALLEL, SLIGHT, Point, distance, point_to_segment
from debellis.geometry.rectangle import CORNERS, EDGES, FRONT, LEFT, REAR, RIGHT, Rectangle, between, penetration

#: Parts 0 to 3 are edges, 4 to 7 corners, both clockwise from the front (left).
PARTS: Final = EDGES + CORNERS
CORNER: Final = 4


class Touch:
    """One way two rectangles touch: a part of the first, a part of the second, the length shared (0 for a corner)."""

    mine: int
    theirs: int
    length: float

    def __init__(self, mine: int, theirs: int, length: float) -> None:
        self.mine = mine
        self.theirs = theirs
        self.length = length

    def __repr__(self) -> str:
        return f"Touch({PARTS[self.mine]!r}, {PARTS[self.theirs]!r}, {self.length:.3f})"


def touches(a: Rectangle, b: Rectangle) -> list[Touch]:
    """Every way a and b touch; empty when they are apart. Overlapping rectangles touch wherever their outlines do."""
    found: list[Touch] = []
    if penetration(a, b) < -COINCIDE - SLIGHT:
        return found
    turn = _square_on(a, b)
    if turn >= 0:
        for i in range(4):
            shared = shared_length(a, i, b, (i + turn) % 4)
            if shared > COINCIDE:
                found.append(Touch(i, (i + turn) % 4, shared))
    for i in range(4):
        for j in range(4):
            if distance(a.corners[i], b.corners[j]) <= COINCIDE:
                found.append(Touch(CORNER + i, CORNER + j, 0.0))
    for i in range(4):
        for j in _edges_under(a.corners[i], b):
            found.append(Touch(CORNER + i, j, 0.0))
        for j in _edges_under(b.corners[i], a):
            found.append(Touch(j, CORNER + i, 0.0))
    return found


def _square_on(a: Rectangle, b: Rectangle) -> int:
    """For rectangles square to each other, the offset from edge i of a to the edge of b that can face it; else -1."""
    dot = a.facing[0] * b.facing[0] + a.facing[1] * b.facing[1]
    clockwise = a.facing[1] * b.facing[0] - a.facing[0] * b.facing[1]
    if abs(clockwise) <= PARALLEL:
        return 0 if dot < 0.0 else 2
    if abs(dot) <= PARALLEL:
        return 1 if clockwise > 0.0 else 3
    return -1


def meetings(rectangles: list[Rectangle]) -> list[tuple[int, int]]:
    """The pairs among many rectangles that touch or overlap, in order."""
    order: list[tuple[float, int]] = []
    for i in range(len(rectangles)):
        order.append((rectangles[i].centre[0] - rectangles[i].radius, i))
    order.sort()
    found: list[tuple[int, int]] = []
    for here in range(len(order)):
        i = order[here][1]
        east = rectangles[i].centre[0] + rectangles[i].radius + COINCIDE
        for there in range(here + 1, len(order)):
            west, j = order[there]
            if west > east:
                break
            if meet(rectangles[i], rectangles[j]):
                found.append((i, j) if i < j else (j, i))
    found.sort()
    return found


def near_pairs(ours: list[Rectangle], theirs: list[Rectangle]) -> list[tuple[int, int]]:
    """The pairs across two lists whose circles touch, in order. No other pairs can touch."""
    found: list[tuple[int, int]] = []
    for i in range(len(ours)):
        a = ours[i]
        for j in range(len(theirs)):
            b = theirs[j]
            dx = a.centre[0] - b.centre[0]
            dy = a.centre[1] - b.centre[1]
            reach = a.radius + b.radius + 2.0 * COINCIDE
            if dx * dx + dy * dy <= reach * reach:
                found.append((i, j))
    return found


def meet(a: Rectangle, b: Rectangle) -> bool:
    """Whether two rectangles touch or overlap."""
    depth = penetration(a, b)
    if abs(depth) > COINCIDE:
        return depth > 0.0
    return between(a, b)[2] <= COINCIDE


def shared_length(a: Rectangle, i: int, b: Rectangle, j: int) -> float:
    """The length over which edge i of a and edge j of b lie together, face to face; 0 if they do not."""
    ax, ay = a.outward(i)
    bx, by = b.outward(j)
    if ax * bx + ay * by >= 0.0 or abs(ax * by - ay * bx) > PARALLEL:
        return 0.0
    p, q = a.edge(i)
    r, s = b.edge(j)
    # Parallel edges a millimetre apart at one end are apart everywhere. This check avoids most measurements.
    if abs((r[0] - p[0]) * ax + (r[1] - p[1]) * ay) > 1.0 or _ends_apart(p, q, r, s):
        return 0.0
    length = a.length(i)
    ux = (q[0] - p[0]) / length
    uy = (q[1] - p[1]) / length
    first = (r[0] - p[0]) * ux + (r[1] - p[1]) * uy
    second = (s[0] - p[0]) * ux + (s[1] - p[1]) * uy
    low = first if first < second else second
    high = second if first < second else first
    return min(high, length) - max(low, 0.0)


def _ends_apart(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether no end of either of two parallel edges comes within tolerance of the other edge."""
    return (
        point_to_segment(r, p, q) > COINCIDE
        and point_to_segment(s, p, q) > COINCIDE
        and point_to_segment(p, r, s) > COINCIDE
        and point_to_segment(q, r, s) > COINCIDE
    )


def _edges_under(p: Point, b: Rectangle) -> list[int]:
    """The edges of a rectangle on whose straight part, away from the corners, a point lies."""
    found: list[int] = []
    right, ahead = b.local(p)
    half = b.width * 0.5
    outside = abs(right) > half + COINCIDE or ahead > COINCIDE or ahead < -b.depth - COINCIDE
    inside = abs(right) < half - COINCIDE and -COINCIDE > ahead > COINCIDE - b.depth
    if outside or inside:
        return found
    for corner in b.corners:
        if distance(p, corner) <= COINCIDE:
            return found
    level = -b.depth < ahead < 0.0
    across = -half < right < half
    if across and abs(ahead) <= COINCIDE:
        found.append(FRONT)
    if level and abs(right - half) <= COINCIDE:
        found.append(RIGHT)
    if across and abs(ahead + b.depth) <= COINCIDE:
        found.append(REAR)
    if level and abs(right + half) <= COINCIDE:
        found.append(LEFT)
    return found
