"""Camps and towns as outlines: touching them, and how far off they are."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, PARALLEL, Point, Segment, distance, offset_from_line
from debellis.geometry.polygon import Polygon
from debellis.geometry.rectangle import FRONT, Rectangle


def front_touches(base: Rectangle, outline: Polygon) -> bool:
    """Whether any part of the front edge (its corners alone do not count) touches an outline."""
    return edge_touches(base.edge(FRONT), outline)


def edge_touches(edge: Segment, outline: Polygon) -> bool:
    """Whether some stretch of an edge lies along an outline, or a corner of the outline lies on its straight part."""
    previous = outline[-1]
    for corner in outline:
        if _on_straight_part(corner, edge) or _shared(edge, (previous, corner)) > COINCIDE:
            return True
        previous = corner
    return False


def length_along(edge: Segment, outline: Polygon) -> float:
    """How much of an edge lies along an outline."""
    total = 0.0
    previous = outline[-1]
    for corner in outline:
        total += max(0.0, _shared(edge, (previous, corner)))
        previous = corner
    return total


def _on_straight_part(p: Point, edge: Segment) -> bool:
    a, b = edge
    if distance(p, a) <= COINCIDE or distance(p, b) <= COINCIDE:
        return False
    along = _along(p, edge)
    return 0.0 < along < distance(a, b) and abs(offset_from_line(p, a, b)) <= COINCIDE


def _shared(edge: Segment, side: Segment) -> float:
    a, b = edge
    c, d = side
    long_edge = distance(a, b)
    long_side = distance(c, d)
    cross = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(cross) > PARALLEL * long_edge * long_side:
        return 0.0
    if min(abs(offset_from_line(a, c, d)), abs(offset_from_line(b, c, d))) > COINCIDE:
        return 0.0
    first = _along(c, edge)
    second = _along(d, edge)
    return min(max(first, second), long_edge) - max(min(first, second), 0.0)


def _along(p: Point, edge: Segment) -> float:
    a, b = edge
    return ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / distance(a, b)
