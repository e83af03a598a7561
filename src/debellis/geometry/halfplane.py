"""Which side of an infinitely extended edge a rectangle lies on.

Beyond the line is the outer side of the edge. That is the left of the segment, since edges run clockwise. "Some part
beyond" must exceed the tolerance of points; "wholly" allows for it.
"""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point, Segment, offset_from_line
from debellis.geometry.polygon import OUTSIDE, PARTLY, WHOLLY
from debellis.geometry.rectangle import Rectangle


def beyond(a: Rectangle, edge: Segment) -> int:
    """How a rectangle lies to the half-plane beyond a prolonged edge: OUTSIDE, PARTLY or WHOLLY in it."""
    nearest, furthest = beyond_by(a, edge)
    if furthest <= COINCIDE:
        return OUTSIDE
    return WHOLLY if nearest >= -COINCIDE else PARTLY


def wholly_beyond(a: Rectangle, edge: Segment) -> bool:
    return beyond(a, edge) == WHOLLY


def partly_beyond(a: Rectangle, edge: Segment) -> bool:
    """Whether some part of a rectangle, perhaps all of it, is beyond a prolonged edge."""
    return beyond(a, edge) != OUTSIDE


def beyond_by(a: Rectangle, edge: Segment) -> tuple[float, float]:
    """How far beyond a prolonged edge a rectangle's least and most advanced corners are (negative on this side)."""
    first = offset_from_line(a.corners[0], *edge)
    nearest = furthest = first
    for i in range(1, 4):
        off = offset_from_line(a.corners[i], *edge)
        nearest = min(nearest, off)
        furthest = max(furthest, off)
    return (nearest, furthest)


def point_beyond(p: Point, edge: Segment) -> bool:
    """Whether a point is beyond a prolonged edge by more than the tolerance."""
    return offset_from_line(p, *edge) > COINCIDE
