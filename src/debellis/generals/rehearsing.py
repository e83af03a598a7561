"""Rehearsing a plan: its fights with dice of one's own, the enemy's answer, and what is left then."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.battle import rolled
from debellis.battle.rules import Rules
from debellis.db.playing.actions import EndMoves
from debellis.db.playing.state import State, other
from debellis.generals.centurion import routine
from debellis.generals.character import Character
from debellis.generals.decision import first_legal
from debellis.generals.evaluation import losses_worth, worth_of
from debellis.generals.recruit import Recruit

#: Decisions in one rehearsal at most, for safety.
_MOST = 80
#: How much the standing of the armies counts beside what was really lost and won.
_STANDING = 0.8


def _rolled(rules: Rules, state: State, action: Any, dice: Random) -> State:
    """The state after an action, with dice of one's own."""
    after: State = rolled(rules, state, action, lambda _why: dice.randint(1, 6))[0]
    return after


def rehearse(rules: Rules, state: State, side: str, by: Character, seed: int, reply: bool = False) -> float:
    """What a bound comes to when its moves end here and the dice fall as by a seed; with `reply` the next one too."""
    dice = Random(seed)
    state = _finish(rules, _rolled(rules, state, EndMoves(), dice), by, dice)
    if reply and rules.result(state) is None and state.turn == other(side):
        state = _answer(rules, state, dice)
    return losses_worth(state.position, side, by) + _STANDING * worth_of(state, side, by).total


def _finish(rules: Rules, state: State, by: Character, dice: Random) -> State:
    """The shooting and the fights of a bound, each side choosing by the odds."""
    for _ in range(_MOST):
        if state.phase not in ("shooting", "melee"):
            break
        side = rules.pending(state).side
        assert side is not None
        action = routine(rules, state, side, by).action
        if not rules.allows(state, action):
            action = first_legal(rules, state)
        state = _rolled(rules, state, action, dice)
    return state


def _answer(rules: Rules, state: State, dice: Random) -> State:
    """A bound of the enemy as somebody sensible would play it."""
    enemy = Recruit(dice.getrandbits(32))
    side = state.turn
    for _ in range(_MOST):
        if rules.result(state) is not None or (state.phase == "pips" and state.turn != side):
            break
        state = _rolled(rules, state, enemy.choose(rules, state), dice)
    return state
