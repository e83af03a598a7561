"""Rehearses a plan: its shots and fights with separate dice, the enemy's reply, and the worth of what is left."""

from __future__ import annotations

from random import Random
from typing import Any

from debellis.battle.battle import rolled
from debellis.battle.rules import Rules
from debellis.battle.sides import other
from debellis.battle.survey import BEGINNING, BETWEEN, FIGHT, MOVES, SHOOTER, TARGET, Survey
from debellis.generals.answering import answered
from debellis.generals.centurion import routine
from debellis.generals.character import Character, character_of
from debellis.generals.decision import first_legal
from debellis.generals.evaluation import losses_worth, worth_of
from debellis.generals.threats import threat
from debellis.table.value import replace

#: The largest number of decisions in one phase, as a safeguard.
_MOST = 80
#: The weight of the charges that our side could make next.
_OURS = 0.2
#: The value of the end of the battle, in addition to the losses that led to it.
_END = 3.0


def rehearse(rules: Rules, state: Any, side: str, by: Character, seed: int, pips: int) -> float:
    """The value of a plan if its moves end here, the dice come from a seed, and the enemy then has this many PIPs.

    Its fights count by their exact odds, so that luck does not hide how both armies stand afterwards and what the enemy
    can do.
    """
    survey = rules.survey
    dice = Random(seed)
    state = _played(rules, _rolled(rules, state, survey.ending(state), dice), (BETWEEN, SHOOTER, TARGET), by, dice)
    value = losses_worth(survey, state, side, by)
    if survey.moment(state) == FIGHT:
        standing = replace(by, recoil=0.0, flee=0.0).weights
        value += sum([one.worth for one in survey.fights(state, side, standing)])
        state = _played(rules, state, (BETWEEN, FIGHT), by, dice)
    result = rules.result(state)
    if result is not None:
        return value + _END * ((result.winner == side) - (result.winner == other(side)))
    if survey.moment(state) != BEGINNING:
        return value
    state = rolled(rules, state, first_legal(rules, state), lambda throw: min(pips, throw.sides))[0]
    return value + _left(rules.survey, _answered(rules, state, other(side)), side, by)


def _answered(rules: Rules, state: Any, enemy: str) -> Any:
    """The state after the enemy's moves, if any are allowed. The enemy is assumed to be steady."""
    if rules.survey.moment(state) != MOVES:
        return state
    return answered(rules, state, enemy, character_of("steady").after(rules.survey.bounds(state).get(enemy, 0)))


def _left(survey: Survey, state: Any, side: str, by: Character) -> float:
    """The worth after the enemy's moves, with the enemy's fights next, plus a share of our own charges to follow."""
    calm = replace(by, attack=0.0, exposed=character_of("steady").exposed)
    field = survey.field(state, side)
    ours = threat(field.mine, field.theirs, field, by, survey.actions_to_come(state, side))
    return worth_of(survey, state, side, calm).total + _OURS * ours


def _rolled(rules: Rules, state: Any, action: Any, dice: Random) -> Any:
    """The state after an action, with dice from this generator."""
    after: Any = rolled(rules, state, action, lambda throw: dice.randint(1, throw.sides))[0]
    return after


def _played(rules: Rules, state: Any, moments: tuple[str, ...], by: Character, dice: Random) -> Any:
    """The state after the shooting or the fights of a bound, with each side choosing by the odds."""
    for _ in range(_MOST):
        if rules.survey.moment(state) not in moments:
            break
        side = rules.pending(state).side
        assert side is not None
        action = routine(rules, state, side, by).action
        if not rules.allows(state, action):
            action = first_legal(rules, state)
        state = _rolled(rules, state, action, dice)
    return state
