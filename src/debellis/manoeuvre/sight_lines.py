"""Lines of sight: whether some straight line from one outline to another runs clear of everything that hides.

An outline is convex. If any line is clear, then one of a few candidate lines is. A candidate passes two of the critical
points: the corners of both outlines and of what hides, and where these cross. Or it leaves a corner square to a side of
what hides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from debellis.geometry.outline import hull
from debellis.geometry.plane import (
    COINCIDE,
    SLIGHT,
    Point,
    Segment,
    along,
    between_segments,
    crossing,
    distance,
    part_way,
    segments_meet,
    span_within,
)
from debellis.geometry.polygon import (
    Box,
    Polygon,
    area,
    box,
    holds_point,
    inside,
    outside_box,
    parts_inside,
    runs_through,
)
from debellis.geometry.sight import crosses_line
from debellis.table.value import Value


class Veil(Value, frozen=True):
    """Something that hides.

    `crest` is a line that blocks sight across it. `ground` hides what is beyond it. It also hides what is in it from
    viewers further off than `depth` of it. `top`, if there is one, is then the only part that hides from a viewer in
    the ground. Up to `through` of the ground may be seen across.
    """

    id: str
    crest: tuple[Point, ...] = ()
    ground: Polygon = ()
    depth: float = math.inf
    top: Polygon = ()
    through: float = 0.0

    @property
    def outline(self) -> tuple[Point, ...]:
        return self.crest or self.ground

    def hides(self, a: Point, b: Point) -> bool:
        """Whether it hides one end of a line from the other."""
        if self.crest:
            return crosses_line(a, b, self.crest)
        if self.top:
            on_it = holds_point(a, self.ground) or holds_point(b, self.ground)
            return _shuts(a, b, self.top if on_it else self.ground, math.inf, self.through)
        return _shuts(a, b, self.ground, self.depth, self.through)


def _shuts(a: Point, b: Point, ground: Polygon, depth: float, through: float) -> bool:
    """Whether ground blocks a line: it runs through and out again, or through more than a depth of it to an end."""
    for start, end in parts_inside(a, b, ground):
        length = distance(start, end)
        if length <= COINCIDE or not runs_through(start, end, ground):
            continue
        ends_in_it = distance(start, a) <= SLIGHT or distance(end, b) <= SLIGHT
        if length > (depth if ends_in_it else through) + COINCIDE:
            return True
    return False


def clear_line(viewer: Polygon, target: Polygon, veils: list[Veil]) -> Segment | None:
    """A line from one outline to another that nothing hides, or None; the most direct line is tried first."""
    around = box((*viewer, *target))
    near = [veil for veil in veils if _could_meet(veil, around)]
    last: Veil | None = None
    for line in _lines(viewer, target, near):
        # What hid the line before this one probably hides this one too.
        if last is not None and last.hides(*line):
            continue
        by = _first_to_hide(near, line)
        if by is None:
            return line
        if last is None and any(_buries(veil, viewer, target) for veil in near):
            return None
        last = by
    return None


def _first_to_hide(veils: list[Veil], line: Segment) -> Veil | None:
    for veil in veils:
        if veil.hides(*line):
            return veil
    return None


def _buries(veil: Veil, viewer: Polygon, target: Polygon) -> bool:
    """Whether ground certainly hides all of a target from a viewer outside it.

    No line between them leaves the hull of both. So none is shorter in the ground than from the target to the nearest
    part of the ground's outline within the hull, and if that is deeper than anybody sees, all of them are hidden.
    """
    ground = veil.ground
    if not ground or veil.top or math.isinf(veil.depth) or not inside(target[0], ground):
        return False
    around = hull((*viewer, *target))
    for side in _sides(ground):
        part = _part_within(side, around)
        if part is not None and any(
            between_segments(*part, *mine)[2] <= veil.depth + 2.0 * COINCIDE for mine in _sides(target)
        ):
            return False
    return _keeps_out(viewer, ground)


def _part_within(line: Segment, outline: Polygon) -> Segment | None:
    """The part of a segment within a convex outline that runs anticlockwise, or hardly outside it; None if all is."""
    (x, y), (far_x, far_y) = line
    low, high = 0.0, 1.0
    previous = outline[-1]
    for corner in outline:
        dx, dy = corner[0] - previous[0], corner[1] - previous[1]
        length = distance(previous, corner)
        if length > SLIGHT:
            here = (dx * (y - previous[1]) - dy * (x - previous[0])) / length
            there = (dx * (far_y - previous[1]) - dy * (far_x - previous[0])) / length
            first, last = span_within(here, there - here, -0.5 * COINCIDE, math.inf)
            low, high = max(low, first), min(high, last)
            if low > high:
                return None
        previous = corner
    return (part_way(*line, low), part_way(*line, high))


def _keeps_out(outline: Polygon, ground: Polygon) -> bool:
    """Whether an outline has no point in common with some ground."""
    if inside(outline[0], ground) or inside(ground[0], outline):
        return False
    return not any(segments_meet(*a, *b) for a in _sides(outline) for b in _sides(ground))


def _could_meet(veil: Veil, around: Box) -> bool:
    west, south, east, north = box(veil.outline)
    return not outside_box((west, south), (east, north), around) or _thin(veil.outline)


def _thin(outline: tuple[Point, ...]) -> bool:
    """Whether an outline has no area, so that its box may lie on the border of another and still be met."""
    return len(outline) < 3 or abs(area(outline)) <= COINCIDE


def _lines(viewer: Polygon, target: Polygon, veils: list[Veil]) -> Iterator[Segment]:
    """The lines worth trying: from middle to middle first."""
    for a, b in _pairs(viewer, target, veils):
        line = _between(viewer, target, a, b)
        if line is not None:
            yield line


def _pairs(viewer: Polygon, target: Polygon, veils: list[Veil]) -> Iterator[tuple[Point, Point]]:
    yield (_middle(viewer), _middle(target))
    if not veils:
        return
    points = [*viewer, *target]
    for veil in veils:
        points += veil.outline
        points += veil.top
        for outline in (viewer, target):
            points += _crossings(outline, veil.outline)
    for i, a in enumerate(points):
        for b in points[i + 1 :]:
            if distance(a, b) > COINCIDE:
                yield (a, b)
    for veil in veils:
        for p in (*viewer, *target):
            for side in _sides(veil.outline):
                yield (p, (p[0] + side[1][1] - side[0][1], p[1] - side[1][0] + side[0][0]))


def _sides(outline: tuple[Point, ...]) -> list[Segment]:
    return [(outline[i - 1], outline[i]) for i in range(len(outline)) if distance(outline[i - 1], outline[i]) > SLIGHT]


def _crossings(outline: Polygon, other: tuple[Point, ...]) -> list[Point]:
    found = [crossing(*a, *b) for a in _sides(outline) for b in _sides(other)]
    return [p for p in found if p is not None]


def _middle(outline: Polygon) -> Point:
    count = len(outline)
    return (sum(p[0] for p in outline) / count, sum(p[1] for p in outline) / count)


def _between(viewer: Polygon, target: Polygon, a: Point, b: Point) -> Segment | None:
    """The stretch of the line through two points from where it leaves one outline to where it enters the other."""
    mine = _span(viewer, a, b)
    if mine is None:
        return None
    theirs = _span(target, a, b)
    if theirs is None:
        return None
    if mine[1] <= theirs[0]:
        return (_at(a, b, mine[1]), _at(a, b, theirs[0]))
    if theirs[1] <= mine[0]:
        return (_at(a, b, mine[0]), _at(a, b, theirs[1]))
    shared = _at(a, b, max(mine[0], theirs[0]))
    return (shared, shared)


def _at(a: Point, b: Point, far: float) -> Point:
    length = distance(a, b)
    return (a[0] + (b[0] - a[0]) * far / length, a[1] + (b[1] - a[1]) * far / length)


def _span(outline: Polygon, a: Point, b: Point) -> tuple[float, float] | None:
    """The interval in which the line through a and b runs in a convex outline, measured from a towards b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = distance(a, b)
    if length == 0.0:
        return None
    low, high = math.inf, -math.inf
    p = outline[-1]
    # As offset_from_line has it, for every corner once.
    here = (dx * (p[1] - a[1]) - dy * (p[0] - a[0])) / length
    for q in outline:
        there = (dx * (q[1] - a[1]) - dy * (q[0] - a[0])) / length
        if abs(here) <= SLIGHT:
            at = along(p, a, b)
            low, high = min(low, at), max(high, at)
        elif abs(there) > SLIGHT and (here < 0.0) != (there < 0.0):
            share = here / (here - there)
            at = along((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share), a, b)
            low, high = min(low, at), max(high, at)
        p, here = q, there
    return (low, high) if low <= high else None
