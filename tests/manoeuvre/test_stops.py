"""What stops a straight move."""

from __future__ import annotations

import math

import pytest

from debellis.manoeuvre.stops import (
    EDGE,
    ENEMY,
    FRIEND,
    Stop,
    backwards,
    base_stops,
    edge_stops,
    facings_of,
    fronts_of,
    nearest,
    slid,
    turned_about,
)
from debellis.table.bases import Base
from debellis.table.position import Position

NORTH = (0.0, 1.0)
SIZE = (600.0, 600.0)


def base(name: str, x: float, y: float, side: str = "red") -> Base:
    return Base(name, side, "4Bd", "blades", 40.0, 20.0, (x, y))


def test_bases_on_the_way_stop_a_move_in_the_order_given() -> None:
    mover = base("m", 300.0, 100.0)
    others = [base("far", 310.0, 200.0, "blue"), base("near", 290.0, 150.0), base("beside", 341.0, 150.0)]
    found = base_stops(others, mover, NORTH, 100.0)
    assert [(stop.id, stop.what, stop.at) for stop in found] == [
        ("far", ENEMY, pytest.approx(80.0)),
        ("near", FRIEND, pytest.approx(30.0)),
    ]
    assert nearest(found) == pytest.approx(30.0) and nearest([]) == math.inf


def test_the_slack_forgives_what_stops_a_move_just_before_its_end() -> None:
    mover, ahead = base("m", 300.0, 100.0), base("a", 300.0, 150.0, "blue")
    assert base_stops([ahead], mover, NORTH, 31.0) and not base_stops([ahead], mover, NORTH, 31.0, 2.0)
    assert not base_stops([ahead], mover, NORTH, 30.0)


def test_every_edge_a_base_goes_over_stops_it_and_one_over_it_already_is_not_stopped() -> None:
    corner = base("c", 570.0, 580.0)
    both = edge_stops(SIZE, corner, (math.sqrt(0.5), math.sqrt(0.5)), 100.0)
    assert {stop.id: round(stop.at, 6) for stop in both} == {
        "north": round(20.0 * math.sqrt(2.0), 6),
        "east": round(10.0 * math.sqrt(2.0), 6),
    }
    assert {stop.what for stop in both} == {EDGE}
    assert edge_stops(SIZE, corner, NORTH, 20.0) == []
    assert edge_stops(SIZE, base("o", 300.0, 605.0), NORTH, 50.0) == []


def test_a_base_slides_and_turns_about_on_the_spot() -> None:
    here = base("b", 300.0, 100.0)
    assert slid(here, (1.0, 0.0), 25.0).front == (325.0, 100.0)
    about = turned_about(here)
    assert backwards(here) == about.facing == (0.0, -1.0) and about.front == (300.0, 80.0)
    assert about.rectangle.centre == here.rectangle.centre


def test_answers_write_where_every_base_stands() -> None:
    position = Position("dba22", SIZE, (base("a", 50.0, 60.0), turned_about(base("b", 90.0, 60.0))))
    assert fronts_of(position) == {"a": [50.0, 60.0], "b": [90.0, 40.0]}
    assert facings_of(position) == {"a": 0.0, "b": 180.0}
    assert Stop(1.0, EDGE, "north") == Stop(1.0, EDGE, "north")
