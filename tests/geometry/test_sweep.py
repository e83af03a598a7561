"""Straight moves against brute force in small steps, and sharp at the tolerances."""

from __future__ import annotations

import math

import pytest
from hypothesis import given

from debellis.geometry.contact import CORNER, touches
from debellis.geometry.plane import COINCIDE, direction
from debellis.geometry.polygon import OUTSIDE, PARTLY, WHOLLY, Polygon, lies
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, Rectangle, gap, overlaps
from debellis.geometry.sweep import (
    distance_in,
    first_meeting,
    first_touch,
    free_slide,
    stages,
    until_in,
    until_out,
    until_wholly_in,
)

from .shapes import Placing, placings, polygons, rectangles, steady, tenths, thorough, touching

FAR = 150.0
STEPS = 300
WOOD: Polygon = ((0.0, 100.0), (200.0, 100.0), (200.0, 150.0), (0.0, 150.0))


def slid(a: Rectangle, degrees: float, by: float) -> Rectangle:
    dx, dy = direction(degrees)
    return a.moved(dx * by, dy * by)


@thorough
@given(rectangles(80), rectangles(80), tenths(0, 360))
def test_a_slide_stops_where_small_steps_would(a: Rectangle, b: Rectangle, degrees: float) -> None:
    free = free_slide(a, direction(degrees), FAR, b)
    steps = [FAR * i / STEPS for i in range(STEPS + 1)]
    stopped = [at for at in steps if overlaps(slid(a, degrees, at), b)]
    assert all(at >= free for at in stopped)
    assert free == FAR or free == 0.0 or touches(slid(a, degrees, free), b)
    if not stopped and free < FAR:
        assert gap(slid(a, degrees, free), b) < 1e-9
    if free == 0.0:
        assert gap(a, b) < COINCIDE
    touched = first_touch(a, direction(degrees), FAR, b)
    assert touched <= free if free < FAR else touched >= 0.0
    if touched < math.inf:
        assert gap(slid(a, degrees, touched), b) <= COINCIDE * 1.5


@steady
@given(touching(), tenths(0, 360))
def test_what_touches_may_slide_away_or_along(pair: tuple[Rectangle, Rectangle], degrees: float) -> None:
    a, b = pair
    free = free_slide(a, direction(degrees), FAR, b)
    overlapping = any(overlaps(slid(a, degrees, 0.05 + i * 0.5), b) for i in range(200))
    assert (free == FAR) or free < 1e-9
    assert not (overlapping and free == FAR)
    assert first_touch(a, direction(degrees), FAR, b) == pytest.approx(0.0, abs=0.02)


@steady
@given(rectangles(80), rectangles(80), tenths(0, 360), placings)
def test_a_slide_survives_any_placing(a: Rectangle, b: Rectangle, degrees: float, placing: Placing) -> None:
    towards = direction(degrees)
    there = free_slide(placing.rectangle(a), placing.vector(towards), FAR, placing.rectangle(b))
    assert there == pytest.approx(free_slide(a, towards, FAR, b), abs=1e-7)


@pytest.mark.parametrize("degrees", [0.0, 19.6, 180.0, 263.1])
def test_an_advance_ends_in_front_edge_contact(degrees: float) -> None:
    a = Rectangle((30.0, 30.0), direction(degrees), 40.0, 20.0)
    b = Rectangle(a.advanced(75.0).front, direction(degrees + 180.0), 40.0, 15.0)
    assert free_slide(a, a.facing, 200.0, b) == pytest.approx(75.0, abs=1e-9)
    assert free_slide(a, a.facing, 75.0, b) == 75.0
    assert free_slide(a, a.facing, 74.9, b) == 74.9
    assert free_slide(a, a.facing, 75.1, b) == pytest.approx(75.0, abs=1e-9)
    meeting = first_meeting(a, a.facing, 200.0, [b.advanced(-10.0), b, b])
    assert meeting is not None and meeting.index == 1
    parts = {(touch.mine, touch.theirs) for touch in meeting.touches}
    assert (FRONT, FRONT) in parts and (CORNER + FRONT_LEFT, CORNER + FRONT_RIGHT) in parts
    assert first_meeting(a, a.facing, 74.9, [b]) is None


@pytest.mark.parametrize("degrees", [0.0, 44.4])
@pytest.mark.parametrize(("off", "stopped"), [(0.1, False), (0.0, False), (-0.005, False), (-0.1, True)])
def test_bases_pass_side_by_side_but_not_through(degrees: float, off: float, stopped: bool) -> None:
    placing = Placing(False, degrees, (11.0, 12.0))
    a = placing.rectangle(Rectangle((0.0, 0.0), (0.0, 1.0), 40.0, 20.0))
    b = placing.rectangle(Rectangle((40.0 + off, 80.0), (0.0, 1.0), 40.0, 20.0))
    free = free_slide(a, a.facing, FAR, b)
    assert free == (pytest.approx(60.0, abs=1e-9) if stopped else FAR)
    assert (first_touch(a, a.facing, FAR, b) < math.inf) is (off < 0.01)


@thorough
@given(rectangles(), polygons(), tenths(0, 360))
def test_stages_agree_with_small_steps(a: Rectangle, polygon: Polygon, degrees: float) -> None:
    way = stages(a, direction(degrees), FAR, polygon)
    assert way[0].start == 0.0 and way[-1].end == FAR
    assert all(way[i].end == way[i + 1].start and way[i].lies != way[i + 1].lies for i in range(len(way) - 1))
    for i in range(STEPS):
        at = FAR * (i + 0.37) / STEPS
        near_change = min((abs(at - stage.start) for stage in way[1:]), default=2.0)
        # Told is where the rectangle itself crosses; the tolerance shifts that by up to a millimetre at a slant.
        if near_change > 1.0:
            stage = next(stage for stage in way if at <= stage.end)
            assert lies(slid(a, degrees, at), polygon) == stage.lies


@steady
@given(rectangles(), polygons(), tenths(0, 360), placings)
def test_stages_survive_any_placing(a: Rectangle, polygon: Polygon, degrees: float, placing: Placing) -> None:
    towards = direction(degrees)
    way = stages(a, towards, FAR, polygon)
    there = stages(placing.rectangle(a), placing.vector(towards), FAR, placing.polygon(polygon))
    assert [stage.lies for stage in there] == [stage.lies for stage in way]
    assert [stage.start for stage in there] == pytest.approx([stage.start for stage in way], abs=1e-6)


@pytest.mark.parametrize("placing", [Placing(False, 0.0, (0.0, 0.0)), Placing(True, 123.4, (9.0, -70.0))])
def test_through_a_wood(placing: Placing) -> None:
    a, wood = placing.rectangle(Rectangle((100.0, 60.0), (0.0, 1.0), 40.0, 20.0)), placing.polygon(WOOD)
    way = stages(a, a.facing, 200.0, wood)
    assert [stage.lies for stage in way] == [OUTSIDE, PARTLY, WHOLLY, PARTLY, OUTSIDE]
    assert until_in(way) == pytest.approx(40.0, abs=1e-6)
    assert until_wholly_in(way) == pytest.approx(60.0, abs=1e-6)
    assert until_out(way) == pytest.approx(110.0, abs=1e-6)
    assert distance_in(way) == pytest.approx(70.0, abs=1e-6)
    assert until_in(stages(a, a.facing, 40.0, wood)) == math.inf
    assert until_in(stages(a, a.facing, 40.1, wood)) == pytest.approx(40.0, abs=1e-6)
    assert until_out(stages(a, a.facing, 109.9, wood)) == math.inf
    assert until_out(stages(a, a.facing, 110.1, wood)) == pytest.approx(110.0, abs=1e-6)
