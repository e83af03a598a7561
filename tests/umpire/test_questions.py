"""Arguments are checked before the rules see them."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire import ask
from debellis.umpire.editions import UnknownEdition, available, edition
from debellis.umpire.questions import (
    BASE,
    BASE_OR_PLACE,
    FLAG,
    NUMBER,
    POINT,
    TEXT,
    WHOLE,
    BadQuestion,
    Kind,
    Question,
    die,
    list_of,
    one_of,
    table_of,
)
from debellis.umpire.ruling import Finding, Ruling

POSITION = Position("dba22", (600.0, 600.0), (Base("A", "red", "4Bd", "blades", 40.0, 15.0),))


def _given(position: Position, **given: Any) -> Ruling:
    return Finding().rule("q", given)


def _ask(kind: Kind, value: Any) -> Any:
    return Question("q", "about", {"x": kind}, _given).ask(POSITION, {"x": value}).answer["x"]


@pytest.mark.parametrize(
    ("kind", "value", "read"),
    [
        (BASE, "A", "A"),
        (BASE_OR_PLACE, "A", "A"),
        (NUMBER, 3, 3.0),
        (WHOLE, 3, 3),
        (FLAG, False, False),
        (TEXT, "x", "x"),
        (die(6), 6, 6),
        (die(10), 10, 10),
        (POINT, [1, 2], (1.0, 2.0)),
        (one_of("front", "rear"), "rear", "rear"),
        (list_of(die(6), 2), [1, 6], (1, 6)),
        (table_of(WHOLE), {"red": 2}, {"red": 2}),
    ],
)
def test_read_as_what_they_are(kind: Kind, value: Any, read: Any) -> None:
    assert _ask(kind, value) == read


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (BASE, "B"),
        (BASE, 3),
        (BASE_OR_PLACE, "B"),
        (NUMBER, True),
        (NUMBER, "3"),
        (NUMBER, float("nan")),
        (WHOLE, 3.0),
        (FLAG, 1),
        (TEXT, 1),
        (die(6), 0),
        (die(6), 7),
        (die(10), 11),
        (POINT, [1]),
        (one_of("front", "rear"), "left"),
        (one_of("front", "rear"), ["front"]),
        (list_of(die(6), 2), [1]),
        (list_of(die(6)), 1),
        (table_of(WHOLE), [1]),
    ],
)
def test_refused(kind: Kind, value: Any) -> None:
    with pytest.raises(BadQuestion, match=r"^x must be ") as caught:
        _ask(kind, value)
    assert caught.value.argument == "x"


def test_unknown_and_missing_arguments() -> None:
    question = Question("q", "about", {"x": BASE, "y": NUMBER.or_none()}, _given)
    with pytest.raises(BadQuestion, match="q has no argument 'z'; it has x, y"):
        question.ask(POSITION, {"x": "A", "z": 1})
    with pytest.raises(BadQuestion, match=r"q needs x \(base\)"):
        question.ask(POSITION, {"y": 1})
    assert question.ask(POSITION, {"x": "A"}).answer == {"x": "A"}


def test_an_unknown_question() -> None:
    with pytest.raises(BadQuestion, match="dba22 has no question 'may_levitate'"):
        ask(POSITION, "may_levitate")


def test_an_unknown_edition() -> None:
    assert "dba22" in available()
    with pytest.raises(UnknownEdition, match="there is no edition 'dba9'"):
        edition("dba9")


@pytest.mark.parametrize("name", available())
def test_questions_are_registered_under_their_names(name: str) -> None:
    for key, question in edition(name).questions.items():
        assert key == question.name
        assert question.about
