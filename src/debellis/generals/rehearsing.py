"""Rehearsing a plan: its shots and fights with dice of one's own, the enemy's moves after it, and what is left then."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.battle import rolled
from debellis.battle.rules import Rules
from debellis.battle.sides import other
from debellis.dba.playing.actions import EndMoves, RollPips
from debellis.dba.playing.state import State
from debellis.generals.answering import answered
from debellis.generals.centurion import routine
from debellis.generals.character import Character, character_of
from debellis.generals.decision import first_legal
from debellis.generals.evaluation import losses_worth, worth_of
from debellis.generals.melees import melees
from debellis.generals.pieces import field_of
from debellis.generals.threats import threat
from debellis.table.value import replace

#: Decisions in one phase at most, for safety.
_MOST = 80
#: What our own charges count that could come next.
_OURS = 0.2
#: What the end of the battle counts beside the losses that brought it.
_END = 3.0


def rehearse(rules: Rules, state: State, side: str, by: Character, seed: int, pips: int) -> float:
    """What a plan comes to when its moves end here, the dice fall as by a seed and the enemy then has so many PIPs.

    Its fights count by their exact odds, so that luck in them does not hide what matters: how both armies stand after
    them, and what the enemy makes of it.
    """
    dice = Random(seed)
    state = _played(rules, _rolled(rules, state, EndMoves(), dice), "shooting", by, dice)
    value = losses_worth(state.position, side, by)
    if state.phase == "melee":
        value += sum([one.worth for one in melees(state, state.position, side, replace(by, recoil=0.0, flee=0.0))])
        state = _played(rules, state, "melee", by, dice)
    result = rules.result(state)
    if result is not None:
        return value + _END * ((result.winner == side) - (result.winner == other(side)))
    if state.phase != "pips":
        return value
    state = rolled(rules, state, RollPips(), lambda _throw: pips)[0]
    return value + _left(_answered(rules, state, other(side)), side, by)


def _answered(rules: Rules, state: State, enemy: str) -> State:
    """The enemy's moves, if he may make any; he is thought to be steady."""
    if state.phase != "moves":
        return state
    return answered(rules, state, enemy, character_of("steady").after(state.bounds.get(enemy, 0)))


def _left(state: State, side: str, by: Character) -> float:
    """What the position is worth with the enemy's moves made: his fights come now, and then our own charges."""
    calm = replace(by, attack=0.0, exposed=character_of("steady").exposed)
    field = field_of(state.position, side)
    return worth_of(state, side, calm).total + _OURS * threat(field.mine, field.theirs, field, by)


def _rolled(rules: Rules, state: State, action: Any, dice: Random) -> State:
    """The state after an action, with dice of one's own."""
    after: State = rolled(rules, state, action, lambda throw: dice.randint(1, throw.sides))[0]
    return after


def _played(rules: Rules, state: State, phase: str, by: Character, dice: Random) -> State:
    """The shooting or the fights of a bound, each side choosing by the odds."""
    for _ in range(_MOST):
        if state.phase != phase:
            break
        side = rules.pending(state).side
        assert side is not None
        action = routine(rules, state, side, by).action
        if not rules.allows(state, action):
            action = first_legal(rules, state)
        state = _rolled(rules, state, action, dice)
    return state
