"""What computer generals decide in small positions, and that what they expect agrees with the exact odds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from debellis.battle.chance import Chance
from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.cli.levels import remark_levels
from debellis.generals.character import character_of
from debellis.generals.players import LEVELS, adviser, computer, levels_of
from debellis.generals.weighing import ranked
from debellis.meg.playing.actions import DeclareCharge, OfferDraw, Pass, Recover, Respond
from debellis.meg.survey.clash import Force, course
from debellis.meg.survey.matchups import fight_of, nets
from debellis.umpire import ask
from tests.meg.scenes import scene, unit

AC = {
    "id": "RG",
    "side": "red",
    "role": "AC",
    "rank": "talented",
    "style": "professional",
    "with": "R1/2",
}
THEIRS = {**AC, "id": "BG", "side": "blue", "with": "B1/2", "hand": []}


def begun(*units: dict[str, Any], hand: tuple[str, ...], phase: str, **more: Any) -> Any:
    position = scene(*units, phase=phase, generals=({**AC, "hand": list(hand)}, THEIRS), **more)
    return rules_of("meg").from_position(position, Opening())


@pytest.mark.parametrize(("quality", "wounds"), [("average", 0), ("superior", 1), ("poor", 0)])
def test_a_round_of_melee_has_the_odds_of_the_umpire(quality: str, wounds: int) -> None:
    position = scene(
        unit("A", "red", front=[600, 500], facing=0, bases=4, files=2, wounds=wounds),
        unit("B", "blue", against="A", bases=4, files=2, quality=quality),
    )
    told = ask(position, "odds_of_engagement", unit="A", enemy="B").answer
    found = fight_of(position, "A", "B", False, False, fighting=True, rounds=1)
    assert found.breaks == pytest.approx(told["broken"]["red"].value, abs=1e-12)
    assert found.broken == pytest.approx(told["broken"]["blue"].value, abs=1e-12)


def test_equal_forces_have_equal_chances_and_one_claim_tells() -> None:
    even = course("meg", False, Force(3, 8), Force(3, 8), 0, 0, 3)
    assert even.breaks == pytest.approx(even.broken) and even.cost == pytest.approx(even.gain)
    better = course("meg", False, Force(3, 8), Force(3, 8), 1, 1, 3)
    assert better.broken > even.broken > better.breaks


def test_claims_before_they_meet_are_those_of_the_umpire() -> None:
    lancers = {"type": "cavalry", "melee": "charging lancer"}
    apart = scene(
        unit("A", "red", front=[600, 400], facing=0, **lancers), unit("B", "blue", front=[600, 520], facing=180)
    )
    met = scene(
        unit("A", "red", front=[600, 500], facing=0, **lancers),
        unit("B", "blue", against="A"),
        phase="2.7",
        charges=({"by": "A", "on": ["B"], "moved": True},),
    )
    net = ask(met, "claims", file="A/1", against="B/3", combat="charge").answer["net"]
    assert nets(apart, "A", "B", True, False, False)[0] == net == 2
    assert nets(apart, "A", "B", True, False, True)[0] == net + 4


def test_lancers_charge_loose_foot_and_not_long_spears() -> None:
    for foot, charges in (({}, True), ({"melee": "long spear", "order": "close", "quality": "superior"}, False)):
        state = begun(
            unit("R1", "red", front=[600, 400], facing=0, type="cavalry", melee="charging lancer", quality="superior"),
            unit("B1", "blue", front=[600, 500], facing=180, **foot),
            hand=("green", "yellow"),
            phase="2.2",
        )
        decision = adviser(1).decide(rules_of("meg"), state)
        assert isinstance(decision.action, DeclareCharge if charges else Pass), decision
        assert decision.reason.endswith(".")


def test_a_recruit_attacks_what_is_at_hand_whatever_the_odds() -> None:
    rules = rules_of("meg")
    state = begun(
        unit("R1", "red", front=[600, 400], facing=0, type="cavalry", melee="charging lancer"),
        unit("B1", "blue", front=[600, 500], facing=180, melee="long spear", order="close", quality="superior"),
        hand=("green", "yellow"),
        phase="2.2",
    )
    first = ranked(rules, state, "red", character_of("steady"), shallow=True)[0]
    assert isinstance(first.action, DeclareCharge)


def test_wounds_are_cleared_at_the_end_of_a_turn() -> None:
    state = begun(
        unit("R1", "red", front=[600, 400], facing=0, wounds=1),
        unit("B1", "blue", front=[600, 800], facing=180),
        hand=("black", "green", "red"),
        phase="6.1",
    )
    decision = computer("centurion", 1).decide(rules_of("meg"), state)
    assert decision.action == Recover("R1", "RG", "green")


def test_skirmishers_get_out_of_the_way() -> None:
    rules = rules_of("meg")
    state = begun(
        unit("R1", "red", front=[600, 400], facing=0),
        unit("B1", "blue", front=[600, 500], facing=180, kind="SuG", order="skirmisher", training="skirmisher"),
        hand=(),
        phase="2.4",
        charges=({"by": "R1", "on": ["B1"], "kind": "prompted"},),
    )
    assert rules.survey.phase(state) == "2.5" and rules.pending(state).side == "blue"
    decision = computer("centurion", 1).decide(rules, state)
    assert isinstance(decision.action, Respond) and decision.action.response in ("skirmish", "run_away")


def test_generals_do_not_see_the_enemys_hand() -> None:
    """The same decision whatever the enemy holds: the general sees the number of cards only."""
    rules = rules_of("meg")
    found = set()
    for cards in (["red", "red"], ["black", "black"]):
        position = scene(
            unit("R1", "red", front=[600, 400], facing=0),
            unit("B1", "blue", front=[600, 520], facing=180),
            phase="4.3",
            generals=({**AC, "hand": ["white", "green"]}, {**THEIRS, "hand": cards}),
        )
        state = rules.from_position(position, Opening())
        seen = rules.survey.imagined(state, "red", Random(1))
        assert len(seen.hands["BG"].value) == 2
        found.add(repr(computer("centurion", 3).decide(rules, state).action))
    assert len(found) == 1


@pytest.mark.parametrize("level", ["eager", "random", "recruit", "centurion"])
def test_a_draw_is_accepted_only_by_a_side_that_is_clearly_losing(level: str) -> None:
    rules = rules_of("meg")
    answers = []
    for lost in (False, True):
        state = begun(
            unit("R1", "red", front=[600, 400], facing=0),
            unit("B1", "blue", front=[600, 900], facing=180),
            *(unit(f"B{i}", "blue", front=[800.0 + 200 * i, 1000], facing=180) for i in (2, 3)),
            unit("B4", "blue", front=[1700, 1000], facing=180, broken=lost),
            hand=("green",),
            phase="2.2",
        )
        offered = rules.apply(state, OfferDraw(), Chance())[0]
        assert rules.pending(offered).side == "blue"
        answers.append({computer(level, seed).choose(rules, offered).accepts for seed in range(20)})
    assert answers[0] == {False} and True in answers[1]


def test_armies_of_one_size_are_drawn() -> None:
    survey = rules_of("meg").survey
    for seed in range(30):
        one, two = survey.drawn_armies(Random(seed))
        rules_of("meg").start({"red": one, "blue": two})
        assert one != two


def test_a_legate_is_offered_only_where_he_plans(capsys: pytest.CaptureFixture[str]) -> None:
    assert "legate" not in levels_of("meg") and "centurion" in levels_of("meg")
    assert levels_of("dba22") == LEVELS
    remark_levels("dba22", ["legate"])
    remark_levels("meg", ["centurion:bold"])
    assert capsys.readouterr().err == ""
    remark_levels("meg", ["recruit", "legate:bold@300"])
    assert capsys.readouterr().err == "In meg a legate decides as a centurion does.\n"
