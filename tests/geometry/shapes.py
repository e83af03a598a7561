"""Random rectangles, polygons and placings for the laws of the geometry.

Coordinates come in tenths of millimetres and angles in tenths of degrees, so that nothing falls by chance within
tolerance of a threshold: what touches was constructed to touch.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from debellis.geometry.plane import Point, Segment, direction, turned
from debellis.geometry.polygon import Polygon
from debellis.geometry.rectangle import Rectangle

#: The same examples in every run, none slow enough to matter.
steady = settings(derandomize=True, max_examples=60, deadline=None, database=None)
thorough = settings(steady, max_examples=150)

SIZES = [(40.0, 15.0), (40.0, 30.0), (40.0, 40.0), (60.0, 20.0), (20.0, 45.5)]
MIRRORED_PARTS = (0, 3, 2, 1, 5, 4, 7, 6)


def tenths(low: int, high: int) -> st.SearchStrategy[float]:
    return st.integers(low * 10, high * 10).map(lambda n: n / 10.0)


def points(span: int = 60) -> st.SearchStrategy[Point]:
    return st.tuples(tenths(-span, span), tenths(-span, span))


@st.composite
def rectangles(draw: st.DrawFn, span: int = 60) -> Rectangle:
    width, depth = draw(st.sampled_from(SIZES))
    return Rectangle(draw(points(span)), direction(draw(tenths(0, 360))), width, depth)


@st.composite
def touching(draw: st.DrawFn) -> tuple[Rectangle, Rectangle]:
    """Two rectangles placed edge against edge, corner on corner, or a corner against an edge."""
    a = draw(rectangles())
    seen = a.fronting(draw(st.integers(0, 3)))
    width, depth = draw(st.sampled_from(SIZES))
    tilt = draw(st.sampled_from([0.0, 0.0, 0.0, 17.3, 45.0]))
    level = (seen.width - width) * 0.5 if tilt == 0.0 else 3.7
    along = draw(st.sampled_from([0.0, seen.width * 0.5, -seen.width * 0.5, 3.7, level]))
    fx, fy = seen.facing
    place = (seen.front[0] + fy * along, seen.front[1] - fx * along)
    if tilt == 0.0:
        return (a, Rectangle(place, (-fx, -fy), width, depth).fronting(draw(st.integers(0, 3))))
    # Turned anticlockwise its right front corner comes nearest, turned clockwise its left: put that on the edge.
    side = draw(st.sampled_from([0.5, -0.5]))
    facing = turned((-fx, -fy), direction(-tilt if side > 0.0 else tilt))
    front = (place[0] - facing[1] * width * side, place[1] + facing[0] * width * side)
    return (a, Rectangle(front, facing, width, depth))


@st.composite
def polygons(draw: st.DrawFn, span: int = 60) -> Polygon:
    """Star-shaped outlines, most of them concave, run either way round."""
    cx, cy = draw(points(span))
    count = draw(st.integers(3, 9))
    radii = draw(st.lists(tenths(8, 70), min_size=count, max_size=count))
    around = draw(st.sampled_from([1.0, -1.0]))
    outline: list[Point] = []
    for i in range(count):
        angle = around * (0.3 + 2.0 * math.pi * i / count)
        outline.append((cx + radii[i] * math.sin(angle), cy + radii[i] * math.cos(angle)))
    return tuple(outline)


class Placing(NamedTuple):
    """The whole table moved: mirrored or not, turned, shifted."""

    mirrored: bool
    degrees: float
    shift: Point

    def point(self, p: Point) -> Point:
        x, y = self.vector(p)
        return (x + self.shift[0], y + self.shift[1])

    def vector(self, v: Point) -> Point:
        return turned((-v[0], v[1]) if self.mirrored else v, direction(self.degrees))

    def rectangle(self, a: Rectangle) -> Rectangle:
        return Rectangle(self.point(a.front), self.vector(a.facing), a.width, a.depth)

    def polygon(self, polygon: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(self.point(p) for p in polygon)

    def segment(self, edge: Segment) -> Segment:
        """An edge, still running clockwise round its rectangle."""
        p, q = self.point(edge[0]), self.point(edge[1])
        return (q, p) if self.mirrored else (p, q)

    def part(self, part: int) -> int:
        return MIRRORED_PARTS[part] if self.mirrored else part


placings = st.builds(Placing, st.booleans(), tenths(0, 360), st.tuples(tenths(-300, 300), tenths(-300, 300)))
