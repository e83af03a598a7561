"""When an answer is as expected."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from debellis.casebook.comparing import differences, plain, written

SAME: list[tuple[Any, Any]] = [
    (True, {"legal": True, "cost": 2}),
    ({"legal": False}, False),
    (3, 3.01),
    ({"totals": [6, 7]}, {"totals": [6, 7], "loser": "A"}),
    (["A", "B"], ["B", "A"]),
    ({"front": [1, 2]}, {"front": [1.005, 1.995]}),
    ({"facing": 0}, {"facing": 359.995}),
    ({"facings": {"A": 359.999}}, {"facings": {"A": 0.0, "B": 90.0}}),
    ({"fronts": {"A": [1, 1]}}, {"fronts": {"A": [1.0, 1.0], "B": [2.0, 2.0]}}),
    ({"destroyed_includes": ["A"]}, {"destroyed": ["B", "A"]}),
    ("none", None),
    ([], []),
]

DIFFERENT: list[tuple[Any, Any]] = [
    (True, {"legal": False}),
    (True, 1),
    (1, True),
    (3, 3.0101),
    ([1, 2], [2, 1]),
    (["A", "A"], ["A", "B"]),
    (["A"], ["A", "B"]),
    ({"front": [1, 2]}, {"front": [2, 1]}),
    ({"facing": 0}, {"facing": 359.98}),
    ({"distance": 0}, {"distance": 360.0}),
    ({"loser": "A"}, {"outcome": "recoil"}),
    ({"fronts": {"C": [1, 1]}}, {"fronts": {"A": [1.0, 1.0]}}),
    ({"destroyed_includes": ["A", "C"]}, {"destroyed": ["A", "B"]}),
    ("good", "bad"),
    ("good", None),
]


@pytest.mark.parametrize(("expected", "answer"), SAME)
def test_as_expected(expected: Any, answer: Any) -> None:
    assert differences(expected, answer) == []


@pytest.mark.parametrize(("expected", "answer"), DIFFERENT)
def test_not_as_expected(expected: Any, answer: Any) -> None:
    assert len(differences(expected, answer)) == 1


def test_any_of_the_alternatives_will_do() -> None:
    answer = {"edge": "front", "edges": ["front", "left"]}
    assert differences({"edge": "left"}, answer, {"edge": "edges"}) == []
    assert differences({"edge": "rear"}, answer, {"edge": "edges"}) == ['edge "front", expected "rear"']
    assert differences({"edge": "left"}, answer) != []


def test_every_difference_is_told() -> None:
    assert len(differences({"a": 1, "b": 2, "c": 3}, {"a": 2, "b": 2})) == 2


def test_fractions_become_numbers() -> None:
    assert plain({"destroyed": Fraction(1, 4), "ids": ("A",)}) == {"destroyed": 0.25, "ids": ["A"]}


def test_written_as_in_a_case() -> None:
    assert written({"legal": True, "front": (1.5, 2.0)}) == "{ legal = true, front = [1.5, 2] }"
