"""Actions of Mortem et Gloriam that no page would send: each is refused with one sentence and a clause."""

from __future__ import annotations

from typing import Any

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.meg.playing.actions import DeclareCharge, Fight, Move, MoveGeneral, Step
from tests.meg.scenes import scene, unit

RULES = rules_of("meg")
LEADER = {"role": "AC", "rank": "talented", "style": "professional", "hand": ["green", "green"]}


def state(phase: str) -> Any:
    position = scene(
        unit("A", "red", front=[600, 400], facing=0),
        unit("B", "blue", front=[600, 480], facing=180),
        phase=phase,
        generals=(
            {"id": "G", "side": "red", "front": [600, 300], **LEADER},
            {"id": "H", "side": "blue", "front": [600, 900], **LEADER},
        ),
    )
    return RULES.from_position(position, Opening())


def move(kind: str, amount: float, card: str = "green", general: str = "G", action: str = "M2", hand: str = "") -> Move:
    return Move(("A",), action, (Step(kind, amount, hand),), general, (card,))


@pytest.mark.parametrize(
    ("phase", "action", "says"),
    [
        ("4.3", move("advance", -20.0), "A step advance cannot be less than nothing, and it is -20."),
        ("4.3", move("hop", 20.0), "There is no step 'hop'; steps are advance, back, "),
        ("4.3", move("advance", 20.0, hand="up"), "The hand of a step is left or right, not 'up'."),
        ("4.3", move("advance", 20.0, card="pink"), "There is no 'pink' card; cards are black, white, green, "),
        ("4.3", move("advance", 20.0, general="H"), "H is a general of the other side."),
        ("4.3", move("advance", 20.0, general="X"), "There is no general X."),
        ("4.3", move("advance", 20.0, action="M99"), "There is no such move: M99."),
        ("4.3", MoveGeneral("H", "A/1", "G", "green"), "H is no general of red who can move or pay."),
        ("2.2", DeclareCharge(("A",), ("B",), "sly"), "A charge is prompted, free, forced, and wheels "),
        ("2.2", DeclareCharge(("A",), ("B",), wheel=-5.0), "The wheel cannot be less than nothing, and it is -5."),
        ("2.2", DeclareCharge(("A",), ("B",)), "No general was named to pay for this."),
    ],
)
def test_it_is_refused_with_one_sentence(phase: str, action: Any, says: str) -> None:
    ruling = RULES.check(state(phase), action)
    assert not ruling.answer["legal"] and ruling.clauses
    assert ruling.answer["faults"][0].startswith(says)


def test_a_fight_names_what_is_not_there() -> None:
    position = scene(
        unit("A", "red", front=[600, 400], facing=0),
        unit("B", "blue", against="A"),
        generals=({"id": "G", "side": "red", "front": [600, 300], **LEADER},),
    )
    ruling = RULES.check(RULES.from_position(position, Opening()), Fight("A/1.1", "B"))
    assert ruling.answer["faults"] == ["There is no base B on the table; files are named by their front bases."]
