"""Courses of water and roads: shorelines, rivers from edge to edge that bend gently, roads that bend once at most."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from debellis.dbm.measures import base_width, paces
from debellis.dbm.playing.setting_up.auto_terrain_spots import edge_of_water, point_at
from debellis.dbm.playing.setting_up.terrain_laying import Wanted
from debellis.dbm.setting_up.sectors import long_edges, short_edges
from debellis.dbm.setting_up.water import by_die
from debellis.dbm.setting_up.zones import depth_of_zone, inward_of
from debellis.geometry.plane import Point, crossing, distance, part_way
from debellis.geometry.polygon import inside, length_inside
from debellis.mechanics.tables import table
from debellis.table.board import BESIDE, OPPOSITE, inward, length_of
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.terrain_shapes import lengthened, shoreline, winding

_TRIES = 12
#: Widths as one makes them, and how often a river may bend, in base widths.
_RIVER, _ROAD, _STRIDE = 0.6, 0.5, 1.6
_BENDS = 0.6


def shores(position: Position, want: Wanted, rng: Random) -> Iterator[Terrain]:
    """Waterways along either short edge, not so deep that they take all the room."""
    row = table(position, "setup")["water"]
    least = paces(position, row["waterway_least"])
    most = min(by_die(position, "waterway_most", want.drawn.dice[0]), paces(position, row["waterway_deep"]))
    edges = list(short_edges(want.base_edge))
    rng.shuffle(edges)
    for i in range(_TRIES):
        edge = edges[i % len(edges)]
        length = length_of(edge, position.size)
        shore = shoreline(rng, length, least, least + 0.6 * (most - least), most)
        outline = [point_at(position, edge, deep, want.base_edge, along) for along, deep in shore]
        outline += [point_at(position, edge, 0.0, want.base_edge, at) for at in (length, 0.0)]
        yield Terrain(want.name, want.kind, tuple(outline))


def courses(position: Position, want: Wanted, rng: Random) -> Iterator[Terrain]:
    """Rivers of the side that places one."""
    width = round(_RIVER * base_width(position), 1)
    make = _invaders_course if want.by == "invader" else _defenders_course
    for _ in range(_TRIES):
        yield Terrain(want.name, want.kind, line=make(position, want, rng, width), width=width)


def _invaders_course(position: Position, want: Wanted, rng: Random, width: float) -> tuple[Point, ...]:
    """From long edge to long edge, in the part of its zone that is nearer to the flank."""
    die = want.drawn.dice[0]
    near, far = by_die(position, "invader_river_near", die), by_die(position, "invader_river_far", die)
    low = near + width
    edge = rng.choice(short_edges(want.base_edge))
    course = winding(rng, 0.0, length_of(edge, position.size), low, low + 0.5 * (far - near - width), _stride(position))
    return tuple(point_at(position, edge, aside, want.base_edge, ahead) for ahead, aside in course)


def _stride(position: Position) -> float:
    return _STRIDE * base_width(position)


def _defenders_course(position: Position, want: Wanted, rng: Random, width: float) -> tuple[Point, ...]:
    """From a short edge to the other, or into the water it comes to; between the armies or behind one of them."""
    start = _source(position, want, rng)
    low, high = _strip(position, want)
    course = winding(rng, 0.0, length_of(want.base_edge, position.size), low + width, high - width, _stride(position))
    line = [point_at(position, start, ahead, want.base_edge, aside) for ahead, aside in course]
    return _until_water(position, want, line)


def _source(position: Position, want: Wanted, rng: Random) -> str:
    """The short edge a river comes from: the one further from other water."""
    for water in position.features("waterway"):
        return OPPOSITE[edge_of_water(position, water, want.base_edge)]
    for river in position.features("river"):
        return max(short_edges(want.base_edge), key=lambda edge: inward(river.line[0], edge, position.size))
    return rng.choice(short_edges(want.base_edge))


def _strip(position: Position, want: Wanted) -> tuple[float, float]:
    """How far from the defender's edge a river may be, least and most, so that it runs through no army if it can."""
    whole = length_of(BESIDE[want.base_edge][0], position.size)
    zone = depth_of_zone(position, want.base_edge)
    if not want.drawn.dice:
        return (zone, whole - zone)
    quarter = table(position, "setup")["water"]["quarter_of_die"][str(want.drawn.dice[0])]
    low, high = whole * (quarter - 1) / 4.0, whole * quarter / 4.0
    between = (max(low, zone), min(high, whole - zone))
    if between[1] > between[0]:
        return between
    third = (high - low) / 3.0
    return (low, low + third) if low <= 0.0 else (high - third, high)


def _until_water(position: Position, want: Wanted, line: list[Point]) -> tuple[Point, ...]:
    """A course that ends in the first water it comes to."""
    kept = [line[0]]
    for here, there in pairwise(line):
        for water in position.features("waterway"):
            if inside(there, water.ground):
                return (*kept, there)
        for name in want.theirs:
            for a, b in pairwise(position.feature(name).line if position.feature(name).kind == "river" else ()):
                meeting = crossing(here, there, a, b)
                if meeting is not None:
                    return (*kept, meeting)
        kept.append(there)
    return tuple(kept)


def roads(position: Position, want: Wanted, rng: Random) -> Iterator[Terrain]:
    """Roads: the invader's through the middle, the defender's to his town, across an earlier one, or anywhere."""
    width = round(_ROAD * base_width(position), 1)
    for i in range(3 * _TRIES):
        line: tuple[Point, ...] | None
        towns = position.features("bua")
        if want.by == "invader":
            line = _through_middle(position, want, rng, width)
        elif towns and i % 3 < 2:
            line = _from_town(position, want, towns[0], rng, width)
        elif i % 2:
            line = _between_edges(position, short_edges(want.base_edge), (0.15, 0.85), rng, width)
        else:
            line = _between_edges(position, long_edges(want.base_edge), (0.2, 0.8), rng, width)
        if line is not None:
            yield Terrain(want.name, want.kind, line=line, width=width)


def _through_middle(position: Position, want: Wanted, rng: Random, width: float) -> tuple[Point, ...]:
    flank = float(table(position, "terrain")["sectors"]["flank_share_of_width"])
    aside = 2.0 * width / length_of(want.base_edge, position.size)
    return _between_edges(position, long_edges(want.base_edge), (flank + aside, 1.0 - flank - aside), rng, width)


def _between_edges(
    position: Position, edges: tuple[str, str], shares: tuple[float, float], rng: Random, width: float
) -> tuple[Point, ...]:
    """A road between opposite edges, each end within these shares of its edge, with one bend or none."""
    start, end = (_on_edge(position, edge, rng.uniform(*shares)) for edge in edges)
    if rng.random() < _BENDS:
        middle = part_way(start, end, rng.uniform(0.35, 0.65))
        side = _on_edge(position, edges[0], rng.uniform(*shares))
        bend = _rounded(part_way(middle, _abreast(middle, side, edges[0]), 0.4))
    else:
        bend = None
    first = lengthened(bend or end, start, inward_of(edges[0]), width)
    last = lengthened(bend or start, end, inward_of(edges[1]), width)
    return (first, last) if bend is None else (first, bend, last)


def _abreast(p: Point, q: Point, edge: str) -> Point:
    """The point as far along an edge as the second, as far in from it as the first."""
    return (q[0], p[1]) if edge in ("north", "south") else (p[0], q[1])


def _on_edge(position: Position, edge: str, share: float) -> Point:
    wide, high = position.size
    if edge in ("north", "south"):
        return (round(wide * share, 1), high if edge == "north" else 0.0)
    return (wide if edge == "east" else 0.0, round(high * share, 1))


def _rounded(p: Point) -> Point:
    return (round(p[0], 1), round(p[1], 1))


def _from_town(position: Position, want: Wanted, town: Terrain, rng: Random, width: float) -> tuple[Point, ...] | None:
    """A road from the edge of a town to the far long edge or a short one."""
    west, south, east, north = town.box
    heart = ((west + east) * 0.5, (south + north) * 0.5)
    ends = (OPPOSITE[want.base_edge], *short_edges(want.base_edge))
    edge = rng.choices(ends, [inward(heart, one, position.size) ** 2 for one in ends])[0]
    last = _on_edge(position, edge, rng.uniform(0.2, 0.8))
    away = distance(heart, last)
    depth = length_inside(heart, last, town.ground) - 0.25 * width
    if depth <= 0.0 or away - depth < 2.0 * width:
        return None
    gate = _rounded(part_way(heart, last, depth / away))
    return (gate, lengthened(gate, last, inward_of(edge), width))
