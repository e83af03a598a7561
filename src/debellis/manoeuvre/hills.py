"""Hills: higher is nearer the crest. Off the hill is lower than any part of it."""

from __future__ import annotations

import math

from debellis.geometry.plane import COINCIDE, Point, Segment, between_segments, nearest_on_segment
from debellis.geometry.polygon import area, clip, inside, parts_inside
from debellis.geometry.rectangle import FRONT, Rectangle
from debellis.manoeuvre.legs import boxes_apart, rectangle_box
from debellis.table.terrain import Terrain

#: How far behind the front edge its height is measured: in front contact both front edges lie on the same line.
INSIDE_FRONT = 1.0


def crest(hill: Terrain) -> tuple[Point, ...]:
    """The crest line; a hill without one rises to the middle of its outline."""
    if hill.crest:
        return hill.crest
    count = len(hill.outline)
    return ((sum(p[0] for p in hill.outline) / count, sum(p[1] for p in hill.outline) / count),)


def front_below_crest(base: Rectangle, hill: Terrain) -> float:
    """How far below the crest (mm on the ground) the highest part of a front edge is; infinite off the hill."""
    best = math.inf
    if boxes_apart(rectangle_box(base), hill.box, INSIDE_FRONT):
        return best
    a, b = base.advanced(-INSIDE_FRONT).edge(FRONT)
    for part in parts_inside(a, b, hill.ground):
        best = min(best, _to_line(part, crest(hill)))
    return best


def base_below_crest(base: Rectangle, hill: Terrain) -> float:
    """How far below the crest the highest part of a whole base is; infinite if no part is on the hill."""
    on_hill = clip(hill.ground, base)
    if len(on_hill) < 3 or abs(area(on_hill)) <= COINCIDE * COINCIDE:
        return math.inf
    line = crest(hill)
    if any(base.contains(p) for p in line) or inside(line[0], on_hill):
        return 0.0
    return min(_to_line((on_hill[i - 1], on_hill[i]), line) for i in range(len(on_hill)))


def is_uphill(base: Rectangle, enemy: Rectangle, hill: Terrain, *, whole_base: bool = True) -> bool:
    """Whether some part of a front edge is higher than all of an enemy base, or than all of its front edge."""
    mine = front_below_crest(base, hill)
    if mine == math.inf:
        return False
    theirs = base_below_crest(enemy, hill) if whole_base else front_below_crest(enemy, hill)
    return mine < theirs - COINCIDE


def _to_line(segment: Segment, line: tuple[Point, ...]) -> float:
    if len(line) == 1:
        p = nearest_on_segment(line[0], *segment)
        return math.dist(p, line[0])
    return min(between_segments(*segment, line[i], line[i + 1])[2] for i in range(len(line) - 1))
