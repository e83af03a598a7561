"""The edges of the board by name, and how far inward of them a point or shape lies."""

from __future__ import annotations

import math

from debellis.geometry.plane import COINCIDE, Point, Segment
from debellis.geometry.polygon import Polygon, clip
from debellis.geometry.rectangle import Rectangle

EDGES = ("north", "east", "south", "west")
#: The direction over each edge.
OUTWARD: dict[str, Point] = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
#: The two edges at right angles to each.
BESIDE = {"north": ("west", "east"), "south": ("west", "east"), "east": ("north", "south"), "west": ("north", "south")}

Size = tuple[float, float]


def inward(p: Point, edge: str, size: Size) -> float:
    """How far a point lies inward of an edge; negative when it is off the board there."""
    if edge == "north":
        return size[1] - p[1]
    if edge == "east":
        return size[0] - p[0]
    return p[1] if edge == "south" else p[0]


def sideways(p: Point, edge: str) -> float:
    """How far along an edge a point lies, from the west or the south."""
    return p[0] if edge in ("north", "south") else p[1]


def length_of(edge: str, size: Size) -> float:
    return size[0] if edge in ("north", "south") else size[1]


def nearest_inward(points: Polygon, edge: str, size: Size) -> float:
    """How near the nearest of some points comes to an edge."""
    return min(inward(p, edge, size) for p in points)


def farthest_inward(points: Polygon, edge: str, size: Size) -> float:
    return max(inward(p, edge, size) for p in points)


def overhang(a: Rectangle, size: Size) -> float:
    """How far the outermost corner of a rectangle is over the edge of the board; negative if all of it is on."""
    width, height = size
    over = -math.inf
    for x, y in a.corners:
        over = max(over, -x, -y, x - width, y - height)
    return over


def is_off(a: Rectangle, size: Size) -> bool:
    """Whether some part of a rectangle is over the edge of the board."""
    x, y = a.centre
    far = a.radius
    if far <= x <= size[0] - far and far <= y <= size[1] - far:
        return False
    return overhang(a, size) > COINCIDE


def board(size: Size) -> Rectangle:
    """The whole board as a rectangle facing north."""
    return Rectangle((size[0] * 0.5, size[1]), (0.0, 1.0), size[0], size[1])


def quarters(size: Size) -> tuple[Rectangle, ...]:
    """The four equal quarters: south-west, south-east, north-west, north-east."""
    w, h = size[0] * 0.5, size[1] * 0.5
    return tuple(Rectangle((w * (i + 0.5), h * (j + 1)), (0.0, 1.0), w, h) for j in (0, 1) for i in (0, 1))


def on_board(polygon: Polygon, size: Size) -> Polygon:
    """The part of an outline that is on the board."""
    return clip(polygon, board(size))


def edge_line(edge: str, size: Size) -> Segment:
    """The two ends of an edge."""
    w, h = size
    if edge == "north":
        return ((0.0, h), (w, h))
    if edge == "east":
        return ((w, 0.0), (w, h))
    return ((0.0, 0.0), (w, 0.0)) if edge == "south" else ((0.0, 0.0), (0.0, h))
