"""Actions of Mortem et Gloriam that no page would send: each is refused with one sentence and a clause."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.meg.playing.actions import (
    Aim,
    BreakOff,
    DeclareCharge,
    Fight,
    Move,
    MoveCharge,
    MoveGeneral,
    Respond,
    Shoot,
    Step,
)
from debellis.meg.playing.well_formed import judge_form
from debellis.table.value import replace
from debellis.umpire.verdict import Verdict
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


def steps(*given: Step) -> Move:
    return Move(("A",), "M1", given, "G", ("green",))


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
        ("4.3", move("turn", 37.0), "Step 1 must be a turn of 90, -90 or 180 degrees."),
        ("4.3", move("wheel", 10.0), "Step 1 must be a step wheel with pivot = left or right."),
        ("4.3", move("contract", 1.5, hand="left"), "Step 1 must be a step contract with a number of files."),
        ("4.3", move("advance", 20.0, hand="left"), "Step 1: a step advance has no hand, and 'left' is given."),
        (
            "4.3",
            steps(Step("advance", 20.0, form="loose")),
            "Step 1: a step advance has no form, and 'loose' is given.",
        ),
        ("4.3", steps(Step("form", 3.0, form="loose")), "Step 1: a step form has no amount, and 3.0 is given."),
        ("4.3", steps(Step("form", form="wedge")), "Step 1 must be a form, loose or skirmisher."),
        ("4.3", replace(move("advance", 20.0), first="M2"), "Only M14 has two parts; leave first of M2 empty."),
        ("4.3", replace(move("advance", 20.0), second="M9"), "Only M14 has two parts; leave second of M2 empty."),
        ("4.3", replace(move("advance", 20.0), then=(Step("advance", 5.0),)), "Only M14 has two parts; leave then of "),
        (
            "2.2",
            DeclareCharge(("A",), ("B",), "free", general="G"),
            "Only a prompted charge is paid for; leave general ",
        ),
        ("2.2", DeclareCharge(("A",), ("B",), "forced", cards=("red",)), "Only a prompted charge is paid for; leave "),
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


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Respond("stand", 10.0), "Who stands does not shift; leave shift at 0."),
        (MoveCharge("A", general="G"), "A general prompts through fire with cards: general is given, and cards is "),
        (MoveCharge("A", cards=("red",)), "A general prompts through fire with cards: cards is given, and general is "),
        (Shoot("A", (Aim("A/1.1", "B/1.1"), Aim("A/1.1", "B/1.1"))), "A/1.1 at B/1.1 is named twice in aims."),
        (BreakOff("A", "F2", "G", "green", -5.0), "The shift cannot be less than nothing, and it is -5."),
    ],
)
def test_the_form_of_an_action_is_judged_first(action: Any, says: str) -> None:
    verdict = Verdict()
    judge_form(verdict, action)
    assert verdict.faults[0].startswith(says) and len(verdict.faults) == 1


@pytest.mark.parametrize(
    "action",
    [
        Respond("run_away", 10.0, "left"),
        Respond("stand"),
        MoveCharge("A", None, "G", ("red",)),
        Move(
            ("A",), "M14", (Step("advance", 5.0),), "G", ("green", "green"), None, "M2", "M2", (Step("advance", 5.0),)
        ),
        DeclareCharge(("A",), ("B",), "free", 10.0, "right"),
        steps(Step("form", form="loose")),
        move("shift", -10.0),
    ],
)
def test_what_an_action_uses_is_left_to_the_rules(action: Any) -> None:
    verdict = Verdict()
    judge_form(verdict, action)
    assert verdict.legal


@pytest.mark.parametrize(
    ("phase", "action", "says"),
    [
        ("4.3", move("advance", inf), "In amount stands inf, which is no number."),
        ("2.2", DeclareCharge(("A",), ("B",), wheel=nan), "In wheel stands nan, which is no number."),
        ("4.3", replace(move("advance", 20.0), units=("A", "A")), "A is named twice in units."),
        ("2.2", DeclareCharge(("A",), ("B", "B")), "B is named twice in on."),
    ],
)
def test_what_no_rule_is_needed_for_is_refused_first(phase: str, action: Any, says: str) -> None:
    assert RULES.check(state(phase), action).answer["faults"] == [says]
