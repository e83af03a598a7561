"""Directions and turns: exact for quarters, consistent otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debellis.geometry.plane import (
    COINCIDE,
    bearing,
    between_segments,
    coincide,
    direction,
    opposite_direction,
    quarter_turned,
    same_direction,
    segments_meet,
    turn_between,
    turned,
)

from .shapes import points, steady, tenths


@pytest.mark.parametrize("quarters", range(-5, 6))
def test_quarter_turns_are_exact(quarters: int) -> None:
    v = (0.6, 0.8)
    assert turned(v, direction(90.0 * quarters)) == quarter_turned(v, quarters)
    assert bearing(direction(90.0 * quarters)) == (90.0 * quarters) % 360.0
    expected = (90.0 * quarters) % 360.0
    assert turn_between(v, quarter_turned(v, quarters)) == (expected if expected <= 180.0 else expected - 360.0)


@steady
@given(tenths(0, 360), tenths(-180, 180))
def test_turning_by_an_angle_is_measured_as_that_angle(start: float, by: float) -> None:
    u = direction(start)
    measured = turn_between(u, turned(u, direction(by)))
    assert measured == pytest.approx(by, abs=1e-9) or abs(abs(by) - 180.0) < 1e-9


@pytest.mark.parametrize("degrees", [0.0, 37.2, 90.0, 211.9])
def test_directions_are_equal_within_a_hundredth_of_a_degree(degrees: float) -> None:
    u = direction(degrees)
    assert same_direction(u, direction(degrees + 0.0099))
    assert not same_direction(u, direction(degrees + 0.1))
    assert not same_direction(u, direction(degrees - 0.1))
    assert opposite_direction(u, direction(degrees + 179.991))
    assert not opposite_direction(u, direction(degrees + 180.1))
    assert not opposite_direction(u, u)


def test_points_coincide_within_a_hundredth_of_a_millimetre() -> None:
    assert coincide((1.0, 2.0), (1.0, 2.0 + COINCIDE * 0.99))
    assert not coincide((1.0, 2.0), (1.1, 2.0))


@steady
@given(points(), points(), points(), points())
def test_nearest_points_of_segments_agree_with_shapely(a, b, c, d) -> None:  # type: ignore[no-untyped-def]
    shapely = pytest.importorskip("shapely")
    p, q, gap = between_segments(a, b, c, d)
    first, second = shapely.LineString([a, b]), shapely.LineString([c, d])
    assert gap == pytest.approx(first.distance(second), abs=1e-9)
    assert first.distance(shapely.Point(p)) < 1e-9
    assert second.distance(shapely.Point(q)) < 1e-9


@steady
@given(points(), points(), st.integers(1, 9), points())
def test_segments_that_share_a_constructed_point_meet_or_nearly_so(a, b, share, d) -> None:  # type: ignore[no-untyped-def]
    p = (a[0] + (b[0] - a[0]) * share / 10.0, a[1] + (b[1] - a[1]) * share / 10.0)
    assert between_segments(a, b, p, d)[2] < 1e-9
    assert segments_meet(a, b, a, d)
