"""River banks: who stands on land with its front to the water's edge."""

from __future__ import annotations

from debellis.db.places import edge_touches
from debellis.geometry.plane import COINCIDE, Point, Segment, distance, nearest_on_segment
from debellis.geometry.polygon import OUTSIDE, Polygon, boundary_distance, inside, length_well_inside, lies
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, Rectangle


def stands_on_bank(base: Rectangle, river: Polygon) -> bool:
    """Whether it is on land with its front edge, or both its front corners, touching the line of the bank."""
    if lies(base, river) != OUTSIDE:
        return False
    ends = (base.corners[FRONT_LEFT], base.corners[FRONT_RIGHT])
    return edge_touches(base.edge(FRONT), river) or all(boundary_distance(p, river) <= COINCIDE for p in ends)


def stands_on_wavy_bank(base: Rectangle, river: Polygon, slack: float) -> bool:
    """Whether the water bulges under its front though its front is in general on land.

    The base itself stands on land, both front corners are within the slack of a bank that bends under the front, and at
    least half of the front is on land: along the line of the bank counts as on land.
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
