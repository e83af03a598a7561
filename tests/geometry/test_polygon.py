"""Rectangles and lines against polygons: in, partly in, outside; gaps and lengths; against Shapely."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import assume, given

from debellis.geometry.halfplane import beyond, beyond_by, partly_beyond, wholly_beyond
from debellis.geometry.plane import COINCIDE, Point, direction, distance
from debellis.geometry.polygon import (
    OUTSIDE,
    PARTLY,
    WHOLLY,
    Polygon,
    area,
    between_polygon,
    between_polygons,
    holds_point,
    length_inside,
    lies,
    polygon_gap,
    runs_through,
    segment_gap,
)
from debellis.geometry.rectangle import Rectangle

from .shapes import Placing, placings, points, polygons, rectangles, steady, thorough

SQUARE: Polygon = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))


@thorough
@given(rectangles(), polygons())
def test_lies_agrees_with_shapely(a: Rectangle, polygon: Polygon) -> None:
    terrain = shapely.Polygon(polygon)
    # The rectangle less the tolerance decides: well inside or outside that margin both must say the same.
    core, near = shapely.Polygon(a.inset(COINCIDE).corners), shapely.Polygon(a.inset(COINCIDE * 1.001).corners)
    assume(core.disjoint(terrain) == near.disjoint(terrain) and terrain.contains(core) == terrain.contains(near))
    expected = OUTSIDE if core.disjoint(terrain) else WHOLLY if terrain.contains(core) else PARTLY
    assert lies(a, polygon) == expected


@steady
@given(rectangles(), polygons(), placings)
def test_lies_survives_any_placing(a: Rectangle, polygon: Polygon, placing: Placing) -> None:
    assert lies(placing.rectangle(a), placing.polygon(polygon)) == lies(a, polygon)
    assert lies(a, polygon[::-1]) == lies(a, polygon)
    assert abs(area(placing.polygon(polygon))) == pytest.approx(abs(area(polygon)), abs=1e-6)


@pytest.mark.parametrize(
    ("off", "expected"), [(0.1, OUTSIDE), (0.0, OUTSIDE), (-0.005, OUTSIDE), (-0.1, PARTLY), (-19.9, PARTLY)]
)
@pytest.mark.parametrize("degrees", [0.0, 28.4])
def test_some_part_in_needs_more_than_the_tolerance(degrees: float, off: float, expected: int) -> None:
    placing = Placing(False, degrees, (3.0, 4.0))
    a = Rectangle((50.0, -off), (0.0, 1.0), 40.0, 20.0)
    assert lies(placing.rectangle(a), placing.polygon(SQUARE)) == expected


@pytest.mark.parametrize(("off", "expected"), [(0.1, WHOLLY), (0.0, WHOLLY), (-0.005, WHOLLY), (-0.1, PARTLY)])
def test_wholly_in_allows_the_tolerance(off: float, expected: int) -> None:
    assert lies(Rectangle((50.0, 20.0 + off), (0.0, 1.0), 40.0, 20.0), SQUARE) == expected


@steady
@given(rectangles(), polygons(), polygons())
def test_gaps_agree_with_shapely(a: Rectangle, polygon: Polygon, other: Polygon) -> None:
    footprint, terrain, second = shapely.Polygon(a.corners), shapely.Polygon(polygon), shapely.Polygon(other)
    assert polygon_gap(a, polygon) == pytest.approx(footprint.distance(terrain), abs=1e-9)
    assert segment_gap(*a.edge(0), polygon) == pytest.approx(shapely.LineString(a.edge(0)).distance(terrain), abs=1e-9)
    for mine, theirs, shape in ((a.corners, polygon, footprint), (other, polygon, second)):
        p, q, gap = between_polygons(mine, theirs)
        assert gap == pytest.approx(shape.distance(terrain), abs=1e-9)
        assert distance(p, q) == pytest.approx(gap, abs=1e-9)
        assert shape.distance(shapely.Point(p)) < 1e-9
        assert terrain.distance(shapely.Point(q)) < 1e-9
    assert between_polygon(a, polygon) == between_polygons(a.corners, polygon)


@thorough
@given(points(90), points(90), polygons())
def test_length_inside_agrees_with_shapely(a: Point, b: Point, polygon: Polygon) -> None:
    assume(distance(a, b) > 1.0)
    terrain = shapely.Polygon(polygon)
    line = shapely.LineString([a, b])
    assert length_inside(a, b, polygon) == pytest.approx(line.intersection(terrain).length, abs=1e-6)
    deep = terrain.buffer(-COINCIDE)
    assume(line.intersects(deep) == line.intersects(terrain.buffer(-COINCIDE * 1.01)))
    assert runs_through(a, b, polygon) == line.intersects(deep)
    assert holds_point(a, polygon) == (terrain.distance(shapely.Point(a)) <= COINCIDE)


def test_a_line_may_graze_but_not_cut() -> None:
    assert not runs_through((-10.0, 0.0), (110.0, 0.0), SQUARE)
    assert not runs_through((-10.0, 0.005), (110.0, 0.005), SQUARE)
    assert runs_through((-10.0, 0.1), (110.0, 0.1), SQUARE)
    assert not runs_through((-10.0, 10.0), (10.0, -10.0), SQUARE)
    assert runs_through((-10.0, 10.1), (10.1, -10.0), SQUARE)


@pytest.mark.parametrize("degrees", [0.0, 61.3, 270.0])
def test_beyond_a_prolonged_edge(degrees: float) -> None:
    base = Rectangle((10.0, 20.0), direction(degrees), 40.0, 20.0)
    edge = base.edge(0)
    far = base.advanced(20.0).moved(base.facing[1] * 300.0, -base.facing[0] * 300.0)
    assert wholly_beyond(far, edge)
    assert wholly_beyond(far.advanced(-0.005), edge)
    assert beyond(far.advanced(-0.1), edge) == PARTLY
    assert not partly_beyond(far.advanced(-20.0), edge)
    assert not partly_beyond(far.advanced(-19.995), edge)
    assert partly_beyond(far.advanced(-19.9), edge)
    assert beyond_by(far, edge) == pytest.approx((0.0, 20.0), abs=1e-9)
