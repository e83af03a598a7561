"""Overlap, depth and gap of rectangles, against Shapely and on the move."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import assume, given

from debellis.geometry.plane import COINCIDE, direction, distance
from debellis.geometry.polygon import area, clip
from debellis.geometry.rectangle import Rectangle, between, gap, overlaps, penetration

from .shapes import Placing, placings, rectangles, steady, thorough, touching


def outline(a: Rectangle) -> shapely.Polygon:
    return shapely.Polygon(a.corners)


@thorough
@given(rectangles(40), rectangles(40))
def test_overlap_and_its_area_agree_with_shapely(a: Rectangle, b: Rectangle) -> None:
    shared = outline(a).intersection(outline(b)).area
    assume(abs(penetration(a, b)) > 1e-6)
    assert (penetration(a, b) > 0.0) == (shared > 0.0)
    cut = clip(a.corners, b)
    assert (abs(area(cut)) if cut else 0.0) == pytest.approx(shared, abs=1e-7)


@steady
@given(rectangles(40), rectangles(40))
def test_depth_is_the_least_way_out(a: Rectangle, b: Rectangle) -> None:
    depth = penetration(a, b)
    assume(depth > 1e-3)
    left = []
    for which in range(4):
        for n in (a.outward(which), b.outward(which)):
            out = b.moved(n[0] * depth * 1.0001, n[1] * depth * 1.0001)
            nearly = b.moved(n[0] * depth * 0.9999, n[1] * depth * 0.9999)
            left.append(penetration(a, out))
            assert penetration(a, nearly) > 0.0
    assert min(left) <= 0.0


@thorough
@given(rectangles(), rectangles())
def test_gap_agrees_with_shapely_and_joins_the_nearest_points(a: Rectangle, b: Rectangle) -> None:
    p, q, measured = between(a, b)
    assert measured == pytest.approx(outline(a).distance(outline(b)), abs=1e-9)
    assert distance(p, q) == pytest.approx(measured, abs=1e-9)
    assert outline(a).distance(shapely.Point(p)) < 1e-9
    assert outline(b).distance(shapely.Point(q)) < 1e-9
    assert gap(b, a) == pytest.approx(measured, abs=1e-9)


@steady
@given(touching())
def test_what_touches_neither_overlaps_nor_leaves_a_gap(pair: tuple[Rectangle, Rectangle]) -> None:
    a, b = pair
    assert not overlaps(a, b)
    assert not overlaps(b, a)
    assert gap(a, b) < 1e-9


@steady
@given(rectangles(40), rectangles(40), placings)
def test_moving_turning_or_mirroring_the_table_changes_nothing(a: Rectangle, b: Rectangle, placing: Placing) -> None:
    there, other = placing.rectangle(a), placing.rectangle(b)
    assert gap(there, other) == pytest.approx(gap(a, b), abs=1e-9)
    if penetration(a, b) > 0.0:
        assert penetration(there, other) == pytest.approx(penetration(a, b), abs=1e-9)
    for i in range(4):
        # The corners of a mirrored rectangle swap left and right.
        corner = placing.point(a.corners[i])
        assert distance(corner, there.corners[placing.part(4 + i) - 4]) < 1e-9


@pytest.mark.parametrize("degrees", [0.0, 33.3, 90.0, 200.7])
@pytest.mark.parametrize(("off", "overlapping"), [(0.1, False), (0.0, False), (-0.005, False), (-0.1, True)])
def test_overlap_needs_more_than_the_tolerance(degrees: float, off: float, overlapping: bool) -> None:
    a = Rectangle((100.0, 100.0), direction(degrees), 40.0, 20.0)
    b = Rectangle(a.front, direction(degrees + 180.0), 40.0, 15.0).advanced(-off)
    assert overlaps(a, b) is overlapping
    assert gap(a, b) == pytest.approx(max(0.0, off), abs=1e-9)


@steady
@given(rectangles())
def test_the_same_footprint_seen_from_every_edge(a: Rectangle) -> None:
    for which in range(4):
        seen = a.fronting(which)
        for i in range(4):
            assert distance(seen.corners[i], a.corners[(i + which) % 4]) < 1e-9
        shrunk = a.inset(2.0)
        assert penetration(a, shrunk) >= 2.0 + COINCIDE
