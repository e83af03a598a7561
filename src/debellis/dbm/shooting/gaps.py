"""Gaps too narrow to shoot through: one between every two elements less than a base width apart."""

from __future__ import annotations

from typing import Final

from debellis.dbm.measures import base_width
from debellis.geometry.contact import meet
from debellis.geometry.plane import COINCIDE, PARALLEL, Point, Segment, along, crossing, distance, point_to_segment
from debellis.geometry.polygon import Polygon, runs_through
from debellis.geometry.rectangle import Rectangle, between
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value

_GAPS: Final = "narrow gaps"


class Gap(Value, frozen=True):
    """The gap between two elements: the shortest line that joins them, or the band where edges run abreast."""

    sides: tuple[str, str]
    width: float
    line: Segment
    band: Polygon = ()

    def bars(self, a: Point, b: Point) -> bool:
        """Whether a line enters or crosses the gap; one that only touches a side of it does not."""
        if self.band:
            return runs_through(a, b, self.band)
        if crossing(a, b, *self.line) is None:
            return point_to_segment(b, *self.line) <= COINCIDE and not _at_end(b, self.line)
        return all(point_to_segment(end, a, b) > COINCIDE for end in self.line)


def _at_end(p: Point, line: Segment) -> bool:
    return min(distance(p, line[0]), distance(p, line[1])) <= COINCIDE


def narrow_gaps(position: Position, bases: list[Base]) -> list[Gap]:
    """The gaps narrower than an element between some elements; those that touch leave none."""
    limit = base_width(position)
    found: list[Gap] = []
    for i, one in enumerate(bases):
        for other in bases[i + 1 :]:
            mine, theirs = one.rectangle, other.rectangle
            if distance(mine.centre, theirs.centre) > mine.radius + theirs.radius + limit:
                continue
            gap = _gap_between(one, other, limit)
            if gap is not None:
                found.append(gap)
    return found


def _gap_between(one: Base, other: Base, limit: float) -> Gap | None:
    """The narrow gap between two elements, or None. It is stored with the first as long as the other stands there."""
    where = (_GAPS, other.id)
    known = one.kept.get(where)
    if known is None or known[0] is not other.rectangle or known[1] != limit:
        known = one.kept[where] = (other.rectangle, limit, _find_gap(one, other, limit))
    found: Gap | None = known[2]
    return found


def _find_gap(one: Base, other: Base, limit: float) -> Gap | None:
    mine, theirs = one.rectangle, other.rectangle
    if meet(mine, theirs):
        return None
    here, there, width = between(mine, theirs)
    if not COINCIDE < width < limit - COINCIDE:
        return None
    return Gap((one.id, other.id), width, (here, there), _band(mine, theirs, width))


def _band(a: Rectangle, b: Rectangle, width: float) -> Polygon:
    """The area between two edges that run abreast as near as the gap is wide; empty if none do."""
    for i in range(4):
        for j in range(4):
            out, back = a.outward(i), b.outward(j)
            if out[0] * back[0] + out[1] * back[1] >= 0.0 or abs(out[0] * back[1] - out[1] * back[0]) > PARALLEL:
                continue
            p, q = a.edge(i)
            ends = sorted(along(end, p, q) for end in b.edge(j))
            low, high = max(ends[0], 0.0), min(ends[1], distance(p, q))
            far = (b.edge(j)[0][0] - p[0]) * out[0] + (b.edge(j)[0][1] - p[1]) * out[1]
            if high - low > COINCIDE and abs(far - width) <= COINCIDE:
                return _area(p, q, (low, high), out, far)
    return ()


def _area(p: Point, q: Point, span: tuple[float, float], out: Point, far: float) -> Polygon:
    length = distance(p, q)
    ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
    first = (p[0] + ux * span[0], p[1] + uy * span[0])
    last = (p[0] + ux * span[1], p[1] + uy * span[1])
    return (
        first,
        last,
        (last[0] + out[0] * far, last[1] + out[1] * far),
        (first[0] + out[0] * far, first[1] + out[1] * far),
    )
