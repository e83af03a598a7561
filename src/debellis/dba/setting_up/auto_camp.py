"""Possible places for camps: along the base edge, or along the shore if a waterway runs along it."""

from __future__ import annotations

from random import Random

from debellis.dba.setting_up.auto_ground import to_side, to_table
from debellis.dba.setting_up.setup import may_place_camp
from debellis.geometry.outline import share_ground
from debellis.geometry.plane import COINCIDE, Point, distance, part_way
from debellis.geometry.polygon import Polygon
from debellis.table.board import length_of
from debellis.table.position import Position
from debellis.table.waterways import shore_along

#: Widths and depths of camps in base widths, and the smallest size for narrow places.
_SIZES = ((2.0, 1.0), (1.75, 1.25), (1.5, 1.0), (1.25, 1.0))
_LEAST = ((1.0, 1.0), (1.0, 0.75))
_MOST = 6


def camp_places(position: Position, side: str, base_edge: str, seed: int) -> list[Polygon]:
    """Outlines of camps that a side may place on its base edge or its shore; none if it may have no camp there."""
    rng = Random(seed)
    bw = position.scale.base_width
    rear = _rear(position, base_edge)
    length = sum(distance(rear[i - 1], rear[i]) for i in range(1, len(rear)))
    starts = [0.25 * bw * i for i in range(int(length / (0.25 * bw)))]
    chances = [(start, rng.choice(_SIZES)) for start in rng.sample(starts, len(starts))]
    chances += [(start, least) for least in _LEAST for start in rng.sample(starts, len(starts))]
    roads = [road.ground for road in position.features("road")]
    found: list[Polygon] = []
    on_roads: list[Polygon] = []
    for start, (wide, deep) in chances:
        if len(found) >= _MOST:
            break
        if start + wide * bw > length + COINCIDE:
            continue
        outline = tuple(
            to_table(p, base_edge, position.size) for p in _pitched(rear, start, start + wide * bw, deep * bw)
        )
        if may_place_camp(position, side=side, base_edge=base_edge, outline=outline).answer["legal"]:
            (on_roads if any(share_ground(outline, road) for road in roads) else found).append(outline)
    return found or on_roads[:_MOST]


def _rear(position: Position, base_edge: str) -> tuple[Point, ...]:
    """The line for a camp's rear, from left to right as its side sees it: the base edge or the shore along it."""
    water = shore_along(position, base_edge)
    length = length_of(base_edge, position.size)
    if water is None:
        return ((0.0, 0.0), (length, 0.0))
    ground = [to_side(p, base_edge, position.size) for p in water.ground]
    inland = [i for i in range(len(ground)) if not (_on_edge(ground[i - 1]) and _on_edge(ground[i]))]
    shore = [i for i in inland if (i - 1) % len(ground) not in inland]
    first = shore[0] if shore else 0
    order = [ground[(first - 1 + k) % len(ground)] for k in range(len(inland) + 1)]
    order = order if order[0][0] <= order[-1][0] else order[::-1]
    return tuple(p for p in order if not _on_edge(p))


def _on_edge(p: Point) -> bool:
    return p[1] <= COINCIDE


def _pitched(rear: tuple[Point, ...], start: float, end: float, deep: float) -> Polygon:
    """The outline of a camp that follows its rear line from start to end and has the given depth."""
    along: list[Point] = []
    at = 0.0
    for i in range(1, len(rear)):
        a, b = rear[i - 1], rear[i]
        step = distance(a, b)
        for mark in (start, end):
            if at <= mark <= at + step and step > 0.0:
                p = part_way(a, b, (mark - at) / step)
                if not along or distance(p, along[-1]) > COINCIDE:
                    along.append(p)
        at += step
        if start < at < end and distance(b, along[-1]) > COINCIDE:
            along.append(b)
    first, last = along[0], along[-1]
    length = distance(first, last)
    out = ((first[1] - last[1]) / length * deep, (last[0] - first[0]) / length * deep)
    return (*along, (last[0] + out[0], last[1] + out[1]), (first[0] + out[0], first[1] + out[1]))
