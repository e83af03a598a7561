"""An argument that a question would not use is an error, in every edition, in one sentence that names it."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.umpire.asking import ask
from debellis.umpire.editions import edition
from debellis.umpire.questions import BadQuestion

POSE = {"front": [300, 310], "facing": 0}
STEPS = [{"advance": 10}]
ENDS = [{"id": "A", **POSE}]


def position(name: str) -> Position:
    code = "4Bd" if name == "dba22" else "Bd" if name == "rrr" else "Reg Bd (O)"
    scale = Position(name, (600.0, 600.0)).scale
    found = edition(name).read_troops(code, scale)
    bases = tuple(
        Base(one, "red", found.code, found.kind, found.width, found.depth, (x, 300.0))
        for one, x in (("A", 300.0), ("B", 300.0 + found.width))
    )
    return Position(name, (600.0, 600.0), bases)


EVERYWHERE: tuple[tuple[dict[str, Any], str], ...] = (
    ({"group": ["A", "B"], "steps": STEPS, "to": POSE}, "to"),
    ({"group": ["A", "B"], "steps": STEPS, "path": [POSE]}, "path"),
    ({"element": "A", "to": POSE, "path": [POSE]}, "path"),
    ({"element": "A", "to": POSE, "steps": STEPS}, "steps"),
    ({"element": "A", "ends": ENDS, "to": POSE}, "ends"),
    ({"group": ["A", "B"], "ends": ENDS, "steps": STEPS}, "steps"),
)
IN_DBM: tuple[tuple[dict[str, Any], str], ...] = (
    ({"group": ["A", "B"], "steps": STEPS, "expands_on": "A"}, "expands_on"),
    ({"group": ["A", "B"], "steps": STEPS, "contracts_behind": "A"}, "contracts_behind"),
    ({"group": ["A", "B"], "steps": STEPS, "manoeuvre": "column"}, "manoeuvre"),
    ({"group": ["A", "B"], "steps": STEPS, "march_number": 2}, "march_number"),
    ({"element": "A", "to": POSE, "dismount": True}, "dismount"),
    ({"element": "A", "to": POSE, "mount": True}, "mount"),
)


@pytest.mark.parametrize("name", ["dba22", "rrr", "dbm31", "dbm32"])
@pytest.mark.parametrize(("given", "unused"), EVERYWHERE)
def test_an_unused_argument_is_an_error(name: str, given: dict[str, Any], unused: str) -> None:
    with pytest.raises(BadQuestion) as wrong:
        ask(position(name), "may_move", **given)
    assert {wrong.value.argument, unused} <= set(given)
    assert unused in wrong.value.sentence


@pytest.mark.parametrize(("given", "unused"), IN_DBM)
def test_words_of_dbm_that_would_not_be_used(given: dict[str, Any], unused: str) -> None:
    with pytest.raises(BadQuestion) as wrong:
        ask(position("dbm31"), "may_move", **given)
    assert unused in wrong.value.sentence


@pytest.mark.parametrize("name", ["dba22", "rrr", "dbm31", "dbm32"])
def test_a_single_element_moves_by_steps(name: str) -> None:
    told = ask(position(name), "may_move", element="A", steps=[{"advance": 10}]).answer
    placed = ask(position(name), "may_move", element="A", to=POSE).answer
    assert told["legal"] and told["distance"] == pytest.approx(10.0)
    assert {key: told[key] for key in ("legal", "limit")} == {key: placed[key] for key in ("legal", "limit")}


def test_a_group_that_is_told_nothing_to_do_is_an_error() -> None:
    with pytest.raises(BadQuestion, match="needs steps or ends"):
        ask(position("dbm31"), "may_move", group=["A", "B"])


def test_a_group_turns_only_about_and_only_first() -> None:
    for steps in ([{"turn": 90}], [{"advance": 10}, {"turn": 180}]):
        with pytest.raises(BadQuestion, match="turns only about"):
            ask(position("dbm31"), "may_move", group=["A", "B"], steps=steps)
