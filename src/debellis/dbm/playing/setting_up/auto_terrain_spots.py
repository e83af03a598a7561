"""Where things lie on a table seen by its defender: sectors as boxes, shores, points in from two edges."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from debellis.dbm.setting_up.sectors import CENTRE, LEFT, NEAR, Sector, short_edges
from debellis.geometry.plane import Point
from debellis.geometry.polygon import Polygon
from debellis.mechanics.tables import table
from debellis.table.board import farthest_inward, inward
from debellis.table.position import Position
from debellis.table.terrain import Terrain

#: How far two things lie apart that are at the same place (mm).
_SAME = 1e-6


def point_at(position: Position, edge: str, across: float, base_edge: str, deep: float) -> Point:
    """The point so far in from a short edge and so far in from a long one."""
    wide, high = position.size
    return (across if edge == "west" else wide - across, deep if base_edge == "south" else high - deep)


def sector_box(position: Position, base_edge: str, sector: Sector) -> dict[str, float]:
    """Where the sides of a sector lie: west and east of it, south and north."""
    wide, high = position.size
    flank = wide * float(table(position, "terrain")["sectors"]["flank_share_of_width"])
    half, third = sector
    if third == CENTRE:
        west, east = flank, wide - flank
    elif (third == LEFT) == (base_edge == "south"):
        west, east = 0.0, flank
    else:
        west, east = wide - flank, wide
    lower = (half == NEAR) == (base_edge == "south")
    south, north = (0.0, high * 0.5) if lower else (high * 0.5, high)
    return {"west": west, "east": east, "south": south, "north": north}


def edges_of(position: Position, around: dict[str, float]) -> list[str]:
    """The table edges a sector lies at."""
    wide, high = position.size
    ends = {"north": high, "east": wide, "south": 0.0, "west": 0.0}
    return [edge for edge, at in ends.items() if abs(around[edge] - at) <= _SAME]


def edge_of_water(position: Position, water: Terrain, base_edge: str) -> str:
    """The short edge a waterway lies along."""
    return min(short_edges(base_edge), key=lambda edge: farthest_inward(water.ground, edge, position.size))


def shore_of(position: Position, water: Terrain, base_edge: str) -> list[tuple[float, float]]:
    """The shore from the defender's edge to the other: how far out from that edge, how far in from the short one."""
    edge = edge_of_water(position, water, base_edge)
    points = [(inward(p, base_edge, position.size), inward(p, edge, position.size)) for p in water.ground]
    return sorted(point for point in points if point[1] > _SAME)


def reach_at(shore: list[tuple[float, float]], deep: float) -> float:
    """How far in a shore reaches, so far out from the defender's edge."""
    for (a, first), (b, last) in pairwise(shore):
        if a <= deep <= b and b > a:
            return first + (last - first) * (deep - a) / (b - a)
    return shore[-1][1]


def by_shore(position: Position, water: Terrain, base_edge: str, start: float, size: float, rng: Random) -> Polygon:
    """The outline of a town on the shore, begun so far out from the defender's edge, with a rounded landward side."""
    edge = edge_of_water(position, water, base_edge)
    shore = shore_of(position, water, base_edge)
    tall, wide = size * rng.uniform(0.7, 0.85), size * rng.uniform(0.5, 0.65)
    top = start + tall
    quays = [start, *(deep for deep, _ in shore if start + _SAME < deep < top - _SAME), top]
    found = [(reach_at(shore, deep), deep) for deep in quays]
    ends = wide + max(reach for reach, _ in found)
    head, foot = found[-1][0], found[0][0]
    found += [
        (head + (ends - head) * 0.55, start + tall * rng.uniform(0.97, 1.06)),
        (ends - wide * 0.1, start + tall * rng.uniform(0.72, 0.82)),
        (ends, start + tall * rng.uniform(0.35, 0.45)),
        (foot + (ends - foot) * 0.92, start),
    ]
    return tuple(point_at(position, edge, across, base_edge, deep) for across, deep in found)
