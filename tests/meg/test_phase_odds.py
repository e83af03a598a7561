"""The odds of a whole phase: played through the battle, they agree with those of engagements and with every face."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from debellis.battle.playable import rules_of
from debellis.battle.rules import Opening
from debellis.odds import NoCombat, of_phase, phase_report
from debellis.umpire import ask
from tests.meg.scenes import scene, unit
from tests.meg.test_odds import DICE

RULES = rules_of("meg")
LEADER = {"role": "AC", "rank": "talented", "style": "professional", "hand": ["green"]}
LEADERS = (
    {"id": "RG", "side": "red", "front": [600, 100], **LEADER},
    {"id": "BG", "side": "blue", "front": [600, 1100], **LEADER},
)


def begun(*units: dict[str, Any], phase: str) -> tuple[Any, Any]:
    position = scene(*units, phase=phase, generals=LEADERS)
    return position, RULES.from_position(position, Opening())


def test_a_melee_of_two_files_has_the_odds_of_the_engagement() -> None:
    position, state = begun(
        unit("A", "red", front=[600, 500], facing=0, bases=3, files=2, original=6),
        unit("B", "blue", against="A", bases=4, files=2),
        phase="5.2",
    )
    told = ask(position, "odds_of_engagement", unit="A", enemy="B").answer["broken"]
    found = of_phase(RULES, state, work=10_000)
    assert found.exact
    assert found.lost("red")[1].value == Fraction(told["red"].fraction) == Fraction(5, 12)
    assert found.expected("blue").value == Fraction(told["blue"].fraction)
    sampled = of_phase(RULES, state, work=0, samples=60)
    assert not sampled.exact and sampled.samples == 60
    assert sampled.lost("red")[1].holds(Fraction(5, 12))


def test_shots_are_counted_together() -> None:
    position, state = begun(
        unit("A", "red", front=[600, 500], facing=0, bases=2, files=2, shoot="bow", skill="skilled"),
        unit("B", "blue", front=[600, 600], facing=180, bases=3, files=3, original=6),
        phase="3.1",
    )
    colours = [ask(position, "shooting_die", shooter=f"A/{i}", target="B").answer["die"] for i in (1, 2)]
    broken = [one for one in product(*(DICE[colour] for colour in colours)) if "k" in one or one == ("w", "w")]
    found = of_phase(RULES, state, work=10_000)
    assert found.exact
    assert found.expected("blue").value == Fraction(len(broken), 36) > 0
    assert found.expected("red").value == 0


def test_there_is_no_phase_of_combats_while_troops_move() -> None:
    _, state = begun(
        unit("A", "red", front=[600, 500], facing=0), unit("B", "blue", front=[600, 900], facing=180), phase="4.3"
    )
    with pytest.raises(NoCombat, match="it is time to move or pass"):
        phase_report(RULES, state)
