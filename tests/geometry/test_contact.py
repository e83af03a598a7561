"""How two rectangles touch: the same from both sides, in any place, and sharp at the tolerances."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debellis.geometry.contact import CORNER, meet, meetings, touches
from debellis.geometry.plane import direction, turned
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, LEFT, REAR, RIGHT, Rectangle, gap, overlaps

from .shapes import Placing, placings, rectangles, steady, thorough, touching

Known = dict[tuple[int, int], float]


def known(a: Rectangle, b: Rectangle) -> Known:
    return {(touch.mine, touch.theirs): touch.length for touch in touches(a, b)}


def swapped(contact: Known) -> Known:
    return {(theirs, mine): length for (mine, theirs), length in contact.items()}


@thorough
@given(touching())
def test_contact_is_the_same_from_both_sides(pair: tuple[Rectangle, Rectangle]) -> None:
    a, b = pair
    contact = known(a, b)
    assert contact
    assert swapped(known(b, a)) == pytest.approx(contact, abs=1e-6)


@steady
@given(touching(), placings)
def test_contact_survives_any_placing(pair: tuple[Rectangle, Rectangle], placing: Placing) -> None:
    a, b = pair
    expected = {(placing.part(m), placing.part(t)): length for (m, t), length in known(a, b).items()}
    assert known(placing.rectangle(a), placing.rectangle(b)) == pytest.approx(expected, abs=1e-6)


@steady
@given(rectangles(40), rectangles(40))
def test_what_is_apart_does_not_touch(a: Rectangle, b: Rectangle) -> None:
    if gap(a, b) > 0.0101:
        assert touches(a, b) == []


@pytest.mark.parametrize("degrees", [0.0, 12.5, 90.0, 301.9])
@pytest.mark.parametrize(("off", "touching"), [(0.1, False), (0.009, True), (0.0, True), (-0.009, True), (-0.1, False)])
def test_edges_touch_within_the_tolerance_of_points(degrees: float, off: float, touching: bool) -> None:
    a = Rectangle((50.0, -20.0), direction(degrees), 40.0, 20.0)
    b = Rectangle(a.front, direction(degrees + 180.0), 40.0, 15.0).advanced(-off)
    contact = known(a, b)
    assert ((FRONT, FRONT) in contact) is touching
    assert ((CORNER + FRONT_LEFT, CORNER + FRONT_RIGHT) in contact) is touching
    if touching:
        assert contact[(FRONT, FRONT)] == pytest.approx(40.0, abs=1e-6)


@pytest.mark.parametrize("degrees", [0.0, 77.7, 180.0])
@pytest.mark.parametrize(("tilt", "flush"), [(0.0, True), (0.009, True), (-0.009, True), (0.1, False), (-0.1, False)])
def test_edges_lie_together_within_the_tolerance_of_directions(degrees: float, tilt: float, flush: bool) -> None:
    a = Rectangle((5.0, 7.0), direction(degrees), 40.0, 20.0)
    facing = turned(a.facing, direction(180.0 + tilt))
    right = a.corners[FRONT_RIGHT]
    b = Rectangle((right[0] - facing[1] * -20.0, right[1] + facing[0] * -20.0), facing, 40.0, 20.0)
    assert ((FRONT, FRONT) in known(a, b)) is flush


@steady
@given(st.lists(rectangles(120), max_size=12), touching())
def test_the_pairs_that_meet_are_those_found_one_by_one(
    crowd: list[Rectangle], pair: tuple[Rectangle, Rectangle]
) -> None:
    everyone = [*crowd, *pair]
    expected = [
        (i, j)
        for i in range(len(everyone))
        for j in range(i + 1, len(everyone))
        if overlaps(everyone[i], everyone[j]) or touches(everyone[i], everyone[j])
    ]
    assert meetings(everyone) == expected
    assert all(meet(everyone[i], everyone[j]) for i, j in expected)


def test_neighbours_share_a_side_edge_and_two_corners() -> None:
    a = Rectangle((0.0, 0.0), direction(0.0), 40.0, 20.0)
    b = Rectangle((40.0, 0.0), direction(0.0), 40.0, 15.0)
    contact = known(a, b)
    assert contact[(RIGHT, LEFT)] == pytest.approx(15.0)
    assert (CORNER + FRONT_RIGHT, CORNER + FRONT_LEFT) in contact
    assert (FRONT, LEFT) not in contact
    assert (REAR, REAR) not in contact
