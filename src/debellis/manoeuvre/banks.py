"""River banks: which bases stand on land with their front to the water's edge."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point, Segment, distance, middle, nearest_on_segment
from debellis.geometry.polygon import OUTSIDE, Polygon, boundary_distance, inside, length_well_inside, lies
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, Rectangle
from debellis.manoeuvre.places import edge_touches


def stands_on_bank(base: Rectangle, river: Polygon) -> bool:
    """Whether it is on land with its front edge, or both its front corners, touching the line of the bank."""
    if lies(base, river) != OUTSIDE:
        return False
    ends = (base.corners[FRONT_LEFT], base.corners[FRONT_RIGHT])
    return edge_touches(base.edge(FRONT), river) or all(boundary_distance(p, river) <= COINCIDE for p in ends)


def defends_from(base: Rectangle, river: Polygon, reach: float) -> bool:
    """Whether it is on land facing a river with its whole front edge within reach of it."""
    if lies(base, river) != OUTSIDE or not _whole_edge_within(base.edge(FRONT), river, reach + COINCIDE):
        return False
    nearest = _nearest_on(base.front, river)
    return base.local(nearest)[1] >= -COINCIDE


def _whole_edge_within(edge: Segment, outline: Polygon, reach: float) -> bool:
    """Whether every point of an edge is within reach of an outline.

    The distance from one side is greatest at the ends of an edge, so a side near both ends is near all of it. Otherwise
    each half is checked separately.
    """
    a, b = edge
    if boundary_distance(a, outline) > reach or boundary_distance(b, outline) > reach:
        return False
    sides = [(outline[i - 1], outline[i]) for i in range(len(outline))]
    if any(all(distance(p, nearest_on_segment(p, *side)) <= reach for p in edge) for side in sides):
        return True
    if distance(a, b) <= COINCIDE:
        return True
    half = middle(a, b)
    return _whole_edge_within((a, half), outline, reach) and _whole_edge_within((half, b), outline, reach)


def _nearest_on(p: Point, outline: Polygon) -> Point:
    """The point of an outline nearest to a point."""
    there = [nearest_on_segment(p, outline[i - 1], outline[i]) for i in range(len(outline))]
    return min(there, key=lambda q: distance(p, q))


def stands_on_wavy_bank(base: Rectangle, river: Polygon, slack: float) -> bool:
    """Whether the water bulges under the front of a base that is otherwise on land.

    The base itself stands on land, and both front corners are within the slack of a bank that bends under the front. At
    least half of the front is on land; along the line of the bank counts as on land.
    """
    if inside(base.centre, river):
        return False
    edge = base.edge(FRONT)
    ends = (base.corners[FRONT_LEFT], base.corners[FRONT_RIGHT])
    if any(boundary_distance(p, river) > slack + COINCIDE for p in ends):
        return False
    if not any(_along_front(p, edge, slack) for p in river):
        return False
    return length_well_inside(*edge, river) <= base.width * 0.5 + COINCIDE


def _along_front(p: Point, edge: Segment, slack: float) -> bool:
    """Whether a bend of the bank lies by the front edge, away from its ends."""
    nearest = nearest_on_segment(p, *edge)
    return (
        distance(p, nearest) <= slack + COINCIDE
        and min(distance(nearest, edge[0]), distance(nearest, edge[1])) > COINCIDE
    )
