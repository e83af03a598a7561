"""Beside the ruling on a refused move stand the nearest legal place and steps; the umpire allows them."""

from __future__ import annotations

import math
from typing import Any

import pytest

from debellis.casebook.reading import read_case
from debellis.casebook.shipped import cases_directory
from debellis.umpire.asking import ask
from debellis.umpire.ruling import Ruling
from tests.meg.scenes import scene, unit

MOVING = cases_directory() / "meg" / "moving"


def taken(case: str, question: str, **arguments: Any) -> tuple[Ruling, Ruling]:
    """The ruling on a refused move, and that on the nearest one it offers."""
    position = read_case(MOVING / f"{case}.toml").position
    refused = ask(position, question, **arguments)
    near = refused.answer["nearest"]
    name = next(one for one in ("steps", "parts", "to") if one in arguments)
    instead = near if name == "to" else near[name]
    return refused, ask(position, question, **{**arguments, name: instead})


@pytest.mark.parametrize(
    ("action", "steps"),
    [
        ("M2", [{"advance": 300}]),
        ("M3", [{"wheel": 80, "pivot": "left"}, {"advance": 40}]),
        ("M5", [{"advance": 200}, {"shift": 40}]),
        ("M7", [{"expand": 3, "add": "left"}]),
        ("M8", [{"contract": 4, "drop": "right"}]),
        ("M13", [{"back": 500}]),
    ],
)
def test_the_nearest_steps_of_a_refused_move_are_legal(action: str, steps: list[dict[str, Any]]) -> None:
    refused, instead = taken("nearest_moves", "may_move", unit="A", action=action, steps=steps)
    assert not refused.answer["legal"] and instead.answer["legal"]
    assert instead.answer["front"] == refused.answer["nearest"]["front"]
    drawn = {mark.label for mark in refused.drawing if mark.role == "ghost"}
    assert drawn == {f"nearest for A/{file}.{rank}" for file in range(1, 5) for rank in (1, 2)}


def test_a_move_into_friends_stops_before_them() -> None:
    position = scene(
        unit("A", "red", front=[600, 400], facing=0), unit("C", "red", front=[600, 500], facing=90), phase="4.3"
    )
    refused = ask(position, "may_move", unit="A", action="M2", steps=[{"advance": 110}])
    near = refused.answer["nearest"]["steps"]
    assert 0.0 < near[0]["advance"] < 110.0
    assert ask(position, "may_move", unit="A", action="M2", steps=near).answer["legal"]


def test_a_general_goes_on_his_way_as_far_as_he_may() -> None:
    refused, instead = taken("nearest_moves", "may_move_general", general="G", to=[600, 1200])
    x, y = refused.answer["nearest"]["front"]
    assert x == 600.0 and math.isclose(y, 520.0, abs_tol=0.02) and instead.answer["legal"]


def test_where_nothing_is_legal_there_is_nothing_near() -> None:
    position = scene(unit("A", "red", front=[600, 400], facing=0), unit("B", "blue", against="A"), phase="4.3")
    assert "nearest" not in ask(position, "may_move", unit="A", action="M2", steps=[{"advance": 30}]).answer
