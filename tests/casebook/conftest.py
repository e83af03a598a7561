"""A toy edition, so that the casebook is tested without any rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from debellis.casebook import Case, reading, running
from debellis.casebook.page import Page
from debellis.table.position import Position
from debellis.table.scale import Scale
from debellis.table.terrain import KINDS
from debellis.umpire import asking
from debellis.umpire.editions import Edition, Troops
from debellis.umpire.questions import BASE, FLAG, NUMBER, TEXT, Question, list_of
from debellis.umpire.ruling import Finding, Ruling

SIZES = {"4Bd": (40.0, 15.0), "3Kn": (40.0, 30.0), "2Ps": (40.0, 20.0)}


def _read_troops(notation: str, scale: Scale) -> Troops:
    code, *words = notation.split()
    if code not in SIZES or any(word != "general" for word in words):
        raise ValueError(f"there are no troops {notation!r}; there are {', '.join(SIZES)}")
    width, depth = SIZES[code]
    return Troops(code, "toy", width * scale.base_width / 40.0, depth, general=bool(words))


def _echo(position: Position, **given: Any) -> Ruling:
    """Answers and cites what it is told to."""
    finding = Finding()
    for name in given.get("cite", ()):
        finding.cite(name, "because the toy was told so")
    return finding.rule(
        "may_echo",
        {
            "legal": given.get("legal", True),
            "edge": "front",
            "edges": ["front", "left"],
            "front": [1.0, 2.0],
            "facing": 359.999,
            "destroyed": ["A", "B"],
            "loser": None,
        },
    )


def _number(position: Position, *, of: str, value: float) -> Ruling:
    return Finding().rule("number", value)


def _broken(position: Position) -> Ruling:
    raise KeyError("no such thing")


QUESTIONS = (
    Question(
        "may_echo",
        "Says what it is told.",
        {"legal": FLAG.or_none(), "cite": list_of(TEXT).or_none()},
        _echo,
        {"edge": "edges"},
    ),
    Question("number", "Gives back a number.", {"of": BASE, "value": NUMBER}, _number),
    Question("broken", "Breaks.", {}, _broken),
)

TOY = Edition(
    name="toy",
    title="Toy rules",
    scales=("15mm", "25mm"),
    table_size=lambda scale: (600.0, 600.0),
    read_troops=_read_troops,
    terrain_kinds=KINDS,
    options={"weather": ("dry", "wet"), "night": (True, False)},
    questions={question.name: question for question in QUESTIONS},
)


@pytest.fixture(autouse=True)
def toy_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make "toy" an edition, beside the real ones."""
    real = asking.edition

    def find(name: str) -> Edition:
        return TOY if name == "toy" else real(name)

    for module in (reading, running, asking):
        monkeypatch.setattr(module, "edition", find)


@pytest.fixture
def read() -> Callable[[str], Case]:
    """Reads the case written in a text."""
    return lambda text: reading.case_on(Page("case.toml", text))
