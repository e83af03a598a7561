"""What every general must do: decide legally everywhere, by what it may see only, alike each time, with a reason."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from debellis.battle.battle import Battle, StreamOfDice
from debellis.battle.playable import rules_of
from debellis.battle.sides import other
from debellis.battle.stream import seed_of
from debellis.table.value import replace
from tests.generals.conftest import EDITIONS, LEVELS, general, moments

EVERY = [(edition, level) for edition in EDITIONS for level in LEVELS]


@pytest.mark.parametrize(("edition", "level"), EVERY)
def test_decides_legally_with_one_sentence_of_reason(edition: str, level: str) -> None:
    rules = rules_of(edition)
    for state in moments(edition):
        decision = general(level).decide(rules, state)
        assert rules.check(state, decision.action).answer["legal"]
        assert decision.reason.endswith(".")
        assert "\n" not in decision.reason
        assert len(decision.reason) < 200


@pytest.mark.parametrize(("edition", "level"), EVERY)
def test_decides_alike_each_time(edition: str, level: str) -> None:
    rules = rules_of(edition)
    for state in moments(edition, 37):
        assert general(level, 5).decide(rules, state) == general(level, 5).decide(rules, state)


def with_other_secrets(state: Any, side: str) -> Any:
    """The same moment for a side, with other elements hidden by its enemy."""
    enemy = other(side)
    force = state.forces[enemy]
    elements = tuple(replace(base, id=f"{base.id}x", general=False) for base in force.elements[:3])
    forces = {**state.forces, enemy: replace(force, elements=elements)}
    return replace(state, forces=forces, held_back={**state.held_back, enemy: elements[:2]})


@pytest.mark.parametrize(("edition", "level"), EVERY)
def test_does_not_see_what_the_enemy_hides(edition: str, level: str) -> None:
    rules = rules_of(edition)
    for state in moments(edition, 29):
        side = rules.pending(state).side
        assert side is not None
        secret = with_other_secrets(state, side)
        assert secret != state
        survey = rules.survey
        assert survey.imagined(secret, side, Random(1)) == survey.imagined(state, side, Random(1))
        assert general(level).decide(rules, state) == general(level).decide(rules, secret)


@pytest.mark.parametrize(("edition", "level"), EVERY)
def test_does_not_see_the_dice_to_come(edition: str, level: str) -> None:
    """Two battles alike so far that will have other dice from now on: the same decisions until one is rolled."""
    rules = rules_of(edition)
    lists = ["II/33", "II/32"] if edition == "dba22" else ["swiss", "imperialist"]
    setup = {"red": lists[0], "blue": lists[1], "variety": 4, "limit": 3}
    here = Battle(rules, setup, StreamOfDice(seed_of(1)))
    there = Battle(rules, setup, StreamOfDice(seed_of(1)))
    ours, theirs = general(level), general(level)
    for _ in range(14):
        here.play(ours.choose(rules, here.state))
        there.play(theirs.choose(rules, there.state))
    there.roller = StreamOfDice(seed_of(2))
    compared = 0
    while here.state == there.state and here.result is None:
        mine, yours = ours.decide(rules, here.state), theirs.decide(rules, there.state)
        assert mine == yours
        here.play(mine.action)
        there.play(yours.action)
        compared += 1
    assert compared > 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_only_what_is_hidden_is_left_out(edition: str) -> None:
    for state in moments(edition):
        for side in ("red", "blue"):
            seen = rules_of(edition).survey.imagined(state, side, Random(1))
            assert seen.position == state.position
            assert seen.forces[side] == state.forces[side]
            assert not seen.forces[other(side)].elements
            assert seen.held_back.get(side, ()) == state.held_back.get(side, ())
