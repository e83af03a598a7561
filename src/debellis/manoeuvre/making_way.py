"""Making way: how far bases must move for others that turn, and how far the base they turn to must move back."""

from __future__ import annotations

import math

from debellis.geometry.halfplane import wholly_beyond
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import OUTSIDE, Polygon, lies
from debellis.geometry.rectangle import REAR, Rectangle, overlaps
from debellis.geometry.sweep import stages, until_in
from debellis.manoeuvre.pushing import clearing
from debellis.table.board import EDGES, Size, inward, is_off


def stands_behind(base: Rectangle, front: Rectangle) -> bool:
    """Whether a base lies wholly beyond the rear of another and at least partly straight behind it."""
    if not wholly_beyond(base, front.edge(REAR)):
        return False
    across = [front.local(corner)[0] for corner in base.corners]
    half = front.width * 0.5 - COINCIDE
    return min(across) < half and max(across) > -half


def in_the_way(base: Rectangle, places: list[Rectangle]) -> bool:
    """Whether a base stands where others will stand."""
    return any(overlaps(base, place) for place in places)


def backing_from_bases(places: list[Rectangle], towards: Point, others: list[Rectangle]) -> float:
    """How far some places must shift together to be clear of other bases."""
    far = 2.0 * sum(place.radius for place in places) + 4.0 * max((other.radius for other in others), default=0.0)
    return max([0.0] + [clearing(place, towards, others, far) for place in places])


def backing_from_ground(places: list[Rectangle], towards: Point, ground: Polygon, most: float) -> float:
    """How far some places must shift together to be out of a polygon; infinite if that is more than `most`."""
    least = 0.0
    for place in places:
        if lies(place, ground) == OUTSIDE:
            continue
        away = place.moved(towards[0] * most, towards[1] * most)
        if lies(away, ground) != OUTSIDE:
            return math.inf
        least = max(least, most - until_in(stages(away, (-towards[0], -towards[1]), most, ground)))
    return least


def backing_from_edges(
    places: list[Rectangle], towards: Point, size: Size, most: float, standing: list[Rectangle]
) -> float:
    """How far some places must shift together to be on the board; infinite if shifting does not help.

    If one of the bases `standing` there is not wholly on the board, the edges of the board do not count.
    """
    least = 0.0
    if any(is_off(a, size) for a in standing):
        return least
    for place in places:
        away = place.moved(towards[0] * most, towards[1] * most)
        for edge in EDGES:
            off = -min(inward(corner, edge, size) for corner in place.corners)
            if off <= COINCIDE:
                continue
            gained = min(inward(corner, edge, size) for corner in away.corners) + off
            if gained < off:
                return math.inf
            least = max(least, most * off / gained)
    return least
