"""When an answer is as expected."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from debellis.casebook.comparing import differences, plain, written
from debellis.mechanics.odds_answer import odds_answer

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


ODDS = plain(odds_answer((("attacker", "A", {"recoil": 9}), ("defender", "B_1", {"destroyed": 12})), 6, (3, 4)))


@pytest.mark.parametrize(
    "expected",
    [
        {"attacker": {"recoil": 0.25, "no_effect": "3/4"}},
        {"attacker_recoil": 0.25, "A_recoil": "1/4", "A_stands": 0.75},
        {"B_1": {"destroyed": 0.3333, "stands": 0.6667}, "B_1_destroyed": "1/3"},
        {"equal": "1/6", "who": {"defender": "B_1"}, "factors": [3, 4]},
        {"attacker": {"recoil": {"value": 0.25, "fraction": "1/4"}}},
    ],
)
def test_a_case_names_chances_as_it_likes(expected: Any) -> None:
    assert differences(expected, ODDS) == []


@pytest.mark.parametrize(
    "expected",
    [
        {"attacker_recoil": 0.2},
        {"A_recoil": "9/36"},
        {"A_flee": 0.25},
        {"C_recoil": 0.25},
        {"B_destroyed": "1/3"},
        {"defender": {"destroyed": "1/4"}},
    ],
)
def test_a_chance_that_is_another_differs(expected: Any) -> None:
    assert len(differences(expected, ODDS)) == 1


def test_true_or_false_of_a_list_means_the_element_asked_about() -> None:
    answer = {"destroyed": ["B"]}
    assert differences({"destroyed": True}, answer, asked="B") == []
    assert differences({"destroyed": False}, answer, asked="A") == []
    assert differences({"destroyed": True}, answer, asked="A") != []
    assert differences({"destroyed": True}, answer) != []


def test_a_chance_is_written_as_its_fraction() -> None:
    assert written(ODDS["attacker"]) == '{ no_effect = "3/4", recoil = "1/4" }'
