"""Waterways: along which board edge one lies, and how far it reaches in from that edge."""

from __future__ import annotations

from functools import lru_cache

from debellis.geometry.plane import COINCIDE
from debellis.geometry.polygon import Polygon
from debellis.table.board import EDGES, Size, inward, length_of, on_board, sideways
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value


class Reach(Value, frozen=True):
    """A stretch of a board edge, in mm along it, and how far the water reaches in at both ends of the stretch."""

    start: float
    end: float
    first: float
    last: float

    @property
    def length(self) -> float:
        return self.end - self.start

    def beyond(self, depth: float) -> float:
        """How much of the stretch has water that reaches further in than a depth."""
        low, high = min(self.first, self.last), max(self.first, self.last)
        if low >= depth - COINCIDE and high > depth + COINCIDE:
            return self.length
        return 0.0 if high <= depth + COINCIDE else self.length * (high - depth) / (high - low)


def reaches(water: Polygon, edge: str, size: Size) -> list[Reach]:
    """How far a waterway reaches in, stretch by stretch, wherever it covers the edge itself."""
    ground = on_board(water, size)
    corners = [(sideways(p, edge), inward(p, edge, size)) for p in ground]
    cuts = sorted({at for at, _ in corners})
    found: list[Reach] = []
    for i in range(len(cuts) - 1):
        start, end = cuts[i], cuts[i + 1]
        if end - start <= COINCIDE:
            continue
        sides = []
        for j in range(len(corners)):
            (a, near), (b, far) = corners[j - 1], corners[j]
            if min(a, b) <= start + COINCIDE and max(a, b) >= end - COINCIDE and abs(b - a) > COINCIDE:
                slope = (far - near) / (b - a)
                sides.append((near + (start - a) * slope, near + (end - a) * slope))
        if sides and min(sum(side) for side in sides) <= 2.0 * COINCIDE:
            inland = max(sides, key=sum)
            found.append(Reach(start, end, *inland))
    return found


@lru_cache(maxsize=256)
def covered(water: Polygon, edge: str, size: Size) -> float:
    """How much of an edge a waterway covers."""
    return sum(reach.length for reach in reaches(water, edge, size))


def edge_of(water: Polygon, size: Size) -> str:
    """The edge that a waterway covers most of."""
    return max(EDGES, key=lambda edge: covered(water, edge, size) / length_of(edge, size))


def shore_along(position: Position, edge: str) -> Terrain | None:
    """The waterway that runs along an edge, if one does."""
    for water in position.features("waterway"):
        if edge_of(water.ground, position.size) == edge and covered(water.ground, edge, position.size) > COINCIDE:
            return water
    return None
