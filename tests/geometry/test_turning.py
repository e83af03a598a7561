"""Wheels, pivots and other rigid moves against brute force, and sharp at the tolerances."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from debellis.geometry.contact import CORNER, touches
from debellis.geometry.plane import COINCIDE, Point, direction, distance, quarter_turned
from debellis.geometry.polygon import OUTSIDE, PARTLY, Polygon, lies
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, REAR, REAR_LEFT, Rectangle, gap, overlaps
from debellis.geometry.sweep import free_slide, until_in
from debellis.geometry.turning import (
    Motion,
    between_places,
    corner_moves,
    first_stop,
    free_share,
    furthest_corner,
    pivot,
    turn_stages,
    turning,
    wheel,
    wheel_arc,
    wheel_chord,
    wheel_degrees,
)

from .shapes import Placing, placings, points, polygons, rectangles, steady, tenths, thorough, touching


@st.composite
def motions(draw: st.DrawFn) -> Motion:
    a = draw(rectangles())
    kind = draw(st.sampled_from(["wheel", "pivot", "turn", "move"]))
    if kind == "wheel":
        return wheel(a, draw(st.sampled_from([FRONT_LEFT, FRONT_RIGHT])), draw(tenths(1, 180)))
    if kind == "pivot":
        return pivot(a, draw(tenths(-180, 180)))
    if kind == "turn":
        return turning(a, draw(points()), draw(tenths(-90, 90)))
    return between_places(a, Rectangle(draw(points(120)), direction(draw(tenths(0, 360))), a.width, a.depth))


@thorough
@given(motions(), rectangles(80))
def test_a_move_stops_where_small_steps_would(motion: Motion, b: Rectangle) -> None:
    free = free_share(motion, b)
    stopped = [i / 400 for i in range(401) if overlaps(motion.at(i / 400), b)]
    assert all(share >= free - 1e-9 for share in stopped)
    if 0.0 < free < 1.0:
        assert touches(motion.at(free), b)
        assert gap(motion.at(free), b) < 1e-5
        assert not overlaps(motion.at(free), b)
    if free < 1.0 and not stopped:
        # Too slight for the steps to notice: it must still come deeper than the tolerance at once.
        near = [free + i * 1e-4 for i in range(200)]
        assert any(overlaps(motion.at(share), b) for share in near if share <= 1.0)


@steady
@given(motions(), rectangles(80), placings)
def test_a_move_survives_any_placing(motion: Motion, b: Rectangle, placing: Placing) -> None:
    there = Motion(
        placing.rectangle(motion.start),
        placing.rectangle(motion.end),
        placing.point(motion.anchor),
        placing.vector(motion.shift),
        -motion.degrees if placing.mirrored else motion.degrees,
    )
    assert free_share(there, placing.rectangle(b)) == pytest.approx(free_share(motion, b), abs=1e-5)


@steady
@given(rectangles(), rectangles(80), tenths(0, 360))
def test_a_move_without_a_turn_is_a_slide(a: Rectangle, b: Rectangle, degrees: float) -> None:
    dx, dy = direction(degrees)
    motion = between_places(a, a.moved(dx * 120.0, dy * 120.0))
    assert free_share(motion, b) * 120.0 == pytest.approx(free_slide(a, (dx, dy), 120.0, b), abs=1e-5)


@steady
@given(touching(), tenths(-90, 90))
def test_what_touches_may_turn_away(pair: tuple[Rectangle, Rectangle], degrees: float) -> None:
    a, b = pair
    free = free_share(pivot(a, degrees), b)
    if free < 1.0:
        assert any(overlaps(pivot(a, degrees).at(i / 2000), b) for i in range(2001))


@pytest.mark.parametrize("placing", [Placing(False, 0.0, (0.0, 0.0)), Placing(True, 251.7, (40.0, 8.0))])
def test_a_wheel_meets_the_base_ahead_at_thirty_degrees(placing: Placing) -> None:
    # The outer corner rises 40 sin(angle): a rear edge 20 ahead is met at exactly 30 degrees.
    a = placing.rectangle(Rectangle((0.0, 0.0), (0.0, 1.0), 40.0, 20.0))
    ahead = placing.rectangle(Rectangle((-14.641, 40.0), (0.0, 1.0), 40.0, 20.0))
    corner = FRONT_LEFT if placing.mirrored else FRONT_RIGHT
    assert free_share(wheel(a, corner, 29.9), ahead) == 1.0
    assert free_share(wheel(a, corner, 30.0), ahead) == 1.0
    assert free_share(wheel(a, corner, 30.1), ahead) * 30.1 == pytest.approx(30.0, abs=1e-4)
    assert free_share(wheel(a, corner, 90.0), ahead) * 90.0 == pytest.approx(30.0, abs=1e-4)
    meeting = first_stop(wheel(a, corner, 60.0), [ahead.advanced(5.0), ahead])
    assert meeting is not None and meeting.index == 1
    outer = FRONT_RIGHT if placing.mirrored else FRONT_LEFT
    assert [(touch.mine, touch.theirs) for touch in meeting.touches] == [(CORNER + outer, REAR)]


def test_a_wheel_away_from_its_neighbour_is_free() -> None:
    a = Rectangle((0.0, 0.0), (0.0, 1.0), 40.0, 20.0)
    right = Rectangle((40.0, 0.0), (0.0, 1.0), 40.0, 20.0)
    assert free_share(wheel(a, FRONT_RIGHT, 45.0), right) == 1.0
    left = Rectangle((-40.0, 0.0), (0.0, 1.0), 40.0, 20.0)
    # The rear of a base that wheels about its right corner swings left, into the neighbour.
    assert free_share(wheel(a, FRONT_RIGHT, 45.0), left) == pytest.approx(0.0, abs=1e-6)


def test_a_fixed_step_would_jump_over_this_thin_base() -> None:
    a = Rectangle((0.0, 0.0), (0.0, 1.0), 40.0, 20.0)
    thin = Rectangle((100.0, 39.9), direction(90.0), 0.05, 200.0)
    for degrees in (180.0, 90.0, 87.0):
        free = free_share(wheel(a, FRONT_RIGHT, degrees), thin)
        assert free < 1.0
        assert overlaps(wheel(a, FRONT_RIGHT, degrees).at(free + 0.01), thin)


def test_quarter_turns_keep_exact_directions() -> None:
    a = Rectangle((7.0, 3.0), (0.6, 0.8), 40.0, 20.0)
    assert pivot(a, 90.0).end.facing == quarter_turned(a.facing, 1)
    assert pivot(a, 180.0).end.facing == (-0.6, -0.8)
    assert wheel(a, FRONT_LEFT, 90.0).end.facing == quarter_turned(a.facing, -1)


@steady
@given(rectangles(), tenths(1, 179))
def test_a_wheel_keeps_its_corner_and_measures_its_arc(a: Rectangle, degrees: float) -> None:
    after = wheel(a, FRONT_LEFT, degrees).end
    assert distance(after.corners[FRONT_LEFT], a.corners[FRONT_LEFT]) < 1e-9
    assert a.local(after.corners[FRONT_RIGHT])[1] > 0.0
    assert wheel_arc(a, degrees) == pytest.approx(a.width * math.radians(degrees))
    assert wheel_degrees(a, wheel_arc(a, degrees)) == pytest.approx(degrees)
    assert wheel_chord(a, degrees) == pytest.approx(corner_moves(a, after)[FRONT_RIGHT], abs=1e-9)


def test_the_furthest_corner_is_measured_to_its_namesake() -> None:
    a = Rectangle((0.0, 0.0), (0.0, 1.0), 40.0, 20.0)
    assert furthest_corner(a, a.advanced(30.0)) == (FRONT_LEFT, pytest.approx(30.0))
    # About face on the spot: every corner crosses over to where its opposite was.
    assert furthest_corner(a, pivot(a, 180.0).end)[1] == pytest.approx(math.hypot(40.0, 20.0))
    which, far = furthest_corner(a, wheel(a, FRONT_RIGHT, 90.0).end)
    assert (which, far) == (REAR_LEFT, pytest.approx(math.sqrt(2.0) * math.hypot(40.0, 20.0)))


@thorough
@given(rectangles(), points(), tenths(-120, 120), polygons())
def test_turn_stages_agree_with_small_steps(a: Rectangle, about: Point, degrees: float, polygon: Polygon) -> None:
    assume(degrees != 0.0)
    way = turn_stages(a, about, degrees, polygon)
    far = abs(degrees)
    assert way[0].start == 0.0 and way[-1].end == far
    motion = turning(a, about, degrees)
    for i in range(120):
        at = far * (i + 0.37) / 120
        if min((abs(at - stage.start) for stage in way[1:]), default=2.0) > 1.0:
            stage = next(stage for stage in way if at <= stage.end)
            assert lies(motion.at(at / far), polygon) == stage.lies


def test_a_wheel_enters_a_wood_at_thirty_degrees() -> None:
    a = Rectangle((0.0, 0.0), (0.0, 1.0), 40.0, 20.0)
    wood: Polygon = ((-100.0, 20.0), (100.0, 20.0), (100.0, 90.0), (-100.0, 90.0))
    way = turn_stages(a, a.corners[FRONT_RIGHT], 90.0, wood)
    assert [stage.lies for stage in way] == [OUTSIDE, PARTLY]
    assert until_in(way) == pytest.approx(30.0, abs=1e-4)
    assert until_in(turn_stages(a, a.corners[FRONT_RIGHT], 30.0, wood)) == math.inf
    assert until_in(turn_stages(a, a.corners[FRONT_RIGHT], 30.1, wood)) == pytest.approx(30.0, abs=1e-4)
    assert gap(a, pivot(a, 90.0).end) < COINCIDE
