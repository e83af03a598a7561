"""Moving into a zone: whether the area of a leg enters it, and where the base stands when it first does."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Segment, part_way
from debellis.geometry.polygon import Polygon, between_polygons, box, polygon_gap, segment_gap
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.geometry.turning import free_share
from debellis.manoeuvre.legs import Leg, boxes_apart, motion_of, rectangle_box, shared_depth

#: Into how many parts a leg is cut to find where it first comes near an outline. Bisection then finds the point.
_PARTS = 16


def enters_square(part: Leg, zone: Rectangle) -> bool:
    """Whether the area of a leg enters a zone before a front, or touches its far side from beyond."""
    if boxes_apart(part.bounds, rectangle_box(zone), COINCIDE):
        return False
    return shared_depth(part.area, zone.corners) > COINCIDE or _touches_far_side(part.area, zone)


def _touches_far_side(area: Polygon, zone: Rectangle) -> bool:
    """Whether an area touches the far side of a zone, by more than its corners."""
    a, b = zone.edge(FRONT)
    margin = 2.0 * COINCIDE / zone.width
    inner: Segment = (part_way(a, b, margin), part_way(b, a, margin))
    return segment_gap(*inner, area) <= COINCIDE


def place_of_entry(part: Leg, zone: Rectangle) -> Rectangle:
    """Where the base stands on a leg when it first touches a zone."""
    motion = motion_of(part)
    return motion.at(free_share(motion, zone))


def enters_round(part: Leg, outline: Polygon, radius: float) -> bool:
    """Whether the area of a leg comes within a distance of an outline."""
    if boxes_apart(part.bounds, box(outline), radius + COINCIDE):
        return False
    return between_polygons(part.area, outline)[2] <= radius + COINCIDE


def place_of_nearing(part: Leg, outline: Polygon, radius: float) -> Rectangle:
    """Where the base stands on a leg when it first comes within a distance of an outline."""
    motion = motion_of(part)
    low = 0.0
    for i in range(1, _PARTS + 1):
        high = i / _PARTS
        if polygon_gap(motion.at(high), outline) <= radius + COINCIDE:
            while high - low > 1e-7:
                half = (low + high) * 0.5
                if polygon_gap(motion.at(half), outline) <= radius + COINCIDE:
                    high = half
                else:
                    low = half
            return motion.at(high)
        low = high
    return part.end
