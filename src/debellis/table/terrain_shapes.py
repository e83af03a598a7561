"""Shapes of terrain as on a real table: rounded outlines, crest lines, winding rivers, shorelines, roads.

Everything random comes from the generator passed in. Lengths are in millimetres.
"""

from __future__ import annotations

import math
from random import Random

from debellis.geometry.plane import Point, distance
from debellis.geometry.polygon import Polygon, clip
from debellis.table.board import Size, board
from debellis.table.value import Value

#: Corners nearer to each other than this are not drawn separately (mm).
_FINE = 1.5


class Shape(Value, frozen=True):
    """An outline around the origin, and its crest line if it is a hill."""

    outline: Polygon
    crest: tuple[Point, ...]
    radius: float


def rounded(rng: Random, length: float, width: float, corners: int, wobble: float) -> Shape:
    """A rounded shape that fills a rectangle of that length and width, at any angle."""
    twice, thrice = rng.uniform(0.0, math.tau), rng.uniform(0.0, math.tau)
    raw: list[Point] = []
    for i in range(corners):
        angle = math.tau * (i + rng.uniform(-0.2, 0.2)) / corners
        reach = 1.0 + wobble * (0.6 * math.sin(2.0 * angle + twice) + 0.4 * math.sin(3.0 * angle + thrice))
        raw.append((reach * math.cos(angle), reach * math.sin(angle)))
    west, east = min(p[0] for p in raw), max(p[0] for p in raw)
    south, north = min(p[1] for p in raw), max(p[1] for p in raw)
    filled = [
        (((x - west) / (east - west) - 0.5) * length, ((y - south) / (north - south) - 0.5) * width) for x, y in raw
    ]
    half = 0.5 * (length - width) + 0.24 * width
    bend = rng.uniform(-0.12, 0.12) * width
    ridge = [(-half, -bend), (-half * 0.35, bend), (half * 0.3, bend * 0.6), (half, -bend * 0.8)]
    turn = rng.uniform(0.0, math.pi)
    sine, cosine = math.sin(turn), math.cos(turn)
    outline = tuple((x * cosine - y * sine, x * sine + y * cosine) for x, y in filled)
    crest = tuple((x * cosine - y * sine, x * sine + y * cosine) for x, y in ridge)
    return Shape(outline, crest, max(math.hypot(*p) for p in outline))


def placed(shape: Shape, centre: Point, size: Size) -> tuple[Polygon, tuple[Point, ...]]:
    """The outline and crest of a shape placed on the board, with the part beyond the edge cut off."""
    outline: Polygon = tuple((round(x + centre[0], 1), round(y + centre[1], 1)) for x, y in shape.outline)
    if any(not (0.0 <= x <= size[0] and 0.0 <= y <= size[1]) for x, y in outline):
        outline = _tidy(clip(outline, board(size)))
    rim = 0.12 * shape.radius
    crest: list[Point] = []
    for x, y in shape.crest:
        p = (_between(x + centre[0], rim, size[0] - rim), _between(y + centre[1], rim, size[1] - rim))
        if not crest or distance(p, crest[-1]) > _FINE:
            crest.append(p)
    return (outline, tuple(crest))


def _between(value: float, least: float, most: float) -> float:
    return round(min(max(value, least), most), 1)


def _tidy(outline: Polygon) -> Polygon:
    """An outline with its corners rounded to a tenth of a millimetre, without duplicates."""
    kept: list[Point] = []
    for x, y in outline:
        p = (round(x, 1), round(y, 1))
        if not kept or distance(p, kept[-1]) > _FINE:
            kept.append(p)
    if len(kept) > 1 and distance(kept[0], kept[-1]) <= _FINE:
        kept.pop()
    return tuple(kept)


def winding(rng: Random, start: float, end: float, low: float, high: float, stride: float) -> list[Point]:
    """A gently winding course (distance along, distance across) that is straight at both ends.

    It stays between `low` and `high` across, with a corner about every `stride`.
    """
    steps = max(5, round((end - start) / stride))
    bends, phase = rng.uniform(0.8, 1.7), rng.uniform(0.0, math.tau)
    swing, drift = rng.uniform(0.08, 0.2), rng.uniform(-0.35, 0.35)
    waves = [
        swing * math.sin(math.tau * bends * t + phase) + 0.35 * swing * math.sin(math.tau * 1.9 * bends * t) + drift * t
        for t in (i / steps for i in range(1, steps))
    ]
    room = high - low
    reach = min(1.0, 1.0 / max(max(waves) - min(waves), 0.01)) * room
    lift = rng.uniform(low - min(waves) * reach, high - max(waves) * reach)
    across = [round(lift + wave * reach, 1) for wave in waves]
    course = [(round(start + (end - start) * (i + 1) / steps, 1), across[i]) for i in range(steps - 1)]
    stub = 0.35 * stride
    return [
        (start, across[0]),
        (round(start + stub, 1), across[0]),
        *course[1:-1],
        (round(end - stub, 1), across[-1]),
        (end, across[-1]),
    ]


def shoreline(rng: Random, length: float, least: float, usual: float, most: float) -> list[Point]:
    """A shoreline (distance along, distance in): mostly shallower than usual, sometimes with a bay."""
    steps = rng.randint(9, 12)
    level = rng.uniform(0.4, 0.7) * (usual - least)
    swing = rng.uniform(0.5, 0.9) * min(level, usual - least - level)
    first, second = rng.uniform(0.0, math.tau), rng.uniform(0.0, math.tau)
    waves = rng.uniform(0.7, 1.6)
    bay = rng.uniform(0.2, 0.6) * (most - usual) if rng.random() < 0.4 else 0.0
    heart, reach = rng.uniform(0.1, 0.9), rng.uniform(0.15, 0.22)
    shore: list[Point] = []
    for i in range(steps + 1):
        t = i / steps
        wave = math.sin(math.tau * waves * t + first) + 0.5 * math.sin(math.tau * 3.0 * t + second)
        deep = least + level + swing * wave + bay * max(0.0, 1.0 - ((t - heart) / reach) ** 2)
        shore.append((round(length * t, 1), _between(deep, least, most)))
    return shore


def lengthened(start: Point, end: Point, normal: Point, width: float) -> Point:
    """The end of a road, extended so that its whole width reaches the board edge with that inward normal."""
    away = distance(start, end)
    dx, dy = (end[0] - start[0]) / away, (end[1] - start[1]) / away
    ahead = abs(dx * normal[0] + dy * normal[1])
    aside = abs(dx * normal[1] - dy * normal[0])
    further = 0.5 * width * aside / max(ahead, 0.2)
    return (round(end[0] + dx * further, 1), round(end[1] + dy * further, 1))
