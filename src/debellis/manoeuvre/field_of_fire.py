"""Where a shooting edge reaches: the strip ahead of it, and lines that run exactly along another base."""

from __future__ import annotations

import math
from typing import Final

from debellis.geometry.plane import (
    COINCIDE,
    Point,
    Segment,
    along,
    between_segments,
    distance,
    offset_from_line,
    span_within,
)
from debellis.geometry.polygon import Polygon
from debellis.geometry.rectangle import Rectangle

#: A part cut at a limit plus its tolerance may just reach another tolerance. That does not count as beyond it (mm).
_HAIR: Final = 1e-6


def part_ahead(part: Segment, edge: Segment, wing: float | None, depth: float | None = None) -> Segment | None:
    """The part of a segment that lies ahead of an edge and no more than `wing` to either hand of it.

    No wing means no limit to the sides; `depth` limits how far straight ahead. Points on the bounds are within them.
    """
    ahead = (offset_from_line(part[0], *edge), offset_from_line(part[1], *edge))
    bounds = [ahead]
    if depth is not None:
        bounds.append((depth - ahead[0], depth - ahead[1]))
    if wing is not None:
        reach = distance(*edge) + wing
        here = (along(part[0], *edge), along(part[1], *edge))
        bounds.append((here[0] + wing, here[1] + wing))
        bounds.append((reach - here[0], reach - here[1]))
    low, high = 0.0, 1.0
    for first, second in bounds:
        low, high = _narrow(first + COINCIDE, second + COINCIDE, low, high)
    return None if low > high else (_at(part, low), _at(part, high))


def _narrow(first: float, second: float, low: float, high: float) -> tuple[float, float]:
    """The interval of shares between low and high in which a value from first to second is not negative."""
    if first < 0.0 and second < 0.0:
        return (1.0, 0.0)
    if first < 0.0:
        return (max(low, first / (first - second)), high)
    if second < 0.0:
        return (low, min(high, first / (first - second)))
    return (low, high)


def _at(part: Segment, share: float) -> Point:
    (ax, ay), (bx, by) = part
    return (ax + (bx - ax) * share, ay + (by - ay) * share)


def is_ahead(part: Segment, edge: Segment) -> bool:
    """Whether some part of a segment lies ahead of the line of an edge; on that line is not ahead."""
    return max(offset_from_line(part[0], *edge), offset_from_line(part[1], *edge)) > COINCIDE + _HAIR


def part_within(part: Segment, edge: Segment, reach: float) -> Segment | None:
    """The part of a segment no farther than `reach` from an edge."""
    length = distance(*part)
    if length <= COINCIDE:
        return part if gap_to(part, edge) <= reach + COINCIDE else None
    spans = [_abreast(part, edge, reach), _round(part, edge[0], reach), _round(part, edge[1], reach)]
    kept = [(max(low, 0.0), min(high, 1.0)) for low, high in spans if max(low, 0.0) <= min(high, 1.0)]
    if not kept:
        return None
    return (_at(part, min(low for low, _ in kept)), _at(part, max(high for _, high in kept)))


def _abreast(part: Segment, edge: Segment, reach: float) -> tuple[float, float]:
    """The shares of a segment's line abreast of an edge and near enough to its line."""
    off, here = offset_from_line(part[0], *edge), along(part[0], *edge)
    first, last = span_within(off, offset_from_line(part[1], *edge) - off, -reach, reach)
    start, stop = span_within(here, along(part[1], *edge) - here, 0.0, distance(*edge))
    return (max(first, start), min(last, stop))


def _round(part: Segment, p: Point, reach: float) -> tuple[float, float]:
    """The shares of a segment's line near enough to a point."""
    length = distance(*part)
    off = offset_from_line(p, *part)
    if abs(off) > reach:
        return (1.0, 0.0)
    middle, half = along(p, *part), math.sqrt(reach * reach - off * off)
    return ((middle - half) / length, (middle + half) / length)


def gap_to(part: Segment | None, edge: Segment) -> float:
    """The shortest distance of a segment from an edge; infinite if there is none."""
    return float("inf") if part is None else between_segments(*part, *edge)[2]


def sides(outline: Polygon) -> list[Segment]:
    """The sides of an outline in its own order."""
    return [(outline[i - 1], outline[i]) for i in range(len(outline))]


def runs_along(line: Segment, base: Rectangle) -> bool:
    """Whether a line runs exactly along an edge of a base over some length."""
    length = distance(*line)
    if length <= COINCIDE:
        return False
    for which in range(4):
        edge = base.edge(which)
        first, second = along(edge[0], *line), along(edge[1], *line)
        low, high = max(0.0, min(first, second)), min(length, max(first, second))
        if high - low > COINCIDE and _hugs(line, edge, low / length) and _hugs(line, edge, high / length):
            return True
    return False


def _hugs(line: Segment, edge: Segment, share: float) -> bool:
    return abs(offset_from_line(_at(line, share), *edge)) <= COINCIDE


def on_prolongation(p: Point, edge: Segment) -> bool:
    """Whether a point lies on the line of an edge, outside the edge itself."""
    here = along(p, *edge)
    outside = here < -COINCIDE or here > distance(*edge) + COINCIDE
    return outside and abs(offset_from_line(p, *edge)) <= COINCIDE
