"""Corridors, free lines and windows, against brute force and Shapely."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from debellis.geometry.plane import COINCIDE, Point, Segment, direction, distance, part_way, segments_meet
from debellis.geometry.polygon import Polygon, partly_in, runs_through
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.geometry.sight import (
    BLOCKED,
    HIDDEN,
    OPEN,
    UNREACHABLE,
    clockwise,
    corridor,
    corridor_lines,
    crosses_line,
    faces,
    free_line,
    free_line_past,
    reach,
    reach_from_outline,
    reach_outline,
)

from .shapes import Placing, placings, polygons, rectangles, steady, tenths


def facing_pair(east: float, tilt: float, other: float) -> tuple[Segment, Segment]:
    near = Rectangle((0.0, -60.0), direction(tilt), 60.0, 20.0)
    far = Rectangle((east, 60.0), direction(180.0 + other), 60.0, 20.0)
    return (near.edge(0), far.edge(0))


edges = st.builds(facing_pair, tenths(-60, 60), tenths(-40, 40), tenths(-40, 40))


@st.composite
def crests(draw: st.DrawFn) -> tuple[Point, ...]:
    x = draw(tenths(-120, 0))
    line = [(x, draw(tenths(-45, 45)))]
    for _ in range(draw(st.integers(1, 4))):
        x += draw(tenths(5, 80))
        line.append((x, draw(tenths(-45, 45))))
    return tuple(line)


def sample_lines(start: Segment, end: Segment, count: int) -> list[Segment]:
    shares = [i / (count - 1) for i in range(count)]
    return [(part_way(*start, s), part_way(*end, e)) for s in shares for e in shares]


@steady
@given(edges, polygons(40))
def test_a_free_line_is_found_whenever_there_is_one(pair: tuple[Segment, Segment], polygon: Polygon) -> None:
    start, end = pair
    sampled = any(not runs_through(*line, polygon) for line in sample_lines(start, end, 9))
    assert free_line(start, end, polygon) or not sampled
    assert free_line(end, start, polygon) == free_line(start, end, polygon)


@steady
@given(edges, crests())
def test_a_line_past_a_crest_is_found_whenever_there_is_one(
    pair: tuple[Segment, Segment], crest: tuple[Point, ...]
) -> None:
    start, end = pair
    sampled = any(
        not any(segments_meet(*line, crest[i], crest[i + 1]) for i in range(len(crest) - 1))
        for line in sample_lines(start, end, 9)
    )
    assert free_line_past(start, end, crest) or not sampled
    assert free_line_past(end, start, crest[::-1]) == free_line_past(start, end, crest)


@steady
@given(edges, polygons(40), crests(), placings)
def test_free_lines_survive_any_placing(
    pair: tuple[Segment, Segment], polygon: Polygon, crest: tuple[Point, ...], placing: Placing
) -> None:
    start, end = pair
    there, other = placing.segment(start), placing.segment(end)
    # Whether a line grazes by a hair more or less than the tolerance is anybody's guess after a turn.
    assume(free_line(start, end, scaled(polygon, 1.00001)) == free_line(start, end, scaled(polygon, 0.99999)))
    assume(free_line_past(start, end, scaled(crest, 1.00001)) == free_line_past(start, end, scaled(crest, 0.99999)))
    assert free_line(there, other, placing.polygon(polygon)) == free_line(start, end, polygon)
    assert free_line_past(there, other, placing.polygon(crest)) == free_line_past(start, end, crest)


def scaled(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """A polygon or line a little larger or smaller, about its middle."""
    x = sum(p[0] for p in points) / len(points)
    y = sum(p[1] for p in points) / len(points)
    return tuple((x + (p[0] - x) * by, y + (p[1] - y) * by) for p in points)


SLIT_WALL: Polygon = (
    (-200.0, -10.0), (10.0, -10.0), (10.0, 0.0), (-10.0, 0.0), (-10.0, 5.0), (10.0, 5.0), (10.0, 40.0), (-200.0, 40.0),
)  # fmt: skip


@pytest.mark.parametrize("placing", [Placing(False, 0.0, (0.0, 0.0)), Placing(True, 41.9, (70.0, -20.0))])
@pytest.mark.parametrize(("shift", "free"), [(-0.1, False), (-0.005, True), (0.0, True), (0.1, True)])
def test_a_line_along_a_wall_is_free_when_the_edges_just_reach_past_it(
    shift: float, free: bool, placing: Placing
) -> None:
    # Both edges end level with the wall's eastern face: only the line joining those ends is free.
    start = ((-30.0 + shift, -60.0), (10.0 + shift, -60.0))
    end = ((10.0 + shift, 80.0), (-30.0 + shift, 80.0))
    wall = placing.polygon(SLIT_WALL)
    assert free_line(placing.segment(start), placing.segment(end), wall) is free


def test_a_free_line_may_need_to_touch_two_corners_of_the_obstacle() -> None:
    # Two teeth leave one slanting gap, too narrow for a line between any ends of the edges.
    comb: Polygon = (
        (-300.0, 0.0), (-2.0, 0.0), (-2.0, 2.0), (-298.0, 2.0), (-298.0, 50.0), (300.0, 50.0),
        (300.0, 40.0), (2.0, 40.0), (2.0, 38.0), (299.0, 38.0), (299.0, 52.0), (-300.0, 52.0),
    )  # fmt: skip
    start, end = ((-30.0, -100.0), (30.0, -100.0)), ((30.0, 45.0), (-30.0, 45.0))
    assert free_line(start, end, comb)
    assert not free_line(start, ((30.0, 100.0), (-30.0, 100.0)), comb)


@pytest.mark.parametrize(("end", "crossing"), [(10.1, True), (10.005, False), (10.0, False), (9.9, False)])
def test_a_crest_is_crossed_only_past_its_end(end: float, crossing: bool) -> None:
    crest = ((-50.0, 5.0), (0.0, 0.0), (end, 0.0))
    assert crosses_line((10.0, -20.0), (10.0, 20.0), crest) is crossing
    assert not crosses_line((0.0, -20.0), (0.0, 0.0), crest)
    assert crosses_line((0.0, -20.0), (0.0, 20.0), crest)
    assert not crosses_line((-20.0, 0.0), (20.0, 0.0), crest)
    assert crosses_line((-20.0, 0.0), (20.0, 0.0), (*crest, (12.0, -7.0)))


@steady
@given(rectangles(20), tenths(-60, 60), tenths(90, 270), st.lists(rectangles(50), max_size=4), st.integers(0, 3))
def test_reach_agrees_with_shapely(
    shooter: Rectangle, east: float, degrees: float, others: list[Rectangle], which: int
) -> None:
    target = Rectangle((east, 150.0), direction(degrees), 40.0, 20.0)
    viewer = shooter.edge(0)
    verdict, blocker = reach(viewer, target, which, others)
    seen = corridor(viewer, target.edge(which))
    if not faces(target.edge(which), viewer):
        assert verdict == HIDDEN
        return
    body = shapely.Polygon(target.corners).buffer(-COINCIDE)
    if any(shapely.LineString(line).intersects(body) for line in corridor_lines(seen)):
        assert verdict == UNREACHABLE
        return
    between = shapely.Polygon(seen)
    assume(between.is_valid)
    first = [i for i in range(len(others)) if between.intersects(shapely.Polygon(others[i].inset(COINCIDE).corners))]
    assert (verdict, blocker) == ((BLOCKED, first[0]) if first else (OPEN, -1))


def test_a_corner_in_the_corridor_blocks() -> None:
    shooter = Rectangle((0.0, 0.0), (0.0, 1.0), 40.0, 20.0)
    target = Rectangle((0.0, 100.0), (0.0, -1.0), 40.0, 20.0)
    beside = Rectangle((40.0, 60.0), (0.0, 1.0), 40.0, 20.0)
    assert reach(shooter.edge(0), target, 0, [beside]) == (OPEN, -1)
    assert reach(shooter.edge(0), target, 0, [beside.moved(-0.005, 0.0)]) == (OPEN, -1)
    assert reach(shooter.edge(0), target, 0, [beside, beside.moved(-0.1, 0.0)]) == (BLOCKED, 1)
    assert reach(shooter.edge(0), target, 2, []) == (HIDDEN, -1)
    assert reach(shooter.edge(0), target, 1, []) == (HIDDEN, -1)


def sampled_stretches(body: Polygon, stretch: float) -> list[Segment]:
    found: list[Segment] = []
    for i in range(len(body)):
        p, q = body[i - 1], body[i]
        room = distance(p, q) - stretch
        if room <= 0.0:
            found.append((p, q))
        else:
            length = distance(p, q)
            for k in range(21):
                at = room * k / 20.0
                found.append((part_way(p, q, at / length), part_way(p, q, (at + stretch) / length)))
    return found


@steady
@given(
    polygons(20), tenths(-60, 60), tenths(120, 240), st.lists(rectangles(90), max_size=5), st.sampled_from([0, 0, 1, 3])
)
def test_a_stretch_of_a_town_is_found_whenever_there_is_one(
    town: Polygon, east: float, degrees: float, crowd: list[Rectangle], which: int
) -> None:
    target = Rectangle((east, 190.0), direction(degrees), 40.0, 20.0)
    between = [
        other
        for other in (r.moved(0.0, 120.0) for r in crowd)
        if not overlaps(other, target) and not partly_in(other, town)
    ]
    edge = target.edge(which)
    body = clockwise(town)
    out = in_ = False
    for window in sampled_stretches(body, 40.0):
        lines = corridor_lines(corridor(window, edge))
        if not faces(window, edge) or any(runs_through(*line, body) for line in lines):
            continue
        out = out or reach(window, target, which, between)[0] == OPEN
        in_ = in_ or not any(partly_in(other, corridor(edge, window)) for other in between)
    verdict, index, found = reach_from_outline(town, 40.0, target, which, between)
    assert verdict == OPEN or not out
    if verdict == OPEN:
        assert found is not None and reach(found, target, which, between) == (OPEN, -1)
    if verdict == BLOCKED:
        assert 0 <= index < len(between)
        assert reach_from_outline(town, 40.0, target, which, [])[0] == OPEN
    back = reach_outline(edge, town, 40.0, between)
    assert back[0] == OPEN or not in_


@steady
@given(polygons(20), tenths(-60, 60), tenths(120, 240), st.lists(rectangles(60), max_size=3), placings)
def test_windows_survive_any_placing(
    town: Polygon, east: float, degrees: float, crowd: list[Rectangle], placing: Placing
) -> None:
    target = Rectangle((east, 190.0), direction(degrees), 40.0, 20.0)
    between = [other for other in (r.moved(0.0, 120.0) for r in crowd) if not overlaps(other, target)]
    there, moved = placing.rectangle(target), [placing.rectangle(other) for other in between]
    outline = placing.polygon(town)
    assert (
        reach_from_outline(outline, 40.0, there, 0, moved)[0] == reach_from_outline(town, 40.0, target, 0, between)[0]
    )
    assert (
        reach_outline(there.edge(0), outline, 40.0, moved)[0] == reach_outline(target.edge(0), town, 40.0, between)[0]
    )


def test_a_town_sees_through_the_one_gap_wide_enough() -> None:
    town: Polygon = ((0.0, 0.0), (200.0, 0.0), (200.0, 60.0), (0.0, 60.0))
    target = Rectangle((100.0, 160.0), (0.0, -1.0), 40.0, 20.0)
    left = Rectangle((60.0, 110.0), (0.0, 1.0), 40.0, 20.0)
    right = Rectangle((140.0, 110.0), (0.0, 1.0), 40.0, 20.0)
    verdict, _, window = reach_from_outline(town, 40.0, target, 0, [left, right])
    assert verdict == OPEN and window is not None
    assert sorted(x for x, _ in window) == pytest.approx([80.0, 120.0], abs=0.05)
    shut = [left.moved(0.1, 0.0), right.moved(-0.1, 0.0)]
    assert reach_from_outline(town, 40.0, target, 0, shut)[0] == BLOCKED
    assert reach_outline(target.edge(0), town, 40.0, [left, right])[0] == OPEN
    assert reach_outline(target.edge(0), town, 40.0, shut)[0] == BLOCKED
    assert reach_from_outline(town, 40.0, target, 2, [])[0] == HIDDEN
