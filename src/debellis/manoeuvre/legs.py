"""The ground that a move uses: the area swept on a leg, the length of the leg, and how it meets what stands there.

The men on a base need not keep its shape on the way. So the area of a leg is everything between where the base starts
and where it ends: the convex hull of both places.
"""

from __future__ import annotations

import math

from debellis.geometry.outline import hull, lies_beyond, share_ground
from debellis.geometry.plane import (
    COINCIDE,
    SLIGHT,
    Point,
    Segment,
    distance,
    opposite_direction,
    same_direction,
    span_within,
    turn_between,
)
from debellis.geometry.polygon import Box, Polygon, between_polygons, box, is_clear
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, REAR, Rectangle
from debellis.geometry.turning import Motion, furthest_corner
from debellis.table.terrain import Terrain


class Leg:
    """One straight part of a move: its start and end, the area it uses, that area's upright box, and its length.

    Treat it as a value and never change it. The area is the convex outline round some points, and is computed on
    demand.
    """

    start: Rectangle
    end: Rectangle
    points: Polygon
    bounds: Box
    length: float
    outline: Polygon | None

    def __init__(self, start: Rectangle, end: Rectangle, points: Polygon, length: float) -> None:
        self.start = start
        self.end = end
        self.points = points
        self.bounds = box(points)
        self.length = length
        self.outline = None

    @property
    def area(self) -> Polygon:
        if self.outline is None:
            self.outline = hull(self.points)
        return self.outline

    def ending(self, end: Rectangle) -> Leg:
        """The same leg with another end, so near that the area stays the same."""
        return Leg(self.start, end, self.points, self.length)


def leg(
    start: Rectangle,
    end: Rectangle,
    length: float | None = None,
    more: tuple[Point, ...] = (),
    *,
    front_only: bool = False,
) -> Leg:
    """The leg between two places. Its default length is the straight line of the corner that goes furthest.

    `more` are further points that the area includes, such as where a town was left. `front_only` measures the front
    corners alone.
    """
    measured = furthest_travel(start, end, front_only) if length is None else length
    return Leg(start, end, start.corners + end.corners + more, measured)


def legs_between(start: Rectangle, ends: tuple[Rectangle, ...], front_only: bool = False) -> tuple[Leg, ...]:
    """The legs from one place through others, in order."""
    found: list[Leg] = []
    for end in ends:
        found.append(leg(start, end, front_only=front_only))
        start = end
    return tuple(found)


def furthest_travel(start: Rectangle, end: Rectangle, front_only: bool) -> float:
    """How far the corner that moves furthest goes between two places: of all four, or of the front corners alone."""
    if not front_only:
        return furthest_corner(start, end)[1]
    a, b = start.corners, end.corners
    return max(distance(a[FRONT_LEFT], b[FRONT_LEFT]), distance(a[FRONT_RIGHT], b[FRONT_RIGHT]))


def total_length(legs: tuple[Leg, ...]) -> float:
    """The length of a move: its legs added up."""
    return sum(part.length for part in legs)


def boxes_apart(a: Box, b: Box, by: float = 0.0) -> bool:
    """Whether two upright boxes are further apart than a distance."""
    return a[0] - by > b[2] or b[0] - by > a[2] or a[1] - by > b[3] or b[1] - by > a[3]


def rectangle_box(a: Rectangle) -> Box:
    """An upright box that contains a rectangle at any angle."""
    x, y = a.centre
    return (x - a.radius, y - a.radius, x + a.radius, y + a.radius)


def shared_depth(a: Polygon, b: Polygon) -> float:
    """How deep two convex outlines overlap along the shallowest direction; zero or negative when they are apart."""
    least = math.inf
    for one, other in ((a, b), (b, a)):
        previous = one[-1]
        for p in one:
            dx = p[0] - previous[0]
            dy = p[1] - previous[1]
            length = math.sqrt(dx * dx + dy * dy)
            if length > SLIGHT:
                least = min(least, _overlap(dy / length, -dx / length, one, other))
                if least <= 0.0:
                    return least
            previous = p
    return least


def _overlap(nx: float, ny: float, a: Polygon, b: Polygon) -> float:
    """The length over which the projections of two outlines on a direction overlap."""
    low_a = high_a = a[0][0] * nx + a[0][1] * ny
    for x, y in a[1:]:
        at = x * nx + y * ny
        low_a = min(low_a, at)
        high_a = max(high_a, at)
    low_b = high_b = b[0][0] * nx + b[0][1] * ny
    for x, y in b[1:]:
        at = x * nx + y * ny
        low_b = min(low_b, at)
        high_b = max(high_b, at)
    return min(high_a - low_b, high_b - low_a)


def crosses(part: Leg, other: Rectangle) -> bool:
    """Whether the area of a leg meets a rectangle by more than the tolerance."""
    if boxes_apart(part.bounds, rectangle_box(other)) or _is_beyond(part.points, other):
        return False
    return shared_depth(part.area, other.corners) > COINCIDE


def _is_beyond(points: Polygon, a: Rectangle) -> bool:
    """Whether all points lie beyond the line of one edge of a rectangle, or hardly over it."""
    half = a.width * 0.5 - 0.5 * COINCIDE
    before, behind = -0.5 * COINCIDE, 0.5 * COINCIDE - a.depth
    left = right = ahead = back = True
    for p in points:
        x, y = a.local(p)
        left = left and x <= -half
        right = right and x >= half
        ahead = ahead and y >= before
        back = back and y <= behind
        if not (left or right or ahead or back):
            return False
    return True


def crosses_ground(part: Leg, ground: Polygon) -> bool:
    """Whether the area of a leg meets a terrain outline by more than the tolerance."""
    return not boxes_apart(part.bounds, box(ground)) and _shares(part, ground)


def crosses_piece(part: Leg, piece: Terrain) -> bool:
    """Whether the area of a leg meets the ground of a terrain feature by more than the tolerance."""
    return not boxes_apart(part.bounds, piece.box) and _shares(part, piece.ground)


def _shares(part: Leg, ground: Polygon) -> bool:
    return not is_clear(part.bounds, ground) and not lies_beyond(part.area, ground) and share_ground(part.area, ground)


def comes_near(legs: tuple[Leg, ...], piece: Terrain) -> bool:
    """Whether some leg may meet the ground of a terrain feature, by upright boxes."""
    return any(not boxes_apart(part.bounds, piece.box) for part in legs)


def gap_to_area(part: Leg, other: Polygon) -> float:
    """The shortest distance from the area of a leg to an outline; zero when they meet."""
    return between_polygons(part.area, other)[2]


def corner_lines(part: Leg) -> tuple[Segment, Segment, Segment, Segment]:
    """The straight lines the four corners travel on a leg, each to the corner of the same name."""
    a, b = part.start.corners, part.end.corners
    return ((a[0], b[0]), (a[1], b[1]), (a[2], b[2]), (a[3], b[3]))


def lines_through(part: Leg, other: Rectangle) -> int:
    """How many of the four corner lines of a leg run through a rectangle; running along its edge is not through."""
    return sum(_runs_through(line, other) for line in corner_lines(part))


def _runs_through(line: Segment, a: Rectangle) -> bool:
    x, y = a.local(line[0])
    far_x, far_y = a.local(line[1])
    half = a.width * 0.5 - COINCIDE
    first, last = span_within(x, far_x - x, -half, half)
    start, stop = span_within(y, far_y - y, COINCIDE - a.depth, -COINCIDE)
    return max(first, start, 0.0) < min(last, stop, 1.0)


def holds(area: Polygon, other: Rectangle) -> bool:
    """Whether a convex area, drawn anticlockwise, holds all of a rectangle, within tolerance."""
    previous = area[-1]
    for p in area:
        length = distance(previous, p)
        if length > SLIGHT:
            nx, ny = (p[1] - previous[1]) / length, -(p[0] - previous[0]) / length
            for corner in other.corners:
                if (corner[0] - p[0]) * nx + (corner[1] - p[1]) * ny > COINCIDE:
                    return False
        previous = p
    return True


def is_straight(part: Leg) -> bool:
    """Whether a base keeps its facing on a leg."""
    return same_direction(part.start.facing, part.end.facing)


def way_of(part: Leg) -> tuple[float, float]:
    """How far a base goes on a leg to its own right and ahead, by its front."""
    return part.start.local(part.end.front)


def goes_straight(part: Leg, ahead: bool) -> bool:
    """Whether a leg goes straight ahead (or straight back) without any change of facing; standing still does both."""
    right, forward = way_of(part)
    return is_straight(part) and abs(right) <= COINCIDE and (forward if ahead else -forward) >= -COINCIDE


def front_travel(part: Leg) -> float:
    """How far the front edge goes on a leg: the further of its two corners."""
    return furthest_travel(part.start, part.end, True)


def motion_of(part: Leg) -> Motion:
    """The leg as a rigid move: the front goes straight while the base turns evenly, the shorter way round.

    For an about turn neither way is shorter: the same footprint, seen as facing about, then goes straight.
    """
    a, b = part.start, part.end
    if opposite_direction(a.facing, b.facing):
        a = a.fronting(REAR)
    shift = (b.front[0] - a.front[0], b.front[1] - a.front[1])
    return Motion(a, b, a.front, shift, turn_between(a.facing, b.facing))
