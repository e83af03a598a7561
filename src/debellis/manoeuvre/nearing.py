"""How near moving bases come to an enemy: exactly for straight parts, by repeated halving for turns."""

from __future__ import annotations

import math

from debellis.geometry.outline import hull
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.polygon import Polygon, polygon_gap
from debellis.geometry.rectangle import Rectangle, gap
from debellis.geometry.turning import Motion

#: The precision of the nearest moment of a turn or a straight way (mm); far below the tolerance of points.
_EXACT = 1e-5
#: How much nearer than found the base may be at another moment of a turn (mm): a tenth of the tolerance of points.
_NEARLY = 1e-3
#: Half angles wider than this are covered by a looser outline (radians).
_WIDE = 0.8
#: A turn is looked at in parts of so many degrees.
_PART = 3.0


def nearest(motions: tuple[Motion, ...], enemy: Rectangle) -> float:
    """The least distance to an enemy at any moment of a way."""
    return min(_nearest(motion, enemy) for motion in motions)


def comes_nearer(motions: tuple[Motion, ...], enemy: Rectangle) -> bool:
    """Whether some part of a way brings the base nearer to an enemy than it was when that part began."""
    return any(_nearest(part, enemy) < gap(part.start, enemy) - COINCIDE for way in motions for part in _parts(way))


def _parts(motion: Motion) -> list[Motion]:
    """A straight way as it is, since the distance on it falls and then rises; a turn in small parts."""
    many = math.ceil(abs(motion.degrees) / _PART)
    if many <= 1:
        return [motion]
    found: list[Motion] = []
    for i in range(many):
        shift = (motion.shift[0] / many, motion.shift[1] / many)
        anchor = (motion.anchor[0] + shift[0] * i, motion.anchor[1] + shift[1] * i)
        found.append(Motion(motion.at(i / many), motion.at((i + 1) / many), anchor, shift, motion.degrees / many))
    return found


def _nearest(motion: Motion, enemy: Rectangle) -> float:
    if motion.degrees == 0.0:
        if motion.shift == (0.0, 0.0):
            return gap(motion.start, enemy)
        return polygon_gap(enemy, hull((*motion.start.corners, *motion.end.corners)))
    best = min(gap(motion.start, enemy), gap(motion.end, enemy))
    spans = [(0.0, 1.0)]
    while spans and best > 0.0:
        low, high = spans.pop()
        area, over = _covering(motion, low, high)
        if polygon_gap(enemy, area) - over >= best - _NEARLY:
            continue
        middle = (low + high) * 0.5
        best = min(best, gap(motion.at(middle), enemy))
        spans += [(low, middle), (middle, high)]
    return best


def _covering(motion: Motion, low: float, high: float) -> tuple[Polygon, float]:
    """An outline round all that a part of a turn uses, and how far that part may reach beyond it."""
    a, b = motion.at(low), motion.at(high)
    half = math.radians(abs(motion.degrees)) * (high - low) * 0.5
    if motion.shift != (0.0, 0.0) or half > _WIDE:
        reach = max(distance(corner, motion.anchor) for corner in motion.start.corners)
        return hull((*a.corners, *b.corners)), reach * half * half * 0.5
    out = 1.0 / math.cos(half)
    x, y = motion.anchor
    tips = tuple((x + (px - x) * out, y + (py - y) * out) for px, py in motion.at((low + high) * 0.5).corners)
    return hull((*a.corners, *b.corners, *tips)), 0.0


def first_within(start: Rectangle, far: float, enemy: Rectangle, reach: float) -> float:
    """How far a base goes straight ahead until an enemy is within reach; infinite if it never is on that way."""
    if gap(start, enemy) <= reach + COINCIDE:
        return 0.0
    least = _nearest_at(start, far, enemy)
    away = gap(start.advanced(least), enemy)
    if away > reach + COINCIDE:
        return math.inf
    if away > reach:
        return least
    low, high = 0.0, least
    while high - low > _EXACT:
        middle = (low + high) * 0.5
        if gap(start.advanced(middle), enemy) <= reach:
            high = middle
        else:
            low = middle
    return high


def _nearest_at(start: Rectangle, far: float, enemy: Rectangle) -> float:
    """How far along a straight way a base first is nearest to an enemy. The distance falls and then rises."""
    low, high = 0.0, far
    while high - low > _EXACT:
        one, two = low + (high - low) / 3.0, high - (high - low) / 3.0
        if gap(start.advanced(one), enemy) <= gap(start.advanced(two), enemy):
            high = two
        else:
            low = one
    return far if gap(start.advanced(far), enemy) <= gap(start.advanced(high), enemy) else high


def part_of(motions: tuple[Motion, ...], lengths: tuple[float, ...], share: float) -> tuple[Motion, ...]:
    """The motions of the first share of a way, by length."""
    left = sum(lengths) * share
    found: list[Motion] = []
    for motion, length in zip(motions, lengths, strict=True):
        if length <= left + _EXACT:
            found.append(motion)
            left -= length
            continue
        by = max(0.0, left) / length
        shift = (motion.shift[0] * by, motion.shift[1] * by)
        found.append(Motion(motion.start, motion.at(by), motion.anchor, shift, motion.degrees * by))
        break
    return tuple(found)
