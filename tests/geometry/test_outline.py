"""Outlines against each other: shared ground, least rectangles and nearest lines, against Shapely."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import assume, given

from debellis.geometry.outline import all_cross, all_run_through, hull, least_rectangle, nearest_lines, share_ground
from debellis.geometry.plane import direction, distance
from debellis.geometry.polygon import Polygon, box, is_clear
from debellis.geometry.rectangle import Rectangle

from .shapes import polygons, rectangles, steady, touching

SQUARE: Polygon = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))


@steady
@given(polygons(), polygons())
def test_sharing_ground_agrees_with_shapely(a: Polygon, b: Polygon) -> None:
    one, other = shapely.Polygon(a), shapely.Polygon(b)
    assume(one.is_valid and other.is_valid)
    # Where they share little or miss each other by a hair, the tolerance decides.
    shared = one.intersection(other)
    assume(shared.area == 0.0 or not shared.buffer(-0.02).is_empty)
    assume(shared.area > 0.0 or one.distance(other) > 0.02)
    assert share_ground(a, b) == share_ground(b, a) == (shared.area > 0.0)


@steady
@given(polygons(), polygons())
def test_a_box_is_clear_only_where_an_outline_shares_none_of_it(a: Polygon, b: Polygon) -> None:
    other = shapely.Polygon(b)
    assume(other.is_valid)
    around = box(a)
    shared = shapely.box(*around).intersection(other)
    assume(shared.area == 0.0 or shared.area > 0.01)
    assert not (is_clear(around, b) and (shared.area > 0.0 or share_ground(a, b)))
    assert is_clear(around, tuple((x + 1000.0, y) for x, y in b))


def test_a_box_inside_an_outline_or_in_its_bay_is_told_apart() -> None:
    bay = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (90.0, 100.0), (90.0, 10.0), (0.0, 10.0))
    assert not is_clear((40.0, 40.0, 60.0, 60.0), SQUARE)
    assert is_clear((10.0, 20.0, 80.0, 90.0), bay)
    assert not is_clear((10.0, 5.0, 80.0, 90.0), bay)


@steady
@given(touching())
def test_touching_is_not_sharing_ground(pair: tuple[Rectangle, Rectangle]) -> None:
    a, b = pair
    assert not share_ground(a.corners, b.corners)
    assert share_ground(a.corners, a.corners)


def test_one_outline_inside_another_shares_its_ground() -> None:
    within = ((40.0, 40.0), (60.0, 40.0), (50.0, 60.0))
    half = ((0.0, 0.0), (50.0, 0.0), (50.0, 100.0), (0.0, 100.0))
    assert share_ground(SQUARE, within) and share_ground(within, SQUARE)
    assert share_ground(SQUARE, half) and share_ground(half, SQUARE)


@steady
@given(polygons())
def test_the_least_rectangle_holds_the_outline(polygon: Polygon) -> None:
    shape = shapely.Polygon(polygon)
    around = shapely.Polygon(hull(polygon))
    assert around.symmetric_difference(shape.convex_hull).area == pytest.approx(0.0, abs=1e-6)
    length, width = least_rectangle(polygon)
    assert length >= width
    for degrees in range(0, 90, 3):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        along = [c * x + s * y for x, y in polygon]
        across = [c * y - s * x for x, y in polygon]
        assert length + width <= max(along) - min(along) + max(across) - min(across) + 1e-9


@steady
@given(rectangles())
def test_the_least_rectangle_of_a_rectangle_is_itself(a: Rectangle) -> None:
    assert least_rectangle(a.corners) == pytest.approx((max(a.width, a.depth), min(a.width, a.depth)))


@steady
@given(rectangles(), rectangles(200))
def test_nearest_lines_are_shortest(a: Rectangle, b: Rectangle) -> None:
    gap = shapely.Polygon(a.corners).distance(shapely.Polygon(b.corners))
    assume(gap > 0.1)
    for line in nearest_lines(a.corners, b.corners):
        assert distance(*line) == pytest.approx(gap, abs=0.011)


@pytest.mark.parametrize("degrees", [0.0, 17.0, 123.4])
def test_parallel_sides_have_a_sheaf_of_nearest_lines(degrees: float) -> None:
    facing = direction(degrees)
    a = Rectangle((0.0, 0.0), facing, 40.0, 15.0)
    b = a.advanced(115.0)
    first, last = nearest_lines(a.corners, b.corners)
    assert distance(first[0], last[0]) == pytest.approx(40.0)
    wall = Rectangle(a.advanced(60.0).front, facing, 40.0, 10.0)
    gate = wall.moved(facing[1] * 0.1, -facing[0] * 0.1)
    assert all_run_through((first, last), wall.corners)
    assert not all_run_through((first, last), gate.corners)
    assert all_cross((first, last), wall.corners[:2])
    assert not all_cross((first, last), gate.corners[:2])
