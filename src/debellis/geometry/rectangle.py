"""Oriented rectangles with named edges and corners: the footprint of a base.

A rectangle is placed by the midpoint of its front edge and the direction it faces.
Corners are numbered clockwise from the front left, edges from the front; edge i runs from corner i to corner i + 1.
"""

from __future__ import annotations

import math
from typing import Final

from debellis.geometry.plane import COINCIDE, SLIGHT, Point, Segment, crossing, distance

FRONT: Final = 0
RIGHT: Final = 1
REAR: Final = 2
LEFT: Final = 3
EDGES: Final = ("front", "right", "rear", "left")

FRONT_LEFT: Final = 0
FRONT_RIGHT: Final = 1
REAR_RIGHT: Final = 2
REAR_LEFT: Final = 3
CORNERS: Final = ("front_left", "front_right", "rear_right", "rear_left")


class Rectangle:
    """A rectangle on the table; treat it as a value and never change it."""

    front: Point
    facing: Point
    width: float
    depth: float
    corners: tuple[Point, ...]
    centre: Point
    radius: float

    def __init__(self, front: Point, facing: Point, width: float, depth: float) -> None:
        fx, fy = front
        dx, dy = facing
        half = width * 0.5
        sx = dy * half
        sy = -dx * half
        rx = fx - dx * depth
        ry = fy - dy * depth
        self.front = front
        self.facing = facing
        self.width = width
        self.depth = depth
        self.corners = ((fx - sx, fy - sy), (fx + sx, fy + sy), (rx + sx, ry + sy), (rx - sx, ry - sy))
        self.centre = (fx - dx * depth * 0.5, fy - dy * depth * 0.5)
        self.radius = 0.5 * math.sqrt(width * width + depth * depth)

    def __repr__(self) -> str:
        return f"Rectangle(front={self.front}, facing={self.facing}, width={self.width}, depth={self.depth})"

    def __reduce__(self) -> tuple[type[Rectangle], tuple[Point, Point, float, float]]:
        return (Rectangle, (self.front, self.facing, self.width, self.depth))

    def edge(self, which: int) -> Segment:
        """The two ends of an edge, clockwise round the rectangle."""
        return (self.corners[which], self.corners[(which + 1) % 4])

    def outward(self, which: int) -> Point:
        """The unit vector pointing out of the rectangle across an edge."""
        dx, dy = self.facing
        if which == FRONT:
            return (dx, dy)
        if which == RIGHT:
            return (dy, -dx)
        if which == REAR:
            return (-dx, -dy)
        return (-dy, dx)

    def length(self, which: int) -> float:
        return self.width if which in (FRONT, REAR) else self.depth

    def moved(self, east: float, north: float) -> Rectangle:
        return Rectangle((self.front[0] + east, self.front[1] + north), self.facing, self.width, self.depth)

    def advanced(self, ahead: float) -> Rectangle:
        """The rectangle moved straight ahead (back when negative)."""
        return self.moved(self.facing[0] * ahead, self.facing[1] * ahead)

    def inset(self, by: float) -> Rectangle:
        """The rectangle shrunk by the same amount on every side (grown when negative)."""
        front = (self.front[0] - self.facing[0] * by, self.front[1] - self.facing[1] * by)
        return Rectangle(front, self.facing, self.width - 2.0 * by, self.depth - 2.0 * by)

    def fronting(self, which: int) -> Rectangle:
        """The same footprint seen as if the given edge were its front."""
        if which == FRONT:
            return self
        a, b = self.edge(which)
        middle = ((a[0] + b[0]) * 0.5, (a[1] + b[1]) * 0.5)
        sideways = which in (RIGHT, LEFT)
        width = self.depth if sideways else self.width
        depth = self.width if sideways else self.depth
        return Rectangle(middle, self.outward(which), width, depth)

    def local(self, p: Point) -> Point:
        """A point as seen from the front midpoint: (to the right, ahead)."""
        px = p[0] - self.front[0]
        py = p[1] - self.front[1]
        dx, dy = self.facing
        return (px * dy - py * dx, px * dx + py * dy)

    def contains(self, p: Point) -> bool:
        """Whether a point lies in the closed rectangle, exactly."""
        right, ahead = self.local(p)
        half = self.width * 0.5
        return -half <= right <= half and -self.depth <= ahead <= 0.0

    def nearest(self, p: Point) -> Point:
        """The point of the filled rectangle nearest to a point; the point itself when it lies inside."""
        right, ahead = self.local(p)
        half = self.width * 0.5
        across = max(-half, min(half, right))
        along = max(-self.depth, min(0.0, ahead))
        if across == right and along == ahead:
            return p
        dx, dy = self.facing
        return (self.front[0] + dy * across + dx * along, self.front[1] - dx * across + dy * along)


def penetration(a: Rectangle, b: Rectangle) -> float:
    """How deep two rectangles overlap along the shallowest axis; zero or negative when they are apart."""
    dx = b.centre[0] - a.centre[0]
    dy = b.centre[1] - a.centre[1]
    reach = a.radius + b.radius
    if dx * dx + dy * dy >= reach * reach:
        return reach - math.sqrt(dx * dx + dy * dy)
    return -separation(a, b)


def separation(a: Rectangle, b: Rectangle) -> float:
    """How far two rectangles are apart along the axis on which they are farthest; negative when they overlap.

    They are never nearer to each other than that.
    """
    dx = b.centre[0] - a.centre[0]
    dy = b.centre[1] - a.centre[1]
    ax, ay = a.facing
    bx, by = b.facing
    dot = abs(ax * bx + ay * by)
    cross = abs(ax * by - ay * bx)
    aw = a.width * 0.5
    ad = a.depth * 0.5
    bw = b.width * 0.5
    bd = b.depth * 0.5
    depth = ad + bd * dot + bw * cross - abs(dx * ax + dy * ay)
    least = depth
    depth = aw + bd * cross + bw * dot - abs(dx * ay - dy * ax)
    if depth < least:
        least = depth
    depth = bd + ad * dot + aw * cross - abs(dx * bx + dy * by)
    if depth < least:
        least = depth
    depth = bw + ad * cross + aw * dot - abs(dx * by - dy * bx)
    if depth < least:
        least = depth
    return -least


def overlaps(a: Rectangle, b: Rectangle) -> bool:
    """Whether two rectangles share more than the tolerance of points."""
    return penetration(a, b) > COINCIDE


def between(a: Rectangle, b: Rectangle) -> tuple[Point, Point, float]:
    """The nearest points of two rectangles and their distance (zero, at a shared point, when they overlap)."""
    if penetration(a, b) > 0.0:
        shared = _shared_point(a, b)
        return (shared, shared, 0.0)
    best_p = a.corners[0]
    best_q = b.nearest(best_p)
    best = distance(best_p, best_q)
    for i in range(4):
        q = b.nearest(a.corners[i])
        away = distance(a.corners[i], q)
        if away < best - SLIGHT:
            best_p, best_q, best = a.corners[i], q, away
        p = a.nearest(b.corners[i])
        away = distance(p, b.corners[i])
        if away < best - SLIGHT:
            best_p, best_q, best = p, b.corners[i], away
    return (best_p, best_q, best)


def _shared_point(a: Rectangle, b: Rectangle) -> Point:
    """Some point that two overlapping rectangles have in common."""
    for i in range(4):
        if b.contains(a.corners[i]):
            return a.corners[i]
        if a.contains(b.corners[i]):
            return b.corners[i]
    for i in range(4):
        for j in range(4):
            meeting = crossing(*a.edge(i), *b.edge(j))
            if meeting is not None:
                return meeting
    return a.centre


def gap(a: Rectangle, b: Rectangle) -> float:
    """The shortest distance between two rectangles."""
    return between(a, b)[2]
